public import BookModel
public import Diagnostics
public import Options

/// What is known about a plugin before it has settings.
public struct PluginDescription: Hashable, Sendable {
  /// As users write it, in kebab-case.
  public var name: String
  /// One sentence: what it does.
  public var summary: String
  /// A few lines of YAML as they would stand in a pipeline file.
  public var example: String
  /// Its options, as declared: for help, flags, schema and documentation.
  public var declarations: [OptionDeclaration]
  /// Tables its documentation also shows.
  public var tables: [PluginTable]
  /// Whether it runs programs that are not part of this one, which takes the user's consent.
  public var runsPrograms: Bool
  /// The rules of its own that it reports.
  public var rules: [Rule]
  /// The folder it was found in; nil for a built-in one.
  public var folder: String?
  /// The files of that folder: where one changes, so may what the plugin does.
  public var files: [FilePath]

  public init(
    name: String, summary: String, example: String, declarations: [OptionDeclaration],
    tables: [PluginTable] = [], runsPrograms: Bool = false, rules: [Rule] = [], folder: String? = nil,
    files: [FilePath] = []
  ) {
    self.name = name
    self.summary = summary
    self.example = example
    self.declarations = declarations
    self.tables = tables
    self.runsPrograms = runsPrograms
    self.rules = rules
    self.folder = folder
    self.files = files
  }

  init<P: Plugin>(_ type: P.Type) {
    self.init(
      name: P.name, summary: P.summary, example: P.example, declarations: P.declarations, tables: P.tables,
      runsPrograms: P.runsPrograms, rules: P.rules)
  }
}

/// How options become a plugin ready to work. Problems of the options are reported through the decoder.
public struct PluginMaking<Ready: Sendable>: Sendable {
  /// What was made, and the settings that differ from their defaults in one canonical form.
  public struct Made: Sendable {
    public var plugin: Ready
    public var settingsText: String

    public init(plugin: Ready, settingsText: String) {
      self.plugin = plugin
      self.settingsText = settingsText
    }
  }

  private let text: @Sendable (YAMLNode, inout OptionDecoder) -> String?
  private let made: @Sendable (YAMLNode, inout OptionDecoder) throws(Diagnostic) -> Made?

  /// - Parameters:
  ///   - settingsText: reads options and gives their canonical form, without making anything of them.
  ///   - make: reads options and makes the plugin; throws what can't be decided by one option alone.
  public init(
    settingsText: @escaping @Sendable (YAMLNode, inout OptionDecoder) -> String?,
    make: @escaping @Sendable (YAMLNode, inout OptionDecoder) throws(Diagnostic) -> Made?
  ) {
    text = settingsText
    made = make
  }

  init<P: Plugin>(_ type: P.Type, _ ready: @escaping @Sendable (P) -> Ready) {
    self.init(
      settingsText: { node, decoder in P.Settings.decode(node, &decoder)?.optionText },
      make: { node, decoder throws(Diagnostic) in
        guard let settings = P.Settings.decode(node, &decoder), decoder.problems.isEmpty else { return nil }
        return Made(plugin: ready(try P(settings)), settingsText: settings.optionText)
      })
  }

  public func settingsText(of node: YAMLNode, _ decoder: inout OptionDecoder) -> String? {
    text(node, &decoder)
  }

  public func make(_ node: YAMLNode, _ decoder: inout OptionDecoder) throws(Diagnostic) -> Made? {
    try made(node, &decoder)
  }
}

/// A plugin as the registry lists it: described, and able to be made. Made from a Swift type, or from a folder with a
/// `plugin.yaml`.
public protocol PluginKind: Sendable {
  associatedtype Ready: Sendable
  var description: PluginDescription { get }
  var making: PluginMaking<Ready> { get }
}

extension PluginKind {
  public var name: String { description.name }
  public var summary: String { description.summary }
  public var example: String { description.example }
  public var declarations: [OptionDeclaration] { description.declarations }
  public var tables: [PluginTable] { description.tables }
  public var runsPrograms: Bool { description.runsPrograms }
  public var rules: [Rule] { description.rules }
}

