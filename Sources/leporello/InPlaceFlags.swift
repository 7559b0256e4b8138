import Archives
import BookModel
import Diagnostics
import Effects
import Engine
import Options
import PluginKit
import Synchronization

/// How files are changed in place: options that `tag` and `run` have in common.
struct InPlaceFlags: OptionGroup {
  var inPlace = false
  var journal: String?

  static let options: [Option<InPlaceFlags>] = [
    Option("inPlace", \.inPlace, "Write the changes to the files; otherwise they are only shown."),
    Option("journal", \.journal, "The journal that undoing needs (default: in the state folder)."),
  ]

  static let flags = FlagGroup("inPlace", options: declarations)
}

extension Session {
  /// Takes back what a journal tells of; gives the exit status.
  ///
  /// - Parameter record: where the undoing is written down in its turn; nil to only show what would be undone.
  func undo(
    _ journal: FilePath, _ arguments: ParsedArguments, record: Journal?
  ) async throws(Diagnostic) -> Int32 {
    let settings = try options(RunSettings.self, arguments, "run")
    let inPlace = try options(InPlaceOptions.self, arguments, "sink")
    let isJSON = try options(JSONOption.self, arguments, "json").json
    let recorded = try RecordedJournal(journal)
    let reporter = Reporter(session: self, isJSON: isJSON, total: recorded.count, .undo(record))
    let undoing = Undoing(jobs: settings.effectiveJobs, separatesHardLinks: inPlace.separateHardLinks)
    let receipts = Mutex(RunSummary())
    let isComplete = await undoing.run(recorded, journal: record) { receipt in
      reporter.tell(.job(receipt))
      receipts.withLock { $0.add(receipt) }
    }
    var summary = receipts.withLock { $0 }
    summary.isInterrupted = !isComplete
    reporter.end(summary)
    return summary.exitStatus()
  }
}
