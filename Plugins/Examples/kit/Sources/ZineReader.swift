import Archives
import BookModel
import Diagnostics
import Options
import PluginKit

/// Reads a zine: a text file that lists the pictures in its folder, one per line, below `title:`.
///
///     title: Harbor
///     sketch 1.png
///     sketch 10.png
struct ZineReader: Reader {
  static let name = "zine"
  static let summary = "Reads a text file that lists the pictures beside it."
  static let example = "zine: {}"
  static let fileExtensions = ["zine"]
  static let rules: [Rule] = [.zinePicture]

  init(_ settings: NoOptions) {}

  static func claims(_ probe: SourceProbe) -> Bool { probe.head.starts(with: "title:".utf8) }

  func read(_ probe: SourceProbe, in context: any ReadContext) async throws(Diagnostic) -> Book {
    // The context opens files, keeps them open for the pictures, and limits what they may cost.
    let lines = String(decoding: try await context.sidecar(probe.path), as: UTF8.self)
      .split(whereSeparator: \.isNewline).map(String.init)
    let (source, folder) = try await context.open(probe.path.parent, OpenRequest())
    let pages = lines.dropFirst().compactMap { line -> Page? in
      guard let entry = folder.entries.first(where: { $0.path.text == line }) else {
        context.report(.warning(.zinePicture, "there is no picture '\(line)' beside the zine"))
        return nil
      }
      let reference = EntryReference(source: source, key: entry.key, name: line)
      return Page(id: PageID(reference), picture: .entry(reference), sourceName: line)
    }
    var book = Book(
      source: BookSource(
        path: probe.path, stem: probe.path.stem, folder: folderName(of: probe.path), reader: Self.name,
        format: "zine", pageCount: pages.count), pages: pages)
    let title = lines.first?.dropFirst("title:".count).trimmed
    book.metadata.set(\.title, to: title, from: Origin(.embedded, "zine"))
    return book
  }
}

extension Rule {
  static let zinePicture = Rule(
    "zine-picture", .input, "A zine names a picture that does not exist.",
    advice: "Check the name in the zine, or add the picture beside it.")
}
