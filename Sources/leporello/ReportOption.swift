import BookModel
import Diagnostics
import Engine
import Options
import PluginKit
import Reports

/// A report to be looked through after a run: what `run` and `convert` have in common.
struct ReportOption: OptionGroup {
  var report: String?

  static let options: [Option<ReportOption>] = [
    Option(
      "report", \.report,
      "Write what was done as a folder of HTML pages, with pictures before and after; replaces a report.")
  ]

  static let flags = FlagGroup("report", options: declarations)
}

extension Session {
  /// The report that a run is asked for; nil for none.
  ///
  /// - Parameter title: what runs.
  /// - Throws: `report-in-the-way`, `report-of-nothing`, and what beginning an output throws.
  func report(
    _ arguments: ParsedArguments, title: String, _ flow: FlowOptions
  ) throws(Diagnostic) -> RunReport? {
    guard let folder = try options(ReportOption.self, arguments, "report").report else { return nil }
    guard !flow.dryRun else {
      throw .error(
        .reportOfNothing, "a dry run writes nothing to report",
        remedy: "leave out --dry-run or --report")
    }
    return try RunReport(
      at: FilePath(folder), title: title, limits: try options(Limits.self, arguments, "limits"))
  }
}

extension Rule {
  static let reportOfNothing = Rule(
    "report-of-nothing", .usage, "A report was requested for a run that writes no books.",
    advice: "Leave out --report; --json lists every change.")
}
