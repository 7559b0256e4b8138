public import BookModel
public import Diagnostics
import Formats

/// How several books are made of one.
public struct DivideSpec: Hashable, Sendable {
  public let measure: DivisionMeasure
  public let border: DivisionBorder
  /// What says the number and the title of each part; nil for what is usual.
  public let number: FieldTemplate?
  public let title: FieldTemplate?
  /// The settings that differ from their defaults, in one canonical form.
  public let settingsText: String

  /// Whether the sizes of pages have to be known.
  public var needsByteCounts: Bool { if case .bytes = measure { true } else { false } }

  /// The books that one becomes, numbered and titled.
  ///
  /// - Parameter byteCounts: the bytes of each page's picture, nil where that is not known.
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
      // A chapter that says its number in its title has it; the whole's is that of the volume.
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
