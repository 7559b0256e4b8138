import Diagnostics
import Testing

private let rule = Rule("some-rule", .pipeline, "A rule for these tests.", advice: "None.")

private func place(_ line: Int, _ columns: Range<Int>) -> Place {
  Place(
    file: "manga.yaml",
    range: SourceRange(
      SourcePosition(line: line, column: columns.lowerBound),
      SourcePosition(line: line, column: columns.upperBound)))
}

private func rendered(_ source: String, _ place: Place, remedy: String? = nil) -> String {
  var renderer = DiagnosticRenderer()
  renderer.add(source: Array(source.utf8), of: "manga.yaml")
  return renderer.text(.error(rule, "something is wrong", at: place, remedy: remedy))
}

@Suite("Rendering diagnostics")
struct DiagnosticRendererTests {
  @Test("the line is shown with the place marked and what to do under it")
  func wholeShape() {
    let source = "stages:\n  - paper: { strenght: 1 }\n"
    #expect(
      rendered(source, place(2, 14..<22), remedy: "did you mean 'strength'?") == """
        manga.yaml:2:14: error: something is wrong [some-rule]
              - paper: { strenght: 1 }
                         ^^^^^^^^
            did you mean 'strength'?

        """)
  }

  @Test(
    "carets stand under the characters meant, however wide the ones before them are",
    arguments: [
      ("plain", "abc: def", 6..<9, "abc: def", "     ^^^"),
      ("wide characters fill two columns", "漢字: def", 5..<8, "漢字: def", "      ^^^"),
      ("the marked ones too", "a: 漢字", 4..<6, "a: 漢字", "   ^^^^"),
      ("a tab goes to the next stop", "a\tb: c", 3..<4, "a   b: c", "    ^"),
      ("marks on a letter fill none", "e\u{301}: x", 5..<6, "e\u{301}: x", "   ^"),
      ("emoji fill two", "🦊: x", 4..<5, "🦊: x", "    ^"),
      ("behind the last character", "abc:", 5..<6, "abc:", "    ^"),
      ("an empty stretch is one caret", "abc", 2..<2, "abc", " ^"),
      ("beyond the line is its end", "abc", 90..<95, "abc", "   ^"),
      ("a control character is shown, not sent", "a\u{1B}b: c", 3..<4, "a\\u{1B}b: c", "       ^"),
    ])
  func caretsAlign(reason: String, source: String, columns: Range<Int>, line: String, carets: String) {
    let lines = rendered(source, place(1, columns)).split(separator: "\n")
    #expect(lines.count == 3, "\(reason)")
    #expect(lines[1] == "    " + line, "\(reason)")
    #expect(lines[2] == "    " + carets, "\(reason)")
  }

  @Test("lines end at any line end, and a byte order mark is no column")
  func lineEnds() {
    let lines = rendered("\u{FEFF}one\r\ntwo\nthree", place(2, 1..<4)).split(separator: "\n")
    #expect(lines[1] == "    two")
    #expect(rendered("\u{FEFF}one", place(1, 1..<4)).split(separator: "\n")[1...] == ["    one", "    ^^^"])
  }

  @Test("a long line is cut around the place")
  func longLine() throws {
    let source = String(repeating: "x", count: 5_000) + "BAD" + String(repeating: "y", count: 5_000)
    let lines = rendered(source, place(1, 5_001..<5_004)).split(separator: "\n")
    #expect(lines[1].count <= 110)
    let caret = try #require(lines[2].firstIndex(of: "^"))
    let offset = lines[2].distance(from: lines[2].startIndex, to: caret)
    #expect(lines[1].dropFirst(offset).hasPrefix("BAD"))
  }

  @Test("a place over several lines is marked to the end of its first")
  func severalLines() {
    let range = SourceRange(SourcePosition(line: 1, column: 4), SourcePosition(line: 3, column: 2))
    let lines = rendered("a: b c\n d\n e", Place(file: "manga.yaml", range: range)).split(separator: "\n")
    #expect(lines[2] == "       ^^^")
  }

  @Test("without the file's text only the message is shown")
  func unknownSource() {
    let renderer = DiagnosticRenderer()
    let diagnostic = Diagnostic.warning(
      rule, "odd", at: Place(file: "a.cbz", entry: "001.jpg"), remedy: "look")
    #expect(renderer.text(diagnostic) == "a.cbz: 001.jpg: warning: odd [some-rule]\n    look\n")
    #expect(renderer.line(diagnostic) == "a.cbz: 001.jpg: warning: odd [some-rule]; look")
    #expect(
      rendered("one line", place(7, 1..<2)) == "manga.yaml:7:1: error: something is wrong [some-rule]\n")
  }

  @Test("names cannot send commands to the terminal or turn the line round")
  func hostileNames() {
    let diagnostic = Diagnostic.error(
      rule, "cannot read '\u{1B}[2Jx\u{202E}gpj.\u{7}'\nnext", at: Place(file: "a\u{9B}b"))
    let line = DiagnosticRenderer().line(diagnostic)
    #expect(line == "a\\u{9B}b: error: cannot read '\\u{1B}[2Jx\\u{202E}gpj.\\u{7}' next [some-rule]")
  }

  @Test("color is only added when asked for")
  func color() {
    let diagnostic = Diagnostic.error(rule, "odd")
    #expect(DiagnosticRenderer(usesColor: true).line(diagnostic).contains("\u{1B}[1;31merror:\u{1B}[0m"))
    #expect(!DiagnosticRenderer().line(diagnostic).contains("\u{1B}"))
  }
}

@Suite("Order of diagnostics")
struct DiagnosticOrderTests {
  @Test("by file, line and column; without a place last; equal places as they came")
  func order() {
    let at = { (line: Int, column: Int, message: String) in
      Diagnostic.error(rule, message, at: place(line, column..<column + 1))
    }
    let sorted = [
      Diagnostic.error(rule, "none"), at(2, 1, "c"), at(1, 9, "b"), at(1, 2, "a1"), at(1, 2, "a2"),
      Diagnostic.error(rule, "file", at: Place(file: "manga.yaml")),
    ].sortedByPosition()
    #expect(sorted.map(\.message) == ["a1", "a2", "b", "c", "file", "none"])
  }
}
