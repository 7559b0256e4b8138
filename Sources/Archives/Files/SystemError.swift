import BookModel
public import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Rule {
  public static let fileUnreadable = Rule(
    "file-unreadable", .input, "A file or folder could not be opened or read.",
    advice: "Check that the file exists and that you may read it.")
  public static let outputFailed = Rule(
    "output-failed", .output, "A file or folder could not be written, or not moved to its place.",
    advice: """
      Check the folder's permissions and the free space on the disk. Nothing half-written is left behind.
      """)
  public static let diskFull = Rule(
    "disk-full", .output, "There is no room left for the output.",
    advice: "Free some space. Nothing half-written is left behind.")
}

extension Diagnostic {
  /// Whether the system failed to read something, which says nothing about what is in it.
  public var isReadFailure: Bool { rule == .fileUnreadable || rule == .fileChanged }
}

/// What the system said when a call failed.
struct SystemError: Hashable {
  var code: Int32

  init(_ code: Int32) { self.code = code }

  /// Of the call that failed just now on this thread.
  static var last: SystemError { SystemError(errno) }

  /// The system's own words for it, not translated (no program of ours sets `LC_MESSAGES`).
  var text: String { String(cString: strerror(code)) }

  /// The diagnostic for a failed attempt to read: `action` completes "cannot …".
  func reading(_ path: FilePath, _ action: String = "open this") -> Diagnostic {
    .error(
      .fileUnreadable, "cannot \(action): \(text)", at: Place(file: path.display), remedy: readingRemedy)
  }

  /// The diagnostic for a failed attempt to write: `action` completes "cannot …".
  func writing(_ path: FilePath, _ action: String) -> Diagnostic {
    let place = Place(file: path.display)
    switch code {
    case ENOSPC, EDQUOT:
      let folder = path.parent.display
      return .error(
        .diskFull, "cannot \(action): no space is left for you on the disk that holds \(folder)", at: place,
        remedy: "free some space there or write to another disk")
    default:
      return .error(.outputFailed, "cannot \(action): \(text)", at: place, remedy: writingRemedy)
    }
  }

  private var readingRemedy: String {
    switch code {
    case EACCES, EPERM: "allow reading it, or leave it out"
    case ENOENT, ENOTDIR: "check the path"
    case EMFILE, ENFILE: "allow more open files (ulimit -n) or run fewer jobs"
    case ELOOP: "replace the symbolic link by the file it stands for"
    case EIO: "the disk reports an error: make sure the file can be copied elsewhere"
    default: "check the file and the disk it lies on"
    }
  }

  private var writingRemedy: String {
    switch code {
    case EACCES, EPERM, EROFS: "allow writing to its folder or choose another one"
    case ENOENT, ENOTDIR: "check the path of the output"
    case ENAMETOOLONG: "choose a shorter name"
    case EMFILE, ENFILE: "allow more open files (ulimit -n) or run fewer jobs"
    case EIO: "the disk reports an error: write to another one"
    default: "check the output's folder and the disk it lies on"
    }
  }
}
