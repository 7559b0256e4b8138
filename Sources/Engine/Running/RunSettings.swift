public import BookModel
import CShims
public import Diagnostics
public import Options
public import PipelineFile

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How a run goes about its work; what it does is the pipeline's business.
public struct RunSettings: OptionGroup {
  /// Threads for codecs and checks; 0: as many as processors are allowed.
  public var jobs = 0
  /// Bytes of pages in flight; 0: a quarter of the memory available.
  public var memory = ByteCount(0)
  /// What becomes of a page that takes more than that; nil: refused where `memory` was stated, else taken alone.
  public var largePages: LargePages?
  /// Where archives that can only be read from the front are unpacked; empty: `$TMPDIR`, else `/tmp`.
  public var scratch = ""
  public var onDamage = DamagePolicy.fail
  public var lossless = false
  public var recursive = false
  /// Nil: as the pipeline says.
  public var books: FolderBooks?
  /// The least severity of what is told of a job that makes it count as failed, though it is done.
  public var failing: Severity?

  public init() {}

  public static let options: [Option<RunSettings>] = [
    Option("jobs", \.jobs, in: 0...1024, "Threads to use; 0 takes every processor the process may run on."),
    Option("memory", \.memory, "Memory for pages in flight; 0 takes a quarter of what is available."),
    Option(
      "largePages", \.largePages,
      "What to do with a page that needs more than --memory: refuse it (where --memory is given), or take it alone."
    ),
    Option("scratch", \.scratch, "Folder for scratch files (default: $TMPDIR, else /tmp)."),
    Option("onDamage", \.onDamage, DamagePolicy.summary),
    Option("lossless", \.lossless, "Fail rather than re-encode a page."),
    Option("recursive", \.recursive, "Look for books in folders inside folders, and mirror the tree."),
    Option("books", \.books, FolderBooks.summary),
  ]

  /// `jobs` with its default resolved: processors by affinity and control group.
  public var effectiveJobs: Int {
    jobs > 0 ? jobs : min(Int(shim_allowed_processors()), controlGroupProcessors() ?? .max)
  }

  /// `memory` with its default resolved, in bytes.
  public var effectiveMemory: Int { memory.bytes > 0 ? memory.bytes : max(256 << 20, availableMemory() / 4) }

  /// `largePages` with its default resolved.
  public var effectiveLargePages: LargePages { largePages ?? (memory.bytes > 0 ? .refuse : .alone) }

  public var scratchFolder: FilePath {
    if !scratch.isEmpty { return FilePath(scratch) }
    if let folder = getenv("TMPDIR"), folder.pointee != 0 { return FilePath(String(cString: folder)) }
    return "/tmp"
  }
}

/// What becomes of a page that takes more memory than was granted.
public enum LargePages: String, OptionEnumeration, Hashable {
  /// The book fails; nothing is written.
  case refuse
  /// It is made while no other page is, with what it takes, and that is told.
  case alone
}

/// Processors by the control group's quota (cgroup v2 `cpu.max`), rounded up; nil where there is none.
private func controlGroupProcessors() -> Int? {
  let numbers = smallSystemFile("/sys/fs/cgroup/cpu.max").split(separator: " ")
  guard numbers.count == 2, let quota = Double(numbers[0]), let period = Double(numbers[1]), period > 0 else {
    return nil
  }
  return max(1, Int((quota / period).rounded(.up)))
}

/// Bytes of memory the system says are available (`MemAvailable`), 1 GiB where it does not say.
private func availableMemory() -> Int {
  for line in smallSystemFile("/proc/meminfo").split(separator: "\n") where line.hasPrefix("MemAvailable:") {
    let digits = line.filter(\.isNumber)
    if let kibibytes = Int(digits) { return kibibytes * 1024 }
  }
  return 1 << 30
}

/// The text of a file the system makes up when read; empty where it is not there.
private func smallSystemFile(_ path: String) -> String {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return "" }
  defer { close(descriptor) }
  var buffer = [UInt8](repeating: 0, count: 4096)
  let count = read(descriptor, &buffer, buffer.count)
  return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self).trimmed : ""
}
