public import BookModel
public import Diagnostics
public import Formats
import Options
import PluginKit

/// The changes that the file beside a book makes to a pipeline: whole stages, by ID.
public struct BookFile: Sendable {
  let stages: [String: PipelineStage]

  /// The ending of the file's name, which follows the book's name with or without extension:
  /// `Foo.leporello.yaml`.
  public static let ending = ".leporello.yaml"

  /// The file that belongs to a book, ignoring letter case.
  public static func find(for book: FilePath, isFolder: Bool, among siblings: Siblings) -> FilePath? {
    let names = isFolder ? [book.nameText] : [book.stem, book.bookNameText, book.nameText]
    return names.lazy.compactMap { siblings.named($0 + ending).first }.first
  }
}

/// What is needed to make a pipeline's stages again with other options.
struct StageRemaking: Sendable {
  var registry: Registry
  var overrides: [Override]
  var specs: [StageSpec]
}

extension Pipeline {
  /// Reads the file beside a book:
  ///
  ///     leporello: 1
  ///     stages:
  ///       - pair: { pages: { 12: alone } }
  ///
  /// Its options override the pipeline's. Stages that the pipeline does not use are ignored, because the file
  /// belongs to the book and not to one pipeline.
  ///
  /// - Throws: whatever `YAMLParser` throws, and the first problem in the file, with its place.
  public func bookFile(parsing bytes: [UInt8], file: String) throws(Diagnostic) -> BookFile {
    let node = try YAMLParser(file: file).parse(bytes)
    var check = PipelineCheck(
      file: file, registry: remaking.registry, overrides: remaking.overrides, needsDestination: false)
    let stages = check.bookFile(node, remaking.specs)
    if let problem = check.problems.sortedByPosition().first(where: { $0.severity == .error }) {
      throw problem
    }
    return BookFile(stages: stages)
  }

  /// The version of a stage for one book: from the file beside the book, otherwise from `books:`, otherwise
  /// the pipeline's.
  ///
  /// - Parameters:
  ///   - book: the book as it enters the stage, since a match may depend on its metadata.
  ///   - hash: the source's SHA-256, if `matchesByHash` requires it.
  public func stage(_ stage: PipelineStage, for book: Book, hash: String? = nil, _ file: BookFile? = nil)
    -> PipelineStage
  {
    file?.stages[stage.id]
      ?? books.lazy.compactMap { $0.match.matches(book, hash: hash) ? $0.stages[stage.id] : nil }.first
      ?? stage
  }
}

extension PipelineCheck {
  mutating func bookFile(_ node: YAMLNode, _ specs: [StageSpec]) -> [String: PipelineStage] {
    guard node.pairs != nil else {
      report(
        .pipelineShape, "the file is a mapping, not \(node.kindName)", node.range, "begin with 'leporello: 1'"
      )
      return [:]
    }
    checkKeys(of: node, in: PipelineGrammar.bookFile)
    checkVersion(node)
    targets = OverrideTargets(stages: specs, sinks: [], registry: registry)
    let used = Set(specs.map(\.ownID))
    let own = stageSpecs(node["stages"]).filter { spec in
      used.contains(spec.name) || registry.stage(named: spec.name) == nil
    }
    for spec in own { checkCommand(of: spec, specs) }
    return changedStages(own, of: specs)
  }
}
