/// Names a page for as long as the book lives, whatever stages do to its place.
///
/// A reader makes it from the source's place in the book, the entry's name and its ordinal: never from a
/// path, a time or a run. Derived pages get derived ids, which remember the pages they come from.
public struct PageID: Hashable, Sendable, CustomStringConvertible {
  public let text: String
  /// The ids, as a reader gave them, of the source's pages this one shows; empty for one put in.
  public let origins: [String]

  /// A page that shows one entry. `occurrence` counts from 0 where an entry is shown more than once.
  public init(_ entry: EntryReference, occurrence: Int = 0) {
    let again = occurrence == 0 ? "" : "~\(occurrence)"
    self.init(sourcePlace: "\(entry.source.ordinal):\(entry.key):\(entry.name)\(again)")
  }

  /// A page the source has without an entry of its own: a blank spine item, a tiled one.
  public init(sourcePlace: String) {
    // An id that begins like this was derived.
    let text = sourcePlace.hasPrefix("@") || sourcePlace.hasPrefix("(") ? "place:" + sourcePlace : sourcePlace
    self.init(text: text, origins: [text])
  }

  private init(text: String, origins: [String]) {
    self.text = text
    self.origins = origins
  }

  /// Half `number` (1 or 2, in reading order) of a page that was split.
  public static func half(_ number: Int, of page: PageID) -> PageID {
    PageID(text: "\(page.text)/\(number)", origins: page.origins)
  }

  /// Part `number` (from 1, from the top) of a page that was cut into screens.
  public static func part(_ number: Int, of page: PageID) -> PageID {
    PageID(text: "\(page.text)#\(number)", origins: page.origins)
  }

  /// Pages laid side by side or above each other.
  public static func joined(_ pages: [PageID]) -> PageID {
    PageID(text: "(" + pages.map(\.text).joined(separator: "+") + ")", origins: pages.flatMap(\.origins))
  }

  /// The page as one of a source among several that became one book. It goes by the source's name within the group,
  /// not by its place, so that it stays the same whatever else is in the group.
  func within(_ source: String) -> PageID {
    PageID(text: PageID.text(text, within: source), origins: origins.map { PageID.text($0, within: source) })
  }

  static func text(_ text: String, within source: String) -> String { "\(source)//\(text)" }

  /// A blank put in behind a page.
  public static func blank(after page: PageID) -> PageID { PageID(text: "\(page.text)!blank", origins: []) }

  /// A page that a plugin makes of others, in a way of its own.
  ///
  /// - Parameters:
  ///   - kind: a word for how, which sets it apart from other pages made of the same ones: the stage's name.
  ///   - number: tells several pages of one kind apart, from 1.
  ///   - pages: what it shows; receipts count it for them.
  public static func derived(_ kind: String, _ number: Int = 1, of pages: [PageID]) -> PageID {
    PageID(
      text: derivedText(kind, number, of: pages.map(\.text)), origins: pages.flatMap(\.origins))
  }

  /// A page that text was set as. It shows no page of the source: receipts count it as added.
  ///
  /// - Parameters:
  ///   - kind: as above.
  ///   - number: the page's number among those of the section, from 1.
  public static func derived(_ kind: String, _ number: Int = 1, of section: SectionID) -> PageID {
    PageID(text: derivedText(kind, number, of: [section.text]), origins: [])
  }

  /// No other id begins with '@'. Lengths keep apart what names that hold the marks could make look alike.
  private static func derivedText(_ kind: String, _ number: Int, of texts: [String]) -> String {
    precondition(
      !kind.isEmpty
        && kind.utf8.allSatisfy { $0 == UInt8(ascii: "-") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 },
      "the kind of a page is a word in kebab-case")
    return "@\(kind)#\(number)(" + texts.map { "\($0.utf8.count):\($0)" }.joined(separator: "+") + ")"
  }

  /// Whether a page's origin is this page of one entry, wherever in its source the entry is shown.
  public func isOrigin(_ origin: String) -> Bool { origin == text || origin.hasPrefix(text + "~") }

  public var description: String { text }

  public static func == (left: PageID, right: PageID) -> Bool { left.text == right.text }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// What a page is in its book: ComicPageType's words (ComicInfo 2.0) in camelCase; unknown words are kept.
public struct PageRole: Hashable, Sendable, CustomStringConvertible {
  /// `frontCover`, `story`, … or an unknown word as the source spells it.
  public let word: String

  public init(_ word: String) { self.word = word }

  public static let frontCover = PageRole("frontCover")
  public static let innerCover = PageRole("innerCover")
  public static let roundup = PageRole("roundup")
  public static let story = PageRole("story")
  public static let advertisement = PageRole("advertisement")
  public static let editorial = PageRole("editorial")
  public static let letters = PageRole("letters")
  public static let preview = PageRole("preview")
  public static let backCover = PageRole("backCover")
  public static let other = PageRole("other")
  public static let deleted = PageRole("deleted")

  public static let known: [PageRole] = [
    .frontCover, .innerCover, .roundup, .story, .advertisement, .editorial, .letters, .preview, .backCover,
    .other, .deleted,
  ]

  /// The role a word in a predicate or option means: `cover` stands for `frontCover`.
  public init(predicateWord word: String) {
    let lower = word.lowercased()
    let match = PageRole.known.first { $0.word.lowercased() == lower }
    self = lower == "cover" ? .frontCover : match ?? PageRole(word)
  }

  public var description: String { word }
}

/// The side of an opening a page lies on, as the source or a stage says.
public enum PageSide: String, Sendable, Hashable, CaseIterable {
  case left, right
  /// The page fills the opening alone.
  case center
}

/// One page and everything known about it. What a page knows travels with it, never in tables by index.
public struct Page: Hashable, Sendable {
  public internal(set) var id: PageID
  public var picture: Picture
  /// How the picture is to be encoded where something was said about it.
  public var encoding: PictureEncoding?
  /// In the order stated; empty where none is stated (readers take that as `story`).
  public var roles: [PageRole]
  public var side: PageSide?
  /// The opening it lies in; nil where nothing has paired the book.
  public var opening: PageOpening?
  /// A mark readers show in their contents (ComicInfo `Bookmark`).
  public var bookmark: String?
  /// What the source states about the page filling both sides; nil where it says nothing.
  public var isDouble: Bool?
  /// Whether `isDouble` is the user's word, which measuring the picture does not overrule.
  public var isDoubleForced = false
  /// The name the source has for the page: an entry's path, a spine item's.
  public var sourceName: String
  /// Attributes of the source's page list that the model has no place for, in their order.
  public var kept: [KeptAttribute]

  public struct KeptAttribute: Hashable, Sendable {
    public var name: String
    public var value: String
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(
    id: PageID, picture: Picture, roles: [PageRole] = [], side: PageSide? = nil, bookmark: String? = nil,
    isDouble: Bool? = nil, sourceName: String, kept: [KeptAttribute] = []
  ) {
    self.id = id
    self.picture = picture
    self.roles = roles
    self.side = side
    self.bookmark = bookmark
    self.isDouble = isDouble
    self.sourceName = sourceName
    self.kept = kept
  }

  public var isCover: Bool { roles.contains(.frontCover) }
}
