/// One command-line flag made from a declared option.
public struct FlagDeclaration: Hashable, Sendable {
  /// Without dashes: `drop-max`.
  public let name: String
  /// The one-letter form, without its dash.
  public let letter: Character?
  /// Names of options from the group's top down; empty for the flag that names a plugin itself (`--drop`).
  public let path: [String]
  public let kind: OptionKind
  public let defaultText: String
  public let summary: String
  public let argument: Argument

  public enum Argument: Hashable, Sendable {
    /// `--name VALUE` or `--name=VALUE`.
    case required
    /// `--name` or `--name=VALUE`; the next word is the value only if it is one of these.
    case optional([String])
  }

  /// `-o, --output PATH`, as help shows it.
  public var usage: String {
    let names = (letter.map { "-\($0), " } ?? "") + "--" + name
    switch argument {
    case .required: return "\(names) \(kind.shortPlaceholder)"
    case .optional(let words) where !words.isEmpty || path.isEmpty && kind != .flag:
      return "\(names)[=\(kind.shortPlaceholder)]"
    case .optional: return names
    }
  }
}

/// The flags of one plugin, or of a command itself.
public struct FlagGroup: Sendable {
  /// Under this name the parsed values are found.
  public let name: String
  public let flags: [FlagDeclaration]
  /// The option that `--plugin=value` stands for.
  let shortForm: String?

  /// Plain flags, one for each option: `--jobs`, `--names-encoding`.
  ///
  /// - Parameter letters: one-letter forms by option name.
  public init(_ name: String, options: [OptionDeclaration], letters: [String: Character] = [:]) {
    self.name = name
    flags = FlagGroup.flags(options, prefix: "", path: [], letters: letters)
    shortForm = nil
  }

  /// The flags of a plugin: `--drop`, `--drop=SHORT`, and `--drop-max` for each option.
  public init(plugin name: String, summary: String, options: [OptionDeclaration]) {
    self.name = name
    let short = options.first(where: \.isShortForm)
    let itself = FlagDeclaration(
      name: name, letter: nil, path: [], kind: short?.kind ?? .flag, defaultText: "", summary: summary,
      argument: .optional(short?.kind.words ?? []))
    flags = [itself] + FlagGroup.flags(options, prefix: name + "-", path: [], letters: [:])
    shortForm = short?.name
  }

  private static func flags(
    _ options: [OptionDeclaration], prefix: String, path: [String], letters: [String: Character]
  ) -> [FlagDeclaration] {
    options.flatMap { option -> [FlagDeclaration] in
      let path = path + [option.name]
      if case .group(let inner) = option.kind {
        return flags(inner, prefix: "\(prefix)\(option.flagName)-", path: path, letters: [:])
      }
      return [
        FlagDeclaration(
          name: prefix + option.flagName, letter: letters[option.name], path: path, kind: option.kind,
          defaultText: option.defaultText, summary: option.summary,
          argument: option.kind == .flag ? .optional([]) : .required)
      ]
    }
  }
}

extension OptionKind {
  /// The words an option declares as values; it may take others too.
  public var words: [String] {
    switch self {
    case .enumeration(let words): words
    case .keyword(let words, _): words
    case .list(let kind): kind.words
    default: []
    }
  }

  /// The placeholder, shortened where it would fill a line.
  var shortPlaceholder: String { placeholder.count <= 24 ? placeholder : "WORD" }
}
