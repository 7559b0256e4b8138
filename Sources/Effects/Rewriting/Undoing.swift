import Archives
import BookModel
import Diagnostics
public import Engine

extension Rule {
  static let changedSince = Rule(
    "changed-since", .input, "A file was changed again after the change to be undone, and is left as it is.",
    advice: "Check the file yourself: undoing would also take back the later change.")
}

/// Takes back what a journal tells of: last change first, each file byte for byte as it was.
public struct Undoing: Sendable {
  private let io: WorkerPool
  private let separatesHardLinks: Bool

  public init(jobs: Int, separatesHardLinks: Bool = false) {
    io = WorkerPool(threads: max(4, 2 * jobs))
    self.separatesHardLinks = separatesHardLinks
  }

  /// Undoes every entry.
  ///
  /// - Parameters:
  ///   - recorded: what is taken back.
  ///   - journal: where the undoing is written down in its turn; nil to only say what would be done.
  ///   - tell: called with each receipt, in the order the changes are undone.
  /// - Returns: whether all entries were reached.
  public func run(
    _ recorded: RecordedJournal, journal: Journal?, tell: @escaping @Sendable (Receipt) -> Void
  ) async -> Bool {
    if journal != nil { await sweepLeftovers(in: recorded.folders) }
    do {
      // One at a time where files were moved: the order of moves matters.
      let newestFirst = Array((0..<recorded.count).reversed())
      try await inOrder(newestFirst, width: recorded.hasMoves ? 1 : io.threads, on: nil) {
        _, index throws(Diagnostic) in
        await io.run { receipt(ofEntry: index, in: recorded, journal) }
      } handOver: { _, receipt throws(Diagnostic) in
        tell(receipt)
      }
      return true
    } catch {
      return false
    }
  }

  /// Removes what a run that was killed while it changed these files has left beside them.
  private func sweepLeftovers(in folders: Set<FilePath>) async {
    await io.run {
      for folder in folders where isExistingFolder(folder) { LeftoverOutputs.sweep(in: folder) }
    }
  }

  private func receipt(ofEntry index: Int, in recorded: RecordedJournal, _ journal: Journal?) -> Receipt {
    do throws(Diagnostic) {
      return receipt(of: try recorded.entry(index), journal)
    } catch {
      return told(recorded.path, .failed, [error])
    }
  }

  private func receipt(of entry: JournalEntry, _ journal: Journal?) -> Receipt {
    switch entry {
    case .renamed(let from, let to):
      do throws(Diagnostic) {
        return told(from, try moveBack(to, from, journal))
      } catch {
        return told(from, .failed, [error.inFile(to.display)])
      }
    case .contents(let change):
      do throws(Diagnostic) {
        let (status, done) = try restore(change, journal)
        var file = FileChange()
        (file.before, file.after) = (done?.before, done?.after)
        return told(change.path, status, done?.warnings ?? [], file)
      } catch {
        return told(change.path, .failed, [error.inFile(change.path.display)])
      }
    }
  }

  private func told(
    _ path: FilePath, _ status: Receipt.Status, _ diagnostics: [Diagnostic] = [], _ change: FileChange? = nil
  ) -> Receipt {
    var output = Receipt.Output(
      status, sink: "undo", path: path, failure: status == .failed ? diagnostics.last : nil)
    output.change = change
    return Receipt(sources: [Receipt.Source(path: path)], outputs: [output], diagnostics: diagnostics)
  }

  private func moveBack(_ path: FilePath, _ former: FilePath, _ journal: Journal?) throws(Diagnostic)
    -> Receipt.Status
  {
    guard pathExists(path) else {
      // The run ended between telling the journal and moving, or this was undone before.
      if pathExists(former) { return .unchanged }
      throw .error(.changedSince, "this file is gone", at: Place(file: path.display))
    }
    guard let journal else { return .planned }
    try journal.record(.renamed(from: path, to: former)) { () throws(Diagnostic) in
      try FileMove.move(path, to: former)
    }
    return .restored
  }

  private func restore(_ change: JournalEntry.ChangedContents, _ journal: Journal?) throws(Diagnostic)
    -> (Receipt.Status, FileRewriting.Done?)
  {
    let file = try InputFile.forReplacing(change.path, separatingHardLinks: separatesHardLinks)
    guard let journal, file.size == change.after.bytes else {
      let digest = try file.digest(hashing: change.needsHashes)
      if digest.agrees(with: change.before) { return (.unchanged, nil) }
      guard digest.agrees(with: change.after) else { throw changed(change) }
      return (.planned, nil)
    }
    var isDone = false
    do throws(Diagnostic) {
      let rewriting = FileRewriting(journal: journal, keepsDigests: change.needsHashes)
      let done = try rewriting.replace(file, by: change.back) {
        _, digests throws(Diagnostic) in
        isDone = digests.before.agrees(with: change.before)
        guard digests.before.agrees(with: change.after), digests.after.agrees(with: change.before) else {
          throw changed(change)
        }
      }
      return (.restored, done)
    } catch {
      // Undone already: nothing is left to do.
      guard isDone, error.rule == .changedSince else { throw error }
      return (.unchanged, nil)
    }
  }

  private func changed(_ change: JournalEntry.ChangedContents) -> Diagnostic {
    .error(
      .changedSince, "this file was changed again since; it is left as it is",
      at: Place(file: change.path.display),
      remedy: "the journal holds the former documents as text, if you want to restore them by hand")
  }
}
