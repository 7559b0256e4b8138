public import BookModel

/// A page that is laid out: what is drawn on it, in order, without any pixel yet. About 10 KB.
public struct SetPage: Sendable, Hashable {
  /// In pixels.
  public var size: Size
  public var background: InkColor
  public var marks: [PageMark]

  public init(size: Size, background: InkColor, marks: [PageMark] = []) {
    self.size = size
    self.background = background
    self.marks = marks
  }
}

/// Something drawn on a page. Positions are in `Extent` units from the page's top left corner.
public enum PageMark: Sendable, Hashable {
  case glyphs(GlyphMark)
  /// Rules, borders, grounds, lines under text.
  case fill(MarkArea, InkColor)
  /// A picture of the book, scaled to fill its area.
  case picture(EntryReference, MarkArea)
}

/// Glyphs of one font and color on one baseline.
public struct GlyphMark: Sendable, Hashable {
  public var font: FontReference
  public var color: InkColor
  /// Where the first glyph's pen stands.
  public var x: Extent
  public var y: Extent
  public var glyphs: [Glyph]
  /// What they say, in logical order: what may be copied from a PDF.
  public var text: String
  public var flow: Flow

  /// Where the pen goes.
  public enum Flow: Sendable, Hashable {
    /// To the right.
    case horizontal
    /// Down, with glyphs lying on their side, turned clockwise: Latin in vertical text.
    case sideways
    /// Down, with glyphs standing: `x` is their middle line.
    case upright
  }

  public init(
    font: FontReference, color: InkColor, x: Extent, y: Extent, glyphs: [Glyph], text: String,
    flow: Flow = .horizontal
  ) {
    self.font = font
    self.color = color
    self.x = x
    self.y = y
    self.glyphs = glyphs
    self.text = text
    self.flow = flow
  }
}

public struct MarkArea: Sendable, Hashable {
  public var x: Extent
  public var y: Extent
  public var width: Extent
  public var height: Extent

  public init(x: Extent, y: Extent, width: Extent, height: Extent) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// sRGB, 8 bits a channel.
public struct InkColor: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public static let black = InkColor(red: 0, green: 0, blue: 0)
  public static let white = InkColor(red: 255, green: 255, blue: 255)
}
