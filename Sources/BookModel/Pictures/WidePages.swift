/// Which pages are wide: pictures that most likely fill both sides of an opening.
public enum WidePages {
  /// Judges each page by the book's own usual shape, its median width/height: wide is at least 1.5 times that,
  /// whatever the absolute value. In a book whose usual page is clearly wider than tall, none is.
  ///
  /// - Parameter sizes: of all pages in reading order; a page of unknown size is never wide.
  public static func judge(_ sizes: [Size?]) -> [Bool] {
    guard let usual = usualAspect(sizes), usual <= mostSquare else { return sizes.map { _ in false } }
    return sizes.map { size in size.map { $0.aspect >= 1.5 * usual - 1e-9 } ?? false }
  }

  /// The width/height up to which a book's usual page is a nearly square one that lies beside another: two upright
  /// pages side by side are wider.
  static let mostSquare = 1.15

  /// How many usual pages of its book each picture is wide; nil where no size is known.
  public static func pagesAcross(_ sizes: [Size?]) -> [Double?] {
    let usual = usualAspect(sizes)
    return sizes.map { size in
      guard let size, let usual, usual > 0, size.height > 0 else { return nil }
      return size.aspect / usual
    }
  }

  /// The median width/height of pages whose size is known; the lower of the two in the middle: of a single page
  /// and a double one, the single is the usual.
  static func usualAspect(_ sizes: [Size?]) -> Double? {
    let aspects = sizes.compactMap { $0 }.filter { $0.width > 0 && $0.height > 0 }.map(\.aspect).sorted()
    return aspects.isEmpty ? nil : aspects[(aspects.count - 1) / 2]
  }
}
