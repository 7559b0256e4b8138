import Archives
import BookModel
import Diagnostics
import Formats
import Testing

@Suite("checks of a collection")
struct CollectionLintTests {
  /// A book with metadata as XML and pages by their checksums.
  private func book(_ path: String, _ elements: String, pages: [UInt32]? = nil) -> BookSurvey {
    var survey = BookSurvey(path: path, kind: .zip)
    let reading = ComicInfo.read(Array("<ComicInfo>\(elements)</ComicInfo>".utf8))
    survey.documents = [.init(name: ["ComicInfo.xml"], isComicInfo: true, reading: reading)]
    let prints = pages ?? [CRC32.of(Array(path.utf8))]
    survey.pages = prints.map { .init(name: "\($0).jpg", print: PagePrint(crc32: $0, size: 1000)) }
    return survey
  }

  private func issue(_ number: String, _ more: String = "", series: String = "Kite", pages: [UInt32]? = nil)
    -> BookSurvey
  {
    book(
      "\(series)/\(number).cbz", "<Series>\(series)</Series><Number>\(number)</Number>\(more)", pages: pages)
  }

  private func report(_ books: [BookSurvey]) -> CollectionLint.Report {
    var lint = CollectionLint()
    for book in books { lint.add(book) }
    return lint.report()
  }

  private func messages(_ books: [BookSurvey], _ rule: String) -> [String] {
    report(books).findings.filter { $0.rule.id == rule }.map(\.message)
  }

