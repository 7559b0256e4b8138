import Foundation
import Testing

/// What ComicInfo.xml says in the result, whatever the source's metadata looked like.
@Suite("Metadata")
struct MetadataTests {
  @Test("Windows-1252 under a UTF-8 declaration is read, with a warning (F29)")
  func wrongEncoding() async throws {
    let sandbox = try await Sandbox("F29-not-the-encoding-it-says")
    let book = try await sandbox.convert("book.cbz")
    #expect(book[info: "Title"] == "Père – “Fin”")
    #expect(book[info: "Series"] == "Château")
    #expect(book[info: "Number"] == "7")
    #expect(try #require(book.outcome).standardError.contains("warning"))
  }

  @Test("text beyond ASCII is written as UTF-8 under a plain locale (F30)")
  func beyondASCII() async throws {
    let sandbox = try await Sandbox("F30-beyond-ascii")
    try await sandbox.run(
      expecting: 0, "convert", "book.cbz", "-o", "result.cbz", environment: ["LC_ALL": "C", "LANG": "C"])
    let book = try await sandbox.book("result.cbz")
    #expect(book[info: "Title"] == "It’s late… 🦊")
    #expect(book[info: "Series"] == "紙の狐")
    #expect(try #require(book.comicInfo).declaration.lowercased().contains("utf-8"))
  }

