import Archives
public import BookModel
public import Diagnostics
public import PipelineFile
import PluginKit

extension Rule {
  static let companionLeft = Rule(
    "companion-left", .output, "A file that carries a book's name keeps it although the book is renamed.",
    advice: "If it belongs to the book, rename it by hand.")
  static let extensionChanged = Rule(
    "extension-changed", .output, "A template would give a file another extension than its own.",
    advice: "Leave the extension out of the template: files keep their own.")
}

/// Files renamed after what is known of their books. Everything is planned before anything moves.
public struct Renaming: Sendable {
  private let template: PathTemplate
  private let planner: BookPlanner
  private let workers: WorkerPool

  /// - Parameters:
  ///   - template: without a folder in it, files stay in theirs; else it counts from the working folder.
  ///   - pipeline: its stages decide what is known of each book; its sink is not used.
  public init(
    to template: PathTemplate, pipeline: Pipeline, limits: Limits, settings: RunSettings,
    askPassword: (@Sendable (FilePath) -> String?)? = nil
  ) {
    self.template = template
    let workers = WorkerPool(threads: settings.effectiveJobs)
    self.workers = workers
    let readers = pipeline.sources.map { source in
      BookReader(
        readers: source.readers, limits: limits, scratch: settings.scratchFolder, workers: workers,
        askPassword: askPassword)
    }
    planner = BookPlanner(
      readers: readers, pipeline: pipeline, ignoresBookFiles: true, needsPages: false)
  }

  /// Works out the new path of every input.
  ///
  /// - Returns: the moves in the order they can be made, then files that stay or fail; nil where it was interrupted.
  /// - Throws: what listing the folders of new paths throws.
  public func plan(_ inputs: [RunInput]) async throws(Diagnostic) -> [PlannedMove]? {
    var moves: [PlannedMove] = []
    do {
      try await inOrder(inputs, width: max(4, workers.threads), on: nil) { _, input throws(Diagnostic) in
        await self.move(input)
      } handOver: { _, move throws(Diagnostic) in
        moves.append(move)
      }
    } catch {
      // Only cancelling ends it early.
      return nil
    }
    return try RenamePlan(moves).moves
  }

  private func move(_ input: RunInput) async -> PlannedMove {
    let open = planner.open(input)
    var move = PlannedMove(from: input.path, fate: .stay)
    do throws(Diagnostic) {
      let book = try await planner.plan(input, open).book
      let (to, warnings) = try destination(of: input, book)
      for warning in warnings { open.report(warning) }
      if RenamePlan.place(to) != RenamePlan.place(input.path) {
        move.fate = .move(to)
        warnAboutCompanions(of: input, open)
      }
    } catch {
      move.fate = .fail(error.inFile(input.path.display))
    }
    move.told = open.diagnostics
    return move
  }

  /// Files that say something about a book by carrying its name are not moved with it.
  private func warnAboutCompanions(of input: RunInput, _ open: OpenBook) {
    let stem = input.path.stem.caseFolded + "."
    let names = input.siblings.filter { sibling in
      sibling.name != input.path.name && sibling.nameText.caseFolded.hasPrefix(stem)
        && ["xml", "opf", "yaml"].contains(sibling.fileExtension)
    }.map { "'\($0.nameText)'" }.sorted()
    guard !names.isEmpty else { return }
    open.report(
      .warning(
        .companionLeft,
        "\(names.joined(separator: ", ")) has this book's name, and is not renamed",
        at: Place(file: input.path.display), remedy: "rename it too, or put its contents into the book first")
    )
  }

  private func destination(of input: RunInput, _ book: Book) throws(Diagnostic) -> (FilePath, [Diagnostic]) {
    let ending = input.isFolder ? "" : input.path.fileExtension
    let written = template.fileExtension.drop { $0 == "." }.lowercased()
    guard written.isEmpty || written == ending || written.hasSuffix("." + ending) else {
      throw .error(
        .extensionChanged, "the template would name this file '.\(written)', but it is a '.\(ending)'",
        at: Place(file: input.path.display),
        remedy: "leave the extension out of the template: each file keeps its own")
    }
    let (path, warnings) = try template.path(for: book, missingExtension: ending.isEmpty ? nil : ending)
    let hasFolder = path.bytes.contains(UInt8(ascii: "/")) || template.text.hasPrefix("./")
    return (hasFolder ? path : input.path.parent.appending(path.name), warnings)
  }

  /// Makes one move, the journal told first.
  ///
  /// - Throws: `journal-failed`; what `FileMove` throws. The file is then where it was.
  public func make(_ from: FilePath, _ to: FilePath, _ journal: Journal) async throws(Diagnostic) {
    try await workers.run { () async throws(Diagnostic) in
      let (from, to) = (RenamePlan.place(from), RenamePlan.place(to))
      try journal.append(.renamed(from: from, to: to))
      try FileMove.move(from, to: to)
    }
  }
}
