import BookModel
import Testing
import Typesetting

@Suite("Notes")
struct NoteTests {
  private func body(_ note: String = "note") -> String {
    """
    <p>one<a epub:type="noteref" href="#n1">*</a></p><p>two</p>\
    <aside epub:type="footnote" id="n1"><p>\(note)</p></aside><p>three</p><p>four</p>
    """
  }

  @Test("stand at the foot of the page that refers to them")
  func page() throws {
    let section = try Sample(rows: 4).set(body())
    #expect(section.pages.map(\.textLines) == [["one*", "two", "note"], ["three", "four"]])
    let note = try #require(section.pages[0].lines.last)
    #expect(note.isNote && note.area.y + note.area.height == 120 * 1024)
    #expect(section.anchors["n1"] == 0)
    // A line stands above them.
    #expect(section.pages[0].fills.count == 1 && section.pages[1].fills.isEmpty)
  }

  @Test("stand behind the text of their document where that is asked for")
  func chapter() throws {
    var sample = Sample(rows: 20)
    sample.settings.footnotes = .chapter
    #expect(try sample.lines(body()) == [["one*", "two", "three", "four", "note"]])
  }

  @Test("longer than their page are carried over, and all of them is there")
  func carried() throws {
    let note = (1...12).map { "n\($0)" }.joined(separator: "<br/>")
    let section = try Sample(rows: 5).set(body(note))
    #expect(section.pages[0].lines.contains { $0.isNote })
    let notes = section.pages.flatMap { $0.textLines }.filter { $0.hasPrefix("n") }
    #expect(notes == (1...12).map { "n\($0)" })
    let text = section.pages.flatMap { $0.textLines }.filter { !$0.hasPrefix("n") }
    #expect(text == ["one*", "two", "three", "four"])
    for page in section.pages { #expect(page.lines.allSatisfy { $0.area.y + $0.area.height <= 150 * 1024 }) }
  }

  @Test("begin on the page of their reference, which moves to the next page if need be")
  func moved() throws {
    let section = try Sample(rows: 4).set(
      """
      <p>one</p><p>two</p><p>three</p><p>four<a epub:type="noteref" href="text.xhtml#n">1</a></p>
      <section epub:type="rearnotes"><h2>Notes</h2><ol><li id="n">note</li><li id="m">other</li></ol></section>
      """)
    let page = try #require(section.pages.firstIndex { $0.textLines.contains("four1") })
    #expect(page == 1 && section.pages[1].textLines.contains("note1."))
    // What nothing refers to stays where it is, with its number.
    #expect(section.pages.flatMap(\.textLines).contains("other2."))
  }
}
