import Foundation
import Testing

/// What `pair` makes of books, as `plan` tells it, and what becomes of it in archives.
@Suite("Openings")
struct OpeningsTests {
  /// Openings as JSON tells them, seen from left to right: `[ |1] [2|3] <4>`.
  private func openings(
    _ sandbox: Sandbox, _ input: String, _ options: String = "", arguments: [String] = []
  ) async throws -> String {
    try sandbox.write(
      "leporello: 1\nstages:\n  - pair: {\(options)}\nsink: { cbz: \"out/{source.stem}.cbz\" }\n",
      to: "pair \(UUID().uuidString).yaml")
    let file = try #require(try sandbox.files().last { $0.hasPrefix("pair ") })
    defer { try? sandbox.remove(file) }
    let outcome = try await sandbox.run(["plan", file, input, "--json"] + arguments)
    try #require(outcome.status == 0, "\(outcome)")
    let plan = try JSONDecoder().decode(Plan.self, from: Data(outcome.standardOutput.utf8))
    return plan.openings.map { opening in
      if let center = opening.center { return "<\(center)>" }
      return "[\(opening.left.map(String.init) ?? " ")|\(opening.right.map(String.init) ?? " ")]"
    }.joined(separator: " ")
  }

  private struct Plan: Decodable {
    var openings: [Opening]
    struct Opening: Decodable {
      var left: Int?
      var right: Int?
      var center: Int?
      var reason: String
    }
  }

  @Test("sides the spine says, in both spellings and directions (F12)")
  func spineSides() async throws {
    let sandbox = try await Sandbox("F12-sides-in-the-spine")
    #expect(try await openings(sandbox, "ltr.epub") == "[ |1] [2|3] <4> [5|6]")
    #expect(try await openings(sandbox, "rtl.epub") == "[1| ] [3|2] <4> [6|5]")
  }

  @Test("the package decides the direction, not its pages (F13)")
  func packageDirection() async throws {
    let sandbox = try await Sandbox("F13-direction-of-the-package")
    #expect(try await openings(sandbox, "book.epub") == "[1| ] [3|2] [5|4]")
  }

  @Test("a wide page stands alone, and pairing starts over behind it (F41)")
  func widePage() async throws {
    let sandbox = try await Sandbox("F41-wide-page-between")
    #expect(try await openings(sandbox, "book.cbz") == "[ |1] [2|3] <4> [5|6] [7| ]")
    #expect(try await openings(sandbox, "rtl.cbz") == "[1| ] [3|2] <4> [6|5] [ |7]")
    #expect(try await openings(sandbox, "book.cbz", "direction: rtl") == "[1| ] [3|2] <4> [6|5] [ |7]")
    #expect(try await openings(sandbox, "odd.cbz") == "[ |1] [ |2] [3|4] <5> [6|7]")
    #expect(try await openings(sandbox, "odd.cbz", "anchor: front") == "[ |1] [2|3] [4| ] <5> [6|7]")
  }

  @Test("pages a few pixels off are paired (F42)")
  func fewPixels() async throws {
    let sandbox = try await Sandbox("F42-few-pixels-off")
    #expect(try await openings(sandbox, "book.cbz") == "[ |1] [2|3] [4|5]")
  }

