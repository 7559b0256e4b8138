import Archives
import BookModel
import Diagnostics
import Engine
import Imaging
import Inputs
import PipelineFile

/// Takes one planned job through every sink, and tells what came of it.
struct JobConversion {
  private let planned: PlannedJob
  private let effect: WriteOutputs
  private let tell: @Sendable (RunEvent) -> Void
  private var books: [PlannedBook]?
  private var outputs: [Receipt.Output?]
  private var isInterrupted = false
  /// Outputs that another run made while this one was under way.
  private var takenOver: [Int: RememberedOutput] = [:]

  init(_ planned: PlannedJob, _ effect: WriteOutputs, _ tell: @escaping @Sendable (RunEvent) -> Void) {
    self.planned = planned
    self.effect = effect
    self.tell = tell
    books = planned.books
    outputs = planned.outputs.map { _ in nil }
  }

  private var job: Job { planned.job }
  private var open: OpenSources { planned.open }

  /// What was done; nil where the run was interrupted before anything of it was.
  mutating func receipt() async -> Receipt? {
    await settleWhatIsDone()
    await takeOver(self.outputs.indices.filter { self.outputs[$0] == nil && isThere($0) })
    var failures: [(index: Int, error: Diagnostic)] = []
    do throws(Diagnostic) {
      for tasks in try await tasks(&failures) { failures += await write(tasks) }
    } catch {
      // Why the job cannot be read: for every sink, and told once.
      for index in outputs.indices where outputs[index] == nil { failures.append((index, error)) }
    }
    await takeOver(failures.map(\.index))
    for (index, error) in failures where outputs[index] == nil { fail(index, error) }
    for index in outputs.indices where outputs[index] == nil {
      outputs[index] = Receipt.Output(
        .notReached, sink: sinkName(index), path: planned.outputs[index].destination)
    }
    let outputs = outputs.compactMap(\.self)
    let isWritten = outputs.contains(where: \.isWritten)
    if isInterrupted, !isWritten { return nil }
    var sources = job.sources.map { Receipt.Source(path: $0.path) }
    for index in sources.indices {
      if isWritten {
        sources[index].format = books?.first?.format(ofSource: index) ?? ""
        let digest = open.knownDigest(at: index)
        (sources[index].bytes, sources[index].sha256) = (digest?.bytes, digest?.sha256)
      }
      sources[index].after = await disposal(of: index, outputs)
    }
    return Receipt(job: job.key, sources: sources, outputs: outputs, diagnostics: open.diagnostics)
  }

  private func sinkName(_ index: Int) -> String { effect.pipeline.sinks[planned.outputs[index].sink].id }

  private mutating func fail(_ index: Int, _ error: Diagnostic) {
    if error.rule == .interrupted {
      isInterrupted = true
      return
    }
    let named = error.inFile(job.name)
    open.report(named)
    outputs[index] = Receipt.Output(
      .failed, sink: sinkName(index), path: planned.outputs[index].destination, failure: named)
  }

  /// What is there already, and what cannot be made at all.
  private mutating func settleWhatIsDone() async {
    for (index, output) in planned.outputs.enumerated() {
      for warning in output.told { open.report(warning) }
      switch output.fate {
      case .skip(let path): outputs[index] = Receipt.Output(.skipped, sink: sinkName(index), path: path)
      case .fail(let diagnostic, _): fail(index, diagnostic)
      case .unchanged(_, let remembered):
        do throws(Diagnostic) {
          if let resumption = effect.resumption, remembered.isToBeRefreshed {
            try await effect.resources.io.run { () async throws(Diagnostic) in
              try resumption.refresh(remembered)
            }
          }
          outputs[index] = remembered.receipt
        } catch { fail(index, error) }
      case .write, .rewrite, .move, .stay: break
      }
    }
  }

  /// Whether something has come to lie where an output is to go.
  private func isThere(_ index: Int) -> Bool {
    guard case .write(let path, _) = planned.outputs[index].fate else { return false }
    return pathExists(path)
  }

  /// Takes what another run on the same ledger has made of the job since it was planned for what is to be made.
  private mutating func takeOver(_ indices: [Int]) async {
    guard !indices.isEmpty, !isInterrupted else { return }
    let made = await effect.madeMeanwhile(of: planned)
    for index in indices {
      guard let output = made[planned.outputs[index].slot],
        let destination = planned.outputs[index].destination, output.lies(at: realPath(destination))
      else { continue }
      outputs[index] = output.receipt
      takenOver[index] = output
      await forgetFormer(planned.outputs[index].sink, output.path)
    }
  }

  // MARK: Writing

