import Foundation
import Testing

/// Double pages through the whole program: joined, cut and turned, on coefficients where blocks allow.
@Suite("Spreads")
struct SpreadTests {
  /// A page of two levels, one for each half, with a grain that blocks cannot do without.
  static func pnm(_ width: Int, _ height: Int, number: Int) -> Data {
    var data = Data("P5\n\(width) \(height)\n255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        let level = number * 40 + (2 * x < width ? 0 : 16)
        data.append(UInt8(min(255, level + (x * 7 + y * 13 + number) % 5)))
      }
    }
    return data
  }

  /// A book of JPEGs in `book/`, one for each width.
  static func sandbox(
    _ widths: [Int], height: Int = 96, arguments: [String] = ["-quality", "90"]
  ) async throws -> Sandbox {
    let sandbox = try await Sandbox()
    for (index, width) in widths.enumerated() {
      try sandbox.write("", to: "book/page \(index + 1).jpg")
      try pnm(width, height, number: index).write(to: sandbox.folder.appending(path: "page.pgm"))
      let made = try await sandbox.tool(
        "cjpeg", arguments + ["-outfile", "book/page \(index + 1).jpg", "page.pgm"])
      try #require(made.status == 0, "\(made)")
    }
    try sandbox.remove("page.pgm")
    return sandbox
  }

  /// The levels of some pixels of a JPEG in a written book, as `djpeg` decodes them: `(x, y)` in gray.
  static func levels(_ sandbox: Sandbox, _ name: String, at places: [(Int, Int)]) async throws -> [Int] {
    let unzip = try await sandbox.tool("unzip", ["-o", "-q", "result.cbz", name, "-d", "looked"])
    try #require(unzip.status == 0, "\(unzip)")
    let pixels = try await sandbox.tool(
      "djpeg", ["-strict", "-pnm", "-grayscale", "-outfile", "looked.pgm", "looked/\(name)"])
    try #require(pixels.status == 0 && pixels.standardError.isEmpty, "\(pixels)")
    let bytes = [UInt8](try sandbox.data("looked.pgm"))
    let lines = bytes.split(separator: 10, maxSplits: 3, omittingEmptySubsequences: false)
    let size = String(decoding: lines[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    let start = bytes.count - size[0] * size[1]
    return places.map { Int(bytes[start + $0.1 * size[0] + $0.0]) }
  }

  /// Whether a level is the given page's left or right half.
  static func half(_ level: Int) -> String { "\(level / 40 + 1)\(level % 40 < 12 ? "l" : "r")" }

  @Test("a double page's halves come in reading order, without loss", arguments: ["ltr", "rtl"])
  func split(_ direction: String) async throws {
    let sandbox = try await SpreadTests.sandbox([64, 136, 64])
    let book = try await sandbox.convert(
      "book", "--split", "--lossless", "--meta", "direction=\(direction)", "--verbose")
    #expect(book.pages.map(\.name) == ["page 1.jpg", "page 2-1.jpg", "page 2-2.jpg", "page 3.jpg"])
    #expect(book.pages.map(\.width) == (direction == "ltr" ? [64, 72, 64, 64] : [64, 64, 72, 64]))
    #expect(book.outcome?.standardError.contains("lossless") == true)
    var seen: [String] = []
    for page in book.pages[1...2] {
      seen += try await SpreadTests.levels(sandbox, page.name, at: [(32, 20)]).map(SpreadTests.half)
    }
    #expect(seen == (direction == "ltr" ? ["2l", "2r"] : ["2r", "2l"]))
    let pages = try #require(book.comicInfo?.pages)
    #expect(pages.count == 4 && !pages.contains { $0["DoublePage"] == "true" })
  }

  @Test("an exact cut that misses the blocks is re-encoded, and says why; demanded without loss it fails")
  func exactCut() async throws {
    let sandbox = try await SpreadTests.sandbox([64, 136, 64])
    let arguments = [
      "convert", "book", "-o", "result.cbz", "--split", "--split-lossless", "exact", "--meta",
      "direction=ltr",
    ]
    let outcome = try await sandbox.run(arguments + ["--json"])
    let receipt = try #require(try outcome.receipts().first)
    #expect(receipt.pages?.map(\.how) == ["copied", "lossless", "re-encoded", "copied"])
    #expect(outcome.standardOutput.contains("cut at column 68 is not a multiple of 8"))
    let failed = try await sandbox.run(arguments + ["--lossless", "--exists", "replace"])
    #expect(failed.status == 1 && failed.standardError.contains("is not a multiple of 8"))
  }

  @Test("a wide page is turned so that its first half lies on top", arguments: ["ltr", "rtl"])
  func turn(_ direction: String) async throws {
    let sandbox = try await SpreadTests.sandbox([64, 136, 64])
    let book = try await sandbox.convert("book", "--turn", "--lossless", "--meta", "direction=\(direction)")
    #expect(book.pages.map(\.width) == [64, 96, 64] && book.pages.map(\.height) == [96, 136, 96])
    let ends = try await SpreadTests.levels(sandbox, "page 2.jpg", at: [(20, 20), (20, 120)]).map(
      SpreadTests.half)
    #expect(ends == (direction == "ltr" ? ["2l", "2r"] : ["2r", "2l"]))
  }

  @Test(
    "a turn whose edge has no whole block is re-encoded; demanded without loss, it fails with the reason")
  func partialTurn() async throws {
    let sandbox = try await SpreadTests.sandbox([64, 136, 64], height: 93)
    let book = try await sandbox.convert("book", "--turn", "--meta", "direction=ltr", "--verbose")
    #expect(book.outcome?.standardError.contains("row 93") == true)
    let failed = try await sandbox.run([
      "convert", "book", "-o", "other.cbz", "--turn", "--turn-lossless", "require", "--meta", "direction=ltr",
    ])
    #expect(failed.status == 1)
    #expect(failed.standardError.contains("93") && failed.standardError.contains("lossless: prefer"))
  }

  @Test("manga that does not say its direction is not cut by a guess, and --rtl settles it")
  func direction() async throws {
    let sandbox = try await SpreadTests.sandbox([64, 136, 64])
    let refused = try await sandbox.run(
      ["convert", "book", "-o", "result.cbz", "--split", "--meta", "language=ja"])
    #expect(refused.status == 1 && refused.standardError.contains("--rtl"))
    let book = try await sandbox.convert("book", "--split", "--meta", "language=ja", "--rtl")
    #expect(book[info: "Manga"] == "YesAndRightToLeft")
    #expect(
      try await SpreadTests.levels(sandbox, "page 2-1.jpg", at: [(32, 20)]).map(SpreadTests.half) == ["2r"])
  }

  @Test(
    "openings are joined in the direction read, without loss, and named for both pages",
    arguments: ["ltr", "rtl"])
  func join(_ direction: String) async throws {
    let sandbox = try await SpreadTests.sandbox([64, 64, 72, 64, 64, 64])
    let book = try await sandbox.convert(
      "book", "--pair", "--join", "all", "--meta", "direction=\(direction)", "--verbose")
    #expect(
      book.pages.map(\.name) == ["page 1.jpg", "page 2-page 3.jpg", "page 4-page 5.jpg", "page 6.jpg"])
    #expect(book.pages.map(\.width) == [64, 136, 128, 64])
    for (name, pages) in [("page 2-page 3.jpg", ["2", "3"]), ("page 4-page 5.jpg", ["4", "5"])] {
      let wide = name == "page 2-page 3.jpg" ? 136 : 128
      let ends = try await SpreadTests.levels(sandbox, name, at: [(4, 9), (wide - 4, 9)]).map(
        SpreadTests.half)
      #expect(
        ends == (direction == "ltr" ? [pages[0] + "l", pages[1] + "r"] : [pages[1] + "l", pages[0] + "r"]))
    }
    let pages = try #require(book.comicInfo?.pages)
    #expect(pages.map { $0["DoublePage"] } == [nil, "true", "true", nil])
    #expect(book[info: "PageCount"] == "4")
    let counts = book.outcome?.standardError ?? ""
    #expect(counts.contains("2 copied, 2 lossless"), "\(counts)")
  }

  @Test("a left page that is no whole number of blocks wide is re-encoded, or fails the run that must not")
  func unaligned() async throws {
    let sandbox = try await SpreadTests.sandbox([64, 61, 64, 64])
    let arguments = [
      "convert", "book", "-o", "result.cbz", "--pair", "--join", "all", "--meta", "direction=ltr",
    ]
    let outcome = try await sandbox.run(arguments + ["--json"])
    #expect(outcome.standardOutput.contains("the left page's width 61 is not a multiple of 8"))
    let failed = try await sandbox.run(arguments + ["--join-lossless", "require", "--exists", "replace"])
    #expect(failed.status == 1 && failed.standardError.contains("the left page's width 61"))
  }

  @Test("paper lies over a joined spread as one sheet: its grain goes on across the gutter")
  func paperOverSpread() async throws {
    let sandbox = try await SpreadTests.sandbox([64, 64, 64])
    try sandbox.write(
      """
      leporello: 1
      stages:
        - pair: { direction: ltr }
        - join: all
        - paper: cream
      sink: { cbz: { path: result.cbz } }
      """, to: "paper.yaml")
    try await sandbox.run(expecting: 0, "check", "--strict", "paper.yaml")
    let outcome = try await sandbox.run(["run", "paper.yaml", "book", "--json"])
    #expect(outcome.status == 0, "\(outcome)")
    let pages = try #require(try outcome.receipts().first?.pages)
    #expect(pages.map(\.how) == ["re-encoded", "re-encoded"])
    let plan = try await sandbox.run(["plan", "paper.yaml", "book"])
    #expect(plan.standardOutput.contains("of join("), "\(plan)")
  }

  @Test("the pipelines for spreads join every opening in their direction", arguments: ["ltr", "rtl"])
  func pipelines(_ direction: String) async throws {
    let sandbox = try await SpreadTests.sandbox([64, 64, 64, 64, 64])
    let file = Sandbox.package.appending(path: "pipelines/spreads-\(direction).yaml").path
    try await sandbox.run(expecting: 0, "run", file, "book", "--lossless")
    let book = try await sandbox.book("spreads/book.cbz")
    #expect(book.pages.map(\.width) == [64, 128, 128])
    #expect(book.comicInfo?.pages.map { $0["DoublePage"] } == [nil, "true", "true"])
    #expect(book[info: "Manga"] == (direction == "rtl" ? "YesAndRightToLeft" : nil))
  }

  @Test("the pipeline for portrait e-readers shows a double page turned, then its halves")
  func portrait() async throws {
    let sandbox = try await SpreadTests.sandbox([64, 136, 64])
    let file = Sandbox.package.appending(path: "pipelines/portrait-ereader.yaml").path
    let outcome = try await sandbox.run(
      expecting: 0, "run", file, "book", "--lossless", "--meta", "direction=ltr")
    let book = try await sandbox.book("e-reader/book.cbz")
    #expect(book.pages.map(\.width) == [64, 96, 72, 64, 64])
    #expect(book.pages.map(\.height) == [96, 136, 96, 96, 96])
    // It is there twice, by its own coefficients: no setting makes that smaller.
    #expect(!outcome.standardError.contains("pictures-grew"))
  }

  @Test("'check' says so where a join can never join anything")
  func joinsNothing() async throws {
    let sandbox = try await Sandbox()
    for (stages, warns) in [
      ("[join]", true), ("[pair, join]", true), ("[pair, join: all]", false),
      ("[pair: { detect: true }, join]", false), ("[pair: { pages: { 2: spread } }, join: spreads]", false),
    ] {
      try sandbox.write("leporello: 1\nstages: \(stages)\nsink: { cbz: { path: a.cbz } }\n", to: "p.yaml")
      let outcome = try await sandbox.run(["check", "--strict", "p.yaml"])
      #expect(outcome.status == (warns ? 5 : 0), "\(stages)\n\(outcome)")
    }
  }
}
