public import Diagnostics

extension Rule {
  public static let divideNothing = Rule(
    "divide-nothing", .metadata, "A book that is to be divided has nothing to divide it by.",
    advice: """
      See `leporello inspect` for the book's contents, stories and pages; if there is nothing else, divide \
      it by pages.
      """)
  public static let divideBorder = Rule(
    "divide-border", .metadata,
    "A chapter begins within an opening; the book is cut before the opening, which stays whole.",
    advice: "Usually nothing. If the two pages are no opening, pair them differently.")
  public static let divideTogether = Rule(
    "divide-together", .metadata, "Two chapters begin on one page or opening, and stay together.",
    advice: "Usually nothing; another 'level' may cut better.")
  public static let divideTooLarge = Rule(
    "divide-too-large", .metadata, "A chapter or opening is larger than a part of a divided book may be.",
    advice: "Allow more pages or bytes for each part, or let the chapter or opening be cut.")
  public static let divideUnknownSize = Rule(
    "divide-unknown-size", .metadata,
    "A book is divided by bytes, but the size of one of its pages is not known beforehand.",
    advice: "Divide by pages instead of bytes.")
}

extension Book {
  /// How a book is divided: stretches of pages, in order, that hold every page once.
  ///
  /// It is never cut within an opening, nor between the halves of one page. Pages in front of the first chapter go
  /// with it.
  ///
  /// - Parameter byteCounts: the bytes of each page's picture, nil where that is not known; for `.bytes`.
  /// - Returns: one part where nothing is to be divided.
  public func parts(
    by measure: DivisionMeasure, at border: DivisionBorder = .opening, byteCounts: [Int?] = []
  ) -> (parts: [BookPart], diagnostics: [Diagnostic]) {
    let whole = [BookPart(pages: pages.indices)]
    guard !pages.isEmpty else {
      return (whole, [.warning(.divideNothing, "the book has no pages, so it stays whole")])
    }
    var division = BookDivision(of: self)
    switch measure {
    case .chapters(let level):
      let starts = division.borders.chapters(level: level)
      return division.parts(startingAt: starts, "chapters") ?? (whole, division.diagnostics)
    case .stories:
      let starts = division.borders.stories()
      return division.parts(startingAt: starts, "stories that begin on a known page")
        ?? (whole, division.diagnostics)
    case .pages(let most):
      let weights = pages.map { _ in 1 }
      return division.parts(of: weights, most: most, at: border, counted(most, "page"))
    case .bytes(let most):
      let known = pages.indices.map { byteCounts.indices.contains($0) ? byteCounts[$0] : nil }
      let unknown = known.count { $0 == nil }
      if unknown > 0 {
        division.diagnostics.append(
          .warning(
            .divideUnknownSize,
            "the size of \(unknown == 1 ? "1 page" : "\(unknown) pages") is not known; parts may be larger than asked for",
            remedy: "divide by pages"))
      }
      return division.parts(of: known.map { max(0, $0 ?? 0) }, most: most, at: border, "\(most) bytes")
    }
  }
}

/// A book's parts while they are found.
private struct BookDivision {
  let borders: BookBorders
  var diagnostics: [Diagnostic] = []
  private let count: Int

  init(of book: Book) {
    borders = BookBorders(of: book)
    count = book.pages.count
  }

  /// A part from each start to the next; nil where there is none.
  mutating func parts(
    startingAt starts: [BookBorders.Start], _ what: String
  ) -> (parts: [BookPart], diagnostics: [Diagnostic])? {
    guard !starts.isEmpty else {
      diagnostics.append(.warning(.divideNothing, "the book has no \(what), so it stays whole"))
      return nil
    }
    let starts = atBorders(starts)
    let ends = starts.dropFirst().map(\.page) + [count]
    let parts = zip(starts, ends).enumerated().map { index, part in
      BookPart(pages: (index == 0 ? 0 : part.0.page)..<part.1, title: part.0.title, facts: part.0.facts)
    }
    return (parts, diagnostics)
  }

  /// Starts where the book can be cut, each once.
  private mutating func atBorders(_ starts: [BookBorders.Start]) -> [BookBorders.Start] {
    var moved: [BookBorders.Start] = []
    for var start in starts {
      let border = borders.border(before: start.page)
      let name = start.title ?? ""
      if let last = moved.last, last.page == border {
        diagnostics.append(
          .warning(
            .divideTogether, "'\(name)' stays with '\(last.title ?? "")': both begin in one opening"))
        continue
      }
      if border != start.page, !moved.isEmpty {
        diagnostics.append(
          .warning(
            .divideBorder,
            "'\(name)' begins within an opening; its part starts with the page before it"))
      }
      start.page = border
      moved.append(start)
    }
    return moved
  }

  /// Parts of at most so much, filled one after the other.
  mutating func parts(
    of weights: [Int], most: Int, at border: DivisionBorder, _ limit: String
  ) -> (parts: [BookPart], diagnostics: [Diagnostic]) {
    var blocks = borders.units(in: 0..<count)
    var names: [Int: String] = [:]
    if case .chapter(let level) = border {
      let starts = atBorders(borders.chapters(level: level))
      if starts.isEmpty {
        diagnostics.append(
          .warning(.divideNothing, "the book has no chapters to cut it at; it is cut between openings"))
      } else {
        let first = [0] + starts.dropFirst().map(\.page)
        for (page, start) in zip(first, starts) { names[page] = start.title }
        blocks = zip(first, first.dropFirst() + [count]).map { $0..<$1 }
      }
    }
    var filling = PartFilling(weights: weights, most: most)
    for block in blocks where !filling.take(block) {
      let units = borders.units(in: block)
      if units.count > 1 {
        diagnostics.append(
          .warning(
            .divideTooLarge,
            "'\(names[block.lowerBound] ?? "")' is more than \(limit); it is cut between openings"))
      }
      filling.begin(at: block.lowerBound)
      for unit in units where !filling.take(unit) {
        let pages =
          unit.count == 1 ? "page \(unit.lowerBound + 1)" : "pages \(unit.lowerBound + 1)-\(unit.upperBound)"
        diagnostics.append(
          .warning(
            .divideTooLarge,
            "\(pages), which cannot be cut, \(unit.count == 1 ? "is" : "are") more than \(limit)"))
        filling.takeAlone(unit)
      }
    }
    let ends = filling.starts.dropFirst() + [count]
    return (zip(filling.starts, ends).map { BookPart(pages: $0..<$1) }, diagnostics)
  }
}

/// Fills parts up to a limit.
private struct PartFilling {
  let weights: [Int]
  let most: Int
  private(set) var starts = [0]
  private var sum = 0

  init(weights: [Int], most: Int) {
    self.weights = weights
    self.most = most
  }

  /// Puts pages into the part that is being filled, or into a new one; false where no part can hold them.
  mutating func take(_ pages: Range<Int>) -> Bool {
    let weight = weight(of: pages)
    guard weight <= most else { return false }
    if sum > most || weight > most - sum { begin(at: pages.lowerBound) }
    sum = PartFilling.sum(sum, weight)
    return true
  }

  mutating func takeAlone(_ pages: Range<Int>) {
    begin(at: pages.lowerBound)
    sum = weight(of: pages)
  }

  mutating func begin(at page: Int) {
    if page > starts[starts.count - 1] { starts.append(page) }
    sum = 0
  }

  private func weight(of pages: Range<Int>) -> Int { weights[pages].reduce(0, PartFilling.sum) }

  /// Sizes come from files: a sum that would overflow is the largest there is.
  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? .max : sum
  }
}
