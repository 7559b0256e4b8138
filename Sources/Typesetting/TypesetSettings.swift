public import BookModel

/// How text is set: the page, its type, and what is done with notes and running lines.
public struct TypesetSettings: Sendable, Hashable {
  /// In pixels.
  public var page = Size(width: 1264, height: 1680)
  /// Pixels of an inch: what inches and points of a book come to on paper is of no account, but a PDF states it.
  public var resolution = 300
  public var margins = PageMargins(top: 90, right: 80, bottom: 90, left: 80)
  /// Of plain text, in pixels. What a style sheet says is relative to it.
  public var fontSize = 40.0
  /// The family text is set in, whatever the book says; nil for the book's own, else a serif.
  public var family: String?
  /// From line to line, in font sizes, whatever the book says; nil for the book's own, else 1.35.
  public var lineSpacing: Double?
  public var justification = Justification.on
  public var hyphenates = true
  public var theme = PageTheme.white
  /// Whether the title stands over every page but the first of a section.
  public var hasHeadLine = false
  /// Whether the page's number stands under every page.
  public var hasFootLine = true
  public var footnotes = FootnotePlace.page
  /// The language of documents that state none, as a BCP 47 tag.
  public var language: String?

  /// Sizes type can be set in.
  public static let fontSizes = 12.0...400.0
  /// Sides a page can have.
  public static let pageSides = 64...20_000

  public init() {}

  /// How lines come to one length.
  public enum Justification: String, Sendable, Hashable, CaseIterable {
    /// Every line is as long as its words.
    case off
    /// Spaces grow until lines fill the measure.
    case on
    /// Lines are broken so that spaces grow evenly over a paragraph.
    case fine
  }

  /// Where notes go that a text refers to.
  public enum FootnotePlace: String, Sendable, Hashable, CaseIterable {
    /// To the foot of the page that refers to them.
    case page
    /// Behind the text of their document.
    case chapter
  }
}

/// Room around the text of a page, in pixels.
public struct PageMargins: Sendable, Hashable {
  public var top: Int
  public var right: Int
  public var bottom: Int
  public var left: Int

  public init(top: Int, right: Int, bottom: Int, left: Int) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }
}

/// Paper and ink.
public enum PageTheme: String, Sendable, Hashable, CaseIterable {
  case white, warm, dark, green

  public var paper: InkColor {
    switch self {
    case .white: .white
    case .warm: InkColor(red: 0xFB, green: 0xF3, blue: 0xE1)
    case .dark: InkColor(red: 0x16, green: 0x16, blue: 0x18)
    case .green: InkColor(red: 0xDD, green: 0xEC, blue: 0xD8)
    }
  }

  public var ink: InkColor {
    switch self {
    case .white: .black
    case .warm: InkColor(red: 0x2B, green: 0x22, blue: 0x18)
    case .dark: InkColor(red: 0xD8, green: 0xD5, blue: 0xCF)
    case .green: InkColor(red: 0x16, green: 0x27, blue: 0x18)
    }
  }
}
