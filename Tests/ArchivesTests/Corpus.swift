import BookModel
import Glibc
import Testing

@testable import Archives

/// The files nobody of this project wrote; see the corpus's README. `LEPORELLO_CORPUS` says where it is.
enum Corpus {
  static let folder: FilePath = {
    if let named = getenv("LEPORELLO_CORPUS") { return FilePath(String(cString: named)) }
    var root = FilePath(#filePath)
    for _ in 0..<3 { root = root.parent }
    return root.appending("../shared/corpus")
  }()

  static let isThere: Bool = {
    let isThere = access(folder.appending("manifest.tsv").display, R_OK) == 0
    if !isThere { print("SKIPPED: no corpus at \(folder); set LEPORELLO_CORPUS to run the tests over it") }
    return isThere
  }()

  struct File: Sendable, CustomTestStringConvertible {
    var name: String
    var expect: String
    var path: FilePath { Corpus.folder.appending(name) }
    var testDescription: String { name }
  }

  static func path(_ name: String) -> FilePath { folder.appending(name) }

  /// Archives and comics of the manifest.
  static func archives() -> [File] {
    guard isThere, let bytes = try? InputFile.contents(of: path("manifest.tsv"), limit: 1 << 24) else {
      return []
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns[0].hasPrefix("archives/") || columns[0].hasPrefix("comics/") else { return nil }
      return File(name: columns[0], expect: columns[6])
    }
  }
}