  @Test(
    "numbers missing in a series",
    arguments: [
      (["1", "2", "3"], "", nil), (["1", "3"], "", "2"), (["5", "9", "7-8", "1.5", "½"], "", "6"),
      (["003", "1"], "", "2"), (["2", "4"], "<Count>6</Count>", "1, 3, 5-6"),
      (["7"], "<Count>9</Count>", nil),
      (["0", "2"], "", "1"),
      (["1", "900000"], "", "2-899999"), (["Annual 1", "-1"], "", nil),
      (["1", "99999999999999999999"], "", nil),
    ])
  func missing(numbers: [String], more: String, expected: String?) {
    let books = numbers.map { issue($0, more) }
    #expect(
      messages(books, "missing-numbers") == expected.map { ["'Kite' lacks number \($0)"] } ?? [])
  }

  @Test("runs, annuals and volumes are counted apart")
  func runs() {
    let books = [
      issue("1", "<Volume>1963</Volume>"), issue("2", "<Volume>1963</Volume>"),
      issue("9", "<Volume>2020</Volume>"),
      issue("5", "<Format>Annual</Format>"), issue("20"),
    ]
    #expect(messages(books, "missing-numbers") == [])
    let volumes = [1, 3].map {
      book("v\($0).cbz", "<Series>Kite</Series><Manga>Yes</Manga><Volume>\($0)</Volume>")
    }
    #expect(messages(volumes, "missing-numbers") == ["'Kite' lacks volume 2"])
  }

  @Test("the same pictures, and the same number with others")
  func duplicates() {
    let books = [
      issue("1", pages: [1, 2]), book("copy.cbz", "<Series>Kite</Series><Number>01</Number>", pages: [1, 2]),
      book("scan.cbz", "<Series>Kite</Series><Number>1</Number>", pages: [3, 4]),
      book(
        "japanese.cbz", "<Series>Kite</Series><Number>1</Number><LanguageISO>ja</LanguageISO>", pages: [5]),
      book("none 1.cbz", "", pages: []), book("none 2.cbz", "", pages: []),
    ]
    #expect(
      messages(books, "same-pictures") == ["it holds the same 2 pages as 'Kite/1.cbz'"]
        || messages(books, "same-pictures") == ["it holds the same 2 pages as 'copy.cbz'"])
    let numbers = report(books).findings.filter { $0.rule.id == "same-number" }
    #expect(numbers.count == 1)
    #expect(numbers.first?.message.contains("of 'Kite', as is") == true)
  }

  @Test("series spelled in several ways, the commonest as suggestion")
  func spellings() throws {
    let books =
      [1, 2, 3].map { issue("\($0)", series: "Spider-Man") }
      + [
        issue("4", series: "spiderman"), issue("5", series: "The Spider Man"),
        issue("6", series: "Batman & Robin"), issue("7", series: "Batman and Robin"),
      ]
    let report = report(books)
    #expect(
      report.findings.filter { $0.rule.id == "series-spellings" }.map(\.message) == [
        "'Batman and Robin' (1 book) is 'Batman & Robin' elsewhere (1 book): blanks or punctuation differ",
        "'spiderman' (1 book) is 'Spider-Man' elsewhere (3 books): blanks or punctuation differ",
        "'The Spider Man' (1 book) is 'Spider-Man' elsewhere (3 books): an article is missing",
      ])
    // The alias file, used as it is, leaves one spelling of each.
    let aliases = try AliasTable(yaml: Array(report.aliasFile.utf8))
    let normalizer = Normalizer(aliases: aliases)
    let names = Set(books.map { normalizer.normalize($0.metadata).metadata.series })
    #expect(names == ["Spider-Man", "Batman & Robin"])
  }

  @Test(
    "spellings are one name by likeness, and what differs is said",
    arguments: [
      ("Tin Lantern", "Tin Lanterm", "one letter differs"),
      ("Tin Lantern", "Tin Latnern", "one letter differs"),
      ("The Lantern", "Lantern, The", "the place of the article differs"),
      ("Die Laterne", "Laterne", "an article is missing"),
      ("Pok\u{E9}mon", "PokÃ©mon", "letters are garbled by a wrong encoding"),
      ("Aste\u{301}rix", "Ast\u{E9}rix", "accents are stored differently"),
      ("Astérix", "Asterix", "accents differ"), ("Lantern", "ＬＡＮＴＥＲＮ", nil),
      ("Ｌantern", "Lantern", "letters are wide"),
      ("LANTERN", "Lantern", "letter case differs"), ("Kite", "Kites", nil),
      ("Lantern II", "Lantern III", nil),
      ("Lantern 12", "Lantern 13", nil), ("Lantern A", "Lantern B", nil),
    ] as [(String, String, String?)])
  func likeness(_ usual: String, _ other: String, _ difference: String?) {
    let books = [issue("1", series: usual), issue("2", series: usual), issue("3", series: other)]
    let found = messages(books, "series-spellings")
    let isSpelling = difference != nil || other == "ＬＡＮＴＥＲＮ"
    #expect(found.count == (isSpelling ? 1 : 0))
    if let difference { #expect(found.first?.hasSuffix(": \(difference)") == true, "\(found)") }
  }

  @Test("publishers and people are compared, too, and stand in the file of aliases")
  func names() throws {
    let books = [
      issue("1", "<Publisher>Concertina Press</Publisher><Writer>Ann Ashwood</Writer>"),
      issue("2", "<Publisher>Concertina Press</Publisher><Writer>Ann Ashwood</Writer>"),
      issue("3", "<Publisher>Concertina  Pres</Publisher><Penciller>Ashwood Ann</Penciller>"),
    ]
    let report = report(books)
    #expect(
      report.findings.filter { $0.rule.id == "name-spellings" }.map(\.message) == [
        "'Concertina  Pres' (1 book) is 'Concertina Press' elsewhere (2 books): one letter differs",
        "'Ashwood Ann' (1 book) is 'Ann Ashwood' elsewhere (2 books): the order of words differs",
      ])
    let normalizer = Normalizer(aliases: try AliasTable(yaml: Array(report.aliasFile.utf8)))
    let normalized = books.map { normalizer.normalize($0.metadata).metadata }
    #expect(Set(normalized.map(\.publisher)) == ["Concertina Press"])
    #expect(Set(normalized.flatMap { $0.credits ?? [] }.map(\.name)) == ["Ann Ashwood"])
  }

  @Test("a number with a sign in front is there, and so is one under another spelling of its series")
  func numbersThere() {
    #expect(messages(["1", "2", "#3", "4"].map { issue($0) }, "missing-numbers") == [])
    #expect(messages(["#1", "#2", "#4"].map { issue($0) }, "missing-numbers") == ["'Kite' lacks number 3"])
    let spelled = [
      issue("1", series: "Tin Lantern"), issue("3", series: "Tin Lantern"), issue("2", series: "Tin Lanterm"),
    ]
    #expect(messages(spelled, "missing-numbers") == [])
    let apart = [
      issue("1", series: "Lantern"), issue("2", series: "Lantern"), issue("9", series: "Lanterns"),
      issue("10", series: "Lanterns"),
    ]
    #expect(messages(apart, "missing-numbers") == [])
  }

  @Test("accents stored in two ways are two spellings; other scripts keep their letters apart")
  func scripts() {
    #expect(
      messages(
        [issue("1", series: "Ast\u{E9}rix"), issue("2", series: "Aste\u{301}rix")], "series-spellings"
      ).count == 1)
    #expect(messages([issue("1", series: "進撃の巨人"), issue("2", series: "進撃の小人")], "series-spellings") == [])
    #expect(messages([issue("1", series: "???"), issue("2", series: "!!!")], "series-spellings") == [])
  }

  @Test("languages, directions and fields of a series that disagree, the outlier named")
  func mixtures() {
    func languages(_ codes: [String]) -> [BookSurvey] {
      codes.enumerated().map { issue("\($0 + 1)", "<LanguageISO>\($1)</LanguageISO>") }
    }
    #expect(
      messages(languages(["en", "ja", "en"]), "mixed-languages") == [
        "language is 'ja' here, 'en' in 2 books of 'Kite'"
      ])
    #expect(messages(languages(["en", "en"]) + [issue("3")], "mixed-languages") == [])
    let publishers = ["A", "A", "B", "B", "A"].enumerated().map {
      issue("\($0 + 1)", "<Publisher>\($1)</Publisher>")
    }
    let findings = report(publishers).findings.filter { $0.rule.id == "series-field" }
    #expect(
      findings.map(\.description) == [
        "Kite/3.cbz: note: publisher is 'B' here and 1 more, 'A' in 3 books of 'Kite' [series-field]"
      ])
    let manga = [
      issue("1", "<Manga>YesAndRightToLeft</Manga>"), issue("2", "<Manga>YesAndRightToLeft</Manga>"),
    ]
    #expect(messages(manga, "mixed-directions") == [])
  }

  @Test("pages in three books or more, counted once a book and once for copies")
  func recurring() {
    let books = [
      issue("1", pages: [1, 99, 99]), issue("2", pages: [2, 99]), issue("3", pages: [99, 3]),
      book("copy.cbz", "", pages: [2, 99]), issue("5", pages: [4, 98]), issue("6", pages: [5, 98]),
    ]
    let report = report(books)
    #expect(report.recurringPages.map(\.bookCount) == [3])
    #expect(
      report.findings.filter { $0.rule.id == "recurring-page" }.map(\.message) == [
        "page 2 is in 3 books (00000063:1000)"
      ])
    #expect(
      report.hashList.split(separator: "\n").last?.hasPrefix("00000063:1000  in 3 books; page 2 of ") == true)
  }

  @Test("the order books come in does not matter")
  func order() {
    let books = (1...30).map {
      issue("\($0 % 7)", "<Publisher>\($0 % 3)</Publisher>", pages: [UInt32($0 % 5), 7])
    }
    let first = report(books)
    let second = report(books.reversed())
    #expect(first.findings.count == second.findings.count)
    #expect(Set(first.findings.map(\.message)).count == Set(second.findings.map(\.message)).count)
  }

  /// Comparing each of them with every other would take days.
  @Test("what many books cost grows with their number alone", .timeLimit(.minutes(10)))
  func scale() {
    let books = (0..<8000).map { index in
      issue("\(index / 20)", series: "Series \(index % 20)", pages: (0..<30).map { UInt32(index * 30 + $0) })
    }
    #expect(report(books).findings.isEmpty)
  }
}
