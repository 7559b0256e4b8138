public import BookModel

extension PackageDocument {
  /// Whether the package declares pages of fixed size and place: `rendition:layout`, or the older ways
  /// (Kindle's `fixed-layout`, `original-resolution`). Display-options files beside it may, too.
  public var isFixedLayout: Bool {
    if let layout = meta("rendition:layout") ?? meta("layout") {
      return layout.lowercased() == "pre-paginated"
    }
    if let fixed = meta("fixed-layout") { return ["true", "yes", "1"].contains(fixed.lowercased()) }
    return meta("original-resolution") != nil
  }

  /// The reading direction the spine states, or else Kindle's writing mode; nil where neither speaks.
  public var direction: Direction? {
    switch spine.progression {
    case "rtl": return .rightToLeft
    case "ltr": return .leftToRight
    default: break
    }
    switch meta("primary-writing-mode")?.lowercased() {
    case "horizontal-rl", "vertical-rl": return .rightToLeft
    case "horizontal-lr", "vertical-lr": return .leftToRight
    default: return nil
    }
  }

  /// Whether the spine places pages on the sides of an opening.
  public var hasSpreadPlacement: Bool { spine.items.contains { $0.side != nil } }

  /// The size of all pages, stated once for the whole book: `rendition:viewport`, or Kindle's `original-resolution`.
  var statedViewport: Size? {
    if let size = meta("rendition:viewport").flatMap(DocumentHead.viewport) { return size }
    let sides = meta("original-resolution")?.lowercased().split(separator: "x").map { Double($0.trimmed) }
    guard let sides, sides.count == 2 else { return nil }
    return DocumentHead.size(sides[0], sides[1])
  }
}