public struct ReaderKind: PluginKind {
  public let description: PluginDescription
  public let making: PluginMaking<any ReadyReader>
  /// Extensions of the files it reads, in lower case.
  public let fileExtensions: [String]
  private let claim: @Sendable (SourceProbe) -> Bool

  public init<R: Reader>(_ type: R.Type) {
    self.init(
      PluginDescription(R.self), fileExtensions: R.fileExtensions, making: PluginMaking(R.self) { $0 }
    ) {
      R.claims($0)
    }
  }

  public init(
    _ description: PluginDescription, fileExtensions: [String], making: PluginMaking<any ReadyReader>,
    claims: @escaping @Sendable (SourceProbe) -> Bool
  ) {
    self.description = description
    self.fileExtensions = fileExtensions
    self.making = making
    claim = claims
  }

  /// Whether a source is one of its own, judged by content.
  public func claims(_ probe: SourceProbe) -> Bool { claim(probe) }
}

public struct StageKind: PluginKind {
  public let description: PluginDescription
  public let making: PluginMaking<any ReadyStage>
  /// What it works on; empty: the book as a whole, whatever it holds.
  public let needs: Set<ItemKind>
  /// What a book holds behind it; nil: what it held before.
  public let gives: Set<ItemKind>?
  /// Other stages that should not stand before or behind it.
  public let orderWarnings: [OrderWarning]
  /// What it takes when its `where:` selects the pages; nil for a stage that is not about single pages.
  public let defaultSelection: String?
  /// What it takes where a flag of `convert` names it without saying which pages; nil: as in a pipeline file.
  public let convertSelection: String?

  public init<S: Stage>(_ type: S.Type) {
    self.init(
      PluginDescription(S.self), needs: S.needs, gives: S.gives, orderWarnings: S.orderWarnings,
      defaultSelection: S.defaultSelection, convertSelection: S.convertSelection,
      making: PluginMaking(S.self) { $0 })
  }

  public init(
    _ description: PluginDescription, needs: Set<ItemKind>, gives: Set<ItemKind>? = nil,
    orderWarnings: [OrderWarning] = [], defaultSelection: String? = nil, convertSelection: String? = nil,
    making: PluginMaking<any ReadyStage>
  ) {
    self.description = description
    self.needs = needs
    self.gives = gives
    self.orderWarnings = orderWarnings
    self.defaultSelection = defaultSelection
    self.convertSelection = convertSelection
    self.making = making
  }
}

public struct SinkKind: PluginKind {
  public let description: PluginDescription
  public let making: PluginMaking<any ReadySink>
  /// Extensions that name it behind `-o`, the usual one first, in lower case; empty for folders.
  public let fileExtensions: [String]
  /// What it writes; nil for one that changes the sources' own files.
  public let output: OutputKind?
  /// The items it can hold.
  public let takes: Set<ItemKind>
  /// Whether it publishes its outputs together, once a run.
  public let publishes: Bool

  public init<S: Sink>(_ type: S.Type) {
    self.init(
      PluginDescription(S.self), fileExtensions: S.fileExtensions, output: S.output, takes: S.takes,
      publishes: S.self is any PublishingSink.Type, making: PluginMaking(S.self) { $0 })
  }

  /// Whether it changes the sources' own files.
  public var isInPlace: Bool { output == nil }

  /// A sink that changes the sources' own files.
  public init<S: Plugin & RewritingSink>(rewriting type: S.Type) {
    self.init(
      PluginDescription(S.self), fileExtensions: [], output: nil, takes: Set(ItemKind.allCases),
      making: PluginMaking(S.self) { $0 })
  }

  public init(
    _ description: PluginDescription, fileExtensions: [String], output: OutputKind?,
    takes: Set<ItemKind> = [.pages], publishes: Bool = false, making: PluginMaking<any ReadySink>
  ) {
    self.description = description
    self.fileExtensions = fileExtensions
    self.output = output
    self.takes = takes
    self.publishes = publishes
    self.making = making
  }
}
