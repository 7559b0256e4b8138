public import BookModel

/// Something that a predicate can test.
public protocol PredicateFact: Hashable, Sendable {
  init?(name: String)
  /// All names, for suggestions.
  static var names: [String] { get }
  /// What the facts are about: `page`, `book`.
  static var subject: String { get }
  /// Where a name that is not a fact here would be valid.
  static func whereabouts(of name: String) -> String?
  var name: String { get }
  var type: FactType { get }
}

/// What a fact can be compared with.
public enum FactType: Hashable, Sendable {
  case flag
  case number
  /// A number of bytes, which may be written as `1MiB`.
  case byteCount
  case text
  /// Words from a vocabulary; an open one may contain others, too.
  case words([String], isOpen: Bool)
  /// Several texts: a test holds if it holds for any of them.
  case list
  /// Text that begins with a number: compared as a number or as text, depending on the other side.
  case bookNumber
  case date
}

/// The value of a fact.
public enum FactValue: Hashable, Sendable {
  case flag(Bool)
  case number(Double)
  case texts([String])
  case bookNumber(BookNumber)
  case date(PartialDate)
  /// Not stated: equal to the empty text, unequal to everything else, neither above nor below anything.
  case none
  /// Not known until pages are rendered, because of the named stage or operation.
  case unknown(since: String)
}

/// A fact about one page of a book, under its name in `where:`.
public enum PageFact: String, PredicateFact, CaseIterable {
  /// Counted from 1 among the pages that enter the stage.
  case number
  case first, last
  case role, side
  /// The source's name for the page: its whole path or the last component of it.
  case name
  case bookmark
  case format, bytes, width, height
  /// Width divided by height.
  case aspect
  case color

  public init?(name: String) { self.init(rawValue: name) }

  public var name: String { rawValue }
  public static var names: [String] { allCases.map(\.rawValue) }
  public static var subject: String { "page" }

  public static func whereabouts(of name: String) -> String? {
    if BookFact(name: name) != nil { return "'\(name)' is about books: use it in 'when:'" }
    let others = [
      "page": "number", "index": "number", "type": "role", "size": "bytes", "ratio": "aspect", "file": "name",
      "filename": "name", "colour": "color",
    ]
    return others[name].map { "here it is called '\($0)'" }
  }

  public var type: FactType {
    switch self {
    case .first, .last: .flag
    case .number, .width, .height, .aspect: .number
    case .bytes: .byteCount
    case .name, .bookmark: .text
    case .role: .words(["cover"] + PageRole.known.map(\.word), isOpen: true)
    case .side: .words(PageSide.allCases.map(\.rawValue), isOpen: false)
    case .format: .words(ImageFormat.allCases.map(\.rawValue), isOpen: false)
    case .color: .words(PictureFacts.ColorModel.allCases.map(\.rawValue), isOpen: false)
    }
  }
}

extension BookFact: PredicateFact {
  public static var subject: String { "book" }

  public static func whereabouts(of name: String) -> String? {
    PageFact(name: name) == nil ? nil : "'\(name)' is about pages: use it in 'where:'"
  }

  public var type: FactType {
    switch self {
    case .metadata(let field):
      switch field.kind {
      case .text: .text
      case .integer, .decimal: .number
      case .flag: .flag
      case .number: .bookNumber
      case .date: .date
      case .list, .credits, .identifiers, .arcs: .list
      case .direction: .words(Direction.allCases.map(\.rawValue), isOpen: false)
      }
    case .year, .month, .day, .pages, .part, .parts: .number
    case .credits, .identifier: .list
    case .direction: .words(Direction.allCases.map(\.rawValue), isOpen: false)
    case .kind: .words(["comic", "text"], isOpen: false)
    case .sourceStem, .sourceFolder, .partTitle: .text
    }
  }

  /// The fact's value for a book.
  public func value(in book: Book) -> FactValue {
    switch type {
    case .list:
      let words = words(in: book)
      return words.isEmpty ? .none : .texts(words)
    case .flag, .bookNumber, .date:
      guard case .metadata(let field) = self else { return .none }
      switch book.metadata[field]?.value {
      case .flag(let flag): return .flag(flag)
      case .number(let number): return .bookNumber(number)
      case .date(let date): return .date(date)
      default: return .none
      }
    case .number, .byteCount: return Double(text(in: book)).map { .number($0) } ?? .none
    case .text, .words:
      let text = text(in: book)
      return text.isEmpty ? .none : .texts([text])
    }
  }
}
