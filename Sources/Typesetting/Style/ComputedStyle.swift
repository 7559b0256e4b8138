import BookModel

/// What holds for an element, in lengths of the page. Shared by all elements that look alike.
///
/// Sides are those of the flow: lines run from `left` to `right` and follow each other from `top` to `bottom`. In
/// vertical writing that is the page turned: its right side is the flow's top.
final class ComputedStyle: Sendable {
  let type: TypeStyle
  let box: BoxStyle
  /// Custom properties, for `var(…)`.
  let custom: [String: String]
  /// Tells styles of one document apart.
  let number: Int

  init(type: TypeStyle, box: BoxStyle, custom: [String: String], number: Int) {
    self.type = type
    self.box = box
    self.custom = custom
    self.number = number
  }

  var fontSize: Double { type.text.size }
}

/// What an element hands down to its children.
struct TypeStyle: Hashable, Sendable {
  var text: TextStyle
  var color: InkColor
  /// What the text stands on.
  var ground: InkColor
  /// A ground of the text's own, behind its lines alone.
  var highlight: InkColor?
  var lineHeight = LineHeight.normal
  var align = TextAlign.unstated
  /// Whether lines may be justified at all.
  var isJustifiable = true
  var indent = ComputedLength.zero
  var whiteSpace = WhiteSpace.normal
  var transform = TextTransform.none
  var hyphens = Hyphens.auto
  var direction = StyledText.BaseDirection.leftToRight
  var isVertical = false
  var listMarker = "disc"
  var isMarkerInside = false
  var isHidden = false
  var orphans = 2
  var widows = 2
  /// How far the baseline is raised.
  var shift: Extent = 0
  var isUnderlined = false
  var isStruck = false
  var isOverlined = false
  var captionIsBelow = false
  var collapsesBorders = false
  var cellSpacing: Extent = 0
  /// The mark over each letter that Japanese uses for stress.
  var emphasisMark: String?
  var isRubyUnder = false

  enum LineHeight: Hashable, Sendable {
    case normal
    /// Font sizes.
    case factor(Double)
    case fixed(Extent)
  }
}

enum TextAlign: Hashable, Sendable { case unstated, start, end, left, right, center, justify }

enum TextTransform: Hashable, Sendable { case none, uppercase, lowercase, capitalize }

enum Hyphens: Hashable, Sendable { case none, manual, auto }

/// CSS Text 3, section 3.
struct WhiteSpace: Hashable, Sendable {
  var collapses: Bool
  var keepsLineBreaks: Bool
  var wraps: Bool

  static let normal = WhiteSpace(collapses: true, keepsLineBreaks: false, wraps: true)
}

/// What holds for an element's own box.
struct BoxStyle: Hashable, Sendable {
  var display = Display.inline
  var float = Float.none
  var clear = Clear()
  var margin = Sides<ComputedLength>(all: .zero)
  var padding = Sides<ComputedLength>(all: .zero)
  var border = Sides<Border>(all: Border())
  var background: InkColor?
  var width = ComputedLength.auto
  var height = ComputedLength.auto
  var maxWidth = ComputedLength.auto
  var maxHeight = ComputedLength.auto
  var minHeight = ComputedLength.auto
  var breakBefore = PageBreak.auto
  var breakAfter = PageBreak.auto
  var avoidsBreakInside = false
  var verticalAlign = VerticalAlign.baseline

  struct Border: Hashable, Sendable {
    var width: Extent = 0
    var color = InkColor.black
  }

  struct Clear: Hashable, Sendable {
    var left = false
    var right = false
  }
}

enum Display: Hashable, Sendable {
  case inline, block, listItem, inlineBlock, none
  case table, rowGroup, headerGroup, footerGroup, row, cell, caption, column
  case ruby, rubyText, rubyBase, rubyTextContainer

  /// Whether it stands in lines.
  var isInline: Bool {
    switch self {
    case .inline, .inlineBlock, .ruby, .rubyText, .rubyBase, .rubyTextContainer: true
    default: false
    }
  }
}

enum Float: Hashable, Sendable { case none, left, right }

enum PageBreak: Hashable, Sendable { case auto, avoid, page }

enum VerticalAlign: Hashable, Sendable { case baseline, top, middle, bottom }

struct Sides<Value: Hashable & Sendable>: Hashable, Sendable {
  var top: Value
  var right: Value
  var bottom: Value
  var left: Value

  init(top: Value, right: Value, bottom: Value, left: Value) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  init(all value: Value) { self.init(top: value, right: value, bottom: value, left: value) }
}
