public import Diagnostics

/// What a run does with its jobs: write outputs, rewrite files in place, move files.
///
/// It plans each job once, settles what concerns all of them together, and then carries them out; `Runner` is the one
/// loop that drives it.
public protocol Effect: Sendable {
  /// Jobs worked on at the same time.
  var width: Int { get }

  /// The threads its jobs are planned and carried out on, so that whoever waits for files need not change threads; nil
  /// for those of the concurrency runtime.
  var threads: WorkerPool? { get }

  /// Looks at what the run as a whole is asked, before any job is planned.
  ///
  /// - Throws: what makes no sense for these jobs: several that are to become one file.
  func check(_ jobs: [Job]) throws(Diagnostic)

  /// Works out what becomes of one job; nothing is changed.
  ///
  /// What is wrong with the job is told by what is returned.
  ///
  /// - Throws: what concerns the run as a whole, such as an unusable ledger.
  func plan(_ job: Job) async throws(Diagnostic) -> PlannedJob

  /// Settles what concerns all jobs together, and brings them into the order they are carried out in.
  func settle(_ jobs: inout [PlannedJob]) throws(Diagnostic)

  /// What is to be done once before the first job is carried out.
  func prepare(_ jobs: [PlannedJob]) async

  /// Carries out one job.
  ///
  /// - Returns: what was done; nil where the run was interrupted before anything of it was.
  func carryOut(_ job: PlannedJob, _ tell: @escaping @Sendable (RunEvent) -> Void) async -> Receipt?

  /// What is to be done once behind the last job, unless the run was interrupted.
  ///
  /// - Parameter isWhole: whether every input that was named was found, so that what is missing has gone.
  func finish(_ jobs: [PlannedJob], isWhole: Bool) async -> [PlaceReceipt]
}

extension Effect {
  public var threads: WorkerPool? { nil }

  public func finish(_ jobs: [PlannedJob], isWhole: Bool) async -> [PlaceReceipt] { [] }
}
