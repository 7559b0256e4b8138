public import BookModel
public import Diagnostics
import Formats
import Options
import Programs

/// A program that gets a book as JSON on its standard input and gives it back, changed, on its standard output.
public struct BookFilter: Sendable {
  /// The stage's name, for messages and as the origin of what it changes.
  public let name: String
  private let command: ProgramCommand
  private let values: [String: [UInt8]]
  private let options: JSON?

  public init(
    _ name: String, _ command: ProgramCommand, values: [String: [UInt8]] = [:], options: JSON? = nil
  ) {
    self.name = name
    self.command = command
    self.values = values
    self.options = options
  }

  /// Files that decide what it does.
  public var files: [FilePath] { command.files }

  /// - Throws: `program-…` where the program fails, `json-malformed` and `book-json` where what it gives back is no
  ///   book; the book that was given stays as it is.
  public func apply(to book: Book, in context: any BookContext) async throws(Diagnostic) -> Book {
    let form = BookForm(book, facts: await context.knownFacts(of: book), options: options).json
    let call = command.call(
      values, input: Array(form.text().utf8) + [UInt8(ascii: "\n")],
      maxOutputBytes: context.limits.maxDocumentBytes.bytes)
    let outcome = try await context.run(call)
    try outcome.check(command.name, in: context.report)
    let reply: BookReply
    do throws(Diagnostic) {
      reply = try BookReply(outcome.output, to: book, as: form, limits: context.limits)
    } catch {
      throw .error(
        error.rule, "the reply of '\(command.name)': \(error.placedMessage)", remedy: error.remedy)
    }
    var (changed, told) = reply.changed(from: Origin(.pipeline, name))
    for page in reply.removed { changed.dropped.append(try await context.described(page)) }
    for diagnostic in told { context.report(diagnostic) }
    return changed
  }
}

extension Diagnostic {
  /// The message with its line and column, where a place outside the user's own files would mislead.
  fileprivate var placedMessage: String {
    place.range.map { "line \($0.start.line), column \($0.start.column): \(message)" } ?? message
  }
}

extension BookContext {
  /// The facts of every page that has any; a damaged header is reported when the page is made.
  func knownFacts(of book: Book) async -> [PageID: PictureFacts] {
    var facts: [PageID: PictureFacts] = [:]
    for page in book.pages {
      do throws(Diagnostic) {
        if let known = try await self.facts(of: page.picture) { facts[page.id] = known }
      } catch { continue }
    }
    return facts
  }
}
