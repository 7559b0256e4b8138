public import BookModel
public import Diagnostics
public import Options
public import PluginKit

/// A pipeline as written: well-formed YAML, nothing more. `PipelineChecker` makes a `Pipeline` of it.
public struct PipelineFile: Sendable {
  /// The file's name, for messages; nil for a pipeline made from flags.
  public let file: String?
  /// With everything that is included in its place.
  let node: YAMLNode
  /// The files it includes, with their text: messages point into them.
  public let included: [(file: String, source: [UInt8])]
  /// What is wrong with including them.
  let problems: [Diagnostic]

  /// - Parameter read: gives the bytes of an included file; its path is relative to the working directory.
  /// - Throws: what `YAMLParser` throws.
  public init(
    parsing bytes: [UInt8], file: String,
    reading read: @escaping (FilePath) throws(Diagnostic) -> [UInt8] = PipelineFile.readsNothing
  ) throws(Diagnostic) {
    self.file = file
    var inclusion = Inclusion(read: read)
    node = inclusion.resolved(try YAMLParser(file: file).parse(bytes), file: file)
    included = inclusion.files
    problems = inclusion.problems
  }

  /// For pipelines that come from nowhere a file could be relative to.
  public static let readsNothing: @Sendable (FilePath) throws(Diagnostic) -> [UInt8] = {
    _ throws(Diagnostic) in throw .error(.includeUnreadable, "files cannot be included here")
  }

  init(_ node: YAMLNode, file: String?) {
    self.file = file
    self.node = node
    included = []
    problems = []
  }

  /// What one plugin of a pipeline without a file is told.
  public struct Use: Sendable {
    public var name: String
    /// A mapping of options, as flags give it.
    public var options: YAMLNode

    public init(_ name: String, options: YAMLNode = .map([])) {
      self.name = name
      self.options = options
    }
  }

  /// The pipeline that flags describe: the same thing a file would say, checked in the same way.
  ///
  /// - Parameter stages: in any order; they run in that of the registry. Among their options may be
  ///   `where`; where it is not, a stage's `convertSelection` stands in.
  public init(readers: [Use] = [], stages: [Use], sink: Use, registry: Registry) {
    file = nil
    included = []
    problems = []
    let places = Dictionary(
      registry.stages.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let ordered = stages.enumerated().sorted {
      (places[$0.element.name] ?? .max, $0.offset) < (places[$1.element.name] ?? .max, $1.offset)
    }
    let items = ordered.map { _, use in
      let pairs = use.options.pairs ?? []
      var beside = pairs.filter { $0.key == "where" }
      if beside.isEmpty, let selection = registry.stage(named: use.name)?.convertSelection {
        beside = [YAMLNode.Pair(key: "where", keyRange: .nowhere, value: .text(selection))]
      }
      let options = YAMLNode(.mapping(pairs.filter { $0.key != "where" }), range: .nowhere)
      let stage = YAMLNode.Pair(key: use.name, keyRange: .nowhere, value: options)
      return YAMLNode(.mapping([stage] + beside), range: .nowhere)
    }
    node = .map([
      ("leporello", .text("1")), ("source", .map(readers.map { ($0.name, $0.options) })),
      ("stages", .list(items)),
      ("sink", .map([(sink.name, sink.options)])),
    ])
  }
}

extension FlagGroup {
  /// The flags of a stage: its options', and `--STAGE-where` where it works on pages.
  public init(stage: StageKind) {
    var options = stage.declarations
    if stage.needs.contains(.pages), !options.contains(where: { $0.name == "where" }) {
      options.append(
        OptionDeclaration(
          name: "where", kind: .text, defaultText: stage.convertSelection ?? stage.defaultSelection ?? "",
          summary: "Which pages it works on: a condition such as role == cover."))
    }
    self.init(plugin: stage.name, summary: stage.summary, options: options)
  }
}
