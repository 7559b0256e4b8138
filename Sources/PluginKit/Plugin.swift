public import Diagnostics
public import Options

/// What readers, stages and sinks have in common: a name, a sentence, options declared once, an example.
public protocol Plugin: Sendable {
  associatedtype Settings: OptionGroup
  /// As users write it, in kebab-case.
  static var name: String { get }
  /// One sentence: what it does.
  static var summary: String { get }
  /// A few lines of YAML as they would stand in a pipeline file; a test runs them through the checker.
  static var example: String { get }
  /// Tables its documentation also shows; none by default.
  static var tables: [PluginTable] { get }
  /// Whether it runs programs that are not part of this one, which takes the user's consent.
  static var runsPrograms: Bool { get }

  /// The rules of its own that it reports, for `leporello explain`; none by default.
  static var rules: [Rule] { get }

  /// Takes checked settings; throws what can't be decided by one option alone (a file that has to be read first).
  init(_ settings: Settings) throws(Diagnostic)
}

extension Plugin {
  /// Its options, as declared: for help, flags and documentation, without knowing which plugin it is.
  public static var declarations: [OptionDeclaration] { Settings.declarations }

  public static var tables: [PluginTable] { [] }

  public static var runsPrograms: Bool { false }

  public static var rules: [Rule] { [] }

  public var name: String { Self.name }
}
