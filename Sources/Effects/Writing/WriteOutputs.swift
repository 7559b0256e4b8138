package import Archives
package import BookModel
public import Diagnostics
public import Engine
import Inputs
public import PipelineFile
import PluginKit

/// Writes each book of a job through the sinks: a job is read once, and each output is written, verified and named by
/// itself.
public struct WriteOutputs: Effect {
  public let pipeline: Pipeline
  let settings: RunSettings
  let resources: RunResources
  let planner: JobPlanner
  /// What earlier runs have done, where this one is to know.
  let resumption: Resumption?
  /// Nil where sources are never moved away, whatever the pipeline says.
  let trash: Trash?
  let observer: (any RunObserver)?
  /// Whether somebody will look at the digests of sources and outputs: a ledger, a publication, or whoever gets receipts.
  let keepsDigests: Bool
  let rules: [DestinationRule]
  /// Whether books are read to plan even where their destinations follow from names.
  private let readsBooks: Bool
  /// Where an output goes instead of where it is planned; nil: there.
  private let relocate: (@Sendable (FilePath) -> FilePath)?
  /// What this run stands for, of each sink that has something to do behind its books.
  let coverage = CoveredOutputs()

  /// Whether outputs go where they are planned: those of tests are nobody's library.
  var relocatesNothing: Bool { relocate == nil }

  /// Jobs open at the same time: the one being written and two beyond it.
  public let width = 3
  public var threads: WorkerPool? { resources.io }

  /// - Parameters:
  ///   - planning: whether books are read to plan in any case, and whether pictures may be decoded for it.
  ///   - ledger: what earlier runs have done and this one does; nil to do everything and remember nothing.
  ///   - version: the program's, for the ledger.
  ///   - environment: says where the user's trash is.
  ///   - observer: looks on while books are written.
  ///   - showsDigests: whether receipts are to tell the SHA-256 of sources and outputs.
  /// - Throws: `destination-missing`.
  public init(
    _ pipeline: Pipeline, _ resources: RunResources, _ settings: RunSettings,
    planning: Planning = Planning(), ledger: Ledger? = nil, version: String = "",
    environment: [String: String] = [:], observer: (any RunObserver)? = nil,
    showsDigests: Bool = true
  ) throws(Diagnostic) {
    try self.init(
      pipeline, resources, settings, planning: planning,
      resumption: ledger.map { Resumption($0, pipeline, settings, version: version) },
      trash: Trash(environment: environment), observer: observer, showsDigests: showsDigests)
  }

  /// - Parameter relocate: where an output goes instead of where it is planned, for tests of pipelines.
  package init(
    _ pipeline: Pipeline, _ resources: RunResources, _ settings: RunSettings,
    planning: Planning = Planning(), resumption: Resumption? = nil, trash: Trash? = nil,
    observer: (any RunObserver)?, showsDigests: Bool = true,
    relocate: (@Sendable (FilePath) -> FilePath)? = nil
  ) throws(Diagnostic) {
    self.pipeline = pipeline
    self.settings = settings
    self.resources = resources
    self.resumption = resumption
    self.trash = trash
    self.observer = observer
    self.relocate = relocate
    keepsDigests =
      showsDigests || resumption != nil || pipeline.sinks.contains { $0.sink is any PublishingSink }
    readsBooks = planning.readsBooks
    planner = JobPlanner(pipeline, resources, PlanningTerms(readsPixels: planning.readsPixels))
    var rules: [DestinationRule] = []
    for sink in pipeline.sinks { rules.append(try DestinationRule(sink)) }
    self.rules = rules
  }

  /// How much is worked out before anything is written.
  public struct Planning: Sendable {
    /// Whether books are read to plan even where their destinations follow from names: for plans that are shown.
    public var readsBooks: Bool
    /// Whether stages that must see pixels to plan may have them decoded; else they are left out, and named.
    public var readsPixels: Bool

    public init(readsBooks: Bool = false, readsPixels: Bool = true) {
      self.readsBooks = readsBooks
      self.readsPixels = readsPixels
    }
  }

  // MARK: Planning

  public func check(_ jobs: [Job]) throws(Diagnostic) {
    for rule in rules { try rule.check(jobs: jobs.count) }
  }

  public func plan(_ job: Job) async throws(Diagnostic) -> PlannedJob {
    var planned = PlannedJob(job, planner.open(job))
    do throws(Diagnostic) {
      var known: [Int: [RememberedOutput]] = [:]
      if let resumption {
        let found = try await resources.io.run { () async throws(Diagnostic) in try resumption.known(of: job)
        }
        planned.states = found.states
        known = found.outputs.filter { fits($1, job, $0) }
      } else if job.sources.contains(where: { pipeline.sources[$0.source].after != .keep }) {
        planned.states = try await resources.io.run { () async throws(Diagnostic) in try job.states() }
      }
      let missing = rules.indices.filter { known[$0] == nil }
      if !missing.isEmpty, needsBooks(missing) {
        planned.books = try await planner.plan(job, planned.open)
      }
      for sink in rules.indices {
        if let remembered = known[sink] {
          planned.outputs += remembered.enumerated().map { book, output in
            PlannedOutput(.init(book: book, sink: sink), .unchanged(output.path, output))
          }
        } else {
          for book in 0..<(planned.books?.count ?? 1) {
            planned.outputs.append(await output(.init(book: book, sink: sink), &planned))
          }
        }
      }
    } catch {
      guard error.rule != .ledgerFailed, error.rule != .ledgerDamaged else { throw error }
      planned.failure = error.inFile(job.name)
      planned.outputs = []
    }
    planned.told = planned.open.diagnostics
    return planned
  }

