import BookModel
public import Diagnostics
public import Inputs
public import PipelineFile

/// Puts the sources of a run into jobs: each by itself, or as the pipeline's `gather` says.
public struct JobGathering: Sendable {
  private let planner: JobPlanner
  private let spec: GatherSpec?

  public init(_ pipeline: Pipeline, _ resources: RunResources) {
    planner = JobPlanner(pipeline, resources)
    spec = pipeline.gather
  }

  /// The jobs, in the order of their first sources, with what is told of gathering them.
  ///
  /// Sources are read here where only books tell which belong together, and each once: the job keeps what was read. One
  /// that cannot be read is a job of its own, which says why.
  ///
  /// - Returns: nil where the run was interrupted.
  public func jobs(of inputs: [RunInput]) async -> (jobs: [Job], diagnostics: [Diagnostic])? {
    guard let spec else { return (inputs.map { Job($0) }, []) }
    guard let read = spec.needsBooks ? await read(inputs) : inputs.map({ _ in nil }) else { return nil }
    // Those that cannot be read have no say in what belongs together.
    let known = inputs.indices.filter { !spec.needsBooks || read[$0] != nil }
    let candidates = known.map { index in
      read[index].map { GatherCandidate(book: $0.book, root: inputs[index].root) }
        ?? GatherCandidate(
          path: inputs[index].path, root: inputs[index].root, isFolder: inputs[index].isFolder)
    }
    let (groups, diagnostics) = spec.groups(of: candidates)
    var jobs: [(first: Int, job: Job)] = groups.map { group in
      let members = group.members.map { known[$0.source] }
      let books = members.compactMap { read[$0] }
      return (
        members.min() ?? 0,
        Job(
          members.map { inputs[$0] }, members.count > 1 ? group : nil,
          read: books.count == members.count ? books : nil)
      )
    }
    jobs += Set(inputs.indices).subtracting(known).map { ($0, Job(inputs[$0])) }
    return (jobs.sorted { $0.first < $1.first }.map(\.job), diagnostics)
  }

  /// Every input's book, nil for one that cannot be read; nil where the run was interrupted.
  private func read(_ inputs: [RunInput]) async -> [ReadSource?]? {
    var read: [ReadSource?] = []
    do {
      try await inOrder(inputs, width: 4, on: nil) { _, input throws(Diagnostic) in
        await self.read(input)
      } handOver: { _, source throws(Diagnostic) in
        read.append(source)
      }
    } catch {
      // Only cancelling ends it early.
      return nil
    }
    return read
  }

  private func read(_ input: RunInput) async -> ReadSource? {
    let open = OpenSources([input.path], planner.resources)
    do throws(Diagnostic) {
      let book = try await planner.read(input, open)
      open.rest()
      return ReadSource(book: book, open: open)
    } catch {
      // The job of this source alone reads it once more, and tells why it cannot.
      return nil
    }
  }
}
