import BookModel
import Diagnostics
import Testing

@testable import Engine

@Suite("How a run ends")
struct RunEventTests {
  private func receipt(_ status: Receipt.Status, _ diagnostics: [Diagnostic] = []) -> Receipt {
    Receipt(status, sources: [Receipt.Source(path: "a.cbz")], diagnostics: diagnostics)
  }

  private func summary(_ statuses: Receipt.Status...) -> RunSummary {
    var summary = RunSummary()
    for status in statuses { summary.add(receipt(status)) }
    return summary
  }

  @Test("a failure outranks damaged pages, which outrank success")
  func exitStatus() {
    #expect(summary(.written, .skipped).exitStatus() == 0)
    #expect(summary(.written, .damaged).exitStatus() == 4)
    #expect(summary(.damaged, .failed).exitStatus() == 1)
    #expect(summary(.written, .notReached).exitStatus() == 1)
  }

  @Test("warnings count as failure only when asked")
  func failOnWarning() {
    var warned = RunSummary()
    warned.add(receipt(.written, [.warning(Rule("odd", .input, "Odd.", advice: "None."), "odd")]))
    warned.add(receipt(.written))
    #expect(warned.exitStatus() == 0)
    #expect(warned.exitStatus(failingOn: .warning) == 1)
    var noted = RunSummary()
    noted.add(receipt(.written, [.note(Rule("odd", .input, "Odd.", advice: "None."), "odd")]))
    #expect(noted.exitStatus(failingOn: .warning) == 0)
  }

  @Test("the forecast names only what there is")
  func forecast() {
    var forecast = RunForecast()
    forecast.new = 371
    forecast.skipped = 38
    forecast.colliding = 3
    #expect(forecast.text == "412 books: 371 new, 38 exist and are skipped, 3 collide")
    var one = RunForecast()
    one.existing = 1
    #expect(one.text == "1 book: 1 exists and fails")
  }

  @Test("the six counts add up")
  func counts() {
    let counts = Receipt.Counts(
      copied: 1, lossless: 2, reencoded: 3, drawn: 4, dropped: 5, damaged: 6, added: 100)
    #expect(counts.accountedFor == 21)
  }
}
