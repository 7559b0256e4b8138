import BookModel
import Diagnostics
import Options
import PluginKit
import Stages
import Testing

@Suite("The stage 'pair'")
struct PairStageTests {
  /// A book of blank pages: `n` upright, `W` wide, `h` square.
  static func book(_ shapes: String, direction: Direction? = .leftToRight) -> Book {
    let pages = shapes.enumerated().map { index, letter in
      let size = Size(width: letter == "W" ? 120 : letter == "h" ? 85 : 60, height: 90)
      let entry = EntryReference(source: .main, key: index, name: "p\(index + 1)")
      return Page(
        id: PageID(entry), picture: .blank(Picture.Blank(size: size, reason: "test")), sourceName: entry.name)
    }
    var book = Book(
      source: BookSource(
        path: "b", stem: "b", folder: "", reader: "folder", format: "folder", pageCount: pages.count),
      pages: pages)
    if let direction { book.metadata.set(\.direction, to: direction, from: Origin(.embedded, "test")) }
    book.numberSourcePages()
    return book
  }

  /// Openings by source names, left and right, `<p4>` for one that fills the opening.
  static func picture(_ book: Book) -> String {
    book.openings.map { opening in
      func name(_ side: PageSide) -> String {
        opening.page(on: side).map { book.pages[$0].sourceName } ?? " "
      }
      return opening.page(on: .center) != nil ? "<\(name(.center))>" : "[\(name(.left))|\(name(.right))]"
    }.joined(separator: " ")
  }

  static func run(
    _ book: Book, _ context: StageContext = StageContext(), selecting selection: PageSelection = .all,
    _ change: (inout PairStage.Settings) -> Void = { _ in }
  ) async throws -> Book {
    var settings = PairStage.Settings()
    change(&settings)
    return try await PairStage(settings).apply(to: book, selecting: selection, in: context)
  }

  private func paired(_ book: Book, _ change: (inout PairStage.Settings) -> Void = { _ in }) async throws
    -> String
  {
    Self.picture(try await Self.run(book, StageContext(), change))
  }

  private typealias Pages = OptionMap<PagePlacement>

  @Test("sides and openings are written to the pages")
  func sides() async throws {
    #expect(try await paired(Self.book("nnnWnn")) == "[ |p1] [p2|p3] <p4> [p5|p6]")
    #expect(try await paired(Self.book("nnnWnn", direction: .rightToLeft)) == "[p1| ] [p3|p2] <p4> [p6|p5]")
  }

  @Test("an unknown direction is left to right, with a warning; a direction stated becomes the book's")
  func direction() async throws {
    let context = StageContext()
    let guessed = try await Self.run(Self.book("nnn", direction: nil), context)
    #expect(Self.picture(guessed) == "[ |p1] [p2|p3]")
    #expect(context.diagnostics.map(\.rule) == [.directionUnknown])
    #expect(guessed.direction == nil)
    let silent = StageContext()
    let stated = try await Self.run(Self.book("nnn", direction: nil), silent) { $0.direction = .rtl }
    #expect(Self.picture(stated) == "[p1| ] [p3|p2]")
    #expect(stated.direction == .rightToLeft)
    #expect(silent.diagnostics.isEmpty)
    var japanese = Self.book("nnn", direction: nil)
    japanese.metadata.set(\.language, to: "ja-JP", from: Origin(.embedded, "test"))
    #expect(japanese.isLikelyRightToLeft)
    #expect(!stated.isLikelyRightToLeft)
  }

  @Test("overrides go by the source's numbers, also behind pages that were dropped")
  func sourceNumbers() async throws {
    var book = Self.book("nnnnnn")
    _ = book.apply(.remove([book.pages[1].id]))
    #expect(
      try await paired(book) { $0.pages = Pages([.init(key: "5", value: .alone)]) }
        == "[ |p1] [p3|p4] [p5| ] [p6| ]")
    let context = StageContext()
    _ = try await Self.run(book, context) { $0.pages = Pages([.init(key: "7", value: .alone)]) }
    #expect(context.diagnostics.map(\.rule) == [.pageNotThere])
  }

  @Test("a stated double page that is clearly upright is told of and ignored")
  func upright() async throws {
    var book = Self.book("nnnn")
    book.pages[1].isDouble = true
    let context = StageContext()
    #expect(Self.picture(try await Self.run(book, context)) == "[ |p1] [p2|p3] [p4| ]")
    #expect(context.diagnostics.map(\.rule) == [.doublePageUpright])
  }

  @Test("halves of a page stay together when the book is paired again")
  func halves() async throws {
    var book = try await Self.run(Self.book("nnWnn"))
    let wide = book.pages[2]
    let halves = [1, 2].map {
      Page(
        id: .half($0, of: wide.id),
        picture: .blank(Picture.Blank(size: Size(width: 60, height: 90), reason: "t")),
        isDouble: false, sourceName: "h\($0)")
    }
    _ = book.apply(.split(wide.id, into: halves))
    #expect(try await paired(book) == "[ |p1] [ |p2] [h1|h2] [p4|p5]")
  }

  @Test("pages that 'where' leaves out keep what they have, and nothing is paired across them")
  func selection() async throws {
    let book = Self.book("nnnnn")
    let chosen = PageSelection(Set(book.pages.map(\.id)).subtracting([book.pages[2].id]), isStated: true)
    let result = try await Self.run(book, selecting: chosen)
    #expect(result.pages[2].side == nil)
    #expect(Self.picture(result) == "[ |p1] [p2| ] [p4|p5]")
  }

  @Test("blanks are put in only where readers would pair otherwise")
  func blanks() async throws {
    func blanked(_ shapes: String, _ change: (inout PairStage.Settings) -> Void = { _ in }) async throws
      -> String
    {
      try await paired(Self.book(shapes)) {
        $0.blank = .insert
        change(&$0)
      }
    }
    #expect(try await blanked("nnnWnnn") == "[ |p1] [p2|p3] <p4> [p5|p6] [p7| ]")
    #expect(try await blanked("nnnnW") == "[ |p1] [blank|p2] [p3|p4] <p5>")
    #expect(try await blanked("nnW") == "[ |p1] [ |p2] <p3>", "shown alone anyway")
    #expect(
      try await blanked("nnnnn") { $0.pages = Pages([.init(key: "2", value: .alone)]) }
        == "[ |p1] [p2|blank] [p3|p4] [p5| ]")
    let book = try await Self.run(Self.book("nnnnW")) { $0.blank = .insert }
    let blank = try #require(book.pages.first { $0.sourceName == "blank" })
    #expect(blank.roles == [.other])
    #expect(blank.id.origins.isEmpty)
  }

  @Test("a blank on each side of a gap between two pages has an id of its own")
  func twoBlanks() async throws {
    let book = try await Self.run(Self.book("nnnnn")) {
      $0.blank = .insert
      $0.pages = Pages([.init(key: "2", value: .alone), .init(key: "3", value: .right)])
    }
    #expect(Self.picture(book) == "[ |p1] [p2|blank] [blank|p3] [p4|p5]")
    #expect(Set(book.pages.map(\.id)).count == book.pages.count)
  }

  @Test("options: numbers of pages are numbers")
  func validation() {
    var decoder = OptionDecoder(file: nil, owner: "stage 'pair'")
    _ = PairStage.Settings.decode(.map([("pages", .map([("x", .text("alone"))]))]), &decoder)
    #expect(decoder.problems.map(\.rule) == [.optionValue])
  }
}
