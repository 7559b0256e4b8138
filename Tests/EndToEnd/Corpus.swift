import Foundation
import Testing

/// Real files that nobody of this project wrote, kept outside of it.
enum Corpus {
  /// The folder `LEPORELLO_CORPUS` names, by default `../shared/corpus` beside the package; nil where it is absent.
  static let folder: URL? = {
    let named = ProcessInfo.processInfo.environment["LEPORELLO_CORPUS"].map { URL(filePath: $0) }
    let folder = named ?? Sandbox.package.appending(path: "../shared/corpus").standardizedFileURL
    if FileManager.default.fileExists(atPath: folder.appending(path: "manifest.tsv").path) { return folder }
    print("SKIPPED: no corpus at \(folder.path) (LEPORELLO_CORPUS names another place); no real file is read")
    return nil
  }()

  /// One line of the corpus's manifest, with what `facts.json` says of the file.
  struct Line: Sendable, CustomTestStringConvertible {
    var path: String
    /// `ok`, `warn`, `no-images`, `no-pages`, `password`, `damaged`, `unsupported`, `unsafe` or `volume-part`.
    var expect: String
    var pages: Int?
    var title: String
    var direction: String
    /// Pictures in reading order, by entry name.
    var pictures: [String]
    /// The cover, where no page shows it.
    var extraCover: String?

    var testDescription: String { path }
  }

  /// The lines of one kind (`epub`, `comics`, `archives`…), as far as they expect one of these.
  static func lines(_ kind: String, _ expected: String...) -> [Line] {
    lines.filter { line in
      line.path.hasPrefix(kind + "/") && expected.contains(line.expect) && differences[line.path] == nil
    }
  }

  /// Files where the project decides otherwise than the manifest: they fail, for these reasons.
  static let differences = [
    "images/pillow-broken_data_stream.png":
      "a wrong checksum of a PNG chunk is damage, though it can be decoded",
    "epub/epubcheck-content-xhtml-svg-reference-valid.epub":
      "its only picture is an SVG drawing, which is not drawn yet",
  ]

  /// The lines of those files.
  static let differingLines = lines.filter { differences[$0.path] != nil }

  private static let lines: [Line] = {
    guard let folder else { return [] }
    guard let manifest = try? Data(contentsOf: folder.appending(path: "manifest.tsv")),
      let facts = try? JSONSerialization.jsonObject(
        with: Data(contentsOf: folder.appending(path: "facts.json")))
        as? [String: [String: Any]]
    else { fatalError("the corpus has no manifest or facts that can be read") }
    let rows = String(decoding: manifest, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return rows.dropFirst().map { row in
      let fields = Dictionary(zip(rows[0], row)) { first, _ in first }
      let path = fields["path"] ?? ""
      let known = facts[path] ?? [:]
      let pictures = known["page_order"] ?? known["images_in_order"]
      return Line(
        path: path, expect: fields["expect"] ?? "", pages: fields["pages"].flatMap { Int($0) },
        title: fields["title"] ?? "", direction: fields["direction"] ?? "",
        pictures: pictures as? [String] ?? [],
        extraCover: known["cover_among_pages"] as? Bool == false ? known["cover"] as? String : nil)
    }
  }()
}

extension Sandbox {
  /// Puts a file of the corpus here (with its folder, where it has one of its own) and gives its path.
  func corpusFile(_ line: Corpus.Line) throws -> String {
    let folder = try #require(Corpus.folder)
    let parts = line.path.split(separator: "/")
    let top = parts.prefix(2).joined(separator: "/")
    try copy(folder.appending(path: top), to: String(parts[1]))
    return parts.dropFirst().joined(separator: "/")
  }
}
