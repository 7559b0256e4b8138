/// Somebody's part in a book.
public struct Credit: Hashable, Sendable {
  public var name: String
  public var role: Role

  public init(_ name: String, _ role: Role) {
    self.name = name
    self.role = role
  }

  /// A role: one of those every format knows, or a word of some format's own, kept as it is.
  public struct Role: Hashable, Sendable {
    /// camelCase for the known ones.
    public let word: String
    public init(_ word: String) { self.word = word }

    public static let writer = Role("writer")
    public static let penciller = Role("penciller")
    public static let inker = Role("inker")
    public static let colorist = Role("colorist")
    public static let letterer = Role("letterer")
    public static let coverArtist = Role("coverArtist")
    public static let editor = Role("editor")
    public static let translator = Role("translator")

    /// The roles ComicInfo 2.1 has elements for, in its order.
    public static let known: [Role] = [
      .writer, .penciller, .inker, .colorist, .letterer, .coverArtist, .editor, .translator,
    ]
  }
}

/// A number by which some registry or site knows a book.
public struct Identifier: Hashable, Sendable {
  /// In lower case: `isbn`, `uuid`, `asin`, `gtin`, `comicvine`…; empty where the source names none.
  public var scheme: String
  public var value: String

  public init(scheme: String, value: String) {
    self.scheme = scheme
    self.value = value
  }
}

/// A story arc a book belongs to, and its place there.
public struct StoryArc: Hashable, Sendable {
  public var name: String
  /// As written; nil where none is stated.
  public var number: String?

  public init(name: String, number: String? = nil) {
    self.name = name
    self.number = number
  }
}
