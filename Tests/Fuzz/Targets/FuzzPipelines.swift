import BookModel
import Catalogue
import Diagnostics
import Options
import PipelineFile
import PluginKit

enum FuzzPipelines {
  static func yaml(_ bytes: [UInt8]) { _ = try? YAMLParser(file: "fuzz.yaml").parse(bytes) }

  /// Checks a pipeline file against all built-in plugins; every problem has a place in the text.
  static func pipeline(_ bytes: [UInt8]) {
    guard let file = try? PipelineFile(parsing: bytes, file: "fuzz.yaml") else { return }
    let checker = PipelineChecker(registry: .builtIn, environment: ["HOME": "/home/fox"])
    let (pipeline, problems) = checker.check(file)
    precondition(pipeline != nil || !problems.isEmpty, "refused without a word")
  }

  /// Makes the path of a book; no value leads out of its folder.
  static func template(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let template = try? PathTemplate(parsing: text) else { return }
    var book = FuzzTexts.book
    book.metadata.set(.series, to: .text("../../Fox/Hare: \u{0}"), from: Origin(.commandLine))
    book.metadata.set(
      .number, to: MetadataValue(userText: "99999999999999999999.5", for: .number), from: Origin(.commandLine)
    )
    guard let path = try? template.path(for: book).path else { return }
    precondition(path.numbered(2).name.count <= 255, "a name that no file system takes")
  }

  static func predicate(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = try? PagePredicate(parsing: text)
    guard let predicate = try? BookPredicate(parsing: text) else { return }
    _ = try? predicate.holds(for: FuzzTexts.book)
  }

  /// The first line is the pattern, all others are paths.
  static func glob(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let glob = try? Glob(lines[0]) else { return }
    for line in lines.dropFirst().prefix(20) {
      let names = line.split(separator: "/").map(String.init)
      _ = glob.matches(names)
      _ = glob.mayMatch(below: names)
    }
  }
}
