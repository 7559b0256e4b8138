import BookModel
import Synchronization

/// The temporaries of this process that are not yet in their place, so that an exit by signal can remove them.
public final class LiveOutputs: Sendable {
  /// The one that every output of the program is in.
  public static let shared = LiveOutputs()

  private let state = Mutex(State())

  private struct State {
    /// Each temporary with the folders that were made to hold it.
    var folders: [FilePath: [FilePath]] = [:]
    var isOver = false
  }

  public init() {}

  /// Removes every temporary and the folders made for it, and refuses new ones: for the last moments of a
  /// process that was asked to stop. It takes a lock and allocates, so it must not be called inside a signal
  /// handler itself; a thread that waits for signals is the place.
  public func removeAll() {
    let folders = state.withLock { state in
      state.isOver = true
      defer { state.folders = [:] }
      return state.folders
    }
    for (temporary, made) in folders {
      // There is no way left to report a failure; the next run's sweep removes what stays.
      _ = FileTree.remove(temporary)
      FileTree.removeEmpty(made)
    }
  }

  /// Takes a temporary into the set; false once the process is ending.
  func add(_ temporary: FilePath, madeFolders: [FilePath]) -> Bool {
    state.withLock { state in
      if state.isOver { return false }
      state.folders[temporary] = madeFolders
      return true
    }
  }

  func remove(_ temporary: FilePath) { state.withLock { _ = $0.folders.removeValue(forKey: temporary) } }

  func contains(name: [UInt8]) -> Bool { state.withLock { $0.folders.keys.contains { $0.name == name } } }
}
