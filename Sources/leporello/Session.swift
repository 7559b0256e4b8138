import Archives
import BookModel
import Diagnostics
import Engine
import Inputs
import Options
import PipelineFile
import PluginKit

/// What the commands share: what was typed, the plugins there are, and where to talk.
struct Session: Sendable {
  let registry: Registry
  let terminal: Terminal
  let talk: TalkOptions
  let programs: ProgramOptions
  /// Limits that flags state.
  let statedLimits: YAMLNode?
  let advice: Advice
  private let doubtful: [DoubtfulWord]

  /// - Parameter flags: all that the command takes.
  init(
    _ arguments: ParsedArguments, flags: [FlagGroup], registry: Registry, terminal: Terminal
  ) throws(Diagnostic) {
    advice = Advice(flags)
    self.registry = registry
    self.terminal = terminal
    statedLimits = arguments["limits"]
    doubtful = arguments.doubtful
    talk = try Session.decode(TalkOptions.self, arguments["talk"], terminal)
    programs = try Session.decode(ProgramOptions.self, arguments["programs"], terminal)
  }

  // MARK: Options

  /// Reads a group of flags; every wrong value is shown, and the last one thrown, as a usage error.
  func options<Group: OptionGroup>(_ type: Group.Type, _ arguments: ParsedArguments, _ name: String)
    throws(Diagnostic) -> Group
  {
    try Session.decode(type, arguments[name], terminal)
  }

  /// The same over what a pipeline file says: flags win.
  func options<Group: OptionGroup>(_ arguments: ParsedArguments, _ name: String, over base: Group)
    throws(Diagnostic) -> Group
  {
    try Session.decode(Group.self, arguments[name], over: base, terminal)
  }

  /// How a pipeline is to be run: as the flags say, else as its file does.
  func settings(of pipeline: Pipeline, _ arguments: ParsedArguments) throws(Diagnostic) -> RunSettings {
    var settings = RunSettings()
    settings.onDamage = pipeline.policies.onDamage
    return try options(arguments, "run", over: settings)
  }

  /// Shows what is wrong with options, and throws the last of it.
  private static func refuse(_ problems: [Diagnostic], _ terminal: Terminal) throws(Diagnostic) {
    for problem in problems.dropLast() { terminal.err(problem.asUsage.description) }
    if let last = problems.last { throw last.asUsage }
  }

  private static func decode<Group: OptionGroup>(
    _ type: Group.Type, _ node: YAMLNode?, over base: Group = Group(), _ terminal: Terminal
  ) throws(Diagnostic) -> Group {
    guard let node else { return base }
    var decoder = OptionDecoder(file: nil, owner: "the command line")
    let group = Group.decode(node, over: base, &decoder)
    try refuse(decoder.problems, terminal)
    return group
  }

  /// The readers with the settings that plain flags give them.
  func readers(_ arguments: ParsedArguments) throws(Diagnostic) -> [any ReadyReader] {
    var readers: [any ReadyReader] = []
    for kind in registry.readers {
      var decoder = OptionDecoder(file: nil, owner: "the command line")
      let made = try kind.making.make(arguments[kind.name] ?? .map([]), &decoder)
      try Session.refuse(decoder.problems, terminal)
      if let made { readers.append(try programs.consent().applied(to: made.plugin, kind)) }
    }
    return readers
  }

  // MARK: Inputs

  /// The words of a command line as paths that are there.
  ///
  /// - Throws: `no-such-input` (usage) for a word that names nothing: nothing at all is converted then.
  func paths(_ words: some Sequence<[UInt8]>) throws(Diagnostic) -> [FilePath] {
    let paths = words.map { FilePath(bytes: $0) }
    for path in paths where !pathExists(path) {
      throw noSuchInput(path)
    }
    return paths
  }

  /// A word that names nothing may have been meant as a flag's value.
  private func noSuchInput(_ path: FilePath) -> Diagnostic {
    let missing = "there is no file or folder '\(path.display)'"
    guard let doubt = doubtful.first(where: { FilePath(bytes: $0.word) == path }) else {
      return .error(.noSuchInput, missing, remedy: "check the spelling")
    }
    if let meant = doubt.meant {
      let written = meant.contains(" ") ? "'\(meant)'" : meant
      return .error(
        .noSuchInput, "'\(path.display)' is no value of --\(doubt.flag), and no file or folder",
        remedy: "did you mean --\(doubt.flag) \(written)?")
    }
    let some = doubt.values.prefix(8).joined(separator: ", ") + (doubt.values.count > 8 ? "…" : "")
    return .error(.noSuchInput, missing, remedy: "check the spelling; --\(doubt.flag) takes \(some)")
  }

  // MARK: Talk

  /// Shows a diagnostic, unless it is less than what was asked for.
  func show(_ diagnostic: Diagnostic) {
    let least: Severity = talk.quiet ? .error : talk.verbose ? .note : .warning
    if diagnostic.severity >= least { terminal.err(advice.followable(diagnostic).description) }
  }

  /// Says something unless `--quiet`.
  func say(_ line: String) { if !talk.quiet { terminal.err(line) } }

  /// Asks for a source's password on the terminal; nil where there is nobody to ask.
  var askPassword: (@Sendable (FilePath) -> String?)? {
    guard terminal.isInteractive, PasswordPrompt.isPossible else { return nil }
    return { path in PasswordPrompt.ask("password for \(path.display): ") }
  }
}

extension Diagnostic {
  /// The same as a usage error: a wrong option on a command line is the command line's fault.
  var asUsage: Diagnostic {
    guard rule.category == .pipeline else { return self }
    var copy = self
    copy.rule = rule.with(category: .usage)
    return copy
  }
}

extension Rule {
  static let noSuchInput = Rule(
    "no-such-input", .usage, "An input does not exist.",
    advice: "Check the spelling and the working directory. The shell does not expand a pattern in quotes.")
  static let noInput = Rule(
    "no-input", .usage, "No input was given.",
    advice: "Name files or folders, or give the pipeline's source 'files:'.")
}
