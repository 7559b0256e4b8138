import Diagnostics

/// A page that occurs in several books.
public struct RecurringPage: Sendable, Hashable {
  public let print: PagePrint
  public let bookCount: Int
  /// The first book that has it, and the page's number in that book, from 1.
  public let path: String
  public let number: Int

  /// The number of books from which a page counts as recurring.
  static let fewestBooks = 3

  static func find(in books: [CollectionBook]) -> [RecurringPage] {
    struct Seen {
      var first: Int
      var number: Int
      var last: Int
      var count: Int
    }
    var seen: [PagePrint: Seen] = [:]
    for (index, book) in books.enumerated() {
      for (number, print) in book.pages.enumerated() {
        guard var known = seen[print] else {
          seen[print] = Seen(first: index, number: number + 1, last: index, count: 1)
          continue
        }
        if known.last == index { continue }
        (known.last, known.count) = (index, known.count + 1)
        seen[print] = known
      }
    }
    return seen.filter { $0.value.count >= fewestBooks }
      .sorted { ($0.value.first, $0.value.number) < ($1.value.first, $1.value.number) }
      .map { print, seen in
        RecurringPage(print: print, bookCount: seen.count, path: books[seen.first].path, number: seen.number)
      }
  }

  var finding: Diagnostic {
    LintRule.recurringPage.finding(
      "page \(number) is in \(bookCount) books (\(print.text))", in: path,
      remedy: "look at it; `drop` takes a list of such pages")
  }

  /// A list that `drop` reads: CRC-32:size, followed by where to look.
  static func list(_ pages: [RecurringPage]) -> String {
    "# Pages that recur across books. Look at each before you drop it.\n"
      + pages.map {
        "\($0.print.text)  in \($0.bookCount) books; page \($0.number) of \($0.path.split(whereSeparator: \.isNewline).joined(separator: " "))\n"
      }
      .joined()
  }
}
