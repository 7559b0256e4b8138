public import Diagnostics

/// Lengths along and across lines, in units of 1/1024 pixel: sums of them are exact, whatever their order.
public typealias Extent = Int

extension Extent {
  /// How many units a pixel has.
  public static let pixel = 1024
}

/// Turns text into glyphs: all that layout asks of fonts. Used on one thread at a time.
public protocol Shaper: AnyObject {
  /// Shapes a paragraph once for the widths of its clusters and for where it may break.
  func shape(_ text: StyledText) throws(Diagnostic) -> any ShapedParagraph
  /// The font's measures for a style, for lines that have no text.
  func metrics(of style: TextStyle) throws(Diagnostic) -> FontMetrics
}

/// A paragraph's text in logical order, and how it looks.
public struct StyledText: Sendable, Hashable {
  /// UTF-8. U+FFFC stands for something that isn't text: a picture, a ruby group, a table in a line.
  public var text: String
  /// In order, without gaps, over all bytes of the text.
  public var runs: [Run]
  /// What the objects at U+FFFC take, by byte offset.
  public var objects: [Int: InlineObject]
  public var direction: BaseDirection
  /// Whether lines go from top to bottom: glyphs of upright scripts stand, others lie.
  public var isVertical: Bool

  public struct Run: Sendable, Hashable {
    /// Bytes.
    public var range: Range<Int>
    public var style: TextStyle

    public init(range: Range<Int>, style: TextStyle) {
      self.range = range
      self.style = style
    }
  }

  public enum BaseDirection: Sendable, Hashable { case leftToRight, rightToLeft }

  public init(
    text: String, runs: [Run], objects: [Int: InlineObject] = [:], direction: BaseDirection = .leftToRight,
    isVertical: Bool = false
  ) {
    self.text = text
    self.runs = runs
    self.objects = objects
    self.direction = direction
    self.isVertical = isVertical
  }
}

/// What something in a line that isn't text takes of it.
public struct InlineObject: Sendable, Hashable {
  public var advance: Extent
  /// Above and below the baseline.
  public var ascent: Extent
  public var descent: Extent

  public init(advance: Extent, ascent: Extent, descent: Extent) {
    self.advance = advance
    self.ascent = ascent
    self.descent = descent
  }
}

/// What decides which glyphs text gets. Color and lines under it are layout's own.
public struct TextStyle: Sendable, Hashable {
  /// In order of preference; generic names of CSS (`serif`, `monospace`…) among them.
  public var families: [String]
  /// In pixels.
  public var size: Double
  /// As CSS has it: 400 regular, 700 bold.
  public var weight: Int
  public var isItalic: Bool
  public var isSmallCaps: Bool
  public var letterSpacing: Extent
  /// A BCP 47 tag; it chooses forms (`zh-Hant`), line breaks and fonts.
  public var language: String?
  /// OpenType features that are switched on or off by name, such as `tnum`.
  public var features: [String]

  public init(
    families: [String], size: Double, weight: Int = 400, isItalic: Bool = false, isSmallCaps: Bool = false,
    letterSpacing: Extent = 0, language: String? = nil, features: [String] = []
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    self.isSmallCaps = isSmallCaps
    self.letterSpacing = letterSpacing
    self.language = language
    self.features = features
  }
}

/// Measures of a font at its size, above and below the baseline; of vertical text, to both sides of its middle line.
public struct FontMetrics: Sendable, Hashable {
  public var ascent: Extent
  public var descent: Extent
  public var xHeight: Extent

  public init(ascent: Extent, descent: Extent, xHeight: Extent) {
    self.ascent = ascent
    self.descent = descent
    self.xHeight = xHeight
  }
}

