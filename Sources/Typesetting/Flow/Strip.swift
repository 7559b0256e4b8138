import BookModel

/// A piece of the flow that stays together: a line, a picture, a row of a table, an edge of a box.
///
/// Its marks are measured from the flow's left side and from its own top.
struct Strip {
  /// Room above it, which is lost at the top of a page.
  var space: Extent = 0
  /// Whether the room above stays at the top of a page: where a chapter begins or a break was asked for.
  var keepsSpace = false
  var height: Extent
  /// How far what begins here reaches down: a float may be higher than the line it begins at.
  var reach: Extent = 0
  var marks: [PageMark] = []
  var breakBefore = StripBreak.allowed
  /// The lines of text in it: one, or those of a row of a table.
  var lines: [PlacedLine] = []
  var anchors: [String] = []
  /// The notes it refers to.
  var notes: [Int] = []
  /// Its share of the source's text.
  var text: Range<Int> = 0..<0
  /// That of floats which begin at it.
  var floatText: Range<Int> = 0..<0
  /// The head of the table it is a row of.
  var tableHead: Int?

  /// What the page needs for it.
  var extent: Extent { Swift.max(height, reach) }
}

/// Whether a page may end before a strip, best first.
enum StripBreak: Int, Comparable {
  case forced, allowed
  /// Inside of what should stay together.
  case discouraged
  /// It would leave a single line, or a heading without its text.
  case avoided

  static func < (left: StripBreak, right: StripBreak) -> Bool { left.rawValue < right.rawValue }
}

/// Which line of which paragraph stands where on a page.
public struct PlacedLine: Sendable, Hashable {
  /// Counted through the section.
  public var paragraph: Int
  /// Counted from 0.
  public var line: Int
  /// How many the paragraph has.
  public var count: Int
  /// The line's box on the page.
  public var area: MarkArea
  /// Whether it belongs to a note at the page's foot.
  public var isNote: Bool
  public var isHeading: Bool

  public init(
    paragraph: Int, line: Int, count: Int, area: MarkArea, isNote: Bool = false, isHeading: Bool = false
  ) {
    self.paragraph = paragraph
    self.line = line
    self.count = count
    self.area = area
    self.isNote = isNote
    self.isHeading = isHeading
  }
}

/// A flow laid out: strips one below the other, not divided into pages yet.
struct Flow {
  var strips: [Strip] = []
  var decorations: [Decoration] = []
  /// The source's text, as strips have it.
  var text: [UInt8] = []
  /// Rows that are repeated at the top of a page.
  var tableHeads: [[Strip]] = []
}
