import Foundation
import Testing

/// The `filter` stage: programs of other people change what is known of books.
@Suite("Programs that change books")
struct FilterTests {
  /// A sandbox with `book.cbz` of six pages ("Here" on page 3) and a filter in Python whose body sees `book`.
  private static func sandbox(_ body: String, pipeline: String? = nil) async throws -> Sandbox {
    let sandbox = try await Sandbox("deleted")
    try sandbox.write(
      "import json, sys\nbook = json.load(sys.stdin)\n\(body)\njson.dump(book, sys.stdout)\n", to: "filter.py"
    )
    try sandbox.write(
      pipeline ?? """
        leporello: 1
        stages:
          - metadata
          - filter: [python3, filter.py]
            when: source.stem == book
        sink: { cbz: "out/{source.stem}.cbz" }
        """, to: "pipeline.yaml")
    return sandbox
  }

  private static func run(_ body: String) async throws -> WrittenBook {
    let sandbox = try await sandbox(body)
    let outcome = try await sandbox.run(
      expecting: 0, "run", "pipeline.yaml", "book.cbz", "--allow-programs", "--json")
    return try await sandbox.book("out/book.cbz", outcome)
  }

  @Test("a filter that gives back what it got changes nothing")
  func unchanged() async throws {
    let (plain, filtered) = (
      try await Sandbox("deleted").convert("book.cbz"), try await Self.run("")
    )
    #expect(plain.entries.map(\.sha256) == filtered.entries.map(\.sha256))
  }

