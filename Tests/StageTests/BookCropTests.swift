import BookModel
import Diagnostics
import Imaging
import PluginKit
import Stages
import Testing

@Suite("crop over a book") struct BookCropTests {
  private let cropping = "{ scope: book, limit: 20% }"
  private let wide = Size(width: 800, height: 600)

  /// A left page has its gutter at the right.
  private func left(outer: Int = 40, inner: Int = 20, top: Int = 30, bottom: Int = 60) -> Raster {
    .panel(left: outer, top: top, right: inner, bottom: bottom)
  }
  private func right(outer: Int = 40, inner: Int = 20, top: Int = 30, bottom: Int = 60) -> Raster {
    .panel(left: inner, top: top, right: outer, bottom: bottom)
  }

  private func crops(_ pages: [Raster], _ options: String? = nil, direction: Direction? = nil) async throws
    -> [String]
  {
    let book = try TestBook(pages, direction: direction)
    return try await book.through(stage(CropStage.self, options ?? cropping)).recipes
      .map { String($0.prefix { $0 != ")" }.split(separator: "(").last ?? "") }
  }

  @Test("margins that all pages have are cut, mirrored between left and right pages")
  func mirrored() async throws {
    let pages = [right(), left(), right(), left(), right()]
    #expect(
      try await crops(pages) == [
        "340x510+20+30", "340x510+40+30", "340x510+20+30", "340x510+40+30", "340x510+20+30",
      ])
    #expect(
      try await crops([left(), right(), left(), right(), left()], direction: .rightToLeft)[..<2] == [
        "340x510+40+30", "340x510+20+30",
      ])
  }

  @Test("facing pages are cut alike: where one reaches further, both lose less")
  func facing() async throws {
    var pages = Array(repeating: [left(), right()], count: 6).flatMap { $0 }
    pages.insert(right(), at: 0)
    pages[3] = left(outer: 10, top: 5)
    let result = try await crops(pages)
    #expect(result[1] == "340x510+40+30")
    #expect(result[3] == "370x535+10+5")
    #expect(result[4] == "370x535+20+5")
    #expect(result[5] == result[1])
  }

  @Test("pictures that run off their pages neither lose anything nor keep the book from being cut")
  func bleeds() async throws {
    var pages = Array(repeating: [left(), right()], count: 6).flatMap { $0 }
    pages.insert(Raster(size: Size(width: 400, height: 600), filledWith: 120), at: 0)
    let result = try await crops(pages)
    #expect(result[0] == "p1")
    #expect(result[1] == "340x510+40+30")
  }

  @Test("an edge where fewer than half of the pages have a margin is not cut")
  func rareMargin() async throws {
    let pages = [right(), left(outer: 0), right(outer: 0), left(outer: 0), right(outer: 0)]
    let result = try await crops(pages)
    #expect(result[0] == "380x510+20+30")
    #expect(result[1] == "380x510+0+30")
  }

  @Test("blank pages are cut as the others are, and have no say")
  func blank() async throws {
    let white = Raster(size: Size(width: 400, height: 600), filledWith: 255)
    #expect(
      try await crops([right(), left(), white, left(), right()])[1...2] == ["340x510+40+30", "340x510+20+30"])
    #expect(try await crops([white, white, white]) == ["p1", "p2", "p3"])
  }

  @Test("a wide page loses the outer margin at both sides")
  func widePage() async throws {
    let spread = Raster.panel(left: 40, top: 30, right: 40, bottom: 60, size: wide)
    let result = try await crops([right(), left(), right(), spread, left(), right()])
    #expect(result[3] == "720x510+40+30")
    #expect(result[4] == "340x510+40+30")
  }

  @Test("pages of another size are cut by the same shares")
  func otherSize() async throws {
    let large = Raster.panel(
      left: 80, top: 60, right: 40, bottom: 120, size: Size(width: 800, height: 1200))
    #expect(try await crops([right(), large, right()])[1] == "680x1020+80+60")
  }

  @Test("limit and padding hold; pages that are not selected stay and have no say")
  func options() async throws {
    let pages = [right(), left(), right()]
    #expect(try await crops(pages, "{ scope: book, limit: 5% }")[1] == "360x540+20+30")
    #expect(try await crops(pages, "{ scope: book, padding: 10 }")[1] == "360x530+30+20")
    let book = try TestBook([Raster(size: Size(width: 400, height: 600), filledWith: 120), left(), right()])
    let result = try await book.through(stage(CropStage.self, cropping), book.only(2, 3))
    #expect(result.recipes == ["p1", "crop(340x510+40+30) of p2", "crop(340x510+20+30) of p3"])
  }

  @Test("sides that pages state, and openings they lie in, come before counting")
  func stated() async throws {
    var book = try TestBook([left(), right(top: 10), left(), right()])
    book.book.pages[0].side = .left
    book.book.pages[1].side = .right
    book.book.pages[2].side = .left
    book.book.pages[3].side = .right
    let bySide = try await book.through(stage(CropStage.self, cropping)).recipes
    #expect(bySide[0] == "crop(340x530+40+10) of p1")
    #expect(bySide[1] == "crop(340x530+20+10) of p2")
    for index in 0..<4 {
      book.book.pages[index].side = nil
      book.book.pages[index].opening = PageOpening(first: book.book.pages[index / 2 * 2].id, reason: "test")
    }
    #expect(try await book.through(stage(CropStage.self, cropping)).recipes == bySide)
  }

  @Test("a damaged page is left as it is, for rendering to tell")
  func damaged() async throws {
    var book = try TestBook([right(), left(), right()])
    let entry = EntryReference(source: .main, key: 9, name: "bad")
    book.book.pages[0] = Page(id: PageID(entry), picture: .entry(entry), sourceName: "bad")
    let context = StageContext([
      "bad": Array("no picture at all".utf8), "p2": try encodePNG(left()), "p3": try encodePNG(right()),
    ])
    let result = try await stage(CropStage.self, cropping).apply(
      to: book.book, selecting: .all, in: context)
    #expect(result.recipes == ["bad", "crop(340x510+40+30) of p2", "crop(340x510+20+30) of p3"])
  }
}
