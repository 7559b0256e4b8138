public import BookModel
import Synchronization

/// What the jobs of a run share: threads, memory, limits, and whom to ask for passwords.
///
/// Its threads end when nothing refers to it any more.
public final class RunResources: Sendable {
  package let limits: Limits
  package let scratch: FilePath
  /// Threads for codecs and checks.
  package let workers: WorkerPool
  /// Threads for blocking input and output.
  package let io: WorkerPool
  /// Threads that wait for programs, so that none that hangs keeps a page from being made.
  package let programs: WorkerPool
  package let memory: MemoryBudget
  /// How many planned jobs may keep their files open.
  package let restingOpen = Allowance(16)
  /// Asks the user for a source's password; nil where nobody can be asked.
  package let askPassword: (@Sendable (FilePath) -> String?)?

  /// - Parameter askPassword: asks the user for a source's password; nil where nobody can be asked.
  public init(
    limits: Limits, settings: RunSettings, askPassword: (@Sendable (FilePath) -> String?)? = nil
  ) {
    self.limits = limits
    scratch = settings.scratchFolder
    workers = WorkerPool(threads: settings.effectiveJobs)
    io = WorkerPool(threads: max(4, 2 * settings.effectiveJobs))
    programs = WorkerPool(threads: 4)
    memory = MemoryBudget(limit: settings.effectiveMemory)
    self.askPassword = askPassword
  }
}

/// So many of something, for whoever comes first.
package final class Allowance: Sendable {
  private let left: Mutex<Int>

  init(_ count: Int) { left = Mutex(count) }

  /// Takes one; false where none is left.
  func take() -> Bool {
    left.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }

  func giveBack() { left.withLock { $0 += 1 } }
}
