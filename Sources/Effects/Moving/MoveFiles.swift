import Archives
import BookModel
public import Diagnostics
public import Engine
import Inputs
public import PipelineFile
import PluginKit

extension Rule {
  static let extensionChanged = Rule(
    "extension-changed", .output, "A template would give a file another extension than its own.",
    advice: "Leave the extension out of the template: files keep their own.")
  static let movesHeld = Rule(
    "moves-held", .output,
    "A file was not moved, because others of the same run could not be moved as asked.",
    advice: "Solve what is reported of the others, then run again.")
}

/// Gives files the paths that follow from what is known of their books, and takes the files along that carry their
/// names. Everything is planned before anything moves, and nothing moves unless everything can.
public struct MoveFiles: Effect {
  private let template: PathTemplate
  private let planner: JobPlanner
  private let resources: RunResources
  private let journal: Journal?

  public let width: Int

  /// - Parameters:
  ///   - template: without a folder in it, files stay in theirs; else it counts from the working folder.
  ///   - pipeline: its stages decide what is known of each book; its sink is not used.
  ///   - journal: what is done is written there first; nil to only say what would be done.
  public init(
    to template: PathTemplate, _ pipeline: Pipeline, _ resources: RunResources, journal: Journal?
  ) {
    self.template = template
    self.resources = resources
    self.journal = journal
    // The order of moves matters.
    width = journal == nil ? max(4, resources.workers.threads) : 1
    planner = JobPlanner(pipeline, resources, PlanningTerms(ignoresBookFiles: true))
  }

  // MARK: Planning

  public func check(_ jobs: [Job]) {}

  public func plan(_ job: Job) async -> PlannedJob {
    var planned = PlannedJob(job, planner.open(job))
    let path = job.source.path
    do throws(Diagnostic) {
      let book = try await planner.plan(job, planned.open)[0].book
      let (to, warnings) = try destination(of: job, book)
      let isThere = place(to) == place(path)
      planned.outputs = [PlannedOutput(.init(), isThere ? .stay : .move(to: to), told: warnings)]
    } catch {
      planned.outputs = [PlannedOutput(.init(), .fail(error.inFile(path.display), nil))]
    }
    planned.told = planned.open.diagnostics
    return planned
  }

  private func destination(of job: Job, _ book: Book) throws(Diagnostic) -> (FilePath, [Diagnostic]) {
    let input = job.source
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

  public func settle(_ jobs: inout [PlannedJob]) throws(Diagnostic) {
    try MoveConflicts.settle(&jobs)
    guard journal != nil, jobs.contains(where: \.cannotMove) else { return }
    for index in jobs.indices {
      guard case .move(let to) = jobs[index].outputs.first?.fate else { continue }
      jobs[index].outputs[0].fate = .fail(
        .note(
          .movesHeld, "not moved to '\(to.display)': other files of this run cannot be moved as asked",
          at: Place(file: jobs[index].job.source.path.display)), to)
    }
  }

  // MARK: Moving

  public func prepare(_ jobs: [PlannedJob]) async {}

  public func carryOut(
    _ planned: PlannedJob, _ tell: @escaping @Sendable (RunEvent) -> Void
  ) async -> Receipt? {
    if Task.isCancelled { return nil }
    let (job, open) = (planned.job, planned.open)
    guard let one = planned.outputs.first else { return nil }
    for warning in one.told { open.report(warning) }
    var output = Receipt.Output(.unchanged, sink: "rename", path: one.destination ?? job.source.path)
    switch one.fate {
    case .move(let to):
      output.status = .planned
      if let journal {
        do throws(Diagnostic) {
          try await resources.io.run { () async throws(Diagnostic) in
            try move(job, to: to, journal)
          }
          output.status = .moved
        } catch {
          output.status = .failed
          output.failure = error
        }
      }
    case .fail(let diagnostic, _):
      output.status = diagnostic.rule == .movesHeld ? .notReached : .failed
      output.failure = diagnostic
    case .write, .skip, .unchanged, .rewrite, .stay: break
    }
    if output.status == .failed, let failure = output.failure { open.report(failure) }
    return Receipt(
      sources: [Receipt.Source(path: job.source.path)], outputs: [output], diagnostics: open.diagnostics)
  }

  /// Makes one move, and those of the files that carry its name; the journal is told before each.
  ///
  /// - Throws: `journal-failed`; what `FileMove` throws. The file is then where it was.
  private func move(_ job: Job, to: FilePath, _ journal: Journal) throws(Diagnostic) {
    for (from, to) in [(job.source.path, to)] + job.namesakeMoves(to) {
      let (from, to) = (place(from), place(to))
      try journal.record(.renamed(from: from, to: to)) { () throws(Diagnostic) in
        try FileMove.move(from, to: to)
      }
    }
  }
}

extension PlannedJob {
  fileprivate var cannotMove: Bool {
    if case .fail = outputs.first?.fate { true } else { failure != nil }
  }
}

extension Job {
  /// Where the files that carry a book's name go when the book does: the same name, but for what follows the stem.
  func namesakeMoves(_ to: FilePath) -> [(from: FilePath, to: FilePath)] {
    let newStem = source.isFolder ? Array(to.name) : Array(to.stem.utf8)
    return source.namesakes.map { file in
      (file, to.parent.appending(newStem + file.name.dropFirst(source.stem.count)))
    }
  }
}

/// The path with its folder resolved, so that two spellings of one place are one; a link itself is not followed.
func place(_ path: FilePath) -> FilePath { realPath(path.parent).appending(path.name) }
