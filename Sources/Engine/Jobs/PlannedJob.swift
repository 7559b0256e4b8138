public import BookModel
public import Diagnostics
package import Inputs

/// A job with all that was worked out before anything is done: a value that `plan` prints and an effect carries out.
public struct PlannedJob: Sendable {
  public let job: Job
  /// What its sources are read through.
  public let open: OpenSources
  /// The books made of its sources, after the stages that all sinks have in common. Nil where nothing needed them
  /// yet: they are read when the job's turn comes.
  public package(set) var books: [PlannedBook]?
  /// The books of sinks with stages of their own, where these had to be applied to plan.
  package var branches: [PlannedOutput.Slot: PlannedBook] = [:]
  /// What each sink will make of each book; none where the job cannot be read.
  public package(set) var outputs: [PlannedOutput] = []
  /// Why the job cannot be read.
  public package(set) var failure: Diagnostic?
  /// What was told before it could not be planned.
  public package(set) var told: [Diagnostic] = []
  /// How each source looked before it was read, where that is to be known.
  package var states: [FileState]?

  package init(_ job: Job, _ open: OpenSources) {
    self.job = job
    self.open = open
  }
}

/// What one sink of a run will make of one book.
public struct PlannedOutput: Sendable {
  public let slot: Slot
  public package(set) var fate: Fate
  /// What is to be told of the destination.
  public package(set) var told: [Diagnostic] = []

  /// Which book of the job, for which sink of the pipeline; both from 0.
  public struct Slot: Sendable, Hashable {
    public var book: Int
    public var sink: Int

    package init(book: Int = 0, sink: Int = 0) {
      self.book = book
      self.sink = sink
    }
  }

  public enum Fate: Sendable {
    case write(FilePath, replacing: Bool)
    /// Something is there, and is to be left alone.
    case skip(FilePath)
    /// An earlier run wrote it, and nothing has changed since.
    case unchanged(FilePath, RememberedOutput)
    /// The source's own file gets other metadata, if anything in it changes.
    case rewrite
    /// The source gets another path.
    case move(to: FilePath)
    /// The source has the path that it is to have.
    case stay
    case fail(Diagnostic, FilePath?)
  }

  package init(_ slot: Slot, _ fate: Fate, told: [Diagnostic] = []) {
    self.slot = slot
    self.fate = fate
    self.told = told
  }

  /// Which of the pipeline's sinks, from 0.
  public var sink: Int { slot.sink }

  public var destination: FilePath? {
    switch fate {
    case .write(let path, _), .skip(let path), .unchanged(let path, _), .move(let path): path
    case .fail(_, let path): path
    case .rewrite, .stay: nil
    }
  }
}
