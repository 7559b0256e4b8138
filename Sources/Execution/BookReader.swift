import Archives
public import BookModel
public import Diagnostics
public import PluginKit

/// Opens sources and has the first reader that claims one read it: a book, before any stage.
public struct BookReader: Sendable {
  private let readers: [any ReadyReader]
  private let limits: Limits
  private let scratch: FilePath
  private let workers: WorkerPool
  private let askPassword: (@Sendable (FilePath) -> String?)?

  /// - Parameter askPassword: asks the user for a source's password; nil where nobody can be asked.
  public init(
    readers: [any ReadyReader], limits: Limits, scratch: FilePath, workers: WorkerPool,
    askPassword: (@Sendable (FilePath) -> String?)? = nil
  ) {
    self.readers = readers
    self.limits = limits
    self.scratch = scratch
    self.workers = workers
    self.askPassword = askPassword
  }

  /// What is to hold an input's open sources, and what is told of them: of use also when reading fails.
  public func open(_ input: RunInput) -> OpenBook {
    OpenBook(input.path, limits: limits, scratch: scratch, pool: workers, askPassword: askPassword)
  }

  /// The book of an input; its sources stay open in `open`.
  ///
  /// - Throws: what the reader throws, with the source named; `not-a-book` where no reader claims it.
  public func read(_ input: RunInput, _ open: OpenBook) async throws(Diagnostic) -> Book {
    do throws(Diagnostic) {
      let probe = try await workers.run { () async throws(Diagnostic) in
        try SourceProbe(input.path, siblings: input.siblings, isOnlyBookInFolder: input.isOnlyBookInFolder)
      }
      guard let reader = readers.first(where: { $0.claims(probe) }) else {
        throw refusal(of: probe)
      }
      let book = try await reader.read(probe, in: open)
      if book.pages.count > limits.maxPages {
        throw .error(
          .tooManyPages, "the book has \(book.pages.count) pages; the limit is \(limits.maxPages)",
          remedy: "raise --max-pages if that is right")
      }
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
