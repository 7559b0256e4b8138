public import BookModel
public import Diagnostics
public import Options
public import PluginKit
import TextShaping
public import Typesetting

/// Makes pages of a book's text.
public struct TypesetStage: Stage {
  public static let name = "typeset"
  public static let summary = "Sets text as pages: novels, and what is text in a comic."
  public static let example = """
    - typeset: { size: 1264x1680, fontSize: 42, theme: warm }
    """
  public static let needs: Set<ItemKind> = [.sections]
  public static let gives: Set<ItemKind>? = [.pages]
  public static let rules: [Rule] =
    [.textSet, .typesettingLimited, .typesettingMissing, .hyphenationUnreadable] + Rule.textShaping

  public struct Settings: OptionGroup, Hashable {
    public var size = KeywordOr<AutoKeyword, Size>.keyword(.auto)
    public var fontSize = KeywordOr<AutoKeyword, Int>.keyword(.auto)
    public var margin = KeywordOr<AutoKeyword, Int>.keyword(.auto)
    public var family: String?
    public var lineSpacing = KeywordOr<AutoKeyword, Double>.keyword(.auto)
    public var justify = Justify.on
    public var hyphenate = true
    public var theme = Theme.white
    public var head = false
    public var foot = true
    public var notes = Notes.page
    public var language: String?

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "size", \.size, shortForm: true,
        "The size of pages in pixels; 'auto' is that of the book's other pages, else 1264x1680."),
      Option(
        "fontSize", \.fontSize, in: 12...400, "The size of plain text in pixels; 'auto' goes by the page."),
      Option("margin", \.margin, in: 0...2000, "Pixels around the text; 'auto' goes by the page."),
      Option("family", \.family, "The font text is set in, whatever the book says."),
      Option(
        "lineSpacing", \.lineSpacing, in: 1...3,
        "From line to line, in font sizes; 'auto' is the book's own, or 1.35."),
      Option("justify", \.justify, "Whether lines are all of one length; 'fine' evens out whole paragraphs."),
      Option(
        "hyphenate", \.hyphenate, "Whether words are divided, in languages with a dictionary installed."),
      Option("theme", \.theme, "The colors of paper and text."),
      Option("head", \.head, "Whether the book's title stands over pages."),
      Option("foot", \.foot, "Whether pages are numbered."),
      Option(
        "notes", \.notes,
        "Where notes are set: at the foot of the page that refers to them, or behind the chapter."),
      Option("language", \.language, "The language of text that states none, such as 'en'."),
    ]
  }

  public enum Justify: String, OptionEnumeration, Hashable { case off, on, fine }
  public enum Notes: String, OptionEnumeration, Hashable { case page, chapter }
  public enum Theme: String, OptionEnumeration, Hashable { case white, warm, dark, green }

  /// Whether this build can set text (the trait Typesetting).
  public static var isBuiltIn: Bool {
    #if Typesetting
      true
    #else
      false
    #endif
  }

  /// The rule by which a reader refuses a book for its text.
  private static let textBook = "text-book"

  private let settings: Settings

  public init(_ settings: Settings) throws(Diagnostic) { self.settings = settings }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    guard book.hasSections else { return book }
    // A book that is refused for another reason than its text, such as a picture that is missing, stays refused.
    if let refusal = book.textRefusal, refusal.rule.id != Self.textBook { return book }
    #if Typesetting
      let settings = try await typesetSettings(for: book, context)
      return try await TextSetting(settings, context).set(book)
    #else
      throw .error(
        .typesettingMissing, "this build cannot set text: it was made without the trait Typesetting",
        remedy: "use a build with it, or leave the stage 'typeset' out")
    #endif
  }

  /// Pages of the usual e-reader, and type on them, as `1264x1680` at 40 pixels have it.
  private static let usual = Size(width: 1264, height: 1680)

  /// The settings with everything that is left to the program decided.
  private func typesetSettings(for book: Book, _ context: any BookContext) async throws(Diagnostic)
    -> TypesetSettings
  {
    var result = TypesetSettings()
    switch settings.size {
    case .value(let size): result.page = size
    case .keyword: result.page = try await Self.commonSize(of: book, context) ?? Self.usual
    }
    let sides = TypesetSettings.pageSides
    guard sides.contains(result.page.width), sides.contains(result.page.height) else {
      throw .error(
        .typesettingLimited, "text cannot be set on pages of \(result.page)",
        remedy: "choose sides from \(sides.lowerBound) to \(sides.upperBound) pixels with 'size'")
    }
    let scale = Double(min(result.page.width, result.page.height)) / Double(Self.usual.width)
    switch settings.fontSize {
    case .value(let size): result.fontSize = Double(size)
    case .keyword: result.fontSize = max(12, (40 * scale).rounded())
    }
    let side: Int
    switch settings.margin {
    case .value(let pixels): side = pixels
    case .keyword: side = Int((84 * scale).rounded())
    }
    result.margins = PageMargins(top: side, right: side, bottom: side, left: side)
    result.family = settings.family
    if case .value(let spacing) = settings.lineSpacing { result.lineSpacing = spacing }
    result.justification = TypesetSettings.Justification(rawValue: settings.justify.rawValue) ?? .on
    result.hyphenates = settings.hyphenate
    result.hasHeadLine = settings.head
    result.hasFootLine = settings.foot
    result.footnotes = settings.notes == .page ? .page : .chapter
    result.theme = PageTheme(rawValue: settings.theme.rawValue) ?? .white
    result.language = settings.language ?? book.metadata.language
    return result
  }

  /// The size most of a book's upright pages have; nil where there are none that can hold text.
  private static func commonSize(of book: Book, _ context: any BookContext) async throws(Diagnostic) -> Size?
  {
    var counts: [Size: Int] = [:]
    for page in book.pages {
      guard let size = try await context.facts(of: page.picture)?.size, size.height >= size.width else {
        continue
      }
      guard min(size.width, size.height) >= TypesetSettings.pageSides.lowerBound else { continue }
      counts[size, default: 0] += 1
    }
    return counts.max {
      ($0.value, $1.key.width, $1.key.height) < ($1.value, $0.key.width, $0.key.height)
    }?.key
  }
}

extension Rule {
  static let textSet = Rule(
    "text-set", .output, "Text was set as pages.",
    advice: "Nothing has to be done. The stage 'typeset' has options for page and type.")
  static let typesettingLimited = Rule(
    "typesetting-limited", .input, "A book asks for something that text is not set with.",
    advice: "Look at the pages it is told of: their text is complete, but may look different.")
  static let typesettingMissing = Rule(
    "typesetting-missing", .usage, "This build of the program cannot set text.",
    advice: "Use a build with the trait Typesetting, which is on by default.")
}
