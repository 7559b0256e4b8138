import Archives
public import BookModel
public import Diagnostics
import PipelineFile
import PluginKit

extension Rule {
  static let destinationCollides = Rule(
    "destination-collides", .output, "Two inputs of a run have the same destination.")
  static let outputIsInput = Rule("output-is-input", .output, "The output would replace an input of the run.")
  static let outputInInput = Rule(
    "output-inside-input", .output, "The output would be written into a folder that is an input.")
  static let destinationMissing = Rule("destination-missing", .usage, "Nothing says where the result goes.")
  static let severalIntoOne = Rule(
    "several-into-one", .usage, "Several inputs were given one file as their output.")
}

/// What one input of a run will come to.
public struct PlannedInput: Sendable {
  public let input: RunInput
  public internal(set) var fate: Fate
  /// Kept where the run has only this one, so that it is not read twice.
  var planned: PlannedBook?
  /// What was told of the book before it could not be planned.
  public internal(set) var told: [Diagnostic] = []

  public enum Fate: Sendable {
    case write(FilePath, replacing: Bool)
    case skip(FilePath)
    case fail(Diagnostic, FilePath?)
  }

  public var destination: FilePath? {
    switch fate {
    case .write(let path, _), .skip(let path): path
    case .fail(_, let path): path
    }
  }
}

/// Works out every destination of a run before anything is written.
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
        .destinationMissing, "nothing says where the result goes", remedy: "give the sink a path, or use -o")
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

  /// Settles what becomes of inputs whose destinations exist, collide, or would hurt an input.
  func settle(_ planned: inout [PlannedInput]) {
    let sources = InputPlaces(inputs)
    var taken: [String: [Int]] = [:]
    for (index, one) in planned.enumerated() {
      if case .write(let path, _) = one.fate { taken[path.collisionKey, default: []].append(index) }
    }
    for (_, indices) in taken.sorted(by: { $0.key < $1.key }) where indices.count > 1 {
      switch sink.destination.collisions {
      case .fail: failCollision(indices, &planned)
      case .number: number(indices.dropFirst(), &planned, &taken)
      }
    }
    for index in planned.indices {
      guard case .write(let path, _) = planned[index].fate else { continue }
      if let refusal = sources.refusal(of: path, for: planned[index].input) {
        planned[index].fate = .fail(refusal, path)
      } else if pathExists(path) {
        planned[index].fate = existing(path)
      }
    }
  }

  private func existing(_ path: FilePath) -> PlannedInput.Fate {
    switch sink.destination.exists {
    case .skip: .skip(path)
    case .replace: .write(path, replacing: true)
    case .fail:
      .fail(
        .error(
          .destinationExists, "'\(path.display)' is there already",
          remedy: "remove it, write elsewhere, or say --exists skip or --exists replace"), path)
    }
  }

  private func failCollision(_ indices: [Int], _ planned: inout [PlannedInput]) {
    let names = indices.map { planned[$0].input.path.display }
    for index in indices {
      guard case .write(let path, _) = planned[index].fate else { continue }
      let others = names.filter { $0 != planned[index].input.path.display }.prefix(3).joined(separator: ", ")
      planned[index].fate = .fail(
        .error(
          .destinationCollides, "'\(path.display)' is also the destination of \(others)",
          at: Diagnostics.Place(file: planned[index].input.path.display),
          remedy: "make the path template tell them apart, or say --collisions number"), path)
    }
  }

  /// Gives the later of colliding inputs ` (2)`, ` (3)`… before the extension, free ones only.
  private func number(
    _ indices: ArraySlice<Int>, _ planned: inout [PlannedInput], _ taken: inout [String: [Int]]
  ) {
    for index in indices {
      guard case .write(let path, let replacing) = planned[index].fate else { continue }
      var count = 2
      var candidate = path.numbered(count)
      while taken[candidate.collisionKey] != nil {
        count += 1
        candidate = path.numbered(count)
      }
      taken[candidate.collisionKey] = [index]
      planned[index].fate = .write(candidate, replacing: replacing)
    }
  }
}

/// Where the inputs of a run lie, so that no output hurts one.
private struct InputPlaces {
  private var files: [FilePath: RunInput] = [:]
  private var folders: [(path: FilePath, input: RunInput)] = []

  init(_ inputs: [RunInput]) {
    for input in inputs {
      let real = realPath(input.path)
      if input.isFolder { folders.append((real, input)) } else { files[real] = input }
    }
  }

  func refusal(of output: FilePath, for input: RunInput) -> Diagnostic? {
    let real = realPath(output)
    if let hit = files[real] {
      return .error(
        .outputIsInput,
        "'\(output.display)' is \(hit.path == input.path ? "the input itself" : "an input of this run")",
        at: Place(file: input.path.display), remedy: "write to another file or folder")
    }
    for folder in folders
    where real == folder.path || real.bytes.starts(with: folder.path.bytes + [UInt8(ascii: "/")]) {
      return .error(
        .outputInInput,
        "'\(output.display)' lies in the folder '\(folder.input.path.display)', which is a book itself",
        at: Place(file: input.path.display), remedy: "write to a folder outside of it")
    }
    return nil
  }
}

extension FilePath {
  /// What two paths share when they would be one file on some system: letter case and stored form do not count.
  fileprivate var collisionKey: String { realPath(self).display.caseFolded }

  /// The path with ` (n)` before its extension.
  fileprivate func numbered(_ count: Int) -> FilePath {
    let name = name
    let mark = Array(" (\(count))".utf8)
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.endIndex
    return parent.appending(Array(name[..<dot]) + mark + Array(name[dot...]))
  }
}
