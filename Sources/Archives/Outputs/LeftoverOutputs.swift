public import BookModel
import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Temporaries that a process left when it was killed.
public enum LeftoverOutputs {
  /// Removes, directly in a folder, files and folders with the name of a temporary whose process is gone. Never
  /// anything else; symbolic links stay.
  ///
  /// - Returns: what was removed.
  @discardableResult
  public static func sweep(in folder: FilePath) -> [FilePath] { sweep(in: folder, live: .shared) }

  static func sweep(in folder: FilePath, live: LiveOutputs) -> [FilePath] {
    let items: [FolderItem]
    // Tidying is not what was asked for: a folder that cannot be listed is found again, and reported,
    // when an output is begun in it.
    do { items = try listFolder(folder) } catch { return [] }
    var removed: [FilePath] = []
    for item in items where item.kind == .file || item.kind == .folder {
      guard let name = TemporaryName(item.name) else { continue }
      let path = folder.appending(item.name)
      guard isGone(name.process, item.name, live), !isLocked(path) else { continue }
      if FileTree.remove(path) == nil { removed.append(path) }
    }
    return removed
  }

  private static func isGone(_ process: pid_t, _ name: [UInt8], _ live: LiveOutputs) -> Bool {
    // Process numbers return, in containers at every start: one with our own number that we do not know is not ours.
    if process == getpid() { return !live.contains(name: name) }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  /// Whether a process holds it although none with that number runs here: one in another container.
  private static func isLocked(_ path: FilePath) -> Bool {
    let descriptor = path.withCString { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return !FileTree.lock(descriptor)
  }
}
