public import BookModel
import CShims
public import Diagnostics
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Rule {
  public static let destinationExists = Rule(
    "destination-exists", .output, "The output already exists.",
    advice: "Choose what to do with --exists skip or --exists replace, or write somewhere else.")
  public static let outputOver = Rule(
    "output-over", .defect, "An output was used after it had been finished or abandoned.",
    advice: "Report it to the program's authors, with the pipeline and the book.")
  public static let runEnding = Rule(
    "run-ending", .output, "An output was started while the program was being stopped.",
    advice: "Run it again.")
}

/// A file being made: it lies beside its destination under a temporary name until `commit` puts it in its
/// place, whole and durable. Released without a commit, it leaves nothing behind.
///
/// Safe to use from several threads; writes are appended in the order of the calls.
public final class OutputFile: Sendable {
  public let destination: FilePath
  /// Where the bytes are until the commit: to be read again and verified.
  public let temporary: FilePath
  private let live: LiveOutputs
  private let madeFolders: [FilePath]
  private let state: Mutex<State>

  fileprivate struct State {
    /// -1 once the output is over.
    var descriptor: Int32
    /// Small writes not yet handed to the system.
    var pending: [UInt8] = []
    /// Bytes handed to the system.
    var flushed = 0
    /// How far the system was asked to begin writing to the disk.
    var writebackStarted = 0
    var isDurable = false
    /// A write failed: what is on disk is not what was to be written.
    var isBroken = false
  }

  /// Writes up to this size are gathered; larger ones go straight from the caller's memory.
  static let gathered = 64 << 10

  fileprivate static let writebackStep = 8 << 20

  /// Begins an output; missing folders above it are made (and removed again with it).
  ///
  /// - Throws: `output-failed`, `disk-full`, `run-ending`.
  public convenience init(for destination: FilePath) throws(Diagnostic) {
    try self.init(for: destination, in: .shared)
  }

  init(for destination: FilePath, in live: LiveOutputs) throws(Diagnostic) {
    let (temporary, folders, descriptor) = try TemporaryPlace.make(
      for: destination, in: live, what: "file",
      create: { path in
        // Created with the mode it will keep: the system applies the umask or the folder's default rights.
        path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666) }
      })
    self.destination = destination
    self.temporary = temporary
    self.live = live
    madeFolders = folders
    state = Mutex(State(descriptor: descriptor))
  }

  deinit { discard() }

  /// Bytes written so far.
  public var bytesWritten: Int { state.withLock { $0.flushed + $0.pending.count } }

  /// Appends bytes.
  ///
  /// - Throws: `output-failed`, `disk-full`.
  public func write(_ bytes: [UInt8]) throws(Diagnostic) {
    try finish("write this", bytes.withUnsafeBytes { bytes in state.withLock { $0.append(bytes) } })
  }

  /// Appends two runs of bytes as one; saves a call for a header and what it heads.
  public func write(_ head: [UInt8], _ body: [UInt8]) throws(Diagnostic) {
    let outcome = body.withUnsafeBytes { body in
      head.withUnsafeBytes { head in
        state.withLock { state in
          let outcome = state.append(head)
          return outcome == .done ? state.append(body) : outcome
        }
      }
    }
    try finish("write this", outcome)
  }

  /// Appends a run of another file without its bytes passing through the process; less than all of it where the
  /// system cannot.
  ///
  /// - Returns: bytes appended.
  func appendBySystem(_ range: Range<Int>, of file: InputFile) throws(Diagnostic) -> Int {
    let (copied, outcome) = state.withLock { state in
      let outcome = state.flush()
      return outcome == .done ? state.copy(range, from: file.descriptor) : (0, outcome)
    }
    try finish("write this", outcome)
    return copied
  }

  /// Calls `body` with the open file; nothing happens once the output is over.
  func withDescriptor(_ body: (Int32) -> SystemError?) -> SystemError? {
    state.withLock { state in state.descriptor >= 0 ? body(state.descriptor) : nil }
  }

  /// Hands everything to the system, so that the temporary can be read.
  public func flush() throws(Diagnostic) { try finish("write this", state.withLock { $0.flush() }) }

  /// Waits until everything is on the disk.
  public func flushToDisk() throws(Diagnostic) {
    try finish("write this to the disk", state.withLock { $0.flushToDisk() })
  }

  /// Puts the file in its place: durable, then visible, then the folder made durable too.
  ///
  /// - Throws: `destination-exists` where something is there and `replacing` is false (the file can still be
  ///   committed or discarded); `output-not-replaceable` where it is no regular file; `output-failed`, `disk-full`.
  public func commit(replacing: Bool) throws(Diagnostic) {
    if replacing, let refusal = Replacing.refusal(of: destination, byFolder: false) { throw refusal }
    try flushToDisk()
    let outcome = state.withLock { state -> Outcome in
      guard state.descriptor >= 0 else { return .over }
      let failure =
        replacing
        ? FileTree.renameReplacing(temporary, destination)
        : FileTree.renameExclusively(temporary, destination)
      if let failure { return .failed(failure) }
      close(state.descriptor)
      state.descriptor = -1
      live.remove(temporary)
      return .done
    }
    if outcome == .failed(SystemError(EEXIST)) { throw TemporaryPlace.taken(destination) }
    try finish("put this in its place", outcome, at: destination)
    try TemporaryPlace.syncFolders(of: destination, made: madeFolders)
  }

  /// Discards the output and removes what was made for it. Nothing happens after a commit.
  public func discard() {
    let descriptor = state.withLock { state in
      defer { state.descriptor = -1 }
      return state.descriptor
    }
    guard descriptor >= 0 else { return }
    // A temporary that cannot be removed is left to the next run's sweep.
    _ = FileTree.remove(temporary)
    close(descriptor)
    live.remove(temporary)
    FileTree.removeEmpty(madeFolders)
  }

  fileprivate enum Outcome: Equatable {
    case done, over, broken
    case failed(SystemError)
  }

  private func finish(_ action: String, _ outcome: Outcome, at path: FilePath? = nil) throws(Diagnostic) {
    switch outcome {
    case .done: return
    case .failed(let error): throw error.writing(path ?? destination, action)
    case .over:
      throw .error(
        .outputOver, "cannot \(action): it is already finished", at: Place(file: destination.display))
    case .broken:
      throw .error(
        .outputFailed, "cannot \(action): an earlier write failed", at: Place(file: destination.display))
    }
  }
}

