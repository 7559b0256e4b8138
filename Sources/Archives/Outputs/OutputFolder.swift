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
  public static let folderNotReplaceable = Rule(
    "folder-not-replaceable", .output,
    "An existing output could not be exchanged for the new folder in one step.",
    advice: "Remove the old folder yourself, or write to another place.")
  public static let oldFolderLeft = Rule(
    "old-folder-left", .output,
    "The replaced folder could not be removed and is left under its temporary name.",
    advice: "Remove the folder named in the message.")
}

/// A folder being filled: it lies beside its destination under a temporary name until `commit` puts it in its
/// place, whole and durable. Released without a commit, it leaves nothing behind.
///
/// Safe to use from several threads.
public final class OutputFolder: Sendable {
  public let destination: FilePath
  /// Where the files are until the commit: to be read again and verified.
  public let temporary: FilePath
  private let live: LiveOutputs
  private let madeFolders: [FilePath]
  private let state: Mutex<State>

  fileprivate enum Failure {
    case over
    case at(FilePath, SystemError)
  }

  fileprivate struct State {
    /// Of the temporary folder; -1 once the output is over.
    var descriptor: Int32
    /// Files and folders inside, in the order made.
    var files: [FilePath] = []
    var folders: [FilePath] = []
    var known: Set<FilePath> = []
    var bytes = 0
  }

  /// Begins an output; missing folders above it are made (and removed again with it).
  ///
  /// - Throws: `output-failed`, `disk-full`, `run-ending`.
  public convenience init(for destination: FilePath) throws(Diagnostic) {
    try self.init(for: destination, in: .shared)
  }

  init(for destination: FilePath, in live: LiveOutputs) throws(Diagnostic) {
    let (temporary, folders, descriptor) = try TemporaryPlace.make(
      for: destination, in: live, what: "folder",
      create: { path in
        path.withCString { mkdir($0, 0o777) } == 0
          ? path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) } : -1
      })
    self.destination = destination
    self.temporary = temporary
    self.live = live
    madeFolders = folders
    state = Mutex(State(descriptor: descriptor))
  }

  deinit { discard() }

  /// Bytes of all files written so far.
  public var bytesWritten: Int { state.withLock { $0.bytes } }

  /// Writes one new file; `components` is its path inside, outermost folder first.
  ///
  /// - Throws: `unsafe-output-name`; `output-failed`, `disk-full`.
  public func write(_ bytes: [UInt8], to components: [String]) throws(Diagnostic) {
    guard !components.isEmpty, components.allSatisfy(Self.isPlain) else {
      throw .error(
        .unsafeOutputName, "'\(components.joined(separator: "/"))' is not a valid file name",
        at: Place(file: destination.display))
    }
    switch state.withLock({ $0.add(bytes, at: components, below: temporary) }) {
    case nil: return
    case .over:
      throw .error(
        .outputOver, "cannot write this: it is already finished", at: Place(file: destination.display))
    case .at(let path, let error) where error.code == EEXIST:
      throw .error(
        .unsafeOutputName, "a file of this name is already in the folder", at: Place(file: visible(path)),
        remedy: "give every page a name that differs in more than case")
    case .at(let path, let error): throw error.writing(FilePath(visible(path)), "write this")
    }
  }

  /// Puts the folder in its place: every file and folder durable, then visible in one step. What was there and
  /// is replaced is removed afterwards.
  ///
  /// - Returns: a warning where the replaced folder could not be removed.
  /// - Throws: `destination-exists` where something is there and `replacing` is false;
  ///   `folder-not-replaceable`; `output-failed`, `disk-full`.
  @discardableResult
  public func commit(replacing: Bool) throws(Diagnostic) -> Diagnostic? {
    let replaces = replacing ? try replaceableFolderExists() : false
    let failure = state.withLock { state -> Failure? in
      guard state.descriptor >= 0 else { return .over }
      if let failure = state.sync(root: temporary) { return failure }
      let error =
        replaces
        ? FileTree.exchange(temporary, destination) : FileTree.renameExclusively(temporary, destination)
      if let error { return .at(destination, error) }
      close(state.descriptor)
      state.descriptor = -1
      live.remove(temporary)
      return nil
    }
    if let failure { throw refusal(failure, replaces) }
    try TemporaryPlace.syncFolders(of: destination, made: madeFolders)
    guard replaces, let error = FileTree.remove(temporary) else { return nil }
    return .warning(
      .oldFolderLeft, "the folder that was replaced cannot be removed: \(error.text)",
      at: Place(file: temporary.display), remedy: "remove it yourself")
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

  private static func isPlain(_ component: String) -> Bool {
    component != "." && component != ".." && !component.isEmpty
      && component.utf8.count <= TemporaryName.longestName
      && !component.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  /// A path inside as it will be called once committed.
  private func visible(_ path: FilePath) -> String {
    destination.display + String(decoding: path.bytes.dropFirst(temporary.bytes.count), as: UTF8.self)
  }

  private func replaceableFolderExists() throws(Diagnostic) -> Bool {
    var status = stat()
    guard destination.withCString({ lstat($0, &status) }) == 0 else {
      if errno == ENOENT { return false }
      throw SystemError.last.writing(destination, "look at this")
    }
    if let refusal = Replacing.refusal(of: destination, byFolder: true) { throw refusal }
    return true
  }

  private func refusal(_ failure: Failure, _ replaces: Bool) -> Diagnostic {
    guard case .at(let path, let error) = failure else {
      return .error(
        .outputOver, "cannot put this in its place: it is already finished",
        at: Place(file: destination.display))
    }
    if path != destination { return error.writing(FilePath(visible(path)), "write this to the disk") }
    if !replaces, error.code == EEXIST || error.code == ENOTEMPTY { return TemporaryPlace.taken(destination) }
    if replaces, error.code == EINVAL || error.code == ENOSYS || error.code == ENOTSUP {
      return .error(
        .folderNotReplaceable, "the file system cannot exchange two folders in one step",
        at: Place(file: path.display), remedy: "remove the old folder first, or write to another disk")
    }
    return error.writing(path, "put this in its place")
  }
}

extension OutputFolder.State {
  fileprivate mutating func add(
    _ bytes: [UInt8], at components: [String], below root: FilePath
  ) -> OutputFolder.Failure? {
    guard descriptor >= 0 else { return .over }
    var path = root
    for component in components.dropLast() {
      path = path.appending(component)
      guard known.insert(path).inserted else { continue }
      if path.withCString({ mkdir($0, 0o777) }) != 0 { return .at(path, .last) }
      folders.append(path)
    }
    path = path.appending(components[components.count - 1])
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let file = path.withCString { open($0, flags, 0o666) }
    guard file >= 0 else { return .at(path, .last) }
    defer { close(file) }
    known.insert(path)
    files.append(path)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { write(file, $0.baseAddress.map { $0 + done }, $0.count - done) }
      if count >= 0 { done += count } else if errno != EINTR { return .at(path, .last) }
    }
    self.bytes += bytes.count
    shim_start_writeback(file, 0, Int64(bytes.count))
    return nil
  }

  /// Makes every file durable, then every folder, innermost first.
  fileprivate func sync(root: FilePath) -> OutputFolder.Failure? {
    for path in files {
      let file = path.withCString { open($0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
      guard file >= 0 else { return .at(path, .last) }
      defer { close(file) }
      if let error = FileTree.sync(file) { return .at(path, error) }
    }
    for path in folders.reversed() {
      if let error = FileTree.sync(path) { return .at(path, error) }
    }
    return FileTree.sync(descriptor).map { .at(root, $0) }
  }
}
