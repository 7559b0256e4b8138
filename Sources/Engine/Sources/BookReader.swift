import Archives
public import BookModel
public import Diagnostics
public import Inputs
public import PluginKit

/// Has the first reader that claims a source read it: a book, before any stage.
public struct BookReader: Sendable {
  private let readers: [any ReadyReader]
  private let resources: RunResources

  public init(readers: [any ReadyReader], _ resources: RunResources) {
    self.readers = readers
    self.resources = resources
  }

  /// The book of an input; its sources stay open in `open`.
  ///
  /// - Throws: what the reader throws, with the source named; `not-a-book` where no reader claims it.
  public func read(_ input: RunInput, _ open: OpenSources) async throws(Diagnostic) -> Book {
    do throws(Diagnostic) {
      let book = try await resources.workers.run { () async throws(Diagnostic) in
        let probe = try SourceProbe(
          input.path, siblings: input.siblings, isOnlyBookInFolder: input.isOnlyBookInFolder)
        guard let reader = readers.first(where: { $0.claims(probe) }) else { throw refusal(of: probe) }
        return try await reader.read(probe, in: open)
      }
      let limit = resources.limits.maxPages
      guard book.pages.count <= limit else { throw .tooManyPages(book.pages.count, limit: limit) }
      open.note(format: book.source.format)
      return book
    } catch {
      throw error.inFile(input.path.display)
    }
  }

  private func refusal(of probe: SourceProbe) -> Diagnostic {
    let found: String
    switch probe.kind {
    case .pdf?: found = "PDF, which is not read yet"
    case let kind?: found = "\(kind.name), which no reader supports"
    case nil: found = probe.head.isEmpty ? "an empty file" : "neither an archive nor an e-book"
    }
    return .error(.notABook, "this is \(found)", remedy: "`leporello plugins` lists what can be read")
  }
}

extension Diagnostic {
  static func tooManyPages(_ count: Int, limit: Int) -> Diagnostic {
    .error(
      .tooManyPages, "the book has \(counted(count, "page")); the limit is \(limit)",
      remedy: "raise --max-pages if that is right")
  }
}

extension Rule {
  static let notABook = Rule(
    "not-a-book", .input, "No reader can read this input.",
    advice: "Check what the file is; `leporello plugins` lists the readers.")
}
