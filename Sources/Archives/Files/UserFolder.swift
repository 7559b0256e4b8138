public import BookModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Folders of the user's own that the program keeps things in (XDG Base Directory Specification 0.8).
public enum UserFolder: String, Sendable {
  case config = "XDG_CONFIG_HOME"
  case data = "XDG_DATA_HOME"
  case state = "XDG_STATE_HOME"

  /// The program's part of it; nil where neither the variable nor a home is known. Relative values are ignored, as the
  /// specification says.
  public var path: FilePath? {
    let home = value("HOME").map { usual.reduce($0) { $0.appending($1) } }
    return (value(rawValue) ?? home)?.appending("leporello")
  }

  private var usual: [String] {
    switch self {
    case .config: [".config"]
    case .data: [".local", "share"]
    case .state: [".local", "state"]
    }
  }

  private func value(_ name: String) -> FilePath? {
    guard let text = getenv(name), text.pointee == CChar(UInt8(ascii: "/")) else { return nil }
    return FilePath(String(cString: text))
  }

  /// Makes a folder that only its user may look into, and those it lies in.
  ///
  /// - Returns: the folder that could not be made, and why; nil where all are there.
  public static func make(_ folder: FilePath) -> (folder: FilePath, reason: String)? {
    var missing: [FilePath] = []
    var above = folder
    while !pathExists(above), above.parent != above {
      missing.append(above)
      above = above.parent
    }
    for folder in missing.reversed() where folder.withCString({ mkdir($0, 0o700) }) != 0 && errno != EEXIST {
      return (folder, SystemError.last.text)
    }
    return nil
  }
}
