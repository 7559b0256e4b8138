import Archives
import BookModel
import Diagnostics
import Imaging
import Options
import PipelineFile
import PluginKit
import TestContexts
import Testing

/// The facts of one page, and which of them were asked for.
private final class AskedFacts {
  var values: [PageFact: FactValue]
  var asked: [PageFact] = []
  init(_ values: [PageFact: FactValue]) { self.values = values }

  func value(_ fact: PageFact) -> FactValue {
    asked.append(fact)
    return values[fact] ?? .none
  }
}

private func cover() -> AskedFacts {
  AskedFacts([
    .number: .number(1), .first: .flag(true), .last: .flag(false), .role: .texts(["frontCover", "story"]),
    .side: .texts(["right"]), .name: .texts(["img/Cover_01.JPG", "Cover_01.JPG"]), .format: .texts(["jpeg"]),
    .bytes: .number(1_500_000), .width: .number(1600), .height: .number(2400), .aspect: .number(2.0 / 3),
    .color: .texts(["rgb"]),
  ])
}

private func holds(_ text: String, _ facts: AskedFacts = cover()) throws -> Bool {
  try PagePredicate(parsing: text).holds { facts.value($0) }
}

@Suite("Conditions on pages")
struct PagePredicateTests {
  @Test(
    "comparisons tell pages apart",
    arguments: [
      ("first", true), ("last", false), ("not last", true), ("first == yes", true), ("first != true", false),
      ("number == 1", true), ("number != 1", false), ("number < 2", true), ("number <= 1.0", true),
      ("number > 1", false), ("number >= 1", true), ("number in [3, 1]", true),
      ("number not in [3, 1]", false),
      ("number in []", false), ("role == cover", true), ("role == frontCover", true),
      ("role == FRONTCOVER", true),
      ("role == story", true), ("role != cover", false), ("role == deleted", false),
      ("role in [deleted, cover]", true),
      ("role ~ front*", true), ("side == right", true), ("side != left", true), ("side == \"\"", false),
      ("name == cover_01.jpg", true), ("name == img/cover_01.jpg", true), ("name ~ *.jpg", true),
      ("name ~ \"img/*\"", true), ("name ~ *[0-9].jpg", true), ("name ~ *.{png,gif}", false),
      ("bookmark == \"\"", true), ("bookmark != ''", false), ("bookmark ~ *", true), ("bookmark ~ ?*", false),
      ("format == JPEG", true), ("format in [png, webp]", false), ("bytes > 1MiB", true),
      ("bytes < 1500000", false),
      ("width > 1000 and height > 3000", false), ("width > 1000 or height > 3000", true),
      ("aspect < 1 and not (first or last)", false), ("not first or not last and last", false),
      ("(not first or not last) and last", false), ("color == gray", false),
    ])
  func comparisons(text: String, expected: Bool) throws {
    #expect(try holds(text) == expected)
  }

  @Test("'and' binds tighter than 'or', 'not' tightest")
  func precedence() throws {
    #expect(try holds("first or last and last"))
    #expect(try !holds("(first or last) and last"))
    #expect(try holds("not last and first"))
    #expect(try !holds("not (last or first)"))
  }

  @Test(
    "facts are asked for only while they can change the answer, each once",
    arguments: [
      ("last and width > 1", [.last]), ("first or width > 1", [.first]),
      ("first and width > 1", [.first, .width]), ("width > 1 and width < 5", [.width]),
      ("not (last and width > 1)", [.last]),
      ("number > 1 and format == jpeg or role == cover", [.number, .role]),
    ] as [(String, [PageFact])])
  func laziness(text: String, asked: [PageFact]) throws {
    let facts = cover()
    _ = try holds(text, facts)
    #expect(facts.asked == asked)
  }

  @Test("what nobody can know yet is an error that names the stage, unless the answer is known without it")
  func unknown() throws {
    let facts = cover()
    facts.values[.width] = .unknown(since: "crop")
    let error = #expect(throws: Diagnostic.self) { try holds("first and width > 10", facts) }
    #expect(error?.rule == .factUnknown)
    #expect(error?.message.contains("'crop'") == true)
    #expect(try !holds("last and width > 10", facts))
  }

