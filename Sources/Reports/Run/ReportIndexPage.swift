import BookModel
import Diagnostics
import Engine
import PluginKit

/// The page of all books: the totals, the most frequent diagnostics, and a table to sort and filter, with
/// failures first.
struct ReportIndexPage {
  let title: String
  let rows: [ReportRow]
  let receipts: [Receipt]

  var text: String {
    ReportPage.text(
      title: title, body: [header, rules, table].compactMap { $0 }, script: ReportScript.text)
  }

  private var header: HTML {
    let statuses: [Receipt.Status] = [
      .written, .damaged, .skipped, .unchanged, .waiting, .failed, .notReached,
    ]
    var chips: [HTML] = statuses.compactMap { status in
      let count = receipts.count { $0.status == status }
      guard count > 0 else { return nil }
      return .tag("span", ["class": "status \(status.rawValue)"], "\(count) \(status.words)")
    }
    chips += ReportPage.counts(receipts.reduce(into: PageTally()) { $0.add(PageTally($1)) })
    let reencoded = receipts.flatMap(\.outputs).reduce(into: PictureBytesChange()) {
      $0.add($1.reencodedBytes)
    }
    if reencoded.before > 0 {
      chips.append(.tag("span", ["class": "chip"], "re-encoded: \(reencoded.summary)"))
    }
    let count = Set(receipts.map(\.name)).count
    var books = count == 1 ? "1 book" : "\(count) books"
    if count < receipts.count { books += ", \(receipts.count) outputs" }
    return .tag(
      "header", [:],
      [
        .tag("h1", ["dir": "auto"], title), .tag("p", ["class": "soft"], books),
        .tag("p", ["class": "chips"], chips),
      ])
  }

  /// How often each rule was reported, and for how many books; errors first.
  private var rules: HTML? {
    var counts: [Rule: (severity: Severity, messages: Int, books: Set<String>)] = [:]
    // A book's diagnostics are in the receipt of each of its outputs; the last of these has all of them.
    var told: [String: [Diagnostic]] = [:]
    for receipt in receipts {
      let known = told[receipt.name]?.count ?? 0
      if receipt.diagnostics.count > known { told[receipt.name] = receipt.diagnostics }
    }
    for (book, diagnostics) in told {
      for diagnostic in diagnostics {
        var entry = counts[diagnostic.rule] ?? (diagnostic.severity, 0, [])
        entry.severity = max(entry.severity, diagnostic.severity)
        entry.messages += 1
        entry.books.insert(book)
        counts[diagnostic.rule] = entry
      }
    }
    guard !counts.isEmpty else { return nil }
    let sorted = counts.sorted { left, right in
      let (a, b) = (left.value, right.value)
      if a.severity != b.severity { return a.severity > b.severity }
      return a.messages == b.messages ? left.key.id < right.key.id : a.messages > b.messages
    }
    let rows = sorted.map { rule, entry in
      HTML.tag(
        "tr", [:],
        [
          .tag("td", [:], [.tag("b", ["class": entry.severity.rawValue], entry.severity.rawValue)]),
          .tag("td", ["class": "count"], "\(entry.messages)"),
          .tag(
            "td", ["class": "soft"], entry.books.count == 1 ? "in 1 book" : "in \(entry.books.count) books"),
          .tag("td", [:], [.tag("code", ["data-rule": rule.id], rule.id)]), .tag("td", [:], rule.summary),
        ])
    }
    return .tag(
      "section", ["id": "rules"],
      [
        .tag("h2", [:], "Messages"),
        ReportPage.scrolling(.tag("table", [:], [.tag("tbody", [:], rows)]), label: "Messages"),
      ])
  }

  // MARK: The table

  /// Short headings and what they mean.
  private static let columns: [(title: String, meaning: String, isNumber: Bool)] = [
    ("Book", "title and source", false), ("Status", "what became of it", false),
    ("Pages", "pages written", true), ("Copied", "pages copied, byte for byte", true),
    ("Lossless", "pages made without losing a sample", true),
    ("Re-enc.", "pages re-encoded", true), ("Drawn", "pages drawn: blanks and marks", true),
    ("Gone", "pages of the source dropped or damaged", true), ("Fields", "metadata fields changed", true),
    ("Msgs", "errors, warnings and notes", true),
  ]

