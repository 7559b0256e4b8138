import Foundation
import Testing

/// The corpus, file by file, against its manifest.
@Suite("Corpus")
struct CorpusTests {
  @Test(
    "archives give their pages, in order",
    arguments: Corpus.lines("comics", "ok", "warn") + Corpus.lines("archives", "ok"))
  func archives(_ line: Corpus.Line) async throws {
    let sandbox = try await Sandbox()
    let input = try sandbox.corpusFile(line)
    let outcome = try await sandbox.run(["convert", input, "-o", "result.cbz", "--json"])
    if outcome.status == 1, line.path.contains("deflate64") || line.path.contains("ppmd") {
      // What the archive library cannot unpack is refused by the method's name, with something to do.
      let method = line.path.contains("ppmd") ? "ppmd" : "deflate64"
      #expect(outcome.standardError.lowercased().contains(method), "\(outcome)")
      return
    }
    try #require(outcome.status == 0, "\(outcome)")
    let receipt = try #require(try outcome.receipts().first)
    #expect(receipt.pages?.flatMap(\.source) == line.pictures.map { $0.replacing("\\", with: "/") })
    #expect(receipt.pages?.count == line.pages)
    #expect(try await sandbox.book("result.cbz").pages.count == line.pages)
    let tested = try await sandbox.tool("unzip", ["-tq", "result.cbz"])
    #expect(tested.status == 0, "\(tested)")
  }