extension OutputFile.State {
  fileprivate mutating func append(_ bytes: UnsafeRawBufferPointer) -> OutputFile.Outcome {
    guard descriptor >= 0 else { return .over }
    guard !isBroken else { return .broken }
    isDurable = false
    if pending.count + bytes.count <= OutputFile.gathered {
      pending.append(contentsOf: bytes)
      return .done
    }
    return put(bytes)
  }

  fileprivate mutating func flush() -> OutputFile.Outcome {
    guard descriptor >= 0 else { return .over }
    guard !isBroken else { return .broken }
    return put(UnsafeRawBufferPointer(start: nil, count: 0))
  }

  fileprivate mutating func flushToDisk() -> OutputFile.Outcome {
    let outcome = flush()
    guard outcome == .done, !isDurable else { return outcome }
    if let error = FileTree.sync(descriptor) {
      // What the system has dropped of it is unknown from here on.
      isBroken = true
      return .failed(error)
    }
    isDurable = true
    return .done
  }

  /// Copies inside the system until it is done or cannot; then the bytes copied so far are all that was done.
  fileprivate mutating func copy(_ range: Range<Int>, from source: Int32) -> (Int, OutputFile.Outcome) {
    isDurable = false
    var offset = range.lowerBound
    while offset < range.upperBound {
      // In steps, so that the disk begins while the rest is still being copied.
      let count = shim_copy_range(
        source, Int64(offset), descriptor, UInt64(min(OutputFile.writebackStep, range.upperBound - offset)))
      if count > 0 {
        offset += Int(count)
        flushed += Int(count)
        startWriteback()
      } else if count == 0 {
        break
      } else if errno == ENOSPC || errno == EDQUOT || errno == EIO {
        isBroken = true
        return (offset - range.lowerBound, .failed(.last))
      } else if errno != EINTR {
        break
      }
    }
    return (offset - range.lowerBound, .done)
  }

  /// Lets the disk work while the rest is still being made, so that little is left for the final wait.
  private mutating func startWriteback() {
    let length = flushed - writebackStarted
    guard length >= OutputFile.writebackStep else { return }
    shim_start_writeback(descriptor, Int64(writebackStarted), Int64(length))
    writebackStarted = flushed
  }

  /// Hands what is pending and `bytes` to the system in as few calls as it allows.
  private mutating func put(_ bytes: UnsafeRawBufferPointer) -> OutputFile.Outcome {
    let descriptor = descriptor
    let head = pending.count
    let total = head + bytes.count
    let error = pending.withUnsafeMutableBytes { pending -> SystemError? in
      var done = 0
      while done < total {
        let skipped = min(done, head)
        var parts = [
          iovec(iov_base: pending.baseAddress.map { $0 + skipped }, iov_len: head - skipped),
          iovec(
            iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress).map { $0 + (done - skipped) },
            iov_len: total - head - (done - skipped)),
        ]
        let count = writev(descriptor, &parts, 2)
        if count >= 0 { done += count } else if errno != EINTR { return .last }
      }
      return nil
    }
    if let error {
      isBroken = true
      return .failed(error)
    }
    pending.removeAll(keepingCapacity: true)
    flushed += total
    startWriteback()
    return .done
  }
}