  @Test("metadata: a value sets, null removes, what is left out stays; the origin tells of the filter")
  func metadata() async throws {
    let book = try await Self.run(
      """
      book["metadata"] = {
          "series": "Kaze", "number": 7, "title": {"value": "Rain", "origin": "anything"}, "summary": None,
          "date": "2021-05", "genres": ["Drama", "Slice of life"], "communityRating": 4.5, "isManga": True,
          "credits": [{"name": "Ann Ash", "role": "writer"}], "storyArcs": [{"name": "Night", "number": "2"}],
          "identifiers": [{"scheme": "isbn", "value": "9780306406157"}], "direction": "rtl",
      }
      """)
    #expect(book[info: "Series"] == "Kaze" && book[info: "Number"] == "7" && book[info: "Title"] == "Rain")
    #expect(
      book[info: "Year"] == "2021" && book[info: "Month"] == "5"
        && book[info: "Genre"]?.hasPrefix("Drama") == true)
    #expect(book[info: "Writer"] == "Ann Ash" && book[info: "StoryArc"] == "Night")
    #expect(book[info: "Manga"] == "YesAndRightToLeft" && book[info: "GTIN"] == "9780306406157")
    #expect(book.outcome?.standardOutput.contains("\"origin\":\"pipeline: filter\"") == true)
  }

  @Test(
    "pages: another order, pages left out, roles, sides and bookmarks; marks follow and the receipt names what went"
  )
  func pages() async throws {
    let book = try await Self.run(
      """
      pages = book["pages"]
      pages[0]["roles"] = ["frontCover"]
      pages[1]["bookmark"] = "Second"
      pages[3]["double"] = True
      book["pages"] = [pages[0], pages[3], pages[1], pages[5], pages[4]]
      book["outline"] = [{"title": "Start", "page": 1, "children": [{"title": "Gone", "page": 3}]}]
      """)
    #expect(book.numbers == [1, 4, 2, 6, 5])
    #expect(book.comicInfo?.bookmarks[2] == "Second")
    #expect(book.comicInfo?.pages[0]["Type"] == "FrontCover")
    #expect(book.comicInfo?.pages[1]["DoublePage"] == "true")
    let receipt = try #require(try book.outcome?.receipts().first)
    #expect(receipt.dropped?.map(\.name) == ["003.png"])
    #expect(receipt.counts?["dropped"] == 1 && receipt.counts?["copied"] == 5)
  }

  @Test(
    "nonsense is refused, with the way to it, and the other books go on",
    arguments: [
      ("book['metadata']['serie'] = 'x'", "'metadata.serie' is unknown", "did you mean 'series'?"),
      ("book['metadata']['series'] = 7", "'metadata.series' must be text, not a number", ""),
      ("book['metadata']['count'] = 'many'", "'metadata.count' must be a whole number, not text", ""),
      ("book['metadata']['date'] = 'yesterday'", "'metadata.date' must be a date", ""),
      (
        "book['metadata']['credits'] = [{'name': 'A'}]", "'metadata.credits[0]' needs a 'name' and a 'role'",
        ""
      ),
      ("book['pages'][2]['bookmrak'] = 'x'", "'pages[2].bookmrak' is unknown", "did you mean 'bookmark'?"),
      ("book['pages'][2]['roles'] = 'cover'", "'pages[2].roles' must be a list, not text", ""),
      (
        "book['pages'][2]['side'] = 'top'",
        "'pages[2].side' must be one of \"left\", \"right\", \"center\"", ""
      ),
      ("book['pages'][2]['id'] = 'no'", "'pages[2].id' is not a page of the book", "not added"),
      ("book['pages'].append(book['pages'][0])", "'pages[6].id' is there twice", ""),
      ("book['pages'] = []", "'pages' is empty", "leave 'pages' out"),
      ("book['pages'][1]['number'] = 1", "'pages[1].number' cannot be changed", "order of the list"),
      ("book['pages'][1]['width'] = 1", "'pages[1].width' cannot be changed", ""),
      (
        "book['outline'] = [{'title': 'x', 'page': 9}]",
        "'outline[0].page' is not the number of a page: there are 6", ""
      ),
      ("book['outline'] = [{'page': 1}]", "'outline[0]' has no 'title'", ""),
      ("book['stories'] = {}", "'stories' must be a list, not an object", ""),
      ("book['source']['path'] = '/etc/passwd'", "'source' cannot be changed", ""),
      ("book['direction'] = 'up'", "'direction' must be one of \"ltr\", \"rtl\"", ""),
      ("book['book'] = 2", "'book' must be 1", ""), ("del book['book']", "the document has no 'book'", ""),
      ("book = [book]", "the document must be an object, not a list", ""),
      ("print('hello')", "line 1, column 1: this is not a JSON value", ""),
      ("sys.exit()", "returned no book", ""),
      ("sys.exit('cannot do that')", "ended with exit status 1: cannot do that", ""),
      ("print('[' * 100000)", "deeper or has more values", ""),
      ("while True: print('x' * 1000000)", "MiB to its standard output", ""),
    ])
  func nonsense(_ body: String, _ message: String, _ remedy: String) async throws {
    let sandbox = try await Self.sandbox(body)
    let outcome = try await sandbox.run([
      "run", "pipeline.yaml", "book.cbz", "cover.cbz", "--allow-programs",
    ])
    #expect(outcome.status == 1)
    #expect(
      outcome.standardError.contains(message) && (remedy.isEmpty || outcome.standardError.contains(remedy)),
      "\(outcome)")
    #expect(outcome.standardError.contains("book.cbz"))
    #expect(!sandbox.exists("out/book.cbz") && sandbox.exists("out/cover.cbz"))
  }

  @Test("a filter that does not end is ended, and the book fails by name")
  func hangs() async throws {
    let sandbox = try await Self.sandbox("import time; time.sleep(600)")
    let outcome = try await sandbox.run([
      "run", "pipeline.yaml", "book.cbz", "--allow-programs", "--set", "filter.timeout=1",
    ])
    #expect(outcome.status == 1 && !sandbox.exists("out/book.cbz"), "\(outcome)")
    #expect(outcome.standardError.contains("did not finish within 1 s"), "\(outcome)")
    #expect(outcome.standardError.contains("'timeout:'"), "\(outcome)")
  }

  @Test("a filter that does not read its input is none the worse for it")
  func closesInput() async throws {
    let sandbox = try await Self.sandbox("")
    try sandbox.write(
      """
      leporello: 1
      stages:
        - filter: { shell: true, command: "exec 0<&-; echo '{\\"book\\": 1, \\"metadata\\": {\\"title\\": \\"T\\"}}'" }
      sink: { cbz: result.cbz }
      """, to: "pipeline.yaml")
    try await sandbox.run(expecting: 0, "run", "pipeline.yaml", "book.cbz", "--allow-programs")
    #expect(try await sandbox.book("result.cbz")[info: "Title"] == "T")
  }

  @Test("what a filter gets is what inspect --json prints")
  func sameForm() async throws {
    let sandbox = try await Self.sandbox(
      "",
      pipeline: """
        leporello: 1
        stages:
          - filter: { shell: true, command: "tee given.json" }
        sink: { cbz: result.cbz }
        """)
    try await sandbox.run(expecting: 0, "run", "pipeline.yaml", "book.cbz", "--allow-programs")
    let inspected = try await sandbox.run(expecting: 0, "inspect", "--json", "book.cbz")
    #expect(try sandbox.data("given.json") == Data(inspected.standardOutput.utf8))
  }
}