  @Test(
    "EPUBs give their pictures, in order, with title and direction",
    arguments: Corpus.lines("epub", "ok", "warn"))
  func epubs(_ line: Corpus.Line) async throws {
    let sandbox = try await Sandbox()
    let input = try sandbox.corpusFile(line)
    let plain = try await sandbox.run(["convert", input, "-o", "result.cbz", "--json"])
    if plain.status != 0 {
      // Text with pictures is refused as such.
      #expect(plain.status == 1, "\(plain)")
      let said = plain.standardError
      #expect(
        said.contains("typeset") || said.contains("--as-comic") || said.contains("undrawable"), "\(plain)")
    }
    let outcome = try await sandbox.run([
      "convert", input, "-o", "pictures.cbz", "--json", "--as-comic", "--undrawable", "skip",
    ])
    try #require(outcome.status == 0, "\(outcome)")
    let receipt = try #require(try outcome.receipts().first)
    var seen: Set<String> = []
    let pictures = (receipt.pages ?? []).flatMap(\.source).filter { seen.insert($0).inserted }
    // Details of paintings that the book's own sheet hides until a script shows them: a reader sees none of them.
    let isHidden = { (name: String) in line.path.contains("cole-voyage") && name.hasSuffix("-320.jpg") }
    let expected = ([line.extraCover].compactMap { $0 } + line.pictures).filter {
      $0 != "data:" && !isHidden($0)
    }
    #expect(pictures.filter { expected.contains($0) } == unique(expected), "\(outcome)")
    let inspected = try await sandbox.run(["inspect", "--json", "--as-comic", "--undrawable", "skip", input])
    let book = try #require(
      try JSONSerialization.jsonObject(with: Data(inspected.standardOutput.utf8)) as? [String: Any],
      "\(inspected)")
    #expect((book["direction"] as? String ?? "") == line.direction.replacing("default", with: ""))
    if !line.title.isEmpty { #expect(inspected.standardOutput.contains(jsonText(line.title))) }
  }

  @Test(
    "what has no picture fails with a message that names it, and writes nothing",
    arguments: Corpus.lines("epub", "no-images") + Corpus.lines("comics", "no-pages")
      + Corpus.lines("archives", "no-pages"))
  func nothingToRead(_ line: Corpus.Line) async throws { try await expectFailure(line) }

  @Test(
    "what is damaged fails and is named",
    arguments: Corpus.lines("epub", "damaged") + Corpus.lines("comics", "damaged")
      + Corpus.lines("archives", "damaged"))
  func damaged(_ line: Corpus.Line) async throws { try await expectFailure(line) }

  @Test(
    "what is encrypted says that it is",
    arguments: Corpus.lines("comics", "password") + Corpus.lines("archives", "password"))
  func encrypted(_ line: Corpus.Line) async throws {
    let said = try await expectFailure(line).standardError.lowercased()
    #expect(said.contains("password") || said.contains("encrypted"), "\(said)")
  }

  @Test("what is not supported is named, or read", arguments: Corpus.lines("archives", "unsupported"))
  func unsupported(_ line: Corpus.Line) async throws { try await expectFailure(line) }

  @Test("what the project judges otherwise fails", arguments: Corpus.differingLines)
  func differences(_ line: Corpus.Line) async throws {
    if line.path.hasPrefix("epub/") {
      try await expectFailure(line)
    } else {
      let sandbox = try await Sandbox()
      try sandbox.copy(try #require(Corpus.folder).appending(path: line.path), to: "book/page")
      try await sandbox.run(expecting: 1, "convert", "book", "-o", "result.cbz")
    }
  }

  @Test("a later volume points to the first", arguments: Corpus.lines("archives", "volume-part"))
  func volumeParts(_ line: Corpus.Line) async throws {
    let said = try await expectFailure(line).standardError
    #expect(said.contains("part1.rar") || said.contains("part0001.rar"), "\(said)")
  }

  @Test(
    "hostile archives write nothing outside and end soon",
    arguments: Corpus.lines("unsafe", "unsafe", "damaged", "warn"))
  func unsafe(_ line: Corpus.Line) async throws {
    let sandbox = try await Sandbox()
    let input = try sandbox.corpusFile(line)
    for extra in [[], ["--on-damage", "skip"]] {
      let outcome = try await sandbox.run(
        ["convert", input, "-o", "result.cbz", "--exists", "replace"] + extra, changing: ["result.cbz"],
        timeLimit: 30)
      #expect([0, 1, 4].contains(outcome.status), "\(outcome)")
      #expect(Set(try sandbox.files()).isSubset(of: [input, "result.cbz"]))
      if outcome.status != 0 { #expect(outcome.standardError.contains(input), "\(outcome)") }
      if sandbox.exists("result.cbz") {
        #expect(
          try await sandbox.book("result.cbz").pages.allSatisfy { $0.number != nil },
          "only the book's own pages")
      }
    }
  }

  @Test("pictures of every format are carried untouched", arguments: Corpus.lines("images", "ok", "warn"))
  func pictures(_ line: Corpus.Line) async throws {
    let sandbox = try await Sandbox()
    let folder = try #require(Corpus.folder)
    let name = line.path.split(separator: "/")[1]
    try sandbox.copy(folder.appending(path: line.path), to: "book/\(name)")
    let outcome = try await sandbox.run(["convert", "book", "-o", "result.cbz"])
    try #require(outcome.status == 0, "\(outcome)")
    let entries = try await sandbox.book("result.cbz").entries
    let hash = try await sandbox.hash("book/\(name)")
    #expect(entries.contains { $0.sha256 == hash })
  }

  @Test("PDFs are refused with what is planned", arguments: Corpus.lines("pdf", "ok", "password"))
  func pdfs(_ line: Corpus.Line) async throws {
    let said = try await expectFailure(line).standardError
    #expect(said.contains("PDF"))
  }

  @Test(
    "folders give their pictures in order", arguments: Corpus.lines("folder", "ok").filter { $0.pages != nil }
  )
  func folders(_ line: Corpus.Line) async throws {
    let sandbox = try await Sandbox()
    let input = String(try sandbox.corpusFile(line).split(separator: "/")[0])
    let outcome = try await sandbox.run(["convert", input, "-o", "result.cbz", "--json"])
    try #require(outcome.status == 0, "\(outcome)")
    let receipt = try #require(try outcome.receipts().first)
    let sources = receipt.pages?.flatMap(\.source) ?? []
    #expect(sources.count == line.pages && sources == sources.sorted())
  }

  @discardableResult
  private func expectFailure(_ line: Corpus.Line, sourceLocation: SourceLocation = #_sourceLocation)
    async throws -> Outcome
  {
    let sandbox = try await Sandbox()
    let input = try sandbox.corpusFile(line)
    let outcome = try await sandbox.run(
      ["convert", input, "-o", "result.cbz", "--no-typeset"], timeLimit: 30, sourceLocation: sourceLocation)
    #expect(outcome.status == 1, "\(outcome)", sourceLocation: sourceLocation)
    let name = String(input.split(separator: "/").last ?? "")
    #expect(
      outcome.standardError.contains(name), "the file is named\n\(outcome)", sourceLocation: sourceLocation)
    #expect(!sandbox.exists("result.cbz"), sourceLocation: sourceLocation)
    return outcome
  }

  private func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// A text as it stands inside a JSON string.
  private func jsonText(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
