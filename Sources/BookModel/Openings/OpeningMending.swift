extension [Page] {
  /// The pages of every opening, by its first page.
  var members: [PageID: [PageID]] {
    var members: [PageID: [PageID]] = [:]
    for page in self { if let opening = page.opening { members[opening.first, default: []].append(page.id) } }
    return members
  }

  /// Gives the parts of one page their openings, those that bring none: two halves are one spread, more parts
  /// have an opening each.
  mutating func placeInOpenings() {
    let areHalves = count == 2 && allSatisfy { $0.opening == nil }
    for index in indices where self[index].opening == nil {
      self[index].opening =
        areHalves
        ? PageOpening(first: self[0].id, spread: .stated, reason: "halves of one page")
        : PageOpening(first: self[index].id, reason: count == 1 ? "as the page was" : "part of a page")
    }
  }
}

extension Book {
  /// Gives pages an opening of their own where an edit has come between them and those they faced.
  ///
  /// An opening stands as long as its pages follow each other, begin with the one that names it, are at most two,
  /// and none of those that were there before is missing.
  mutating func separatePagesThatPartedCompany(since before: [PageID: [PageID]]) {
    var start = 0
    while start < pages.count {
      guard let first = pages[start].opening?.first else {
        start += 1
        continue
      }
      var end = start + 1
      while end < pages.count, pages[end].opening?.first == first { end += 1 }
      let run = pages[start..<end].map(\.id)
      let isWhole = run[0] == first && run.count <= 2 && (before[first] ?? []).allSatisfy { run.contains($0) }
      if !isWhole {
        for index in start..<end {
          pages[index].opening = PageOpening(
            first: pages[index].id, reason: "the page beside it has changed")
        }
      }
      start = end
    }
  }
}
