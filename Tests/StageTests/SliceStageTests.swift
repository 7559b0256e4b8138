import BookModel
import Diagnostics
import Imaging
import PluginKit
import Stages
import Testing

/// Panels of noise, the rows given, on white.
private struct Panels: PixelOperation {
  static let name = "panels"
  var rows: [Range<Int>]
  var parameters: String { "\(rows)" }
  func facts(of inputs: [PictureFacts]) -> PictureFacts? { inputs.first }
  func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    for range in rows {
      for y in range {
        for x in 0..<raster.size.width {
          raster.samples[y * raster.size.width + x] = UInt8((x &* x &* 31 &+ y &* 17) & 255)
        }
      }
    }
    return .changed
  }
}

@Suite("The stage 'slice'")
struct SliceStageTests {
  private func book(_ height: Int, _ panels: [Range<Int>]) -> Book {
    var book = PairStageTests.book("nn")
    let blank = Picture.blank(Picture.Blank(size: Size(width: 100, height: height), reason: "test"))
    book.pages[0].picture = .derived(Panels(rows: panels), [blank])
    book.pages[0].bookmark = "Start"
    book.outline = [OutlineNode(title: "One", page: book.pages[0].id)]
    return book
  }

  /// The rows of each part of the first page.
  private func rows(_ book: Book) async throws -> [Range<Int>] {
    let result = try await SliceStage(SliceStage.Settings()).apply(
      to: book, selecting: .all, in: StageContext())
    var rows: [Range<Int>] = []
    for page in result.pages.dropLast() {
      if case .derived(let operation, _) = page.picture, let crop = operation.base as? CropOperation {
        rows.append(crop.rectangle.y..<(crop.rectangle.y + crop.rectangle.size.height))
      }
    }
    return rows
  }

  @Test("cuts lie between panels, none is lost or shown twice")
  func betweenPanels() async throws {
    let panels = [10..<120, 140..<260, 300..<380, 400..<520, 560..<690]
    let rows = try await rows(book(700, panels))
    #expect(rows.count >= 4)
    #expect(rows.first?.lowerBound == 0)
    #expect(rows.last?.upperBound == 700)
    for (one, next) in zip(rows, rows.dropFirst()) {
      #expect(one.upperBound == next.lowerBound)
      #expect(!panels.contains { $0.contains(one.upperBound) || $0.contains(one.upperBound - 1) })
    }
  }

  @Test("a panel longer than a screen stays whole")
  func longPanel() async throws {
    let panels = [10..<500, 540..<640]
    #expect(try await rows(book(700, panels)).map(\.count).max() ?? 0 >= 500)
    #expect(try await rows(book(700, [0..<700])).isEmpty)
  }

  @Test("cuts in wide gaps lie on rows where a JPEG can be cut without loss")
  func aligned() async throws {
    for rows in try await rows(book(900, [10..<130, 170..<300, 350..<480, 520..<640, 700..<890])).dropFirst()
    {
      #expect(rows.lowerBound % 16 == 0)
    }
  }

  @Test("marks lead to the first screen; ordinary pages are left alone")
  func marks() async throws {
    let result = try await SliceStage(SliceStage.Settings())
      .apply(
        to: book(700, [10..<120, 140..<260, 300..<380, 400..<520, 560..<690]), selecting: .all,
        in: StageContext())
    #expect(result.pages[0].bookmark == "Start")
    #expect(result.outline[0].page == result.pages[0].id)
    #expect(result.pages.last?.sourceName == "p2")
    #expect(result.pages.dropLast().allSatisfy { $0.sourceName == "p1" })
  }
}

@Suite("The stage 'mark'")
struct MarkStageTests {
  private func isDouble(_ mark: MarkStage.DoublePage, stated: Bool?) async throws -> [PageShape] {
    var book = PairStageTests.book("nnWn")
    book.pages[1].isDouble = stated
    var settings = MarkStage.Settings()
    settings.doublePage = mark
    let chosen = PageSelection([book.pages[1].id], isStated: true)
    let marked = try await MarkStage(settings).apply(to: book, selecting: chosen, in: StageContext())
    let size = Size(width: 60, height: 90)
    return PageShape.judge(marked.pages, sizes: [size, size, Size(width: 120, height: 90), size])
  }

  @Test("force holds against measuring, clear against what is stated, judge forgets what is stated")
  func marks() async throws {
    #expect(try await isDouble(.force, stated: nil) == [.single, .wide, .wide, .single])
    #expect(try await isDouble(.clear, stated: true) == [.single, .single, .wide, .single])
    #expect(try await isDouble(.judge, stated: true) == [.single, .single, .wide, .single])
  }
}
