import BookModel
import Diagnostics
import Formats
import Testing

@Suite("reports of checks")
struct LintReportTests {
  private var findings: [Diagnostic] {
    var failed = BookSurvey(path: "b 10.cbz")
    failed.failure = .error(
      Rule("test", .input, "Test.", advice: "None."), "it is cut short", remedy: "get it anew")
    var empty = BookSurvey(path: "b 2 ü#.cbz")
    empty.junk = ["Thumbs.db"]
    return failed.findings() + empty.findings()
  }

  @Test("file by file in natural order, rule by rule, with counts and the gravest severity")
  func order() {
    let report = LintReport(findings.reversed(), bookCount: 2)
    #expect(report.findings.map(\.rule.id) == ["no-pages", "no-metadata", "junk-files", "book-unreadable"])
    #expect(report.severity == .error)
    #expect(
      report.counts.map { "\($0.rule.id) \($0.count)" } == [
        "book-unreadable 1", "no-pages 1", "no-metadata 1", "junk-files 1",
      ])
    #expect(report == LintReport(findings, bookCount: 2))
    #expect(LintReport([], bookCount: 0).severity == nil)
  }

  @Test("a baseline passes over what it holds, each line once")
  func baseline() {
    let twice = findings + findings.suffix(1)
    let baseline = LintBaseline(LintBaseline.text(of: findings))
    let report = LintReport(twice, bookCount: 2, baseline: baseline)
    #expect(report.findings.map(\.rule.id) == ["junk-files"])
    #expect(report.knownCount == 4)
    #expect(LintReport(findings, bookCount: 2, baseline: LintBaseline("# nothing\n\n")).findings.count == 4)
  }

  @Test("JSON names books, counts and findings")
  func json() {
    let text = LintReport(findings, bookCount: 2).json.text()
    #expect(text.hasPrefix("{\"books\":2,\"known\":0,\"counts\":{\"book-unreadable\":1,"))
    #expect(text.contains("\"rule\":\"junk-files\",\"message\":\"'Thumbs.db'\",\"file\":\"b 2 ü#.cbz\""))
  }

  @Test("SARIF names each rule met, and files by URIs")
  func sarif() {
    let text = LintReport(findings, bookCount: 2).sarif(version: "1.0").text()
    #expect(text.contains("\"version\":\"2.1.0\""))
    #expect(
      text.contains(
        "\"ruleId\":\"book-unreadable\",\"ruleIndex\":0,\"level\":\"error\",\"message\":{\"text\":\"it is cut short; get it anew\"}"
      ))
    #expect(text.contains("{\"uri\":\"b%202%20%C3%BC%23.cbz\"}"))
  }
}
