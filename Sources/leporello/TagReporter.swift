import BookModel
import Diagnostics
import Execution
import Synchronization

/// Tells of changes in place as they are made: the changes themselves as results, one line of progress on a
/// terminal, and what it came to at the end.
final class TagReporter: Sendable {
  private let session: Session
  private let isJSON: Bool
  private let total: Int
  private let isWriting: Bool
  private let isUndoing: Bool
  private let progress: ProgressLine
  private let state = Mutex(State())

  private struct State {
    var counts: [RetagReceipt.Status: Int] = [:]
    var done = 0
    var failures: [String] = []
    /// In how many files each field changes.
    var fields: [MetadataField: Int] = [:]
    var hasWarned = false
  }

  /// Whether a warning was told of some file.
  var hasWarned: Bool { state.withLock { $0.hasWarned } }

  /// Whether some file would be changed, or was.
  var hasChanges: Bool { state.withLock { $0.counts[.planned] != nil || $0.counts[.changed] != nil } }

  init(session: Session, isJSON: Bool, total: Int, isWriting: Bool, isUndoing: Bool = false) {
    self.session = session
    self.isJSON = isJSON
    self.total = total
    self.isWriting = isWriting
    self.isUndoing = isUndoing
    progress = ProgressLine(of: total, in: session)
  }

  func tell(_ receipt: RetagReceipt) {
    state.withLock { state in
      state.counts[receipt.status, default: 0] += 1
      state.done += 1
      for field in Set(receipt.documents.flatMap { $0.fields.map(\.field) }) {
        state.fields[field, default: 0] += 1
      }
      progress.erase()
      if isJSON { session.terminal.out(receipt.json.text()) }
      for diagnostic in receipt.diagnostics {
        session.show(diagnostic)
        if diagnostic.severity >= .warning { state.hasWarned = true }
      }
      show(receipt)
      if receipt.status == .failed {
        let message = receipt.diagnostics.last { $0.severity == .error }?.message ?? ""
        state.failures.append("\(receipt.path.display): \(message)")
      }
      progress.draw(state.done, receipt.path.nameText)
    }
  }

  private func show(_ receipt: RetagReceipt) {
    guard !isJSON else { return }
    let path = receipt.path.display
    switch receipt.status {
    case .planned where isUndoing: session.terminal.out("\(path): would be restored")
    case .changed where isUndoing: if namesFiles { session.say("\(path): restored") }
    case .unchanged where isUndoing:
      if namesFiles { session.say("\(path): nothing to undo, it is as it was") }
    case .planned:
      session.terminal.out(path)
      receipt.lines.forEach(session.terminal.out)
    case .changed:
      if namesFiles { session.say("\(path): \(summary(receipt))") }
      if session.talk.verbose { receipt.lines.forEach(session.say) }
    case .unchanged: if session.talk.verbose || total == 1 { session.say("\(path): nothing to change") }
    case .failed, .notReached: break
    }
  }

  /// Whether each file gets a line of its own: of thousands, only what they came to is worth reading.
  private var namesFiles: Bool { session.talk.verbose || total <= 20 }

  /// `series, number, notes changed in ComicInfo.xml`.
  private func summary(_ receipt: RetagReceipt) -> String {
    receipt.documents.map { document in
      var names = document.fields.map(\.field.rawValue)
      if names.count > 6 { names = names.prefix(5) + ["\(names.count - 5) more fields"] }
      let what =
        names.isEmpty
        ? "written otherwise" : names.joined(separator: ", ") + (document.isNew ? "" : " changed")
      return document.isNew ? "\(document.title): \(what)" : "\(what) in \(document.title)"
    }.joined(separator: "; ")
      + (receipt.removed.isEmpty ? "" : "; removed \(receipt.removed.joined(separator: ", "))")
  }

  /// The last words.
  ///
  /// - Returns: the exit status.
  func end(isComplete: Bool, _ journal: Journal?) -> Int32 {
    state.withLock { state in
      progress.erase()
      if !isComplete {
        session.terminal.err(
          "stopped before the end: every file is whole, and the journal lists those that were changed")
      }
      let failed = state.counts[.failed, default: 0]
      if total > 1 || !isComplete { tellCounts(state, failed) }
      if state.counts[.planned, default: 0] > 0, !isWriting {
        session.say(
          isUndoing
            ? "nothing was restored: run without --dry-run"
            : "nothing was written: add --in-place to write these changes")
      }
      if let path = journal?.path {
        session.say("journal: \(path.display)")
        session.say("to undo: leporello tag --undo '\(path.display)'")
      }
      return failed > 0 || !isComplete ? ExitStatus.inputFailed : ExitStatus.done
    }
  }

  private func tellCounts(_ state: State, _ failed: Int) {
    let words: [(RetagReceipt.Status, String)] = [
      (.changed, isUndoing ? "restored" : "changed"),
      (.planned, isUndoing ? "would be restored" : "would change"),
      (.unchanged, isUndoing ? "nothing to undo" : "nothing to change"), (.failed, "failed"),
    ]
    let counts = words.compactMap { status, word in state.counts[status].map { "\($0) \(word)" } }
    let line = "\(state.done) file\(state.done == 1 ? "" : "s"): \(counts.joined(separator: ", "))"
    if failed == 0 { session.say(line) } else { session.terminal.err(line) }
    let fields = MetadataField.allCases.compactMap { field in
      state.fields[field].map { "\(field.rawValue) in \($0)" }
    }
    if !fields.isEmpty { session.say("  " + fields.joined(separator: ", ")) }
    for failure in state.failures { session.terminal.err("  failed: \(failure)") }
  }
}
