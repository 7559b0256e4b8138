import BookModel
import Diagnostics
import Imaging
import PluginKit
import Stages
import Testing

@Suite("double pages are cut in their fold behind a crop") struct CropSplitTests {
  /// A double page of 800 by 600 with white around two panels that meet in the fold: the left one of level 40, the
  /// right one of 90.
  private func spread(left: Int, right: Int) -> Raster {
    var page = Raster(size: Size(width: 800, height: 600), filledWith: 255)
    for y in 30..<580 {
      for x in left..<800 - right { page.samples[y * 800 + x] = x < 400 ? 40 : 90 }
    }
    return page
  }

  private func book(left: Int = 75, right: Int = 10, direction: Direction = .leftToRight) throws -> TestBook {
    let single = Raster.panel(left: 20, top: 30, right: 20, bottom: 20)
    return try TestBook(
      [single, single, single, spread(left: left, right: right), single, single], direction: direction)
  }

  /// The two halves behind some stages.
  private func halves(_ book: TestBook, _ stages: any Stage...) async throws -> [Raster] {
    var changed = book.book
    for stage in stages { changed = try await stage.apply(to: changed, selecting: .all, in: book.context) }
    #expect(changed.pages.count == 7)
    var rasters: [Raster] = []
    for page in changed.pages[3...4] { rasters.append(try await book.context.raster(of: page.picture)) }
    return rasters
  }

  private func middle(_ raster: Raster) -> [UInt8] {
    let start = raster.size.height / 2 * raster.size.width
    return (0..<raster.size.width).map { raster.samples[(start + $0) * raster.layout.bytesPerPixel] }
  }

  @Test(
    "each half ends in the fold, and loses its outer margin",
    arguments: [(75, 10), (10, 75), (0, 60), (40, 40)]
  )
  func fold(margins: (Int, Int)) async throws {
    for direction in Direction.allCases {
      let book = try book(left: margins.0, right: margins.1, direction: direction)
      let parts = try await halves(book, stage(CropStage.self, "auto"), stage(SplitStage.self, "{}"))
      let (left, right) = direction == .leftToRight ? (parts[0], parts[1]) : (parts[1], parts[0])
      #expect(middle(left) == Array(repeating: 40, count: 400 - margins.0))
      #expect(middle(right) == Array(repeating: 90, count: 400 - margins.1))
      #expect(left.size.height == 550 && right.size.height == 550)
    }
  }

  @Test("margins cut alike over the book leave the fold in the middle")
  func overTheBook() async throws {
    let parts = try await halves(
      book(), stage(CropStage.self, "{ scope: book }"), stage(SplitStage.self, "{}"))
    #expect(Set(middle(parts[0])).isSubset(of: [40, 255]))
    #expect(Set(middle(parts[1])).isSubset(of: [90, 255]))
  }

  @Test("an overlap reaches beyond the fold on both sides")
  func overlap() async throws {
    let parts = try await halves(
      book(), stage(CropStage.self, "auto"), stage(SplitStage.self, "{ overlap: 12 }"))
    #expect(parts.map(\.size.width) == [325 + 12, 390 + 12])
    #expect(middle(parts[0]).count { $0 == 90 } == 12 && middle(parts[1]).count { $0 == 40 } == 12)
  }

  @Test("the fold goes along with whatever changes the page in between")
  func between() async throws {
    func kinds(_ stages: any Stage...) async throws -> [Set<Bool>] {
      let book = try book()
      var changed = try await stage(CropStage.self, "auto").apply(
        to: book.book, selecting: .all, in: book.context)
      for stage in stages + [try stage(SplitStage.self, "{}")] {
        changed = try await stage.apply(to: changed, selecting: .all, in: book.context)
      }
      var kinds: [Set<Bool>] = []
      for page in changed.pages[3...4] {
        // The column of the fold itself may be a blend.
        let row = middle(try await book.context.raster(of: page.picture)).dropFirst(2).dropLast(2)
        kinds.append(Set(row.filter { $0 < 200 }.map { $0 < 65 }))
      }
      return kinds
    }
    #expect(try await kinds(stage(GrayscaleStage.self, "always")) == [[true], [false]])
    #expect(try await kinds(stage(LevelsStage.self, "{ gamma: 1.02 }")) == [[true], [false]])
    #expect(try await kinds(stage(SharpenStage.self, "{}")) == [[true], [false]])
    #expect(try await kinds(stage(ResizeStage.self, "300x300")) == [[true], [false]])
    #expect(try await kinds(stage(ResizeStage.self, "{ size: 300x300, mode: pad }")) == [[true], [false]])
    #expect(try await kinds(stage(BorderStage.self, "{ width: 20, color: white }")) == [[true], [false]])
    #expect(try await kinds(stage(FlipStage.self, "horizontal")) == [[false], [true]])
    #expect(try await kinds(stage(FlipStage.self, "vertical")) == [[true], [false]])
    #expect(try await kinds(stage(RotateStage.self, "180")) == [[false], [true]])
    #expect(try await kinds(stage(CropStage.self, "7")) == [[true], [false]])
    #expect(try await kinds(stage(CropStage.self, "{ left: 30 }")) == [[true], [false]])
    #expect(try await kinds(stage(CropStage.self, "auto")) == [[true], [false]])
  }

  @Test("lengths cut off a page as it came are taken to bring the fold into the middle")
  func stated() async throws {
    let parts = try await halves(
      book(), stage(CropStage.self, "{ left: 60 }"), stage(SplitStage.self, "{}"))
    #expect(parts.map(\.size.width) == [370, 370])
  }
}
