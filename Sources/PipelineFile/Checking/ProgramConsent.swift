import BookModel
public import Diagnostics
import Options
public import PluginKit

extension Rule {
  public static let programsRefused = Rule(
    "programs-not-allowed", .pipeline, "A pipeline runs programs, which you have to allow: --allow-programs.",
    advice: "Check what it runs, then add --allow-programs, or allow it for all runs in the settings.")
}

/// What becomes of a pipeline that runs programs other than this one.
public enum ProgramConsent: Sendable {
  /// It may.
  case given
  /// It is checked all the same, and a note says that it needs consent.
  case pending
  /// It is refused.
  case missing

  static let remedy = "check what it runs, then add --allow-programs"
}

extension PipelineCheck {
  /// Reports a plugin that runs programs where nobody has agreed to that.
  mutating func checkConsent(to plugin: some PluginKind, _ kind: String, _ range: SourceRange) {
    guard plugin.runsPrograms else { return }
    let message = "\(kind) '\(plugin.name)' runs a program"
    switch consent {
    case .given: return
    case .pending:
      problems.append(
        .note(.programsRefused, message, at: place(range), remedy: "runs of it need --allow-programs"))
    case .missing:
      report(.programsRefused, message + ", which nobody has allowed", range, ProgramConsent.remedy)
    }
  }

  /// Reports a file beside a book that says which program runs: consent to a pipeline is none to its books.
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
  /// A reader that a source may meet without being named: without consent it claims its own and refuses to read them.
  public func applied(to reader: any ReadyReader, _ kind: ReaderKind) -> any ReadyReader {
    kind.runsPrograms && self != .given ? RefusingReader(reader: reader) : reader
  }
}

/// A reader whose program may not run.
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