  /// Whether the outputs for some sinks cannot be told without reading the sources.
  private func needsBooks(_ sinks: [Int]) -> Bool {
    // How many books a job becomes is not known before it is divided.
    readsBooks || pipeline.divide != nil || sinks.contains { rules[$0].needsBook }
  }

  private func output(_ slot: PlannedOutput.Slot, _ planned: inout PlannedJob) async -> PlannedOutput {
    let rule = rules[slot.sink]
    let job = planned.job
    do throws(Diagnostic) {
      var book = planned.books?[slot.book]
      if let common = book, rule.needsBook {
        let branch = try await planner.branch(common, pipeline.sinks[slot.sink])
        planned.branches[slot] = branch
        book = branch
      }
      let count = planned.books?.count ?? 1
      let (path, warnings) = try rule.destination(of: job, book?.book, part: (slot.book + 1, count))
      return PlannedOutput(slot, .write(relocate?(path) ?? path, replacing: false), told: warnings)
    } catch {
      return PlannedOutput(slot, .fail(error.inFile(job.name), nil))
    }
  }

  /// Whether what was written before lies where it would go now, as far as that can be told without the books.
  private func fits(_ remembered: [RememberedOutput], _ job: Job, _ sink: Int) -> Bool {
    let rule = rules[sink]
    guard !rule.needsBook, pipeline.sinks[sink].destination.collisions != .number else { return true }
    do throws(Diagnostic) {
      for (index, output) in remembered.enumerated() {
        let path = try rule.destination(of: job, nil, part: (index + 1, remembered.count)).0
        guard output.lies(at: realPath(path)) else { return false }
      }
      return true
    } catch {
      return false
    }
  }

  public func settle(_ jobs: inout [PlannedJob]) {
    let resumption = resumption
    DestinationConflicts(
      pipeline.sinks, jobs.map(\.job), isOwn: { resumption?.isOwn($0, of: $1) ?? false }
    ).settle(&jobs)
  }

  /// The book that one output of a job is made of; nil where it was not read, since nothing of it is to be made.
  public func book(for output: PlannedOutput, of planned: PlannedJob) async throws(Diagnostic) -> PlannedBook?
  {
    if let branch = planned.branches[output.slot] { return branch }
    guard let books = planned.books else { return nil }
    return try await planner.branch(books[output.slot.book], pipeline.sinks[output.slot.sink])
  }

  // MARK: Writing

  /// Removes what runs that were killed have left beside the destinations of this one.
  public func prepare(_ jobs: [PlannedJob]) async {
    var folders: Set<FilePath> = []
    for output in jobs.flatMap(\.outputs) {
      if case .write(let path, _) = output.fate { folders.insert(path.parent) }
    }
    let all = folders
    await resources.io.run {
      for folder in all where isExistingFolder(folder) { _ = LeftoverOutputs.sweep(in: folder) }
    }
  }

  /// What another run on the same ledger has made of a job since it was planned, by sink and book.
  func madeMeanwhile(of planned: PlannedJob) async -> [PlannedOutput.Slot: RememberedOutput] {
    guard let resumption else { return [:] }
    let (job, states) = (planned.job, planned.states)
    let isTaken = states == nil && pipeline.sources[job.source.source].after != .keep
    guard states != nil || isTaken && job.sources.allSatisfy({ !pathExists($0.path) }) else { return [:] }
    do throws(Diagnostic) {
      let made = try await resources.io.run { () async throws(Diagnostic) in
        try resumption.madeMeanwhile(of: job, before: states)
      }
      var slots: [PlannedOutput.Slot: RememberedOutput] = [:]
      for (sink, outputs) in made where fits(outputs, job, sink) {
        for (book, output) in outputs.enumerated() { slots[.init(book: book, sink: sink)] = output }
      }
      return slots
    } catch {
      // What went wrong in this run is what is told.
      return [:]
    }
  }

  /// What is told of a job whose sources another run has taken away, once it had made all outputs of them.
  private func receiptOfAnotherRun(for planned: PlannedJob) async -> Receipt? {
    let made = await madeMeanwhile(of: planned).sorted {
      ($0.key.sink, $0.key.book) < ($1.key.sink, $1.key.book)
    }
    guard Set(made.map(\.key.sink)).count == rules.count else { return nil }
    return Receipt(
      job: planned.job.key, sources: planned.job.sources.map { Receipt.Source(path: $0.path) },
      outputs: made.map(\.value.receipt), diagnostics: planned.told)
  }

  public func carryOut(
    _ planned: PlannedJob, _ tell: @escaping @Sendable (RunEvent) -> Void
  ) async -> Receipt? {
    if let failure = planned.failure {
      if let receipt = await receiptOfAnotherRun(for: planned) { return receipt }
      return Receipt(.failed, of: planned.job, diagnostics: planned.told + [failure])
    }
    var conversion = JobConversion(planned, self, tell)
    let receipt = await conversion.receipt()
    if let receipt, seesToPlaces { coverage.note(receipt, of: planned) }
    return receipt
  }
}
