import BookModel
import Formats
import Testing

@Suite("How reader programs pair pages")
struct ViewerModelTests {
  /// `n` upright, `W` wide, `B` a back cover, `F` a front cover.
  private func openings(_ viewer: ViewerModel, _ pages: String) -> [[Int]] {
    viewer.openings(
      of: pages.map { letter in
        ViewerModel.PageFacts(
          size: Size(width: letter == "W" ? 120 : 60, height: 90), isFrontCover: letter == "F",
          isBackCover: letter == "B")
      }
    ).map { $0.map { $0 + 1 } }
  }

  @Test(
    "all: first page alone, wide pages alone, a page before a wide one alone", arguments: ViewerModel.allCases
  )
  func common(_ viewer: ViewerModel) {
    #expect(openings(viewer, "nnnWnnn") == [[1], [2, 3], [4], [5, 6], [7]])
    #expect(openings(viewer, "nnWn") == [[1], [2], [3], [4]])
    #expect(openings(viewer, "") == [])
  }

  @Test("Komga leaves the last page alone, ComicRack pages typed as covers")
  func differences() {
    #expect(openings(.komga, "nnn") == [[1], [2], [3]])
    #expect(openings(.kavita, "nnn") == [[1], [2, 3]])
    #expect(openings(.comicrack, "nnB") == [[1], [2], [3]])
    #expect(openings(.comicrack, "nnFnn") == [[1], [2], [3], [4, 5]])
    #expect(openings(.yacreader, "nnB") == [[1], [2, 3]])
  }
}
