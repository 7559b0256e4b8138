import Archives
public import BookModel
public import Diagnostics
import PipelineFile
import PluginKit

extension Rule {
  static let destinationCollides = Rule(
    "destination-collides", .output, "Two inputs of a run have the same destination.",
    advice: """
      Add to the path what tells the books apart ({number:000}, {source.stem}), or set 'collisions: number'.
      """)
  static let outputIsInput = Rule(
    "output-is-input", .output, "The output would replace an input of the run.",
    advice: "Write to another path. `leporello tag` can change metadata in place.")
  static let outputInInput = Rule(
    "output-inside-input", .output, "The output would be written into a folder that is an input.",
    advice: "Write to a folder outside the inputs.")
  static let destinationMissing = Rule(
    "destination-missing", .usage, "It is not said where the result goes.",
    advice: """
      Add -o with a file, a folder ending in / or a template. In a pipeline file, give the sink a path.
      """)
  static let severalIntoOne = Rule(
    "several-into-one", .usage, "Several inputs were given a single file as their output.",
    advice: "Let -o end in / for a folder, or use a template with fields, such as '{source.stem}.cbz'.")
}

/// What one input of a run will come to.
public struct PlannedInput: Sendable {
  public let input: RunInput
  /// One for each sink, in the order of the pipeline; none where the book cannot be read.
  public internal(set) var outputs: [PlannedOutput] = []
  /// Why the book cannot be read.
  public internal(set) var failure: Diagnostic?
  /// Kept where the run has only this one, so that it is not read twice.
  var planned: PlannedBook?
  /// What was told of the book before it could not be planned.
  public internal(set) var told: [Diagnostic] = []
  /// How the source looked before it was read, where the run keeps a ledger.
  var state: FileState?
}

/// What one sink of a run will make of one input.
public struct PlannedOutput: Sendable {
  /// Which of the pipeline's sinks, from 0.
  public let sink: Int
  public internal(set) var fate: Fate
  /// What is to be told of the destination.
  public internal(set) var told: [Diagnostic] = []

  public enum Fate: Sendable {
    case write(FilePath, replacing: Bool)
    /// Something is there, and is to be left alone.
    case skip(FilePath)
    /// An earlier run wrote it, and nothing has changed since.
    case unchanged(FilePath, RememberedOutput)
    case fail(Diagnostic, FilePath?)
  }

  public var destination: FilePath? {
    switch fate {
    case .write(let path, _), .skip(let path), .unchanged(let path, _): path
    case .fail(_, let path): path
    }
  }
}

/// Works out the destinations of a run before anything is written: for one sink each input's, then for all
/// sinks together what collides or exists.
struct DestinationPlanner: Sendable {
  let sink: PipelineSink
  let inputs: [RunInput]

  /// Where a rule sends a book.
  enum Place {
    /// A path template.
    case template(PathTemplate)
    /// A folder: stems are kept, and the tree is mirrored.
    case folder(FilePath)
    case file(FilePath)
  }

  /// What the sink's path means: a template if it has braces, a folder if it ends in `/` or is one, else a file.
  func place() throws(Diagnostic) -> Place {
    guard let path = sink.destination.path, !path.isEmpty else {
      throw .error(
        .destinationMissing, "there is no destination", remedy: "give the sink a path, or add -o")
    }
    if let template = sink.template, template.hasFields { return .template(template) }
    let file = FilePath(path)
    if path.hasSuffix("/") || isExistingFolder(file) && sink.sink.output == .file {
      return .folder(file)
    }
    guard inputs.count == 1 else {
      throw .error(
        .severalIntoOne, "\(inputs.count) inputs cannot all become '\(path)'",
        remedy: "end the output in / for a folder, or use a template such as '{series} {number:000}.cbz'")
    }
    return .file(file)
  }

  /// Whether working out the destination takes more than the input's name.
  func needsBook(_ place: Place) -> Bool {
    if case .template(let template) = place { template.usesMetadata } else { false }
  }

  /// The destination of one input; `book` is given where `needsBook` says so.
  func destination(_ place: Place, _ input: RunInput, _ book: Book?) throws(Diagnostic) -> (
    FilePath, [Diagnostic]
  ) {
    switch place {
    case .file(let path): return (path, [])
    case .folder(let folder):
      var path = folder
      for name in input.mirrored { path = path.appending(name) }
      let ending = sink.sink.fileExtensions.first.map { ".\($0)" } ?? ""
      return (path.appending(stem(input) + Array(ending.utf8)), [])
    case .template(let template):
      let (path, warnings) = try template.path(
        for: book ?? sourceOnly(input), missingExtension: sink.sink.fileExtensions.first)
      return (path, warnings)
    }
  }

  /// A book of which only the source is known, for templates that ask for nothing else.
  private func sourceOnly(_ input: RunInput) -> Book {
    Book(
      source: BookSource(
        path: input.path, stem: String(decoding: stem(input), as: UTF8.self),
        folder: folderName(of: input.path),
        reader: "", format: "", pageCount: 0),
      content: .pages([]))
  }

  /// The input's name without its extension; a folder's whole name.
  private func stem(_ input: RunInput) -> [UInt8] {
    let name = input.path.name
    guard !input.isFolder, let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    return Array(name[..<dot])
  }
}
