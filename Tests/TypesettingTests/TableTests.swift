import BookModel
import Testing
import Typesetting

@Suite("Tables")
struct TableTests {
  private let plain = "table { border-spacing: 0 } td, th { padding: 0; vertical-align: top }"

  @Test("have columns as wide as they need, and cells side by side")
  func columns() throws {
    let page = try Sample(plain).set(
      "<table><tr><td>a</td><td>bb</td></tr><tr><td>cccc</td><td>d</td></tr></table>"
    ).pages[0]
    #expect(page.textLines == ["abb", "ccccd"])
    #expect(page.glyphs.map { $0.x / 1024 } == [0, 40, 0, 40])
    #expect(page.text.split(whereSeparator: \.isWhitespace) == ["a", "bb", "cccc", "d"])
  }

  @Test("wrap the text of cells where columns do not fit")
  func wrapped() throws {
    let page = try Sample(columns: 12, plain).set(
      "<table><tr><td>one two three</td><td>four five six</td></tr></table>"
    ).pages[0]
    #expect(page.text.split(whereSeparator: \.isWhitespace).joined() == "onetwothreefourfivesix")
    #expect(page.lines.allSatisfy { $0.area.x >= 0 && $0.area.x + $0.area.width <= 120 * 1024 })
    #expect(Set(page.lines.map(\.area.y)).count > 1)
  }

  @Test("have cells that reach over columns and rows")
  func spans() throws {
    let page = try Sample(plain).set(
      "<table><tr><td rowspan='2'>aa</td><td colspan='2'>bb</td></tr><tr><td>c</td><td>d</td></tr></table>"
    ).pages[0]
    #expect(
      page.glyphs.map { [$0.text, "\($0.x / 1024)"] } == [
        ["aa", "0"], ["bb", "20"], ["c", "20"], ["d", "30"],
      ])
    let rows = page.glyphs.map(\.y)
    #expect(rows[0] == rows[1] && rows[2] == rows[3] && rows[2] > rows[0])
  }

  @Test("are broken between rows, and repeat their head")
  func pages() throws {
    let rows = (1...6).map { "<tr><td>\($0)</td><td>x</td></tr>" }.joined()
    let section = try Sample(rows: 4, plain).set(
      "<table><thead><tr><th>H</th><th>I</th></tr></thead><tbody>\(rows)</tbody></table>")
    #expect(section.pages.map(\.textLines) == [["HI", "1x", "2x", "3x"], ["HI", "4x", "5x", "6x"]])
    #expect(section.pages[1].text.split(whereSeparator: \.isWhitespace).joined() == "4x5x6x")
  }

  @Test("divide a row that is higher than a page between lines")
  func highRow() throws {
    let lines = (1...9).map(String.init).joined(separator: "<br/>")
    let section = try Sample(rows: 4, plain).set("<table><tr><td>\(lines)</td><td>x</td></tr></table>")
    #expect(section.pages.map { $0.lines.count } == [5, 4, 1])
    let uneven = try Sample(rows: 4, plain).set(
      "<table><tr><td>\(lines)</td><td style='font-size:1.3em'>\(lines)</td></tr></table>")
    #expect(uneven.pages.map(\.text).joined().filter { !$0.isWhitespace }.count == 18)
    for page in uneven.pages { #expect(page.lines.allSatisfy { $0.area.y + $0.area.height <= 120 * 1024 }) }
  }

  @Test("too wide for a page become plain blocks, which is told")
  func tooWide() throws {
    let cells = (1...50).map { "<td>\($0)</td>" }.joined()
    let section = try Sample(plain).set("<table><tr>\(cells)</tr></table>")
    #expect(section.unsupported == ["tables that are wider than a page"])
    #expect(section.pages.flatMap(\.textLines) == (1...50).map(String.init))
  }

  @Test("draw borders that meet once")
  func borders() throws {
    let page = try Sample("table { border-collapse: collapse } td { border: 1px solid; padding: 0 }").set(
      "<table><tr><td>a</td><td>b</td></tr></table>"
    ).pages[0]
    let vertical = page.fills.map(\.pixels).filter { $0[2] == 1 }
    #expect(vertical.count == 3)
  }

  @Test("of odd markup lose no text")
  func odd() throws {
    let section = try Sample(plain).set(
      "<div style='display:table'>a<div style='display:table-row'>b<div style='display:table-cell'>c</div></div><p>d</p></div>"
    )
    #expect(section.pages[0].text.filter(\.isLetter) == "abcd")
  }
}
