import Diagnostics

/// Books that have the same pictures in the same order, judging by their directories.
struct SamePictures {
  /// The first book of every group of equal books and every book that has no equal, as ordered indices.
  let firsts: [Int]
  private let copies: [(copy: Int, first: Int)]

  init(_ books: [CollectionBook]) {
    var known: [[PagePrint]: Int] = [:]
    var firsts: [Int] = []
    var copies: [(Int, Int)] = []
    for (index, book) in books.enumerated() {
      if !book.pages.isEmpty, let first = known[book.pages] {
        copies.append((index, first))
      } else {
        known[book.pages] = index
        firsts.append(index)
      }
    }
    self.firsts = firsts
    self.copies = copies
  }

  func findings(_ books: [CollectionBook]) -> [Diagnostic] {
    copies.map { copy, first in
      let count = books[copy].pages.count
      let pages = count == 1 ? "the same page" : "the same \(count) pages"
      return LintRule.samePictures.finding(
        "it holds \(pages) as '\(books[first].path)'", in: books[copy].path)
    }
  }
}
