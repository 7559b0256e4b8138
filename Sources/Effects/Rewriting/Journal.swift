import Archives
public import BookModel
public import Diagnostics
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Rule {
  public static let journalFailed = Rule(
    "journal-failed", .output, "The journal could not be written, so no more files were changed.",
    advice: """
      Free some space, or choose another place with --journal. What was changed so far is in the journal.
      """)
  public static let journalUnreadable = Rule(
    "journal-unreadable", .input, "A file is not a journal of this program, or one of its lines is damaged.",
    advice: "Name a journal that this program has written (they end in .jsonl).")
}

/// What was done to files in place, line by line, so that it can be undone: JSON Lines, durable before each change
/// it tells of becomes visible. Never removed by the program.
///
/// The file is made at the first change; a run that changes nothing leaves none.
public final class Journal: Sendable {
  private let requested: FilePath?
  private let state = Mutex(State())

  private struct State {
    var descriptor: Int32 = -1
    var path: FilePath?
    var hasFailed = false
    var holdsChanges = false
  }

  /// - Parameter path: where it goes; nil for a name of its own in the state folder.
  public init(at path: FilePath? = nil) { requested = path }

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Where it lies; nil as long as nothing was changed.
  public var path: FilePath? { state.withLock { $0.path } }

  /// Whether anything it tells of was done, so that there is something to undo.
  public var holdsChanges: Bool { state.withLock { $0.holdsChanges } }

  /// Adds an entry, waits until the disk has it, and makes the change it tells of.
  ///
  /// - Throws: `journal-failed`, and the file is as it was; what `change` throws.
  func record(
    _ entry: JournalEntry, change: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try append(entry)
    defer { if entry.isDone { state.withLock { $0.holdsChanges = true } } }
    try change()
  }

  /// Adds an entry and waits until the disk has it.
  ///
  /// - Throws: `journal-failed`; after that nothing must be changed any more, and every further call throws too.
  func append(_ entry: JournalEntry) throws(Diagnostic) {
    let line = Array(entry.json.text().utf8) + [UInt8(ascii: "\n")]
    let descriptor = try state.withLock { state throws(Diagnostic) in
      if state.hasFailed { throw failure("an earlier entry could not be written", at: state.path) }
      // The first line and the first entry together: a run that is killed leaves no journal without any.
      let head = state.descriptor < 0 ? try begin(&state, near: entry.folder) : []
      if let error = Self.put(head + line, to: state.descriptor) {
        state.hasFailed = true
        throw failure(error, at: state.path)
      }
      return state.descriptor
    }
    // Outside the lock: entries that come together share one wait of the disk.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      let error = String(cString: strerror(errno))
      throw state.withLock { state in
        state.hasFailed = true
        return failure(error, at: state.path)
      }
    }
  }

  /// Makes the file, and makes it durable.
  ///
  /// - Parameter folder: where the first change is made. The first line names it, so that what is left there is found
  ///   where the first entry was cut off.
  /// - Returns: the first line.
  private func begin(_ state: inout State, near folder: FilePath) throws(Diagnostic) -> [UInt8] {
    let path: FilePath
    if let requested { path = requested } else { path = try Self.newPath() }
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else {
      let isThere = errno == EEXIST
      throw .error(
        .journalFailed, "cannot make the journal: \(String(cString: strerror(errno)))",
        at: Place(file: path.display),
        remedy: isThere ? "choose one that does not exist yet" : "choose another place with --journal")
    }
    state.descriptor = descriptor
    state.path = path
    let parent = path.parent.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if parent >= 0 {
      fsync(parent)
      close(parent)
    }
    let head = JSON.members(
      ("journal", .integer(1)), ("made", .string(Self.now())), ("folder", folder.journalJSON))
    return Array((head.text() + "\n").utf8)
  }

  private func failure(_ message: String, at path: FilePath?) -> Diagnostic {
    .error(
      .journalFailed, "cannot write the journal: \(message)", at: Place(file: path?.display),
      remedy: "this file was not changed; free some space or choose another place with --journal")
  }

  private static func put(_ bytes: [UInt8], to descriptor: Int32) -> String? {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { done += count } else if errno != EINTR { return String(cString: strerror(errno)) }
    }
    return nil
  }
}

// MARK: - Names

extension Journal {
  /// A name not used before in the state folder.
  private static func newPath() throws(Diagnostic) -> FilePath {
    guard let state = UserFolder.state.path else {
      throw .error(
        .journalFailed, "there is no folder for the journal: neither XDG_STATE_HOME nor HOME is set",
        remedy: "name one with --journal")
    }
    let folder = state.appending("journals")
    if let (folder, reason) = UserFolder.make(folder) {
      throw .error(
        .journalFailed, "cannot make this folder for the journal: \(reason)",
        at: Place(file: folder.display), remedy: "name another place with --journal")
    }
    let stamp = Self.now().filter { $0.isNumber || $0 == "T" }
    for number in 1... {
      let path = folder.appending("\(stamp)-\(getpid())\(number == 1 ? "" : "-\(number)").jsonl")
      if !pathExists(path) { return path }
    }
    return folder
  }

  /// Now, in UTC: `2026-01-31T08:05:09Z`.
  private static func now() -> String {
    var now = time_t()
    time(&now)
    var parts = tm()
    gmtime_r(&now, &parts)
    func digits(_ value: Int32) -> String { value < 10 ? "0\(value)" : String(value) }
    return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))T"
      + "\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec))Z"
  }
}
