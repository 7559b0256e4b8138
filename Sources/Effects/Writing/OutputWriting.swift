import Archives
import BookModel
import Diagnostics
import Engine
import Inputs
import PluginKit

/// An output that is whole and verified, but not under its name yet.
struct FinishedOutput: Sendable {
  var temporary: FilePath
  var manifest: OutputManifest
  var digest: OutputDigest
  /// What the sink is to find again when it publishes.
  var record: JSON?

  /// A digest of what was written.
  var version: String {
    if let sha256 = digest.sha256 { return sha256 }
    let lines = manifest.entries.map { "\($0.size) \($0.crc32) \($0.name)" }
    return SHA256.hexText(of: Array(lines.joined(separator: "\n").utf8))
  }
}

/// One output under way: begun, filled page by page, then verified and given its name. What goes wrong with it ends it
/// alone.
struct OutputWriting {
  let task: OutputTask
  /// As it will be written: with a size for every blank.
  private let book: Book
  private var state: State
  private var account: PageAccount

  private enum State {
    case going(UnfinishedOutput, any SinkSession)
    case ended(Result<Receipt.Output, any Error>)
  }

  /// Begins an output.
  ///
  /// - Parameter book: the task's, with a size for every blank.
  init(_ task: OutputTask, _ book: Book, _ resources: RunResources) async {
    self.task = task
    self.book = book
    account = PageAccount(book: book, planned: task.planned)
    do {
      let sink = task.sink
      let output = try await resources.io.run { () async throws(Diagnostic) in
        try UnfinishedOutput(sink.output, at: task.destination)
      }
      do {
        state = .going(output, try await sink.begin(book, output.target, in: task.planned.open))
      } catch {
        await resources.io.run { output.discard() }
        throw error
      }
    } catch {
      state = .ended(.failure(error))
    }
  }

  var isGoing: Bool { if case .going = state { true } else { false } }

  /// What came of it.
  var result: Result<Receipt.Output, any Error> {
    if case .ended(let result) = state { result } else { .failure(CancellationError()) }
  }

  /// Ends it without an output.
  mutating func fail(_ error: any Error, _ resources: RunResources) async {
    guard case .going(let output, _) = state else { return }
    await resources.io.run { output.discard() }
    state = .ended(.failure(error))
  }

  // MARK: Pages

  /// The page of this output that a picture was made for.
  func page(at index: Int) -> Page { book.pages[index] }

  /// Hands a page to the sink.
  ///
  /// - Parameter isCounted: whether it is to be written, too; pages that come behind a damaged one are only counted.
  mutating func write(
    _ page: RenderedPage, _ made: PageAccount.Made, isCounted: Bool = false, _ resources: RunResources
  ) async {
    guard case .going(_, let session) = state else { return }
    account.wrote(page.page, made)
    guard !isCounted else { return }
    do throws(Diagnostic) {
      try await resources.io.run { () async throws(Diagnostic) in try session.write(page) }
    } catch { await fail(error, resources) }
  }

  /// Leaves out a damaged page.
  mutating func skip(_ page: Page) { account.skipped(page) }

  // MARK: The end

  /// Ends the output, verifies it, and gives it its name.
  ///
  /// - Parameter keepsDigests: whether somebody will look at the digests of sources and output.
  mutating func finish(
    _ resources: RunResources, _ observer: (any RunObserver)?, keepsDigests: Bool,
    remember:
      @escaping @Sendable (inout Receipt.Output, OutputTask, FinishedOutput) throws(Diagnostic) -> Void
  ) async {
    guard case .going(let output, let session) = state else { return }
    do {
      let (task, planned) = (task, task.planned)
      try Task.checkCancellation()
      let final = try finalBook()
      var finished = try await resources.io.run { () async throws(Diagnostic) in try session.finish(final) }
      finished.needsSHA256 = keepsDigests
      let manifest = finished
      let digest = try await verifyAndFlush(output, manifest, resources)
      try Task.checkCancellation()
      if let growth = account.growth { planned.open.report(growth) }
      let written = try account.output(final, manifest, digest, at: task.destination, of: task.sinkID)
      let (known, leftover) = try await resources.io.run { () async throws(Diagnostic) in
        var known = written
        try remember(
          &known, task,
          FinishedOutput(
            temporary: output.temporaryPath, manifest: manifest, digest: digest, record: session.record))
        return (known, try output.commit(replacing: task.isReplacing))
      }
      if let leftover { planned.open.report(leftover) }
      observer?.written(final, of: planned, known)
      state = .ended(.success(known))
    } catch {
      await fail(error, resources)
    }
  }

  /// The book without the pages that damage removed, so that what led to them leads on.
  private func finalBook() throws(Diagnostic) -> Book {
    guard !account.skipped.isEmpty else { return book }
    var final = book
    for warning in final.apply(.remove(account.skipped)) { task.planned.open.report(warning) }
    guard !final.pages.isEmpty else {
      throw .error(
        .noPagesLeft, "every page is damaged", at: Place(file: task.planned.job.name))
    }
    return final
  }

  /// Reads the output again while the disk takes it in, and the sources' checksums beside it.
  private func verifyAndFlush(
    _ output: UnfinishedOutput, _ manifest: OutputManifest, _ resources: RunResources
  ) async throws -> OutputDigest {
    try await resources.io.run { () async throws(Diagnostic) in try output.close() }
    async let flushed: Void = resources.io.run { () async throws(Diagnostic) in try output.flushToDisk() }
    async let sources: Void = manifest.needsSHA256 ? digestSources() : ()
    let sink = task.sink
    let digest = try await resources.workers.run { () async throws(Diagnostic) in
      try sink.verify(output.temporaryPath, against: manifest)
    }
    try await flushed
    try await sources
    return digest
  }

  private func digestSources() async throws(Diagnostic) {
    for (index, input) in task.planned.job.sources.enumerated() {
      _ = try await task.planned.open.digest(of: input, at: index)
    }
  }
}
