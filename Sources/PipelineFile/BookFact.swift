public import BookModel

/// A fact about a book, under the name that templates and `when:` use.
public enum BookFact: Hashable, Sendable {
  case metadata(MetadataField)
  /// Parts of the date of publication.
  case year, month, day
  /// The names credited with one role: `writer`, `colorist`…
  case credits(Credit.Role)
  /// The identifiers in one scheme: `isbn`, `gtin`.
  case identifier(String)
  /// The reading direction inferred from all of the metadata.
  case direction
  /// `comic` for pages of pictures, `text` for flowing text.
  case kind
  /// The number of pages.
  case pages
  /// For part of a divided book: its number, the number of parts, and the title of the chapter or story.
  case part, parts, partTitle
  /// The source's name without its extension, and the name of the folder that contains it.
  case sourceStem, sourceFolder

  /// The fact for a name, which must match exactly; metadata fields are also accepted in any letter case and
  /// in ComicInfo's spelling.
  public init?(name: String) {
    if let own = BookFact.ownNames.first(where: { $0.name == name }) {
      self = own.fact
    } else if let role = Credit.Role.known.first(where: { $0.word.lowercased() == name.lowercased() }) {
      self = .credits(role)
    } else if let field = MetadataField(userName: name) {
      self = .metadata(field)
    } else {
      return nil
    }
  }

  private static let ownNames: [(name: String, fact: BookFact)] = [
    ("source.stem", .sourceStem), ("source.folder", .sourceFolder), ("year", .year), ("month", .month),
    ("day", .day),
    ("direction", .direction), ("kind", .kind), ("pages", .pages), ("isbn", .identifier("isbn")),
    ("gtin", .identifier("gtin")), ("part", .part), ("parts", .parts), ("part.title", .partTitle),
  ]

  /// All names, for suggestions; the usual ones come first.
  public static let names =
    MetadataField.allCases.map(\.rawValue) + ownNames.map(\.name) + Credit.Role.known.map(\.word)

  /// The fact's name.
  public var name: String {
    switch self {
    case .metadata(let field): field.rawValue
    case .credits(let role): role.word
    default: BookFact.ownNames.first { $0.fact == self }?.name ?? ""
    }
  }

  /// Whether only the parts of a divided book have it.
  var isOfParts: Bool { [.part, .parts, .partTitle].contains(self) }

  /// Whether it is a number, or text that begins with one, so that it can be padded.
  var isNumeric: Bool {
    switch self {
    case .metadata(let field): [.number, .integer].contains(field.kind)
    case .year, .month, .day, .pages, .part, .parts: true
    default: false
    }
  }

  /// The fact as text; empty if it is unknown.
  func text(in book: Book) -> String {
    let metadata = book.metadata
    return switch self {
    case .metadata(let field): metadata[field]?.value.text ?? ""
    case .year: metadata.date.map { String($0.year) } ?? ""
    case .month: metadata.date?.month.map(String.init) ?? ""
    case .day: metadata.date?.day.map(String.init) ?? ""
    case .credits, .identifier: words(in: book).joined(separator: ", ")
    case .direction: book.direction?.rawValue ?? ""
    case .kind: book.kinds == [.sections] ? "text" : "comic"
    case .pages: String(book.pages.count)
    case .part: book.part.map { String($0.number) } ?? ""
    case .parts: book.part.map { String($0.count) } ?? ""
    case .partTitle: book.part?.title ?? ""
    case .sourceStem: book.source.stem
    case .sourceFolder: book.source.folder
    }
  }

  /// The individual items of a fact that is a list.
  func words(in book: Book) -> [String] {
    let metadata = book.metadata
    switch self {
    case .credits(let role): return (metadata.credits ?? []).filter { $0.role == role }.map(\.name)
    case .identifier(let scheme):
      return (metadata.identifiers ?? []).filter { $0.scheme == scheme }.map(\.value)
    case .metadata(let field):
      switch metadata[field]?.value {
      case .list(let items): return items
      case .credits(let credits): return credits.map(\.name)
      case .identifiers(let identifiers): return identifiers.map(\.value)
      case .arcs(let arcs): return arcs.map(\.name)
      default: return []
      }
    default: return []
    }
  }
}
