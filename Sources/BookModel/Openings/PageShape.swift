public import Diagnostics

extension Rule {
  public static let doublePageUpright = Rule(
    "double-page-upright", .metadata,
    "A page is marked as a double page, but is clearly upright; it is treated as a single page.",
    advice: "Nothing, or force it for that page with the stage 'mark'.")
}

/// What a page's measures, and what is stated of it, say about the place it takes in an opening.
public enum PageShape: Sendable, Hashable {
  /// One side of an opening.
  case single
  /// Both sides: a double page in one picture.
  case wide
  /// A page of a book whose pages are clearly wider than tall: no double page, and never beside another.
  case landscape
  /// A piece of a strip that is read by scrolling: never beside another.
  case strip

  /// Height over width from which a page is a strip, and from which on the median makes the book one.
  static let stripRatio = 3.0

  /// Judges each page by the book's own usual shape (`WidePages`) and by what the source states.
  ///
  /// A stated double page wins over measuring, unless the page is clearly upright: taller than wide and less
  /// than 1.25 times as wide as usual. So does a stated single one.
  ///
  /// - Parameter pages: in reading order; a size is nil where it is not known.
  public static func judge(_ pages: [(size: Size?, isDouble: Bool?)]) -> [PageShape] {
    let sizes = pages.map(\.size)
    let usual = WidePages.usualAspect(sizes)
    let wide = WidePages.judge(sizes)
    let isStripBook = usual.map { $0 * stripRatio <= 1 } ?? false
    let isLandscapeBook = usual.map { $0 > WidePages.mostSquare } ?? false
    return pages.indices.map { index in
      let page = pages[index]
      let aspect = page.size.flatMap { $0.width > 0 && $0.height > 0 ? $0.aspect : nil }
      if page.isDouble == true, !isUpright(aspect, usual: usual) { return .wide }
      if isStripBook || aspect.map({ $0 * stripRatio <= 1 }) ?? false { return .strip }
      if isLandscapeBook { return .landscape }
      return wide[index] && page.isDouble == nil ? .wide : .single
    }
  }

  /// The shapes of a book's pages; what the user says of a page (`isDoubleForced`) holds.
  ///
  /// - Parameter sizes: of the pages' pictures, nil where not known.
  public static func judge(_ pages: [Page], sizes: [Size?]) -> [PageShape] {
    zip(pages, judge(zip(pages, sizes).map { ($1, $0.isDouble) })).map { page, shape in
      guard page.isDoubleForced, let isDouble = page.isDouble else { return shape }
      return isDouble ? .wide : shape == .wide ? .single : shape
    }
  }

  private static func isUpright(_ aspect: Double?, usual: Double?) -> Bool {
    guard let aspect, let usual else { return false }
    return aspect < min(1, 1.25 * usual)
  }

  /// The warning for a page whose stated `isDouble` was not believed.
  public static func upright(_ page: Page) -> Diagnostic {
    .warning(
      .doublePageUpright,
      "page '\(page.sourceName)' is marked as a double page, but is clearly upright: treated as a single page"
    )
  }
}
