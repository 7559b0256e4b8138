/// The pages that an expectation is about: `3`, `2-5`, `last` or `all`.
public enum PageSelector: Hashable, Sendable {
  /// By number, from 1.
  case numbers(ClosedRange<Int>)
  case last
  case all

  /// Nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "last": self = .last
    case "all": self = .all
    default:
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first >= 1,
        last >= first
      else { return nil }
      self = .numbers(first...last)
    }
  }

  /// The page numbers in a book with this many pages, including any beyond its end.
  public func numbers(of count: Int) -> [Int] {
    switch self {
    case .numbers(let range): Array(range.prefix(100_000))
    case .last: [max(1, count)]
    case .all: Array(1..<(count + 1))
    }
  }
}
