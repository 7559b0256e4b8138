/// A person's part in a book.
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

extension Credit {
  /// Reads `Name (role)`; a name alone is the writer's.
  init(userText text: String) {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "(") else {
      self.init(text.trimmed, .writer)
      return
    }
    let word = text[text.index(after: open)...].dropLast().trimmed
    self.init(text[..<open].trimmed, Role(anyCase: word))
  }
}

extension Credit.Role {
  /// The known role a word means in any case; else a role of that word.
  public init(anyCase word: String) {
    let lower = word.lowercased()
    self = Credit.Role.known.first { $0.word.lowercased() == lower } ?? Credit.Role(word)
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

  /// Reads `Name` and `Name #3`.
  init(userText text: String) {
    guard let mark = text.lastIndex(of: "#"), mark != text.startIndex else {
      self.init(name: text.trimmed)
      return
    }
    let number = text[text.index(after: mark)...].trimmed
    self.init(name: text[..<mark].trimmed, number: number.isEmpty ? nil : number)
  }
}