  @Test("ampersands are escaped once, there and back (F31)", arguments: ["book.cbz", "book.epub"])
  func ampersands(_ name: String) async throws {
    let sandbox = try await Sandbox("F31-ampersands")
    let once = try await sandbox.convert(name)
    #expect(once[info: "Title"] == #""R&D" isn't &lt;"#)
    if name == "book.cbz" { #expect(once[info: "Series"] == "Salt & Pepper <3>") }
    try await sandbox.run(expecting: 0, "convert", "result.cbz", "-o", "again.cbz")
    #expect(try sandbox.data("again.cbz") == sandbox.data("result.cbz"))
  }

  @Test(
    "ComicInfo that is not well formed is recovered and never costs pages (F32)",
    arguments: [
      ("ampersand", "1", true), ("late", "2", false), ("control", "3", false), ("utf16", "4", false),
      ("cut", nil, true),
    ])
  func notWellFormed(_ name: String, _ number: String?, _ warns: Bool) async throws {
    let sandbox = try await Sandbox("F32-not-well-formed")
    let book = try await sandbox.convert("\(name).cbz")
    #expect(book.pages.count == 2)
    if let number { #expect(book[info: "Number"] == number) }
    if name != "ampersand", name != "cut" { #expect(book[info: "Series"]?.hasPrefix("Cat") == true) }
    if warns { #expect(try #require(book.outcome).standardError.contains("ComicInfo.xml")) }
  }

  @Test("empty elements are absent, padded numbers are numbers, pages are counted (F33)")
  func emptyAndPadded() async throws {
    let sandbox = try await Sandbox("F33-empty-and-padded")
    let book = try await sandbox.convert("book.cbz")
    let info = try #require(book.comicInfo)
    #expect(info["Series"] == "S" && info["Number"] == "12" && info["Title"] == "T")
    #expect(info["Year"] == "1925" && info["Month"] == "3" && info["Day"] == "9")
    #expect(info["PageCount"] == "2")
    for absent in ["Count", "Volume", "AlternateNumber", "Writer"] { #expect(info[absent] == nil) }
    #expect(info["Shelf"] == "B4", "elements nobody knows are kept")
  }

  @Test(
    "dates are written as far as they are known (F34)",
    arguments: [
      ("year", "1999", nil, nil), ("month", "1999", "11", nil), ("day", "1999", "11", "30"),
      ("zone", "1999", "11", "30"),
      ("zero", nil, nil, nil), ("words", nil, nil, nil),
    ] as [(String, String?, String?, String?)])
  func dates(_ name: String, _ year: String?, _ month: String?, _ day: String?) async throws {
    let sandbox = try await Sandbox("F34-dates")
    let info = try #require(try await sandbox.convert("\(name).epub").comicInfo)
    #expect(info["Year"] == year && info["Month"] == month && info["Day"] == day)
  }

  @Test("numbers stay as written (F35)")
  func numbers() async throws {
    let sandbox = try await Sandbox("F35-numbers-as-written")
    for (index, number) in ["7.5", "0", "-2", "3.NOW", "½", "4½", "12B", "007", "250.1"].enumerated() {
      #expect(try await sandbox.convert("\(index).cbz")[info: "Number"] == number)
    }
  }

  @Test("calibre's index 4.0 is number 4, and no volume is made of the series (F36)")
  func calibreIndex() async throws {
    let sandbox = try await Sandbox("F36-calibre-index")
    let info = try #require(try await sandbox.convert("book.epub").comicInfo)
    #expect(info["Series"] == "Who? What?!" && info["Number"] == "4")
    #expect(info["Volume"].map { Int($0) != nil } ?? true)
  }

  @Test("the page list has sizes, the cover and double pages (F37)")
  func pageList() async throws {
    let sandbox = try await Sandbox("F37-page-list")
    let book = try await sandbox.convert("book.cbz")
    let info = try #require(book.comicInfo)
    #expect(info.pages.map { $0["Image"] } == ["0", "1", "2"])
    #expect(info.pages.map { $0["ImageWidth"] } == ["60", "120", "60"])
    #expect(info.pages.map { $0["ImageHeight"] } == ["90", "90", "90"])
    #expect(info.pages.map { $0["DoublePage"] } == [nil, "true", nil])
    #expect(info.pages.map { $0["Type"] }.first == "FrontCover")
    #expect(info.pages.compactMap { $0["ImageSize"].flatMap { Int($0) } } == book.pages.map(\.size))
    #expect(info["PageCount"] == "3")
  }

  @Test("unknown page types are kept, marks behind them too, and an entry without a page is dropped (F38)")
  func oddPageTypes() async throws {
    let sandbox = try await Sandbox("F38-odd-page-types")
    let book = try await sandbox.convert("book.cbz")
    let info = try #require(book.comicInfo)
    #expect(book.numbers == [1, 2, 3, 4])
    #expect(info.pages.count == 4)
    #expect(info.pages[1]["Type"] == "Storry" && info.pages[2]["Type"] == "Poster")
    #expect(info.bookmarks == [2: "The poster", 3: "After"])
    #expect(try #require(book.outcome).standardError.contains("warning"))
  }

  @Test(
    "the direction is what is stated, never guessed (F39)",
    arguments: [
      ("Yes.cbz", "Yes"), ("No.cbz", "No"), ("YesAndRightToLeft.cbz", "YesAndRightToLeft"),
      ("Unknown.cbz", nil), ("none.cbz", nil),
      ("rtl.epub", "YesAndRightToLeft"), ("ltr.epub", nil), ("none.epub", nil),
    ] as [(String, String?)])
  func direction(_ name: String, _ manga: String?) async throws {
    let sandbox = try await Sandbox("F39-direction")
    let book = try await sandbox.convert(name)
    #expect(book[info: "Manga"] == manga)
    #expect(book[info: "LanguageISO"] == "ja", "jpn is ja")
  }

  @Test("the direction can be set (F39)")
  func directionSet() async throws {
    let sandbox = try await Sandbox("F39-direction")
    #expect(
      try await sandbox.convert("none.cbz", "--meta", "direction=rtl")[info: "Manga"] == "YesAndRightToLeft")
  }

  @Test(
    "stated series outrank all guesses; a set is no series (F40)",
    arguments: [("epub3", "Quiet Harbor", "12"), ("calibre", "lone", nil), ("both", "Quiet Harbor", "12")]
      as [(String, String, String?)])
  func series(_ name: String, _ series: String, _ number: String?) async throws {
    let sandbox = try await Sandbox("F40-series")
    let info = try #require(try await sandbox.convert("\(name).epub").comicInfo)
    #expect(info["Series"] == series && info["Number"] == number)
    if name == "epub3" {
      #expect(info["Title"] == "Quiet Harbor: Part 2 Volume 4", "the title is not altered")
    }
  }

  @Test("untouched pictures are the source's, byte for byte, and a second run changes nothing (F48)")
  func nothingChanged() async throws {
    let sandbox = try await Sandbox("F48-nothing-changed")
    let before = try await sandbox.book("book.cbz")
    let book = try await sandbox.convert("book.cbz", "--meta", "title=New")
    #expect(book.pages.map(\.sha256) == before.pages.map(\.sha256))
    #expect(book.pages.map(\.name) == before.pages.map(\.name))
    #expect(book[info: "Title"] == "New")
    try await sandbox.run(expecting: 0, "convert", "result.cbz", "-o", "again.cbz")
    #expect(try sandbox.data("again.cbz") == sandbox.data("result.cbz"))
  }

  @Test("a sidecar belongs to the only book beside it")
  func sidecarAlone() async throws {
    let sandbox = try await Sandbox("sidecars")
    let info = try #require(try await sandbox.convert("alone/book.cbz").comicInfo)
    #expect(info["Title"] == "Not for all" && info["Series"] == "Shared Series" && info["Number"] == "9")
  }

  @Test("a sidecar of several books speaks of the series only")
  func sidecarShared() async throws {
    let sandbox = try await Sandbox("sidecars")
    try await sandbox.run(expecting: 0, "convert", "shared", "-o", "out/")
    for name in ["one", "two"] {
      let info = try #require(try await sandbox.book("out/\(name).cbz").comicInfo)
      #expect(info["Series"] == "Shared Series" && info["Publisher"] == "Shared Press")
      #expect(info["Title"] != "Not for all" && info["Number"] != "9")
    }
  }

  @Test("calibre's metadata.opf outranks the package document inside")
  func calibreSidecar() async throws {
    let sandbox = try await Sandbox("sidecars")
    let info = try #require(try await sandbox.convert("calibre/book.epub").comicInfo)
    #expect(
      info["Title"] == "Title from calibre" && info["Series"] == "Series from calibre"
        && info["Number"] == "2")
    #expect(info["Writer"] == "Cal Writer" && info["LanguageISO"] == "de")
  }

  @Test("a file beside a book that is used is not counted among those left alone")
  func usedSidecar() async throws {
    let sandbox = try await Sandbox("sidecars")
    let outcome = try await sandbox.run(expecting: 0, "convert", "calibre", "-o", "out/")
    #expect(!outcome.standardError.contains("not recognized"), "\(outcome)")
  }

  @Test("no list element holds a comma inside a value")
  func commas() async throws {
    let sandbox = try await Sandbox("commas")
    let book = try await sandbox.convert("book.epub")
    #expect(book[info: "Writer"] == "Ursula Le Guin")
    #expect(book[info: "Penciller"]?.contains(",") == false)
    #expect(try #require(book.outcome).standardError.contains("comma"))
  }

  @Test("what a converter writes when it knows nothing counts as unknown")
  func kcc() async throws {
    let sandbox = try await Sandbox("kcc")
    let book = try await sandbox.convert("book.epub")
    #expect(book[info: "Writer"] == nil && book[info: "LanguageISO"] == nil)
    #expect(book[info: "Title"] == "Some Comic")
  }

  @Test(
    "a value that a field cannot hold is refused, not dropped without a word",
    arguments: ["date=1999-13", "date=1999-02-30", "volume=x", "language=no language at all"])
  func impossibleValues(_ assignment: String) async throws {
    let sandbox = try await Sandbox("F48-nothing-changed")
    let outcome = try await sandbox.run(["convert", "book.cbz", "-o", "x.cbz", "--meta", assignment])
    let isTold = outcome.status == 0 && outcome.standardError.contains("warning")
    #expect(outcome.status == 2 || isTold, "\(outcome)")
  }

  @Test("the metadata stage's short form names its places")
  func shortForm() async throws {
    let sandbox = try await Sandbox("F48-nothing-changed")
    let book = try await sandbox.convert("book.cbz", "--metadata=filename")
    #expect(book[info: "Series"] == "book")
  }

  @Test("--no-metadata writes only what the pages need; --meta sets fields by either spelling")
  func metaFlags() async throws {
    let sandbox = try await Sandbox("F48-nothing-changed")
    let book = try await sandbox.convert(
      "book.cbz", "--meta", "series=Other", "--meta", "LanguageISO=pt-BR", "--meta", "number=010")
    #expect(
      book[info: "Series"] == "Other" && book[info: "LanguageISO"] == "pt-BR" && book[info: "Number"] == "010"
    )
    let unknown = try await sandbox.run(
      expecting: 2, "convert", "book.cbz", "-o", "x.cbz", "--meta", "serie=Other")
    #expect(unknown.standardError.contains("series"), "a near name is suggested")
  }

  @Test("a plan shows what is written otherwise for the reader it is written for")
  func target() async throws {
    let sandbox = try await Sandbox()
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/tin-robot-3.cbz"), to: "robot.cbz")
    try sandbox.write(
      """
      leporello: 1
      stages:
        - metadata: { set: { volume: 3, number: 3, format: TPB } }
      sink: { cbz: { path: out.cbz, target: kavita } }
      """, to: "p.yaml")
    let plan = try await sandbox.run(expecting: 0, "plan", "p.yaml", "robot.cbz").standardOutput
    for line in ["written for kavita:", "number: 3 → nothing", "format: TPB → nothing", "→ TPB"] {
      #expect(plan.contains(line), "\(line)\n\(plan)")
    }
    try await sandbox.run(expecting: 0, "run", "p.yaml", "robot.cbz")
    let text = try await sandbox.tool("unzip", ["-p", "out.cbz", "ComicInfo.xml"]).standardOutput
    #expect(
      text.contains("<Volume>3</Volume>") && !text.contains("<Number>") && !text.contains("<Format>"),
      "\(text)")
  }
}
