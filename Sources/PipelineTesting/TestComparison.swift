import BookModel
import Diagnostics
import Options
import PipelineFile
import PluginKit

/// Holds what came of a test's book against what is expected.
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
      found += failure(rule)
    } else if let book = actual.book {
      found += metadata(of: book) + direction(of: book) + counts()
      for pair in expect.pages.pairs { found += pages(pair.key, pair.value) }
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
      subject: "the book", place: test.place(of: ["name"]), expected: "it is written",
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
    if !others.isEmpty, actual.book != nil || expect.fails != nil {
      found.append(
        difference(
          ["strict"], expected: "no other warning", actual: "\(others.count) more",
          remarks: others.map(\.description)))
    }
    return found
  }

  // MARK: The book

  private func metadata(of book: Book) -> [TestDifference] {
    var found: [TestDifference] = []
    for pair in expect.metadata.pairs {
      guard let assignment = assignment(pair.key, pair.value) else { continue }
      // A value that makes no difference is the value that is there.
      var changed = book.metadata
      assignment.apply(to: &changed, from: Origin(.pipeline))
      let isSame = MetadataField.allCases.allSatisfy { field in
        TestComparison.canonical(changed[field]?.value)
          == TestComparison.canonical(book.metadata[field]?.value)
      }
      if !isSame {
        found.append(
          difference(
            ["metadata", pair.key], expected: pair.value.isEmpty ? "nothing" : pair.value,
            actual: text(of: pair.key, in: book) ?? "nothing"))
      }
    }
    for pair in expect.like.pairs {
      let text = text(of: pair.key, in: book)
      if let text, matches(text, pair.value) { continue }
      found.append(
        difference(["like", pair.key], expected: "text like \(pair.value)", actual: text ?? "nothing"))
    }
    for (index, name) in expect.absent.enumerated() {
      guard let text = text(of: name, in: book) else { continue }
      found.append(difference(["absent", "\(index)"], expected: "no \(name)", actual: text))
    }
    return found
  }

  /// An assignment of the checked file; what is wrong with one is told by the check.
  private func assignment(_ name: String, _ value: String) -> MetadataAssignment? {
    do throws(Diagnostic) { return try MetadataAssignment(name, value) } catch { return nil }
  }

  func matches(_ text: String, _ pattern: String) -> Bool {
    do throws(Diagnostic) { return try PipelineTest.matches(text, pattern: pattern) } catch { return false }
  }

  /// Credits in one order: who is named first among roles says nothing.
  private static func canonical(_ value: MetadataValue?) -> MetadataValue? {
    guard case .credits(let credits)? = value else { return value }
    let roles = credits.map(\.role.word)
    let order = roles.indices.sorted { (roles[$0], $0) < (roles[$1], $1) }
    return .credits(order.map { credits[$0] })
  }

  /// A field's text, or the names of a role of the credits.
  private func text(of name: String, in book: Book) -> String? {
    if let role = Credit.Role.known.first(where: { $0.word.lowercased() == name.lowercased() }) {
      let names = (book.metadata.credits ?? []).filter { $0.role == role }.map(\.name)
      return names.isEmpty ? nil : names.joined(separator: ", ")
    }
    return MetadataField(userName: name).flatMap { book.metadata[$0]?.value.text }
  }

  private func direction(of book: Book) -> [TestDifference] {
    let actual = book.direction?.rawValue ?? "none"
    guard let expected = expect.direction?.rawValue, expected != actual else { return [] }
    return [difference(["direction"], expected: expected, actual: actual)]
  }

  private func counts() -> [TestDifference] {
    var found: [TestDifference] = []
    if let count = expect.pageCount, count != actual.pages.count {
      found.append(difference(["pageCount"], expected: "\(count)", actual: "\(actual.pages.count)"))
    }
    for pair in expect.made.pairs {
      let count = actual.pages.count { $0.rendered?.how.rawValue == pair.key }
      if count != pair.value {
        found.append(
          difference(
            ["made", pair.key], expected: counted(pair.value),
            actual: "\(counted(count)) of \(actual.pages.count)"))
      }
    }
    return found
  }

  private func counted(_ count: Int) -> String { "\(count) page\(count == 1 ? "" : "s")" }
}
