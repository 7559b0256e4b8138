import BookModel
import Testing

@Suite("Page shapes")
struct PageShapeTests {
  private func judge(_ pages: [((Int, Int)?, Bool?)]) -> [PageShape] {
    PageShape.judge(pages.map { page in (page.0.map { Size(width: $0.0, height: $0.1) }, page.1) })
  }

  private let upright: ((Int, Int)?, Bool?) = ((60, 90), nil)

  @Test("pages a few pixels off are single (F42); measured wide ones fill both sides")
  func measured() {
    #expect(
      judge([upright, ((62, 89), nil), ((120, 90), nil), ((60, 92), nil)]) == [
        .single, .single, .wide, .single,
      ])
  }

  @Test("a stated double page wins unless it is clearly upright; so does a stated single one")
  func stated() {
    #expect(judge([upright, upright, ((80, 90), true)]) == [.single, .single, .wide])
    #expect(judge([upright, upright, ((60, 90), true)]) == [.single, .single, .single])
    #expect(judge([upright, upright, ((120, 90), false)]) == [.single, .single, .single])
    #expect(judge([(nil, true), (nil, nil)]) == [.wide, .single])
    // Narrow strips of four panels: a double one is taller than wide and yet twice as wide as usual.
    #expect(judge([((40, 100), nil), ((40, 100), nil), ((80, 100), true)]) == [.single, .single, .wide])
  }

  @Test("in a book of landscape pages each stands alone, and only a stated page is double")
  func landscape() {
    #expect(
      judge([((120, 90), nil), ((120, 90), nil), ((60, 90), nil), ((240, 90), true)])
        == [.landscape, .landscape, .landscape, .wide])
  }

  @Test("nearly square pages are single ones, and what is stated of one still wins")
  func nearlySquare() {
    #expect(
      judge([
        ((112, 100), nil), ((112, 100), nil), ((224, 100), nil), ((112, 100), true), ((224, 100), false),
      ])
        == [.single, .single, .wide, .wide, .single])
  }

  @Test("very tall pages are strips; where they are usual, every page is one")
  func strips() {
    #expect(judge([upright, upright, ((60, 180), nil)]) == [.single, .single, .strip])
    #expect(judge([((60, 600), nil), ((60, 500), nil), ((60, 90), nil)]) == [.strip, .strip, .strip])
    #expect(judge([upright, upright, ((60, 179), nil)])[2] == .single)
  }
}
