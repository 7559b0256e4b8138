public import BookModel
public import Diagnostics
public import Options
public import PluginKit

/// A pipeline as written: well-formed YAML and nothing more. `PipelineChecker` turns it into a `Pipeline`.
public struct PipelineFile: Sendable {
  /// The file's name for messages; nil for a pipeline made from flags.
  public let file: String?
  /// The tree with all included files inserted.
  let node: YAMLNode
  /// The included files with their text, which messages refer to.
  public let included: [(file: String, source: [UInt8])]
  /// Problems with the included files.
  let problems: [Diagnostic]

  /// - Parameter read: returns the bytes of an included file; the path is relative to the working directory.
  /// - Throws: whatever `YAMLParser` throws.
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

  /// For pipelines without a location that paths could be relative to.
  public static let readsNothing: @Sendable (FilePath) throws(Diagnostic) -> [UInt8] = {
    _ throws(Diagnostic) in throw .error(.includeUnreadable, "files cannot be included here")
  }

  init(_ node: YAMLNode, file: String?) {
    self.file = file
    self.node = node
    included = []
    problems = []
  }

  /// One plugin with its options, for a pipeline without a file.
  public struct Use: Sendable {
    public var name: String
    /// The options from flags, as a mapping.
    public var options: YAMLNode

    public init(_ name: String, options: YAMLNode = .map([])) {
      self.name = name
      self.options = options
    }
  }

  /// The pipeline that flags describe; it is checked like one from a file.
  ///
  /// - Parameter stages: in any order; they run in the registry's order. Their options may include `where`;
  ///   if not, a stage's `convertSelection` is used.
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
  /// The flags of a stage: those of its options and, if it works on pages, `--STAGE-where`.
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
