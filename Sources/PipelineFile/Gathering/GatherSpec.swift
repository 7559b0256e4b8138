public import BookModel
public import Diagnostics
public import Formats

extension Rule {
  public static let gatherAlone = Rule(
    "gather-alone", .metadata,
    "Nothing in a source says which others it belongs to, so it stays a book of its own.",
    advice: """
      Give the source what is missing (`leporello tag`, --meta), or give the key a default: \
      {series|Unsorted}.
      """)
  public static let gatherTwice = Rule(
    "gather-twice", .metadata, "Two sources of one book have the same number.",
    advice: "Leave one of the two out with 'exclude', or give it another number.")
  public static let gatherUnused = Rule(
    "gather-unused", .pipeline, "A pattern under 'gather: list' matches no source.",
    advice: "Correct the pattern, or remove it.")
}

/// Which sources become one book, and in what order.
public struct GatherSpec: Hashable, Sendable {
  public let key: Key
  public let order: GatherOrder
  /// Where the fields used for grouping and order come from.
  public let choice: MetadataChoice
  /// The settings that differ from their defaults, in canonical form.
  public let settingsText: String

  public enum Key: Hashable, Sendable {
    /// Sources with the same text.
    case fields(FieldTemplate)
    case folder(GatherFolder)
    /// The books listed in the file.
    case list([Listed])
  }

  /// One listed book.
  public struct Listed: Hashable, Sendable {
    public var name: String
    public var patterns: [Glob]
  }

  init(key: Key, order: GatherOrder, choice: MetadataChoice, settingsText: String) {
    self.key = key
    self.order = order
    self.choice = choice
    self.settingsText = settingsText
  }

  /// Whether books must be read to know which belong together; if not, their paths are enough.
  public var needsBooks: Bool {
    let asks: Bool
    switch key {
    case .fields: asks = true
    case .folder: asks = order == .number
    case .list: asks = false
    }
    return asks && choice.places.contains { [.embedded, .sidecar, .title].contains($0) }
  }

  /// All sources in groups, each source in exactly one; groups are ordered by their first sources.
  public func groups(of sources: [GatherCandidate]) -> (groups: [GatherGroup], diagnostics: [Diagnostic]) {
    var grouping = Grouping(self, sources)
    return (grouping.groups(), grouping.diagnostics)
  }

  /// The book that a group's sources become; a lone source stays as it is.
  ///
  /// - Parameter books: the books of the group's sources, in its order.
  public func book(
    of group: GatherGroup, from books: [Book]
  ) -> (book: Book, diagnostics: [Diagnostic]) {
    // Places that do not affect grouping may still have more metadata about each source.
    let all = MetadataChoice(
      from: choice.places + MetadataPlace.allCases.filter { !choice.places.contains($0) },
      filename: choice.rules)
    let sources = zip(group.members, books).map { member, book in
      GatheredSource(key: member.key, book: book, facts: all.metadata(of: book))
    }
    guard let first = books.first, let place = group.place else {
      return Book.gathered(sources, as: books.first?.source ?? GatherCandidate(path: "").book.source)
    }
    let readers = Set(books.map(\.source.reader))
    let formats = Set(books.map(\.source.format))
    return Book.gathered(
      sources,
      as: BookSource(
        path: place.path, stem: place.stem, folder: place.folder,
        reader: readers.count == 1 ? first.source.reader : "gather",
        format: formats.count == 1 ? first.source.format : "\(books.count) sources", pageCount: 0))
  }
}

/// A source that may be combined with others into one book.
public struct GatherCandidate: Sendable {
  /// As its reader returned it; a book without pages if only its path is needed.
  public var book: Book
  /// The folder argument in which it was found, or the fixed part of the pattern; nil for a file given by
  /// name.
  public var root: FilePath?

  public var path: FilePath { book.source.path }

  public init(book: Book, root: FilePath? = nil) {
    self.book = book
    self.root = root
  }

  /// A source of which only the path is known.
  public init(path: FilePath, root: FilePath? = nil, isFolder: Bool = false) {
    let parent = path.parent.nameText
    self.init(
      book: Book(
        source: BookSource(
          path: path, stem: isFolder ? path.nameText : path.bookNameText, folder: parent == "." ? "" : parent,
          reader: "",
          format: "", pageCount: 0),
        pages: []),
      root: root)
  }
}

/// Sources that become one book.
public struct GatherGroup: Hashable, Sendable {
  /// In reading order.
  public var members: [Member]
  /// The book's name and where it comes from as a whole; nil for a source that stays alone.
  public var place: GatherPlace?

  public struct Member: Hashable, Sendable {
    /// The source's index in the list of candidates.
    public var source: Int
    /// The source's name within the group; see `GatheredSource.key`.
    public var key: String
  }
}

/// Where a book made from several sources comes from, for use in names and templates.
public struct GatherPlace: Hashable, Sendable {
  public var path: FilePath
  public var stem: String
  public var folder: String

  public init(path: FilePath, stem: String, folder: String) {
    self.path = path
    self.stem = stem
    self.folder = folder
  }
}
