import BookModel
import Testing
import Typesetting

@Suite("Vertical writing")
struct VerticalTests {
  private func sample(_ css: String = "") -> Sample {
    var sample = Sample(columns: 40, rows: 10, "html { writing-mode: vertical-rl } " + css)
    sample.settings.margins = PageMargins(top: 10, right: 20, bottom: 30, left: 40)
    return sample
  }

  @Test("has its first column at the right, and lines that go down")
  func columns() throws {
    let section = try sample().set("<p>日本語日本語日本語日本語日本語日本語</p>")
    #expect(section.isVertical)
    let page = section.pages[0]
    // The page is 400 wide and 300 high: 260 pixels hold thirteen ideographs.
    #expect(page.glyphs.map(\.text.count) == [13, 5])
    #expect(page.lines.map { $0.area.x / 1024 } == [350, 320])
    #expect(page.lines.map { $0.area.y / 1024 } == [10, 10])
    #expect(page.glyphs.allSatisfy { $0.flow == .upright })
    // The middle of a column of 30 pixels.
    #expect(page.glyphs.map { $0.x / 1024 } == [365, 335])
  }

  @Test("lays letters on their side")
  func sideways() throws {
    let page = try sample().set("<p>日abc</p>").pages[0]
    #expect(page.glyphs.map(\.flow) == [.upright, .sideways])
    #expect(page.glyphs.last.map { $0.y / 1024 } == 30)
  }

  @Test("has margins where they are on the page")
  func margins() throws {
    let page = try sample("p { margin: 16px 32px 0 0 }").set("<p>日</p>").pages[0]
    // From the right 40 pixels, from the top 20.
    #expect(page.lines[0].area.pixels == [310, 30, 30, 20])
  }

  @Test("turns pictures not at all")
  func pictures() throws {
    var sample = sample()
    let entry = EntryReference(source: .main, key: 1, name: "a.png")
    sample.pictures = ["a.png": SizedPicture(entry: entry, size: Size(width: 80, height: 40))]
    let page = try sample.set("<p>日</p><div><img src='a.png'/></div>").pages[0]
    #expect(page.pictures.map(\.pixels) == [[250, 10, 100, 50]])
  }
}
