/// Which part of a divided book one is.
public struct PartOfBook: Hashable, Sendable {
  /// Counted from 1.
  public var number: Int
  /// How many parts there are.
  public var count: Int
  /// The title of the chapter or story it is, where it is one.
  public var title: String?

  public init(number: Int, count: Int, title: String? = nil) {
    self.number = number
    self.count = count
    self.title = title
  }
}

/// A stretch of a book's pages that is to be a book of its own.
public struct BookPart: Hashable, Sendable {
  /// Indices into the book's pages.
  public var pages: Range<Int>
  /// The title of the chapter or story it is; nil where it was cut by size.
  public var title: String?
  /// What is known about that chapter and not about the whole book.
  public var facts: Metadata?

  public init(pages: Range<Int>, title: String? = nil, facts: Metadata? = nil) {
    self.pages = pages
    self.title = title
    self.facts = facts
  }
}

/// What decides how a book is cut.
public enum DivisionMeasure: Hashable, Sendable {
  /// A book of each entry of the contents down to a level, 1 for the outermost.
  case chapters(level: Int)
  case stories
  /// At most so many pages.
  case pages(Int)
  /// At most so many bytes of pictures.
  case bytes(Int)
}

/// Where a book that is divided by size may be cut.
public enum DivisionBorder: Hashable, Sendable {
  /// Between any two openings.
  case opening
  /// Between chapters, down to a level of the contents.
  case chapter(level: Int)
}
