import BookModel
import Diagnostics
import Options
import PipelineFile
import PluginKit

/// Holds one book that came of a test against what is expected of it.
struct BookComparison {
  let whole: TestComparison
  let book: TestBook
  /// The keys below `expect` that its expectations stand behind.
  private let path: [String]
  /// What tells the book from others that the same is expected of; nil where there are none.
  private let name: String?

  init(_ whole: TestComparison, _ book: TestBook, at path: [String], of name: String?) {
    self.whole = whole
    self.book = book
    self.path = path
    self.name = name
  }

  func differences(from expected: TestExpectations) -> [TestDifference] {
    metadata(expected.metadata) + like(expected.like) + absent(expected.absent)
      + direction(expected.direction) + pageCount(expected.pageCount) + made(expected.made)
      + pages(expected.pages)
  }

  func differences(from expected: OutputExpectation) -> [TestDifference] {
    metadata(expected.metadata) + absent(expected.absent) + pageCount(expected.pageCount)
      + pages(expected.pages)
  }

  /// A difference from what stands at a path of keys below the book's expectations.
  func difference(
    _ keys: [String], expected: String, actual: String, remarks: [String] = []
  ) -> TestDifference {
    var difference = whole.difference(path + keys, expected: expected, actual: actual, remarks: remarks)
    if let name { difference.subject += " of \(name)" }
    return difference
  }

  /// What begins the names of files that show its pages.
  var slug: String {
    let outputs = path.contains("outputs") ? path.joined(separator: " ") : ""
    let words = "\(whole.test.name) \(outputs) \(name ?? "")".lowercased().split {
      !$0.isLetter && !$0.isNumber
    }
    return words.prefix(16).joined(separator: "-")
  }

  // MARK: Metadata

  private func metadata(_ expected: OptionMap<String>) -> [TestDifference] {
    let actual = book.book.metadata
    var found: [TestDifference] = []
    for pair in expected.pairs {
      guard let assignment = assignment(pair.key, pair.value) else { continue }
      // A value that makes no difference is the value that is there.
      var changed = actual
      assignment.apply(to: &changed, from: Origin(.pipeline))
      let isSame = MetadataField.allCases.allSatisfy { field in
        BookComparison.canonical(changed[field]?.value) == BookComparison.canonical(actual[field]?.value)
      }
      if !isSame {
        found.append(
          difference(
            ["metadata", pair.key], expected: pair.value.isEmpty ? "nothing" : pair.value,
            actual: text(of: pair.key) ?? "nothing"))
      }
    }
    return found
  }

  private func like(_ expected: OptionMap<String>) -> [TestDifference] {
    expected.pairs.compactMap { pair in
      let text = text(of: pair.key)
      if let text, whole.matches(text, pair.value) { return nil }
      return difference(["like", pair.key], expected: "text like \(pair.value)", actual: text ?? "nothing")
    }
  }

  private func absent(_ fields: [String]) -> [TestDifference] {
    fields.enumerated().compactMap { index, field in
      text(of: field).map { difference(["absent", "\(index)"], expected: "no \(field)", actual: $0) }
    }
  }

  /// An assignment of the checked file; what is wrong with one is told by the check.
  private func assignment(_ name: String, _ value: String) -> MetadataAssignment? {
    do throws(Diagnostic) { return try MetadataAssignment(name, value) } catch { return nil }
  }

  /// Credits in one order: who is named first among roles says nothing.
  private static func canonical(_ value: MetadataValue?) -> MetadataValue? {
    guard case .credits(let credits)? = value else { return value }
    let roles = credits.map(\.role.word)
    let order = roles.indices.sorted { (roles[$0], $0) < (roles[$1], $1) }
    return .credits(order.map { credits[$0] })
  }

