public import BookModel
public import Diagnostics
import Options

/// Text with fields in it, written as in a `PathTemplate`: `{series} {volume:00}[ ({part} of {parts})]`. What it gives
/// is text as it is, no name of a file.
public struct FieldTemplate: Hashable, Sendable {
  /// As written.
  public let text: String
  private let parts: [PathTemplate.Part]

  /// - Throws: `template-syntax`, at the very place in the text.
  public init(parsing text: String) throws(Diagnostic) { try self.init(ScalarText(text)) }

  /// - Throws: `template-syntax`, at its line and column in the file.
  init(_ text: ScalarText) throws(Diagnostic) {
    var parser = PathTemplateParser(text, isPath: false)
    parts = try parser.parse()
    self.text = text.string
  }

  /// Everything it may ask for.
  var fields: [PathTemplate.Field] { PathTemplate.fields(of: parts) }

  /// The text for a book; fields that are empty give nothing.
  public func text(for book: Book) -> String {
    FieldTemplate.text(of: parts, book) { $0.text(in: book) }.trimmed
  }

  /// What books that belong together have in common: the text with letter case, accents' forms and zeros in front of
  /// numbers out of the way. Nil where a field is empty that is neither optional nor has a default.
  func key(of book: Book) -> String? {
    guard missing(in: book).isEmpty else { return nil }
    return FieldTemplate.text(of: parts, book) { field in
      let text = field.fact.text(in: book)
      return field.fact.isNumeric ? BookNumber(text)?.canonical ?? text : text
    }.trimmed.caseFolded
  }

  /// The fields a book lacks, of those that are neither optional nor have a default.
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
  /// The value as it is, padded; empty where there is none.
  func text(in book: Book) -> String {
    let text = fact.text(in: book)
    return digits.flatMap { BookNumber(text)?.padded(to: $0) } ?? text
  }
}