  private var table: HTML {
    let heads =
      [HTML.tag("th", ["class": "cover", "scope": "col"], [.tag("span", ["class": "unseen"], "Cover")])]
      + Self.columns.map { column in
        .tag(
          "th",
          column.isNumber
            ? ["scope": "col", "class": "count", "data-sort": "number", "title": column.meaning]
            : ["scope": "col", "data-sort": "text", "title": column.meaning], column.title)
      }
    let body = zip(rows, receipts).enumerated().sorted { left, right in
      let (a, b) = (left.element.1.status.urgency, right.element.1.status.urgency)
      return (a, left.offset) < (b, right.offset)
    }.map { row($0.element.0, $0.element.1) }
    return .tag(
      "section", ["id": "books"],
      [
        .tag("h2", [:], "Books"),
        .tag(
          "p", ["id": "filter", "hidden": "hidden"],
          [
            .tag(
              "input",
              [
                "type": "search", "id": "search", "placeholder": "Filter by title, path or rule",
                "aria-label": "Filter",
              ]),
            .tag("span", ["class": "soft", "id": "shown"], ""),
          ]),
        ReportPage.scrolling(
          .tag(
            "table", ["class": "books"],
            [.tag("thead", [:], [.tag("tr", [:], heads)]), .tag("tbody", [:], body)]),
          label: "Books"),
      ])
  }

  private func row(_ row: ReportRow, _ receipt: Receipt) -> HTML {
    let address = ReportPath.page(ofBook: row.number).joined(separator: "/")
    let cover: HTML =
      row.cover.map { .tag("img", ["src": $0, "alt": "", "loading": "lazy"]) }
      ?? .tag("span", ["class": "none"], "")
    let worst = receipt.diagnostics.map(\.severity).max()
    let failure = receipt.status == .failed ? receipt.diagnostics.last { $0.severity == .error } : nil
    var book: [HTML] = [
      .tag("a", ["href": address, "dir": "auto"], row.title),
      .tag("div", ["class": "path soft"], receipt.name),
    ]
    if let destination = receipt.output?.path {
      book.append(.tag("div", ["class": "path soft"], "→ \(destination.display)"))
    }
    if let failure { book.append(.tag("div", ["class": "error"], failure.message)) }
    let tally = PageTally(receipt)
    let numbers = [
      tally.written, tally.copied, tally.lossless, tally.reencoded, tally.drawn,
      tally.dropped + tally.damaged, row.changedFields,
    ]
    let cells = zip(numbers, Self.columns.dropFirst(2)).map { number, column in
      HTML.tag(
        "td", ["class": number == 0 ? "count zero" : "count", "data-label": column.title], "\(number)")
    }
    let messages = receipt.diagnostics.count
    return .tag(
      "tr", ["data-words": row.words],
      [
        .tag(
          "td", ["class": "cover"],
          [.tag("a", ["href": address, "tabindex": "-1", "aria-hidden": "true"], [cover])]),
        .tag("td", ["class": "title"], book), .tag("td", [:], [ReportPage.badge(receipt.status)]),
      ] + cells + [
        .tag(
          "td", ["class": "count \(messages == 0 ? "zero" : worst?.rawValue ?? "")", "data-label": "Msgs"],
          "\(messages)")
      ])
  }
}

extension Receipt.Status {
  /// What needs attention first comes first.
  fileprivate var urgency: Int {
    switch self {
    case .failed: 0
    case .notReached: 1
    case .damaged: 2
    default: 3
    }
  }

  /// In everyday words.
  var words: String {
    switch self {
    case .written: "written"
    case .damaged: "with damaged pages"
    case .skipped: "skipped"
    case .unchanged: "unchanged"
    case .waiting: "left to the next run"
    case .failed: "failed"
    case .notReached: "not reached"
    case .changed: "changed"
    case .moved: "moved"
    case .planned: "would change"
    case .restored: "restored"
    }
  }
}
