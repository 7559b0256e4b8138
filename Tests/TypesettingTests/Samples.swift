import BookModel
import Diagnostics
import Markup
import Publications
import Testing
import Typesetting

/// Pages of a body's markup, ten letters of half an em to a line unless something else is said.
struct Sample {
  var settings: TypesetSettings
  var css = ""
  var language: String? = "en"
  var pictures: [String: SizedPicture] = [:]
  let shaper = FixedWidthShaper()

  /// - Parameters:
  ///   - columns: Latin letters in a line.
  ///   - rows: lines of a page.
  init(columns: Int = 20, rows: Int = 10, _ css: String = "") {
    self.css = css
    settings = TypesetSettings()
    settings.fontSize = 20
    settings.lineSpacing = 1.5
    settings.page = Size(width: columns * 10, height: max(rows * 30, 80))
    settings.margins = PageMargins(top: 0, right: 0, bottom: 0, left: 0)
    settings.hasFootLine = false
    settings.justification = .off
    settings.hyphenates = false
  }

  func document(_ body: String, html: String = "") throws -> SectionDocument {
    let text = """
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" \(html)>\
      <head><title>A title</title></head><body>\(body)</body></html>
      """
    let sheet = StyleSheet("p { margin: 0 } " + css)
    return SectionDocument(
      root: try parseXHTML(Array(text.utf8)).root, cascade: Cascade([sheet], for: .reader),
      path: "text.xhtml",
      language: language, pictures: pictures)
  }

  func set(_ body: String, html: String = "", _ hyphenator: (any Hyphenating)? = nil) throws -> SetSection {
    try Typesetter(settings, shaper: shaper, hyphenator: hyphenator).set(try document(body, html: html))
  }

  /// The lines of each page.
  func lines(_ body: String, html: String = "", _ hyphenator: (any Hyphenating)? = nil) throws -> [[String]] {
    try set(body, html: html, hyphenator).pages.map(\.textLines)
  }
}

extension SetSection.Page {
  /// Glyph marks from top to bottom, those of one baseline joined from left to right.
  var textLines: [String] {
    var lines: [(y: Extent, text: String)] = []
    for case .glyphs(let mark) in page.marks {
      if let last = lines.last, last.y == mark.y {
        lines[lines.count - 1].text += mark.text
      } else {
        lines.append((mark.y, mark.text))
      }
    }
    return lines.map(\.text)
  }

  var glyphs: [GlyphMark] {
    page.marks.compactMap { if case .glyphs(let mark) = $0 { mark } else { nil } }
  }

  var fills: [MarkArea] {
    page.marks.compactMap { if case .fill(let area, _) = $0 { area } else { nil } }
  }

  var pictures: [MarkArea] {
    page.marks.compactMap { if case .picture(_, let area) = $0 { area } else { nil } }
  }
}

extension MarkArea {
  /// In whole pixels, for comparing.
  var pixels: [Int] { [x, y, width, height].map { Int((Double($0) / 1024).rounded()) } }
}
