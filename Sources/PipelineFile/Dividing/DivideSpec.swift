public import BookModel
public import Diagnostics
import Formats

/// How one book is divided into several.
public struct DivideSpec: Hashable, Sendable {
  public let measure: DivisionMeasure
  public let border: DivisionBorder
  /// The templates for the number and the title of each part; nil for the default.
  public let number: FieldTemplate?
  public let title: FieldTemplate?
  /// The settings that differ from their defaults, in canonical form.
  public let settingsText: String

  /// Whether the sizes of pages are needed.
  public var needsByteCounts: Bool { if case .bytes = measure { true } else { false } }

  /// The books that one book becomes, numbered and titled.
  ///
  /// - Parameter byteCounts: the size in bytes of each page's picture, nil if unknown.
  public func books(of book: Book, byteCounts: [Int?] = []) -> (books: [Book], diagnostics: [Diagnostic]) {
    let (parts, diagnostics) = book.parts(by: measure, at: border, byteCounts: byteCounts)
    let books = zip(book.divided(into: parts), parts).map { part, cut in named(part, cut, of: book) }
    return (books, diagnostics)
  }

  private func named(_ part: Book, _ cut: BookPart, of whole: Book) -> Book {
    guard let place = part.part else { return part }
    var named = part
    var asked = whole
    asked.part = place
    let origin = Origin(.pipeline, "divide")
    if let title {
      named.metadata.set(\.title, to: title.text(for: asked), from: origin)
    } else if cut.facts == nil {
      let counted = whole.metadata.title.map { "\($0) (\(place.number))" }
      named.metadata.set(\.title, to: place.title ?? counted, from: origin)
    }
    if let number {
      named.metadata.set(\.number, to: BookNumber(number.text(for: asked)), from: origin)
    } else if cut.facts?.number == nil, cut.facts?.chapter == nil {
      // If a chapter's title contains its number, that is the chapter number; the book's own number is the
      // volume's.
      if let chapter = place.title.flatMap({ FilenameParser.metadata(ofStem: $0).chapter }) {
        named.metadata.set(\.chapter, to: chapter, from: origin)
      } else {
        let before = whole.metadata.number.map { "\($0)." } ?? ""
        named.metadata.set(\.number, to: BookNumber("\(before)\(place.number)"), from: origin)
      }
    }
    return named
  }
}
