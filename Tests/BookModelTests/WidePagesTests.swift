import BookModel
import Testing

@Suite("Wide pages")
struct WidePagesTests {
  private func judge(_ sizes: [(Int, Int)?]) -> [Bool] {
    WidePages.judge(sizes.map { size in size.map { Size(width: $0.0, height: $0.1) } })
  }

  @Test("a page is wide at 1.5 times the usual shape, whatever its absolute one")
  func relative() {
    #expect(judge([(60, 90), (120, 90), (60, 90)]) == [false, true, false])
    // Tall strips: twice as wide as usual is a spread although taller than wide.
    #expect(judge([(50, 100), (50, 100), (99, 100)]) == [false, false, true])
    // Exactly 1.5 times, and just below.
    #expect(judge([(60, 90), (60, 90), (90, 90), (89, 90)]) == [false, false, true, false])
  }

  @Test("of two pages the narrower is the usual one")
  func two() {
    #expect(judge([(60, 90), (120, 90)]) == [false, true])
  }

  @Test("in a book of landscape pages none is wide")
  func landscape() {
    #expect(judge([(120, 90), (120, 90), (300, 90)]) == [false, false, false])
  }

  @Test("squares are usual up to a ratio of one")
  func squares() {
    #expect(judge([(100, 100), (100, 100), (150, 100)]) == [false, false, true])
  }

  @Test("nearly square pages are usual pages, of which some are twice as wide")
  func nearlySquare() {
    #expect(judge([(110, 100), (112, 100), (220, 100)]) == [false, false, true])
    #expect(judge([(120, 100), (120, 100), (240, 100)]) == [false, false, false])
  }

  @Test("how many pages wide a picture is goes by the book's usual one")
  func across() {
    let sizes = [(60, 90), (60, 90), (180, 90)].map { Size(width: $0.0, height: $0.1) }
    #expect(WidePages.pagesAcross(sizes + [nil]) == [1, 1, 3, nil])
  }

  @Test("sizes that are unknown or make no sense are never wide and do not count")
  func unknown() {
    #expect(judge([nil, (60, 90), (120, 90), (0, 0), (60, 90)]) == [false, false, true, false, false])
    #expect(judge([nil, nil]) == [false, false])
    #expect(judge([]) == [])
  }
}