  /// The outputs to be written; those whose pages are the same stand together, so that each page is made once.
  ///
  /// - Parameter failures: gets what is wrong with single outputs.
  /// - Throws: why the job cannot be read.
  private mutating func tasks(
    _ failures: inout [(index: Int, error: Diagnostic)]
  ) async throws(Diagnostic) -> [[OutputTask]] {
    var groups: [[OutputTask]] = []
    for (index, output) in planned.outputs.enumerated() where outputs[index] == nil {
      guard case .write(let path, let replacing) = output.fate else { continue }
      if Task.isCancelled {
        isInterrupted = true
        return groups
      }
      let common = try await commonBooks()
      do throws(Diagnostic) {
        let sink = effect.pipeline.sinks[output.sink]
        guard let writing = sink.writing else { continue }
        let book: PlannedBook
        if let known = planned.branches[output.slot] {
          book = known
        } else {
          book = try await effect.planner.branch(common[output.slot.book], sink)
        }
        let task = OutputTask(
          index: index, slot: output.slot, sinkID: sink.id, sink: writing, destination: path,
          isReplacing: replacing, planned: book)
        if let same = groups.firstIndex(where: { $0[0].hasSamePages(as: task) }) {
          groups[same].append(task)
        } else {
          groups.append([task])
        }
      } catch { failures.append((index, error)) }
    }
    return groups
  }

  private mutating func commonBooks() async throws(Diagnostic) -> [PlannedBook] {
    if let books { return books }
    let made = try await effect.planner.plan(job, open)
    books = made
    return made
  }

  /// - Returns: what went wrong.
  private mutating func write(_ tasks: [OutputTask]) async -> [(index: Int, error: Diagnostic)] {
    if isInterrupted { return [] }
    var failures: [(index: Int, error: Diagnostic)] = []
    let (job, open, planned, resumption) = (job, open, planned, effect.resumption)
    let count = books?.count ?? 1
    let tell = tell
    let records = { @Sendable [effect] (sink: Int) in effect.records(of: sink) }
    let writer = BookWriter(
      tasks: tasks, settings: effect.settings, resources: effect.resources, observer: effect.observer,
      keepsDigests: effect.keepsDigests,
      remember: { output, task, finished throws(Diagnostic) in
        try resumption?.remember(
          &output, sink: task.slot.sink, part: (task.slot.book + 1, count), at: finished.temporary, of: job,
          before: planned.states, contents: job.sources.indices.map { open.knownDigest(at: $0)?.sha256 })
        try records(task.slot.sink)?.write(finished, as: &output)
      },
      progress: { done, total in tell(.page(job: job.name, done: done, of: total)) })
    for (task, result) in zip(tasks, await writer.write()) {
      switch result {
      case .success(let output):
        outputs[task.index] = output
        await forgetFormer(task.slot.sink, task.destination)
      case .failure(let error as Diagnostic) where error.rule == .interrupted: isInterrupted = true
      case .failure(let error as Diagnostic): failures.append((task.index, error))
      case .failure: isInterrupted = true
      }
    }
    return failures
  }

  /// Forgets what earlier runs knew of an output's name, which the new one has now.
  private func forgetFormer(_ sink: Int, _ destination: FilePath) async {
    let (resumption, records) = (effect.resumption, effect.records(of: sink))
    guard resumption != nil || records != nil else { return }
    do throws(Diagnostic) {
      try await effect.resources.io.run { () async throws(Diagnostic) in
        try resumption?.settle(destination)
        try records?.settle(destination)
      }
    } catch {
      // The output is there and known; what is known besides costs the next run a look.
      open.report(error.with(severity: .warning))
    }
  }

  // MARK: What becomes of the sources

  /// Does with a source what the pipeline says, once everything of it is safe.
  private func disposal(of index: Int, _ outputs: [Receipt.Output]) async -> SourceFate? {
    let input = job.sources[index]
    let after = effect.pipeline.sources[input.source].after
    guard after != .keep, let trash = effect.trash else { return nil }
    let remembered = planned.outputs.enumerated().map { index, output in
      if case .unchanged(_, let remembered) = output.fate { remembered } else { takenOver[index] }
    }
    // The other run has taken it away, too.
    if !takenOver.isEmpty, !pathExists(input.path) { return nil }
    let doubt = Wholeness.doubt(
      zip(outputs, remembered).map { ($0, $1?.isWhole ?? false) }, told: open.diagnostics,
      failing: effect.settings.failing)
    if let doubt { return .kept(doubt) }
    let disposing = SourceDisposing(input, after: after, trash: trash)
    let state = planned.states?[index]
    do throws(Diagnostic) {
      return try await effect.resources.io.run { () async throws(Diagnostic) in
        try disposing.carryOut(ifStill: state)
      }
    } catch {
      open.report(
        .warning(
          .sourceKept, "the source stays where it is: \(error.message)",
          at: Place(file: input.path.display), remedy: error.remedy))
      return .kept(error.message)
    }
  }
}

extension Rule {
  static let sourceKept = Rule(
    "source-kept", .output, "A source could not be moved away, although its outputs are safe.",
    advice: "Move it by hand; its outputs are safe.")
}