  @Test("what is not stated is neither above nor below, and unlike everything")
  func missing() throws {
    let nothing = AskedFacts([:])
    for text in [
      "width > 1", "width <= 1", "width == 1", "side == left", "first", "first == no", "side in [left]",
    ] {
      #expect(try !holds(text, nothing), "\(text)")
    }
    for text in ["width != 1", "side != left", "side == \"\"", "not first"] {
      #expect(try holds(text, nothing), "\(text)")
    }
  }
}

@Suite("Mistakes in conditions")
struct PredicateProblemTests {
  @Test(
    "are told at their place",
    arguments: [
      ("⟦rol⟧ == cover", "there is no page fact 'rol'", "did you mean 'role'?"),
      (
        "⟦series⟧ == x", "there is no page fact 'series'",
        "'series' is about books: use it in 'when:'"
      ),
      (
        "⟦xyzzy⟧ == x", "there is no page fact 'xyzzy'",
        "the facts are number, first, last, role, side, name, bookmark, format, bytes, width, height, aspect, color"
      ),
      ("role ⟦=⟧ cover", "'=' is not an operator", "write '=='"),
      ("first ⟦&&⟧ last", "'&&' is not an operator", "write 'and'"),
      ("⟦!⟧first", "'!' is not an operator", "write 'not'"),
      ("first ⟦AND⟧ last", "'and' or 'or' was expected here, not 'AND'", "did you mean 'and'?"),
      ("⟦role⟧", "'role' is not compared with anything", "write what it should be, as in 'role == cover'"),
      (
        "⟦bytes⟧ and first", "'bytes' is not compared with anything",
        "write what it should be, as in 'bytes > 1MiB'"
      ),
      ("(first", "a ')' was expected here, not the end", nil),
      ("first⟦)⟧", "'and' or 'or' was expected here, not ')'", nil),
      ("role ==", "a value was expected here, not the end", nil),
      ("⟦==⟧ cover", "the name of a page fact was expected here, not '=='", nil),
      ("role in ⟦cover⟧", "a list was expected here, not 'cover'", "write it in brackets: in [a, b]"),
      ("role in [cover ⟦story⟧]", "',' or ']' was expected here, not 'story'", nil),
      ("name == ⟦\"⟧x", "the text that begins here has no closing quote", nil),
      ("number == ⟦three⟧", "'number' is a number and can only be compared with numbers, not 'three'", nil),
      ("number == ⟦\"3\"⟧", "'number' is a number and can only be compared with numbers, not \"3\"", nil),
      ("width > ⟦1MiB⟧", "'width' is a number and can only be compared with numbers, not '1MiB'", nil),
      ("width > ⟦nan⟧", "'width' is a number and can only be compared with numbers, not 'nan'", nil),
      ("side == ⟦lfet⟧", "'side' can never be 'lfet'", "did you mean 'left'?"),
      ("color in [gray, ⟦blue⟧]", "'color' can never be 'blue'", "the words are gray, rgb, palette, cmyk"),
      ("name ⟦<⟧ x", "'name' has no order, so '<' cannot compare it", "use ==, !=, in or ~"),
      ("⟦number⟧ ~ x", "'number' is not text, so a pattern cannot match it", nil),
      ("name ~ ⟦[⟧a", "the '[' has no ']'", "put '\\' before a character to use it as it is"),
      ("first == ⟦maybe⟧", "yes or no was expected here, not 'maybe'", nil),
    ] as [(String, String, String?)])
  func problems(marked: String, message: String, remedy: String?) throws {
    let yaml = Marked("where: '" + marked + "'")
    let node = try #require(try yaml.yaml()["where"])
    let error = #expect(throws: Diagnostic.self) { try PagePredicate(parsing: node, file: "x.yaml") }
    #expect(error?.message == message)
    #expect(error?.remedy == remedy)
    if !yaml.place.isEmpty { #expect(error.map(yaml.place) == yaml.place) }
  }

  @Test("an unusual role is allowed, with a warning where it is likely mistyped")
  func unusualRoles() throws {
    let node = YAMLNode.text("role == advertisment or role == Poster")
    let predicate = try PagePredicate(parsing: node, file: nil)
    #expect(predicate.warnings.map(\.remedy) == ["did you mean 'advertisement'?"])
    #expect(predicate.warnings.map(\.severity) == [.warning])
  }

  @Test("depth is bounded, and an empty condition is refused")
  func hostile() {
    #expect(throws: Diagnostic.self) { try PagePredicate(parsing: String(repeating: "(", count: 10_000)) }
    #expect(throws: Diagnostic.self) {
      try PagePredicate(parsing: String(repeating: "not ", count: 10_000) + "first")
    }
    #expect(throws: Diagnostic.self) { try PagePredicate(parsing: "  ") }
    let many = YAMLNode.text("first" + String(repeating: " or first", count: 10_000))
    #expect(throws: Never.self) { try PagePredicate(parsing: many, file: nil, maxComparisons: 10_001) }
    let refused = #expect(throws: Diagnostic.self) { try PagePredicate(parsing: many, file: nil) }
    #expect(refused?.rule == .predicateSize)
    let list = YAMLNode.text("name in [\(String(repeating: "x, ", count: 1_000))x]")
    #expect(throws: Diagnostic.self) { try PagePredicate(parsing: list, file: nil) }
  }

