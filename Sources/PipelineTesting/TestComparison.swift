import BookModel
import Diagnostics
import Options
import PipelineFile
import PluginKit

/// Holds what came of a test's books against what is expected.
struct TestComparison {
  let test: PipelineTest
  let actual: TestActual
  /// What paths in the test are relative to.
  let folder: FilePath
  let limits: Limits
  let scratch: FilePath
  let pictures: PictureStore

  private var expect: TestExpectations { test.settings.expect }

  func differences() -> [TestDifference] {
    var found: [TestDifference] = []
    if let rule = expect.fails {
      // Where several are to be made, others may be written all the same.
      found += failure(rule) + outputs()
    } else if actual.isWhole {
      // What is said of no output in particular holds for each book.
      let names = actual.books.count > 1
      for book in actual.books {
        found += BookComparison(self, book, at: [], of: names ? book.name : nil).differences(from: expect)
      }
      found += outputs()
    } else {
      found.append(unexpectedFailure)
    }
    return found + diagnostics()
  }

  /// A difference from what stands at a path of keys below `expect`.
  func difference(
    _ path: [String], expected: String, actual: String, remarks: [String] = []
  ) -> TestDifference {
    TestDifference(
      subject: path.joined(separator: "."), place: test.place(of: ["expect"] + path), expected: expected,
      actual: actual, remarks: remarks)
  }

  // MARK: Failures and messages

  private func failure(_ rule: String) -> [TestDifference] {
    let failures = actual.failures
    guard !failures.contains(where: { $0.rule.id == rule }) else { return [] }
    let came = failures.isEmpty ? "the book is written" : failures.map(\.description).joined(separator: "; ")
    return [difference(["fails"], expected: rule, actual: came)]
  }

  private var unexpectedFailure: TestDifference {
    TestDifference(
      subject: actual.outputs.isEmpty ? "the book" : "a book", place: test.place(of: ["name"]),
      expected: "it is written",
      actual: actual.failures.isEmpty ? "it is not written" : "it fails",
      remarks: actual.failures.map(\.description))
  }

  private func diagnostics() -> [TestDifference] {
    let reported = actual.diagnostics.map(\.rule.id)
    var found: [TestDifference] = []
    for (index, rule) in expect.diagnostics.enumerated() where !reported.contains(rule) {
      var seen: Set<String> = []
      let others = reported.filter { seen.insert($0).inserted }
      found.append(
        difference(
          ["diagnostics", "\(index)"], expected: rule,
          actual: others.isEmpty ? "nothing is reported" : others.joined(separator: ", ")))
    }
    guard expect.strict else { return found }
    let expected = Set(expect.diagnostics + [expect.fails].compactMap { $0 })
    let others = actual.diagnostics.filter { $0.severity >= .warning && !expected.contains($0.rule.id) }
    if !others.isEmpty, actual.isWhole || expect.fails != nil {
      found.append(
        difference(
          ["strict"], expected: "no other warning", actual: "\(others.count) more",
          remarks: others.map(\.description)))
    }
    return found
  }

  func matches(_ text: String, _ pattern: String) -> Bool {
    do throws(Diagnostic) { return try PipelineTest.matches(text, pattern: pattern) } catch { return false }
  }
}
