import Archives
package import BookModel
package import Diagnostics
import Inputs
package import PipelineFile
import PluginKit

extension Rule {
  package static let destinationCollides = Rule(
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

/// Where one sink of a run sends the books it is given.
package struct DestinationRule: Sendable {
  private let endings: [String]
  private let kind: Kind

  private enum Kind {
    /// A path template.
    case template(PathTemplate)
    /// A folder: stems are kept, and the tree is mirrored.
    case folder(FilePath)
    case file(FilePath)
  }

  /// What the sink's path means: a template if it has braces, a folder if it ends in `/` or is one, else a file.
  ///
  /// - Throws: `destination-missing`.
  package init(_ sink: PipelineSink) throws(Diagnostic) {
    endings = sink.writing?.fileExtensions ?? []
    guard let path = sink.destination.path, !path.isEmpty else {
      throw .error(
        .destinationMissing, "there is no destination", remedy: "give the sink a path, or add -o")
    }
    let file = FilePath(path)
    if let template = sink.template, template.hasFields {
      kind = .template(template)
    } else if path.hasSuffix("/") || isExistingFolder(file) && sink.writing?.output == .file {
      kind = .folder(file)
    } else {
      kind = .file(file)
    }
  }

  /// - Throws: `several-into-one` where a file is named for several jobs.
  package func check(jobs: Int) throws(Diagnostic) {
    guard case .file(let path) = kind, jobs > 1 else { return }
    throw DestinationRule.severalIntoOne("\(jobs) inputs", path.display)
  }

  /// Whether working out the destination takes more than the names of the sources.
  package var needsBook: Bool {
    if case .template(let template) = kind { template.usesMetadata } else { false }
  }

  /// The folder that all of the sink's outputs lie in.
  package var place: FilePath {
    switch kind {
    case .template(let template): template.folder
    case .folder(let folder): folder
    case .file(let path): path.parent
    }
  }

  /// Where a book of a job goes.
  ///
  /// - Parameters:
  ///   - book: given where `needsBook` says so.
  ///   - part: which book of the job it is, from 1, and how many there are.
  package func destination(
    of job: Job, _ book: Book?, part: (number: Int, count: Int) = (1, 1)
  ) throws(Diagnostic) -> (FilePath, [Diagnostic]) {
    let ending = endings.first
    switch kind {
    case .file(let path):
      guard part.count == 1 else {
        throw DestinationRule.severalIntoOne("\(part.count) books", path.display)
      }
      return (path, [])
    case .folder(let folder):
      var path = folder
      for name in job.mirrored { path = path.appending(name) }
      let name = job.stem + DestinationRule.mark(of: part) + Array((ending.map { ".\($0)" } ?? "").utf8)
      return (path.appending(name), [])
    case .template(let template):
      return try template.path(for: book ?? sourceOnly(job), missingExtension: ending)
    }
  }

  /// ` - 03` for the third book of a dozen; nothing for the only one.
  private static func mark(of part: (number: Int, count: Int)) -> [UInt8] {
    guard part.count > 1 else { return [] }
    let number = String(part.number)
    let padding = String(repeating: "0", count: max(2, String(part.count).count) - number.count)
    return Array(" - \(padding)\(number)".utf8)
  }

  private static func severalIntoOne(_ what: String, _ path: String) -> Diagnostic {
    .error(
      .severalIntoOne, "\(what) cannot all become '\(path)'",
      remedy: "end the output in / for a folder, or use a template such as '{series} {number:000}.cbz'")
  }

  /// A book of which only the source is known, for templates that ask for nothing else.
  private func sourceOnly(_ job: Job) -> Book {
    Book(
      source: BookSource(
        path: job.source.path, stem: String(decoding: job.stem, as: UTF8.self),
        folder: folderName(of: job.source.path), reader: "", format: "", pageCount: 0),
      pages: [])
  }
}

extension Job {
  /// The name outputs get that keep the source's: without an extension; the key of what was gathered.
  var stem: [UInt8] { key.map { Array(SafeName.name(stem: $0).utf8) } ?? source.stem }

  /// Folders between the arguments its sources were found under and all of them.
  var mirrored: [String] {
    sources.dropFirst().reduce(source.mirrored) { common, input in
      zip(common, input.mirrored).prefix { $0 == $1 }.map(\.0)
    }
  }
}