  @Test("a fact is asked for once, however many 'not's stand before it")
  func manyNots() async throws {
    let predicate = try PagePredicate(parsing: String(repeating: "not ", count: 48) + "first")
    var asked = 0
    #expect(
      try await predicate.evaluate { _ throws(Diagnostic) in
        asked += 1
        return .flag(true)
      })
    #expect(asked == 1)
  }
}

@Suite("Conditions on books")
struct BookPredicateTests {
  @Test(
    "metadata is compared as what it is",
    arguments: [
      ("series == kaze", true), ("Series ~ \"K*\"", true), ("title == \"\"", false),
      ("imprint == \"\"", true),
      ("volume == 3", true), ("volume == \"3\"", true), ("volume >= 2", true), ("number == 22.1", true),
      ("number in [22.1, 23]", true), ("number ~ 22*", true), ("chapter == \"\"", true),
      ("chapter > 0", false),
      ("tags == sea", true), ("tags == moon", false), ("tags in [moon, wind]", true), ("tags != moon", true),
      ("writer == \"ann ash\"", true), ("credits == \"Bo Birk\"", true), ("isbn == 9780306406157", true),
      ("isManga", true), ("isBlackAndWhite", false), ("isBlackAndWhite == no", false),
      ("date == 2010", true), ("date == 2010-07", true), ("date == 2010-08", false), ("date > 2009-12", true),
      ("date > 2010", false), ("date <= 2010", true), ("date in [2009, 2010]", true),
      ("storeDate == \"\"", true),
      ("year >= 2010 and month == 7", true), ("communityRating > 4", true), ("direction == rtl", true),
      ("kind == comic", true), ("pages == 0", true), ("source.folder == inbox", true), ("rtl == rtl", true),
    ])
  func comparisons(text: String, expected: Bool) throws {
    #expect(try BookPredicate(parsing: text).holds(for: SampleBook.kaze) == expected)
  }

  @Test(
    "mistakes are told",
    arguments: [
      ("sereis == x", "did you mean 'series'?"),
      ("role == cover", "'role' is about pages: use it in 'where:'"),
      ("direction == ltl", "did you mean 'ltr'?"), ("date == soon", "such as 2010, 2010-07 or 2010-07-04"),
      ("series > x", "use ==, !=, in or ~"),
    ])
  func mistakes(text: String, remedy: String) {
    let error = #expect(throws: Diagnostic.self) { try BookPredicate(parsing: text) }
    #expect(error?.remedy == remedy)
  }
}

/// Knows the facts of entries by their key; nothing of what content decides.
private struct FixedFacts: PlainContext {
  var limits: Limits { Limits() }
  func report(_ diagnostic: Diagnostic) {}
  func facts(of picture: Picture) async throws(Diagnostic) -> PictureFacts? {
    switch picture {
    case .entry(let entry):
      PictureFacts(format: .png, size: Size(width: 100 * (entry.key + 1), height: 100), byteCount: 9)
    case .blank: nil
    case .drawn(let drawing): drawing.base.facts
    case .derived(let operation, let inputs):
      operation.base.facts(of: try await all(inputs))
    }
  }
  private func all(_ inputs: [Picture]) async throws(Diagnostic) -> [PictureFacts] {
    var found: [PictureFacts] = []
    for input in inputs { if let facts = try await facts(of: input) { found.append(facts) } }
    return found
  }
  func raster(of picture: Picture) async throws(Diagnostic) -> Raster {
    throw .error(.factUnknown, "no pixels here")
  }
  func bytes(of entry: EntryReference) async throws(Diagnostic) -> [UInt8] { [] }
  func stated(_ entry: EntryReference) -> (size: Int?, crc32: UInt32?) { (nil, nil) }
}

