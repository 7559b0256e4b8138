import BookModel
import Diagnostics
import Testing

@testable import Sinks

@Suite("Names of pages in an output")
struct PageNamesTests {
  private func pages(_ names: [String]) -> [Page] {
    names.enumerated().map { index, name in
      let entry = EntryReference(source: .main, key: index, name: name)
      return Page(id: PageID(entry), picture: .entry(entry), sourceName: name)
    }
  }

  private func names(
    _ sources: [String], _ naming: PageNaming = .auto, reader: String = "archive", format: ImageFormat = .png
  ) throws -> [String] {
    let names = try PageNames(pages(sources), naming, ofReader: reader)
    return sources.indices.map { names.name(at: $0, format) }
  }

  @Test("source names stay where plain and natural sorting keep the order")
  func keepsGoodNames() throws {
    #expect(try names(["a/01.png", "a/02.png", "b/01.png"]) == ["a/01.png", "a/02.png", "b/01.png"])
  }

  @Test(
    "numbers where some reader would sort otherwise",
    arguments: [
      (["1.png", "2.png", "10.png"], "plain order puts 10 before 2"),
      (["b.png", "a.png"], "the book's order is not that of the names"),
      (["01.png", "01.PNG"], "two names are one on some systems"),
      (["a.png", "A.png"], "two names differ in case only"),
      (["cover.png", "ch 1/01.png", "ch 2/01.png"], "plain order puts ch before cover"),
    ])
  func numbers(sources: [String], why: String) throws {
    let expected = (1...sources.count).map { "00\($0).png" }
    #expect(try names(sources) == expected, "\(why)")
  }

  @Test("extensions follow the pictures' bytes")
  func extensions() throws {
    #expect(try names(["01.gif", "02.jpeg"], format: .jpeg) == ["01.jpg", "02.jpg"])
    #expect(try names(["Vol. 1.5", "Vol. 1.6"], format: .webp) == ["Vol. 1.5.webp", "Vol. 1.6.webp"])
  }

  @Test("folders that all pages of an EPUB share are left out")
  func epubFolders() throws {
    #expect(
      try names(["OEBPS/images/1.png", "OEBPS/images/2.png"], reader: "epub") == ["1.png", "2.png"])
    #expect(try names(["a/1.png", "a/2.png"], reader: "archive") == ["a/1.png", "a/2.png"])
  }

  @Test(
    "numbers are wide enough for the count",
    arguments: [(1, "001"), (999, "001"), (1000, "0001"), (10_000, "00001")])
  func width(count: Int, first: String) throws {
    #expect(try names((0..<count).map { "p\($0 * 7 % 10)\($0)" }, .number).first == "\(first).png")
  }

  @Test("kept names that are one file are refused, with the name")
  func keptTwice() {
    #expect {
      try names(["x/01.png", "X/01.jpg"], .keep)
    } throws: { error in
      (error as? Diagnostic)?.message.contains("X/01") == true
    }
  }
}
