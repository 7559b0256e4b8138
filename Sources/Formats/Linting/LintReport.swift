import BookModel
public import Diagnostics

/// The findings of a check of a collection, in a fixed order: by file, then by rule.
public struct LintReport: Sendable, Hashable {
  public let findings: [Diagnostic]
  public let bookCount: Int
  /// The number of findings already in the baseline.
  public let knownCount: Int

  /// - Parameters:
  ///   - findings: those of all books and of the collection, in any order.
  ///   - baseline: findings to leave out; each of its lines accounts for one finding.
  public init(_ findings: [Diagnostic], bookCount: Int, baseline: LintBaseline = LintBaseline()) {
    let order = Dictionary(
      uniqueKeysWithValues: LintRule.all.enumerated().map { ($0.element.rule, $0.offset) })
    // Look up each path's position once per file, not once per finding.
    let paths = Set(findings.map { $0.place.file ?? "" })
    let sorted = NaturalOrder.sorted(Array(paths).sorted()) { $0.split(separator: "/").map(String.init) }
    let places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($0.element, $0.offset) })
    func key(_ finding: Diagnostic) -> (Int, Int, String, String) {
      let place = finding.place
      let rule = order[finding.rule] ?? order.count
      return (places[place.file ?? ""] ?? 0, rule, place.entry ?? "", finding.message)
    }
    let inOrder = findings.sorted { key($0) < key($1) }
    self.findings = baseline.unknown(inOrder)
    self.bookCount = bookCount
    knownCount = findings.count - self.findings.count
  }

  /// The highest severity of all findings; nil if there are none.
  public var severity: Severity? { findings.map(\.severity).max() }

  /// How often each rule was violated, in rule order.
  public var counts: [(rule: LintRule, count: Int)] {
    let counts = Dictionary(grouping: findings, by: \.rule).mapValues(\.count)
    return LintRule.all.compactMap { rule in counts[rule.rule].map { (rule, $0) } }
  }

  /// The report in machine-readable form.
  public var json: JSON {
    .members(
      ("books", .integer(bookCount)), ("known", .integer(knownCount)),
      ("counts", .object(counts.map { .init($0.rule.id, .integer($0.count)) })),
      ("findings", .array(findings.map(\.json))))
  }
}

extension LintReport {
  /// A table for people: how often each rule was violated, and the total.
  public var summary: String {
    let books = bookCount == 1 ? "1 book" : "\(bookCount) books"
    let known = knownCount > 0 ? ", \(knownCount) known" : ""
    let rows = counts.map { rule, count in ("\(count)", rule.severity.rawValue, rule.id, rule.summary) }
    let widths = rows.reduce((0, 0, 0)) {
      (max($0.0, $1.0.count), max($0.1, $1.1.count), max($0.2, $1.2.count))
    }
    func pad(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: width - text.count)
    }
    let lines = rows.map { count, severity, id, summary in
      String(repeating: " ", count: widths.0 - count.count)
        + "\(count)  \(pad(severity, widths.1))  \(pad(id, widths.2))  \(summary)"
    }
    let end =
      findings.isEmpty ? "\(books): nothing found\(known)" : "\(books), \(findings.count) findings\(known)"
    return (lines + [end]).joined(separator: "\n")
  }
}
