import Diagnostics
import Options
import PluginKit

/// A command as completions and manual pages see it: its flags and what may stand behind them, made from the same
/// declarations that parse the command line.
struct CommandOutline {
  var name: String
  var summary: String
  /// For the usage line: `PIPELINE [INPUT…]`.
  var operandText: String
  /// What the words behind the command are, in order; the last goes for all that follow.
  var operands: [Value]
  var groups: [FlagGroup]
  var examples: [String]

  /// What completes a word.
  enum Value: Hashable {
    case words([String])
    case file
    /// A YAML file.
    case pipeline
    /// A number, a size: nothing can be offered.
    case other
  }

  static func all(_ registry: Registry) -> [CommandOutline] {
    Leporello.commands.map { CommandOutline($0, registry) }
  }

  init(_ command: any Command.Type, _ registry: Registry) {
    name = command.name
    summary = command.summary
    operandText = command.operands
    groups = command.flags(registry).filter { !$0.flags.isEmpty }
    examples = command.examples
    operands = command.operands.split(separator: " ").compactMap { word in
      switch word.filter({ $0.isLetter }) {
      case "PIPELINE": .pipeline
      case "NAME": .words(Self.unique(registry.all.map { $0.name }))
      case "RULE": .words(Self.unique(Rule.all(registry).map(\.id)))
      case "SHELL": .words(Shell.allCases.map(\.rawValue))
      case "COMMAND": .words(Leporello.commands.map { $0.name })
      // Flags that a usage line shows, such as `-o OUTPUT`.
      case "o", "OUTPUT": nil
      default: .file
      }
    }
  }

  /// Every flag, each name once, as the parser takes them.
  var flags: [FlagDeclaration] {
    var seen: Set<String> = []
    return groups.flatMap(\.flags).filter { seen.insert($0.name).inserted }
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}

extension FlagDeclaration {
  /// What may stand behind it; nil where nothing does.
  var value: CommandOutline.Value? {
    switch argument {
    case .optional(let words) where words.isEmpty: path.isEmpty && kind != .flag ? value(of: kind) : nil
    default: value(of: kind)
    }
  }

  /// Whether it may be given without a value, too.
  var isValueOptional: Bool { if case .optional = argument { true } else { false } }

  /// Whether `--no-name` says the opposite.
  var hasOpposite: Bool { kind == .flag && !path.isEmpty }

  /// Whether it may be given several times.
  var repeats: Bool {
    switch kind {
    case .list, .map: true
    default: false
    }
  }

  private func value(of kind: OptionKind) -> CommandOutline.Value {
    if !kind.words.isEmpty { return .words(kind.words) }
    switch kind {
    case .flag: return .words(["yes", "no"])
    case .text: return .file
    case .list(let inner): return value(of: inner)
    default: return .other
    }
  }
}

/// Shells that completions are made for.
enum Shell: String, OptionEnumeration { case bash, zsh, fish }