private struct AutoCrop: PictureOperation {
  static let name = "crop"
  var parameters: String { "auto" }
  func facts(of inputs: [PictureFacts]) -> PictureFacts? { nil }
}

private struct Shrink: PictureOperation {
  static let name = "resize"
  var parameters: String { "50%" }
  func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    inputs.first.map {
      PictureFacts(format: $0.format, size: Size(width: $0.size.width / 2, height: $0.size.height / 2))
    }
  }
}

@Suite("Choosing pages")
struct PageSelectionTests {
  private func chosen(_ text: String, _ book: Book, sourceNumbers: [String: Int]? = nil) async throws -> [Int]
  {
    let selection = try await PagePredicate(parsing: text).selection(
      in: book, context: FixedFacts(), sourceNumbers: sourceNumbers)
    #expect(selection.isStated)
    return book.pages.indices.filter { selection.contains(book.pages[$0]) }.map { $0 + 1 }
  }

  @Test(
    "by place, name and header",
    arguments: [
      ("number in [2, 4]", [2, 4]), ("first or last", [1, 5]), ("name ~ \"*p3*\"", [3]),
      ("name == P3.JPG", [3]),
      ("width > 300", [4, 5]), ("aspect > 4", [5]), ("format == png", [1, 2, 3, 4, 5]),
      ("role == story", [1, 3, 4, 5]),
      ("role == cover", [2]), ("bookmark == Inner", [3]), ("bookmark ~ Ch*", [4]),
      ("not first and width < 300", [2]),
    ] as [(String, [Int])])
  func selection(text: String, expected: [Int]) async throws {
    var book = SampleBook.named(pages: 5)
    book.pages[1].roles = [.frontCover]
    book.pages[3].bookmark = "Chapter 2"
    book.outline = [
      OutlineNode(title: "Part", page: nil, children: [OutlineNode(title: "Inner", page: book.pages[2].id)]),
      OutlineNode(title: "Again", page: book.pages[2].id),
    ]
    #expect(try await chosen(text, book) == expected)
  }

  @Test("overrides count as the source does, whatever was put in or taken out since")
  func sourceNumbers() async throws {
    var book = SampleBook.named(pages: 4)
    let numbers = Dictionary(uniqueKeysWithValues: book.pages.enumerated().map { ($1.id.text, $0 + 1) })
    book.pages.remove(at: 0)
    book.pages.insert(
      Page(
        id: .blank(after: book.pages[0].id), picture: .blank(.init(size: nil, reason: "test")), sourceName: ""
      ), at: 1)
    #expect(try await chosen("number == 3", book) == [3])
    #expect(try await chosen("number == 3", book, sourceNumbers: numbers) == [3])
    #expect(try await chosen("number == 2", book, sourceNumbers: numbers) == [1])
    #expect(try await chosen("number == 1", book, sourceNumbers: numbers) == [])
  }

  @Test("facts behind an operation that depends on content are an error that names it")
  func unknown() async throws {
    var book = SampleBook.named(pages: 2)
    book.pages[1].picture = .derived(Shrink(), [.derived(AutoCrop(), [book.pages[1].picture])])
    let error = await #expect(throws: Diagnostic.self) { try await chosen("width > 10", book) }
    #expect(error?.rule == .factUnknown)
    #expect(error?.message.contains("'crop'") == true)
    #expect(error?.place.page == 2)
    #expect(try await chosen("first and width > 10", book) == [1])
  }

  @Test("a picture that is still to be made has no bytes to count")
  func derivedBytes() async throws {
    var book = SampleBook.named(pages: 1)
    book.pages[0].picture = .derived(Shrink(), [book.pages[0].picture])
    #expect(try await chosen("width == 50", book) == [1])
    let error = await #expect(throws: Diagnostic.self) { try await chosen("bytes > 1", book) }
    #expect(error?.message.contains("'resize'") == true)
  }
}
