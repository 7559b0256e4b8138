public import BookModel
public import Options

/// How to find the empty margins of a page and how much of them to cut.
public struct MarginSearch: Hashable, Sendable {
  /// How far, in levels, a sample may differ from the margin's color.
  public var tolerance: Int
  /// The most to cut off any edge.
  public var limit: Length
  /// How much of the margin to leave around the contents.
  public var padding: Length
  /// Whether a small, isolated mark in the top or bottom margin counts as contents.
  public var keepsPageNumbers: Bool

  public init(
    tolerance: Int = 32, limit: Length = .percent(10), padding: Length = .zero, keepsPageNumbers: Bool = true
  ) {
    self.tolerance = tolerance
    self.limit = limit
    self.padding = padding
    self.keepsPageNumbers = keepsPageNumbers
  }

  var parameters: String {
    "auto \(tolerance) \(limit.optionText) \(padding.optionText) \(keepsPageNumbers ? "numbers" : "")"
  }
}

/// The number of pixels at each edge of a page.
public struct EdgePixels: Hashable, Sendable {
  public var left = 0
  public var top = 0
  public var right = 0
  public var bottom = 0

  public init(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
}

/// The space around the contents of one page.
public struct PageMargins: Hashable, Sendable {
  /// The distance from each edge to the contents.
  public var empty: EdgePixels
  /// The part of it that is a dark strip, which padding must not restore.
  public var strips: EdgePixels

  public init(empty: EdgePixels, strips: EdgePixels = EdgePixels()) {
    self.empty = empty
    self.strips = strips
  }

  /// What to cut off a page of a given size, leaving the padding and cutting no edge by more than the limit.
  public func cut(of size: Size, by search: MarginSearch) -> EdgePixels {
    func cut(_ margin: Int, _ strip: Int, _ side: Int) -> Int {
      min(max(strip, margin - search.padding.pixels(of: side)), search.limit.pixels(of: side))
    }
    return EdgePixels(
      left: cut(empty.left, strips.left, size.width), top: cut(empty.top, strips.top, size.height),
      right: cut(empty.right, strips.right, size.width), bottom: cut(empty.bottom, strips.bottom, size.height)
    )
  }
}

extension EdgePixels {
  /// What is left of a page after the cut; all of it if the cut is less than a hundredth in both directions,
  /// which is not worth re-encoding the page.
  public func rectangle(in size: Size) -> Rectangle {
    let (width, height) = (size.width - left - right, size.height - top - bottom)
    let isLittle = (left + right) * 100 < size.width && (top + bottom) * 100 < size.height
    guard width > 0, height > 0, !isLittle else { return Rectangle(of: size) }
    return Rectangle(x: left, y: top, size: Size(width: width, height: height))
  }
}