  @Test("overrides: in the pipeline, for one book, beside it; and written by plan")
  func overrides() async throws {
    let sandbox = try await Sandbox("F41-wide-page-between")
    #expect(
      try await openings(sandbox, "book.cbz", "pages: { 2: right }") == "[ |1] [ |2] [3| ] <4> [5|6] [7| ]")
    try sandbox.write(
      "leporello: 1\nstages:\n  - pair: { pages: { 6: left } }\n  - encode: jpeg\n", to: "book.leporello.yaml"
    )
    #expect(try await openings(sandbox, "book.cbz") == "[ |1] [2|3] <4> [5| ] [6|7]")
    try sandbox.write(
      """
      leporello: 1
      stages: [pair]
      sink: { cbz: "out/{source.stem}.cbz" }
      books:
        - match: { path: rtl.cbz }
          stages: [{ pair: { pages: { 5: alone } } }]
      """, to: "books.yaml")
    let text = try await sandbox.run(expecting: 0, "plan", "books.yaml", "rtl.cbz").standardOutput
    #expect(text.contains("[    |  5 ]") && text.contains("stated in 'pages'"))
    try await sandbox.run(expecting: 0, "plan", "books.yaml", "odd.cbz", "--write-overrides")
    let written = String(decoding: try sandbox.data("odd.leporello.yaml"), as: UTF8.self)
    #expect(written == "leporello: 1\nstages:\n  - pair:\n      pages: { 2: right }\n")
    #expect(try await openings(sandbox, "odd.cbz", "anchor: front") == "[ |1] [ |2] [3|4] <5> [6|7]")
    let again = try await sandbox.run(["plan", "books.yaml", "odd.cbz", "--write-overrides"])
    #expect(again.status == 1 && again.standardError.contains("overrides-exist"), "\(again)")
  }

  @Test("what is wrong in a file beside a book is told with its place")
  func wrongBookFile() async throws {
    let sandbox = try await Sandbox("F41-wide-page-between")
    try sandbox.write("leporello: 1\nstages:\n  - pair: { pages: { 2: rigt } }\n", to: "book.leporello.yaml")
    try sandbox.write(
      "leporello: 1\nstages: [pair]\nsink: { cbz: { path: \"out/{source.stem}.cbz\", exists: replace } }\n",
      to: "pair.yaml")
    let outcome = try await sandbox.run(expecting: 1, "run", "pair.yaml", "book.cbz")
    #expect(outcome.standardError.contains("book.leporello.yaml:3:"), "\(outcome)")
    #expect(!sandbox.exists("out/book.cbz"))
  }

  @Test("blank pages are put in for readers of archives, counted, and typed as other")
  func blanks() async throws {
    let sandbox = try await Sandbox("F41-wide-page-between")
    try sandbox.write(
      "leporello: 1\nstages:\n  - pair: { blank: insert }\nsink: { cbz: { path: \"out/{source.stem}.cbz\", exists: replace } }\n",
      to: "blank.yaml")
    let outcome = try await sandbox.run(expecting: 0, "run", "blank.yaml", "odd.cbz")
    #expect(outcome.standardError.contains("7 copied, 1 added"), "\(outcome)")
    let book = try await sandbox.book("out/odd.cbz")
    #expect(book.pages.count == 8 && book.pages[1].width == 60 && book.pages[1].height == 90)
    #expect(try #require(book.comicInfo).pages[1]["Type"] == "Other")
    let plan = try await sandbox.run(expecting: 0, "plan", "blank.yaml", "odd.cbz", "--as", "kavita")
    #expect(plan.standardOutput.contains("the same openings"), "\(plan)")
    try sandbox.write(
      "leporello: 1\nstages: [pair]\nsink: { cbz: { path: \"out/{source.stem}.cbz\", exists: replace } }\n",
      to: "pair.yaml")
    let without = try await sandbox.run(expecting: 0, "plan", "pair.yaml", "odd.cbz", "--as", "kavita")
    #expect(without.standardOutput.contains("not as paired here: [2 | 3] [4]"), "\(without)")
  }

  @Test("check says that an archive cannot hold sides, unless something makes use of them")
  func sidesLost() async throws {
    let sandbox = try await Sandbox()
    for (stages, isLost) in [
      ("[pair]", true), ("[{ pair: { blank: insert } }]", false), ("[pair, mark]", false),
    ] {
      try sandbox.write(
        "leporello: 1\nstages: \(stages)\nsink: { cbz: \"out/{source.stem}.cbz\" }\n", to: "pair.yaml")
      let outcome = try await sandbox.run(["check", "--strict", "pair.yaml"], changing: ["pair.yaml"])
      #expect(outcome.status == (isLost ? 5 : 0), "\(outcome)")
      #expect(outcome.standardOutput.contains("sides-lost") == isLost, "\(outcome)")
    }
  }

  @Test("a stated double page is written unless it is upright; mark has the last word")
  func statedDoublePages() async throws {
    let sandbox = try await Sandbox("double-page-stated")
    func doubles(_ stages: String) async throws -> [String?] {
      try sandbox.write(
        "leporello: 1\nstages: \(stages)\nsink: { cbz: { path: \"out.cbz\", exists: replace } }\n",
        to: "p.yaml")
      let outcome = try await sandbox.run(["run", "p.yaml", "book.cbz"], changing: ["out.cbz", "p.yaml"])
      #expect(outcome.status == 0, "\(outcome)")
      return try #require(try await sandbox.book("out.cbz").comicInfo).pages.map { $0["DoublePage"] }
    }
    #expect(try await doubles("[]") == [nil, nil, "true", nil])
    #expect(try await doubles("[pair]") == [nil, nil, "true", nil])
    #expect(try await doubles("[{ mark: force, where: number == 2 }]") == [nil, "true", "true", nil])
    #expect(try await doubles("[{ mark: clear }]") == [nil, nil, nil, nil])
  }
}
