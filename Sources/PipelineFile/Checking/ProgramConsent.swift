import BookModel
public import Diagnostics
import Options
public import PluginKit

extension Rule {
  public static let programsRefused = Rule(
    "programs-not-allowed", .pipeline, "A pipeline runs programs, which you have to allow: --allow-programs.",
    advice: "Check what it runs, then add --allow-programs, or allow it for all runs in the settings.")
}

/// How to treat a pipeline that runs other programs.
public enum ProgramConsent: Sendable {
  /// It is allowed.
  case given
  /// It is checked anyway, with a note that it needs consent.
  case pending
  /// It is refused.
  case missing

  static let remedy = "check what it runs, then add --allow-programs"
}

extension PipelineCheck {
  /// Reports a plugin that runs programs without the user's consent.
  mutating func checkConsent(to plugin: some PluginKind, _ kind: String, _ range: SourceRange) {
    guard plugin.runsPrograms else { return }
    let message = "\(kind) '\(plugin.name)' runs a program"
    switch consent {
    case .given: return
    case .pending:
      problems.append(
        .note(.programsRefused, message, at: place(range), remedy: "runs of it need --allow-programs"))
    case .missing:
      report(.programsRefused, message + ", which has not been allowed", range, ProgramConsent.remedy)
    }
  }

  /// Reports a file beside a book that specifies a program to run: consent to a pipeline does not extend to
  /// its books.
  mutating func checkCommand(of spec: StageSpec, _ specs: [StageSpec]) {
    guard let base = specs.first(where: { $0.ownID == spec.name }),
      let kind = registry.stage(named: base.name),
      kind.runsPrograms, kind.description.folder == nil
    else { return }
    let options = spec.options.expanded(kind.declarations)
    guard let pair = options.pairs?.first(where: { ["command", "shell"].contains($0.key) }) else { return }
    report(
      .programsRefused, "a file beside a book may not set the program of stage '\(spec.name)'",
      pair.keyRange == .nowhere ? spec.nameRange : pair.keyRange, "set it in the pipeline, under 'books:'")
  }

}

extension ProgramConsent {
  /// A reader that may claim sources without being named in the pipeline. Without consent, it still claims
  /// them but refuses to read them.
  public func applied(to reader: any ReadyReader, _ kind: ReaderKind) -> any ReadyReader {
    kind.runsPrograms && self != .given ? RefusingReader(reader: reader) : reader
  }
}

/// A reader whose program is not allowed to run.
private struct RefusingReader: ReadyReader {
  let reader: any ReadyReader

  var name: String { reader.name }
  func claims(_ probe: SourceProbe) -> Bool { reader.claims(probe) }
  func read(_ probe: SourceProbe, in context: any ReadContext) async throws(Diagnostic) -> Book {
    throw .error(
      Rule.programsRefused.with(category: .input),
      "this is read by '\(name)', a plugin that runs a program", remedy: ProgramConsent.remedy)
  }
}
