public import BookModel
public import Diagnostics
import Options

/// Text with fields, written as in a `PathTemplate`: `{series} {volume:00}[ ({part} of {parts})]`. The result
/// is plain text, not made safe for file names.
public struct FieldTemplate: Hashable, Sendable {
  /// As written.
  public let text: String
  private let parts: [PathTemplate.Part]

  /// - Throws: `template-syntax`, with its place in the text.
  public init(parsing text: String) throws(Diagnostic) { try self.init(ScalarText(text)) }

  /// - Throws: `template-syntax`, with its line and column in the file.
  init(_ text: ScalarText) throws(Diagnostic) {
    var parser = PathTemplateParser(text, isPath: false)
    parts = try parser.parse()
    self.text = text.string
  }

  /// All the fields it may use.
  var fields: [PathTemplate.Field] { PathTemplate.fields(of: parts) }

  /// The text for a book; empty fields are left out.
  public func text(for book: Book) -> String {
    FieldTemplate.text(of: parts, book) { $0.text(in: book) }.trimmed
  }

  /// A key shared by books that belong together: the text without differences in letter case, the Unicode
  /// form of accents or leading zeros. Nil if a field is empty that is neither optional nor has a default.
  func key(of book: Book) -> String? {
    guard missing(in: book).isEmpty else { return nil }
    return FieldTemplate.text(of: parts, book) { field in
      let text = field.fact.text(in: book)
      return field.fact.isNumeric ? BookNumber(text)?.canonical ?? text : text
    }.trimmed.caseFolded
  }

  /// The fields that are empty for a book, except those that are optional or have a default.
  func missing(in book: Book) -> [String] {
    parts.compactMap { part in
      guard case .field(let field) = part, field.fallback == nil, field.fact.text(in: book).isEmpty else {
        return nil
      }
      return field.name
    }
  }

  private static func text(
    of parts: [PathTemplate.Part], _ book: Book, _ value: (PathTemplate.Field) -> String
  ) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .literal(let literal): text += literal
      case .field(let field):
        let own = value(field)
        text += own.isEmpty ? field.fallback ?? "" : own
      case .optional(let inner):
        let isComplete = PathTemplate.fields(of: inner).allSatisfy { field in
          field.fallback != nil || !field.fact.text(in: book).isEmpty
        }
        if isComplete { text += FieldTemplate.text(of: inner, book, value) }
      }
    }
  }
}

extension PathTemplate.Field {
  /// The unchanged value, padded; empty if there is none.
  func text(in book: Book) -> String {
    let text = fact.text(in: book)
    return digits.flatMap { BookNumber(text)?.padded(to: $0) } ?? text
  }
}
