import BookModel
import Diagnostics

/// Checks within one series, with its books in the natural order of their paths.
struct SeriesLint {
  private let books: [CollectionBook]
  private let name: String

  /// - Parameter name: the series' name, if its books disagree.
  init(_ books: [CollectionBook], name: String? = nil) {
    self.books = books
    self.name = name ?? books.first?.series ?? ""
  }

  /// The missing numbers of all runs.
  var gaps: [Diagnostic] { runs.flatMap(missingNumbers) }

  /// The books of each run; annuals and volumes form runs of their own.
  private var runs: [[CollectionBook]] {
    Dictionary(grouping: books) {
      "\($0.run)\u{0}\($0.format)\u{0}\($0.number == nil ? "volume" : "")"
    }.sorted { $0.key < $1.key }.map(\.value)
  }

  var findings: [Diagnostic] {
    var findings: [Diagnostic] = []
    for run in runs { findings += sameNumbers(run) }
    findings += mixture(.mixedLanguages, "language", \.language)
    findings += mixture(.mixedDirections, "direction", { $0.direction?.rawValue })
    for field in CollectionBook.compared {
      findings += mixture(.seriesField, field.rawValue) { $0.fields[field] }
    }
    return findings
  }

  // MARK: numbers

  /// One finding for all gaps in a run, from its first number (or 1, if a count is stated) to its last number
  /// or count.
  private func missingNumbers(_ books: [CollectionBook]) -> [Diagnostic] {
    let ranges = books.compactMap { ($0.number ?? $0.volume)?.wholeRange }.sorted {
      $0.lowerBound < $1.lowerBound
    }
    // A single book is not a series with gaps.
    guard let first = ranges.first, books.count > 1 else { return [] }
    let count = books.compactMap(\.count).max()
    let last = max(ranges.map(\.upperBound).max() ?? 0, count ?? 0)
    var next = count == nil ? first.lowerBound : min(1, first.lowerBound)
    var gaps: [String] = []
    func gap(_ from: Int, _ to: Int) {
      if from <= to { gaps.append(from == to ? "\(from)" : "\(from)-\(to)") }
    }
    for range in ranges {
      gap(next, range.lowerBound - 1)
      next = max(next, range.upperBound + 1)
    }
    gap(next, last)
    guard !gaps.isEmpty else { return [] }
    let shown = gaps.prefix(20).joined(separator: ", ") + (gaps.count > 20 ? "…" : "")
    let kind = books[0].number == nil ? "volume" : "number"
    let message = "'\(name)'\(runText(books)) lacks \(kind) \(shown)"
    return [LintRule.missingNumbers.finding(message, in: books[0].path)]
  }

  /// The run, for messages: ` (1963)`.
  private func runText(_ books: [CollectionBook]) -> String {
    let parts = [books[0].run, books[0].format].filter { !$0.isEmpty }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  /// Books that differ in language or have the same pictures do not conflict.
  private func sameNumbers(_ books: [CollectionBook]) -> [Diagnostic] {
    struct Place: Hashable {
      var number: String
      var volume: String
      var language: String
    }
    var first: [Place: CollectionBook] = [:]
    var findings: [Diagnostic] = []
    for book in books {
      guard let number = book.number ?? book.volume else { continue }
      let place = Place(
        number: number.comparable, volume: book.number == nil ? "" : book.volume?.comparable ?? "",
        language: book.language ?? "")
      guard let other = first[place] else {
        first[place] = book
        continue
      }
      if !book.pages.isEmpty, book.pages == other.pages { continue }
      findings.append(
        LintRule.sameNumber.finding("it is \(number.text) of '\(name)', as is '\(other.path)'", in: book.path)
      )
    }
    return findings
  }

  // MARK: fields

  /// One finding for each value that fewer books have than the most frequent one; it names the first such
  /// book.
  private func mixture(_ rule: LintRule, _ field: String, _ value: (CollectionBook) -> String?)
    -> [Diagnostic]
  {
    var counts: [String: Int] = [:]
    var firsts: [(value: String, path: String)] = []
    for book in books {
      guard let value = value(book) else { continue }
      if counts[value] == nil { firsts.append((value, book.path)) }
      counts[value, default: 0] += 1
    }
    guard firsts.count > 1 else { return [] }
    // Of equally frequent values, the first counts as the usual one.
    var usual = firsts[0].value
    for (value, _) in firsts where counts[value, default: 0] > counts[usual, default: 0] { usual = value }
    return firsts.filter { $0.value != usual }.map { value, path in
      let count = counts[value] ?? 1
      let whose = count == 1 ? "" : " and \(count - 1) more"
      return rule.finding(
        "\(field) is '\(value)' here\(whose), '\(usual)' in \(counts[usual] ?? 1) books of '\(name)'",
        in: path)
    }
  }
}

extension BookNumber {
  /// The whole numbers it covers: 3 for `3` and `003`, 16 and 17 for `16-17`; nil for anything else and for
  /// numbers too high for any series.
  var wholeRange: ClosedRange<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    let ends = parts.compactMap { BookNumber(String($0))?.whole }
    guard ends.count == parts.count, let first = ends.first, let last = ends.last,
      0 <= first, first <= last, last < 1_000_000
    else { return nil }
    return first...last
  }

  /// The same for all spellings of a number: `3`, `003`, `3.0`.
  var comparable: String {
    whole.map { String($0) } ?? text.drop { $0 == "0" }.lowercased()
  }
}