  /// A field's text, or the names of a role of the credits.
  private func text(of name: String) -> String? {
    let metadata = book.book.metadata
    if let role = Credit.Role.known.first(where: { $0.word.lowercased() == name.lowercased() }) {
      let names = (metadata.credits ?? []).filter { $0.role == role }.map(\.name)
      return names.isEmpty ? nil : names.joined(separator: ", ")
    }
    return MetadataField(userName: name).flatMap { metadata[$0]?.value.text }
  }

  private func direction(_ expected: DirectionWord?) -> [TestDifference] {
    let actual = book.book.direction?.rawValue ?? "none"
    guard let expected = expected?.rawValue, expected != actual else { return [] }
    return [difference(["direction"], expected: expected, actual: actual)]
  }

  // MARK: Pages

  private func pageCount(_ expected: Int?) -> [TestDifference] {
    guard let expected, expected != book.pages.count else { return [] }
    return [difference(["pageCount"], expected: "\(expected)", actual: "\(book.pages.count)")]
  }

  private func made(_ expected: OptionMap<Int>) -> [TestDifference] {
    expected.pairs.compactMap { pair in
      let count = book.pages.count { $0.rendered?.how.rawValue == pair.key }
      if count == pair.value { return nil }
      return difference(
        ["made", pair.key], expected: counted(pair.value), actual: "\(counted(count)) of \(book.pages.count)")
    }
  }

  private func counted(_ count: Int) -> String { "\(count) page\(count == 1 ? "" : "s")" }

  private func pages(_ expected: OptionMap<PageExpectation>) -> [TestDifference] {
    expected.pairs.flatMap { pages($0.key, $0.value) }
  }

  /// What is expected of the pages that a key selects. Of many pages alike, the first few differences are told.
  private func pages(_ key: String, _ expected: PageExpectation) -> [TestDifference] {
    guard let selector = PageSelector(key) else { return [] }
    var found: [TestDifference] = []
    let numbers = selector.numbers(of: book.pages.count)
    for number in numbers {
      guard book.pages.indices.contains(number - 1) else {
        found.append(
          difference(
            ["pages", key], expected: "a page \(number)",
            actual: "the book has \(Diagnostics.counted(book.pages.count, "page"))"))
        break
      }
      var own = page(number, book.pages[number - 1], key, expected)
      if numbers.count > 1 {
        for index in own.indices { own[index].subject += (name == nil ? " of" : ",") + " page \(number)" }
      }
      found += own
      if found.count >= 8, numbers.count > 1 { break }
    }
    return found
  }

  private func page(_ number: Int, _ page: TestPage, _ key: String, _ expected: PageExpectation)
    -> [TestDifference]
  {
    var found: [TestDifference] = []
    func check(_ name: String, _ expected: String?, _ actual: String?, none: String = "none") {
      guard let expected else { return }
      let actual = actual ?? none
      if expected != actual {
        found.append(difference(["pages", key, name], expected: expected, actual: actual))
      }
    }
    let rendered = page.rendered
    check("size", expected.size?.description, rendered?.facts.size.description, none: "not rendered")
    check("how", expected.how?.rawValue, rendered?.how.rawValue, none: "not rendered")
    if let role = expected.role {
      let roles = page.page.roles
      let isThere = role == "none" ? roles.isEmpty : roles.contains(PageRole(predicateWord: role))
      if !isThere {
        let words = roles.map(\.word).joined(separator: ", ")
        found.append(
          difference(["pages", key, "role"], expected: role, actual: words.isEmpty ? "none" : words))
      }
    }
    check("side", expected.side?.rawValue, page.page.side?.rawValue)
    check("format", expected.format?.rawValue, rendered?.facts.format.rawValue, none: "not rendered")
    check("name", expected.name, page.entry.map { FilePath($0).nameText }, none: "not written")
    check("source", expected.source, FilePath(page.page.sourceName).nameText)
    check("bookmark", expected.bookmark, page.bookmark)
    if let picture = expected.picture { found += self.picture(number, page, key, picture) }
    return found
  }
}
