import Testing

/// EPUBs become archives of their pages, in the spine's order.
@Suite("EPUB input")
struct EPUBTests {
  @Test("pages come in the spine's order, whatever names and manifest say (F01)")
  func spineOrder() async throws {
    let sandbox = try await Sandbox("F01-spine-order")
    #expect(try await sandbox.convert("book.epub").numbers == [2, 4, 1, 3])
  }

  @Test("references are resolved from the document they stand in (F02)")
  func deepFolders() async throws {
    let sandbox = try await Sandbox("F02-deep-folders")
    let book = try await sandbox.convert("book.epub")
    #expect(book.numbers == [900, 1, 2, 3], "a declared cover in no spine item is an extra first page")
  }

  @Test("percent-encoded and literal names are both found (F03)")
  func percentNames() async throws {
    let sandbox = try await Sandbox("F03-percent-names")
    #expect(try await sandbox.convert("book.epub").numbers == [1, 2, 3])
  }

  @Test("a name that differs in normalization or case is found, with a warning (F04)")
  func otherSpellings() async throws {
    let sandbox = try await Sandbox("F04-other-spellings")
    let book = try await sandbox.convert("book.epub")
    #expect(book.numbers == [1, 2, 3])
    let talk = try #require(book.outcome).standardError
    #expect(talk.contains("scan.png") || talk.contains("SCAN.PNG"))
    #expect(talk.contains("ber.png"), "the decomposed name is warned about too")
  }

  @Test("a page without a picture stays as a blank where sides are given (F05)")
  func blankPlaced() async throws {
    let sandbox = try await Sandbox("F05-blank-page")
    let book = try await sandbox.convert("placed.epub")
    #expect(book.numbers == [1, -1, 2, 3, 4])
    let blank = book.pages[1]
    #expect(blank.width == 60 && blank.height == 90 && blank.format == "png", "of its neighbors' size")
  }

  @Test("a page without a picture is left out where no sides are given (F05)")
  func blankUnplaced() async throws {
    let sandbox = try await Sandbox("F05-blank-page")
    #expect(try await sandbox.convert("unplaced.epub").numbers == [1, 2, 3, 4])
  }

  @Test(
    "fixed layout is known from Apple, Kobo and Kindle declarations (F06)",
    arguments: ["apple", "kobo", "kindle"])
  func olderFixedLayout(_ maker: String) async throws {
    let sandbox = try await Sandbox("F06-older-fixed-layout")
    #expect(try await sandbox.convert("\(maker).epub").numbers == [1, 2, 3])
    let inspected = try await sandbox.run(expecting: 0, "inspect", "--json", "\(maker).epub")
    let plain = try await sandbox.run(expecting: 0, "inspect", "--json", "none.epub")
    #expect(inspected.standardOutput.contains(#""fixedLayout":true"#))
    #expect(!plain.standardOutput.contains("fixedLayout"))
  }

  @Test("a page with live text keeps its picture and is named in a warning (F07)")
  func lettered() async throws {
    let sandbox = try await Sandbox("F07-text-and-pictures")
    let book = try await sandbox.convert("lettered.epub")
    #expect(book.numbers == Array(1...12))
    #expect(try #require(book.outcome).standardError.contains("page2.xhtml"))
  }

  @Test("a page of text among pictures is left out and named, up to one in ten (F07)")
  func colophon() async throws {
    let sandbox = try await Sandbox("F07-text-and-pictures")
    let book = try await sandbox.convert("colophon.epub", "--no-typeset")
    #expect(book.numbers == [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    #expect(try #require(book.outcome).standardError.contains("colophon.xhtml"))
  }

  @Test("a book without pictures fails and writes nothing (F07)")
  func wordless() async throws {
    let sandbox = try await Sandbox("F07-text-and-pictures")
    try await sandbox.run(expecting: 1, "convert", "wordless.epub", "-o", "result.cbz", "--no-typeset")
    #expect(!sandbox.exists("result.cbz"))
  }

  @Test("a novel is refused where its text is not to be set (F07)")
  func novel() async throws {
    let sandbox = try await Sandbox("F07-text-and-pictures")
    let outcome = try await sandbox.run(
      expecting: 1, "convert", "novel.epub", "-o", "result.cbz", "--no-typeset")
    #expect(
      outcome.standardError.contains("novel.epub") && outcome.standardError.contains("this book is text"))
    #expect(!sandbox.exists("result.cbz"))
  }

  @Test("img, SVG image, object, SVG document, CSS background and a bare picture are pages (F08)")
  func waysToShow() async throws {
    let sandbox = try await Sandbox("F08-ways-to-show-a-picture")
    #expect(try await sandbox.convert("book.epub").numbers == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test(
    "a declared cover that no page shows comes first (F09)",
    arguments: [
      ("property", [900, 1, 2]), ("meta-id", [900, 1, 2]), ("meta-name", [900, 1, 2]),
      ("guide", [900, 1, 2]), ("none", [1, 2]),
    ])
  func covers(_ declared: String, _ numbers: [Int]) async throws {
    let sandbox = try await Sandbox("F09-covers")
    let book = try await sandbox.convert("\(declared).epub")
    #expect(book.numbers == numbers)
    #expect(try #require(book.comicInfo).pages.first?["Type"] == "FrontCover")
  }

  @Test(
    "a cover that repeats page 1 appears once, and marks stay on their pages (F10)",
    arguments: ["same-bytes", "smaller"])
  func coverRepeats(_ copy: String) async throws {
    let sandbox = try await Sandbox("F10-cover-repeats-page-one")
    let book = try await sandbox.convert("\(copy).epub")
    #expect(book.numbers == [1, 2, 3])
    #expect(book.pages.first?.width == 60, "the larger copy stays")
    #expect(try #require(book.comicInfo).bookmarks == [0: "Front", 2: "Second tale"])
  }

  @Test("names whose order means nothing are replaced by numbers that sort (F11)")
  func meaninglessNames() async throws {
    let sandbox = try await Sandbox("F11-meaningless-names")
    #expect(try await sandbox.convert("book.epub").numbers == [1, 2, 3, 4, 5])
  }

  @Test(
    "items out of the linear order stay in place; several pictures on one item are pages in document order")
  func pages() async throws {
    let sandbox = try await Sandbox("epub-pages")
    #expect(try await sandbox.convert("book.epub").numbers == [1, 2, 4, 5, 6, 7])
  }

  @Test("a protected book is refused as such; obfuscated fonts are no protection")
  func protected() async throws {
    let sandbox = try await Sandbox("epub-refused")
    let outcome = try await sandbox.run(expecting: 1, "convert", "drm.epub", "-o", "result.cbz")
    #expect(outcome.standardError.contains("protected"))
    #expect(!sandbox.exists("result.cbz"))
    #expect(try await sandbox.convert("fonts-only.epub").numbers == [1, 2])
  }

  @Test("a picture that is missing fails the book and is named")
  func missingPicture() async throws {
    let sandbox = try await Sandbox("epub-refused")
    let outcome = try await sandbox.run(expecting: 1, "convert", "missing-picture.epub", "-o", "result.cbz")
    #expect(outcome.standardError.contains("gone.png"))
    #expect(!sandbox.exists("result.cbz"))
  }
}
