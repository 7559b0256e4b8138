import Diagnostics
import Formats
import Reports
import Testing

@Suite("The page of a collection's check")
struct LintPageTests {
  private static func finding(_ message: String, in file: String, _ rule: LintRule = LintRule.all[0])
    -> Diagnostic
  {
    Diagnostic(rule.severity, rule.rule, message, at: Place(file: file, entry: nil), remedy: nil)
  }

  @Test("names from files are escaped, and never become markup")
  func escaping() {
    let report = LintReport(
      [Self.finding("<script>alert('&')</script>\u{1}", in: "\"><img src=x>.cbz")], bookCount: 1)
    let text = LintPage(report, covers: [:]).text
    #expect(!text.contains("<script>alert") && !text.contains("<img"))
    #expect(text.contains("&lt;script&gt;alert('&amp;')&lt;/script&gt;\u{FFFD}"))
    #expect(text.contains("&quot;&gt;&lt;img src=x&gt;.cbz"))
  }

  @Test("files come in the report's order, each once, with their covers")
  func order() throws {
    let report = LintReport(
      [Self.finding("b", in: "10.cbz"), Self.finding("a", in: "2.cbz"), Self.finding("c", in: "10.cbz")],
      bookCount: 3)
    #expect(LintPage.files(of: report) == ["2.cbz", "10.cbz"])
    let text = LintPage(report, covers: ["2.cbz": [0xFF, 0xD8, 0xFF]]).text
    #expect(text.components(of: "<article>") == 2)
    #expect(text.contains("src=\"data:image/jpeg;base64,/9j/\""))
    #expect(text.contains("3 books, 3 findings"))
  }

  @Test("files with errors come before those with warnings, and these before notes")
  func groups() throws {
    let rules = Dictionary(grouping: LintRule.all, by: \.severity)
    let (note, warning, error) = try (
      #require(rules[.note]?.first), #require(rules[.warning]?.first), #require(rules[.error]?.first)
    )
    let report = LintReport(
      [
        Self.finding("n", in: "1.cbz", note), Self.finding("w", in: "2.cbz", warning),
        Self.finding("e", in: "3.cbz", error), Self.finding("n", in: "3.cbz", note),
      ], bookCount: 3)
    let text = LintPage(report, covers: [:]).text
    let places = [
      "1 file with errors", "3.cbz", "1 file with warnings", "2.cbz", "1 file with notes only", "1.cbz",
    ]
    .map { text.firstRange(of: ">\($0)<")?.lowerBound }
    #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    #expect(text.contains("<main>") && text.contains("id=\"search\""))
  }

  @Test("a clean collection is said to be one")
  func clean() {
    let text = LintPage(LintReport([], bookCount: 1), covers: [:]).text
    #expect(text.contains("1 book, nothing found") && !text.contains("<table"))
  }
}

extension String {
  fileprivate func components(of needle: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: needle) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