/// A paragraph whose widths are known.
public protocol ShapedParagraph {
  /// In logical order, without gaps, over all bytes of the text.
  var clusters: [TextCluster] { get }
  /// The glyphs of a line, shaped anew, since letters change where a line ends; trailing space still with it.
  ///
  /// - Parameters:
  ///   - range: bytes, between borders of clusters.
  ///   - isHyphenated: whether a hyphen is added behind the last letter, in its style.
  func line(_ range: Range<Int>, isHyphenated: Bool) throws(Diagnostic) -> ShapedLine
  /// How wide the hyphen is that `line` would add behind the cluster that ends at a byte.
  func hyphenAdvance(before end: Int) -> Extent
}

/// What can't be divided: one or more characters that are drawn together.
public struct TextCluster: Sendable, Hashable {
  public enum Break: Sendable, Hashable { case forbidden, allowed, required }

  /// Bytes.
  public var range: Range<Int>
  public var advance: Extent
  /// Whether a line may begin here. Of the first cluster: forbidden.
  public var breakBefore: Break
  /// White space, which a line's end swallows and justification stretches.
  public var isSpace: Bool
  /// An ideograph, kana or the like, beside which justification may add space.
  public var isIdeographic: Bool
  /// The embedding level of the bidirectional algorithm (UAX #9): odd from right to left.
  public var level: Int

  public init(
    range: Range<Int>, advance: Extent, breakBefore: Break = .forbidden, isSpace: Bool = false,
    isIdeographic: Bool = false, level: Int = 0
  ) {
    self.range = range
    self.advance = advance
    self.breakBefore = breakBefore
    self.isSpace = isSpace
    self.isIdeographic = isIdeographic
    self.level = level
  }
}

/// A line's glyphs from left to right (from top to bottom in vertical text).
public struct ShapedLine: Sendable, Hashable {
  /// In visual order. Each is of one style run, one font and one level.
  public var runs: [GlyphRun]

  public init(runs: [GlyphRun]) { self.runs = runs }

  public var advance: Extent { runs.reduce(0) { $0 + $1.advance } }
}

public struct GlyphRun: Sendable, Hashable {
  /// The place of its style run in the paragraph's `runs`.
  public var styleRun: Int
  /// Bytes of the text it shows; a hyphen that was added lies outside.
  public var range: Range<Int>
  public var level: Int
  /// Nil for an object's place.
  public var font: FontReference?
  public var metrics: FontMetrics
  /// Whether glyphs stand upright in vertical text rather than lie on their side.
  public var isUpright: Bool
  /// In visual order.
  public var glyphs: [Glyph]

  public init(
    styleRun: Int, range: Range<Int>, level: Int, font: FontReference?, metrics: FontMetrics,
    isUpright: Bool = false, glyphs: [Glyph]
  ) {
    self.styleRun = styleRun
    self.range = range
    self.level = level
    self.font = font
    self.metrics = metrics
    self.isUpright = isUpright
    self.glyphs = glyphs
  }

  public var advance: Extent { glyphs.reduce(0) { $0 + $1.advance } }
}

public struct Glyph: Sendable, Hashable {
  /// The font's number for it.
  public var id: UInt32
  /// The first byte of the cluster it belongs to; of an added hyphen, the end of the run's range.
  public var cluster: Int
  /// How far it moves on; justification adds to it.
  public var advance: Extent
  /// Where it is drawn, away from where the pen stands: to the right and down, both turned with glyphs that lie on
  /// their side. These have their middle on the line's of vertical text.
  public var dx: Extent
  public var dy: Extent

  public init(id: UInt32, cluster: Int, advance: Extent, dx: Extent = 0, dy: Extent = 0) {
    self.id = id
    self.cluster = cluster
    self.advance = advance
    self.dx = dx
    self.dy = dy
  }
}

/// A font at a size, in the terms of whoever shaped with it: a number in its list of fonts.
public struct FontReference: Sendable, Hashable {
  public var number: Int
  /// In pixels.
  public var size: Double

  public init(number: Int, size: Double) {
    self.number = number
    self.size = size
  }
}
