#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// All processes that come from one program, in whatever group, session or family they have put themselves.
///
/// A process group ends with one signal, but a program that calls `setsid` leaves it, and one that forks twice has no
/// parent of ours either. Each call therefore has a mark in its environment, which its descent inherits; Linux shows
/// it under `/proc`. Elsewhere the group is all that is ended.
struct ProgramDescent: Sendable {
  /// The variable that holds the mark.
  static let variable = "LEPORELLO_CALL"

  /// The leader of the program's process group.
  let leader: pid_t
  /// `NAME=value`, different for each call.
  let mark: String

  /// Ends every process of it, at once and by force.
  ///
  /// The leader must not have been waited for yet, so that its number is still its own.
  func kill() {
    _ = send(SIGKILL, to: -leader)
    #if os(Linux)
      // What was started between a look and the kill is found by the next look.
      for _ in 0..<ProgramDescent.mostLooks {
        let found = members()
        for process in found { _ = send(SIGKILL, to: process) }
        if found.isEmpty { return }
      }
    #endif
  }

  /// Asks the group to end.
  func askToEnd() { _ = send(SIGTERM, to: -leader) }

  /// Looks until nothing is left: often enough for anything but a program that forks without end.
  private static let mostLooks = 100

  private func send(_ signal: Int32, to process: pid_t) -> Int32 {
    #if canImport(Glibc)
      Glibc.kill(process, signal)
    #else
      Darwin.kill(process, signal)
    #endif
  }
}

#if os(Linux)
  extension ProgramDescent {
    /// The living processes that bear the mark, or whose parent does; without the leader.
    private func members() -> [pid_t] {
      guard let folder = opendir("/proc") else { return [] }
      defer { closedir(folder) }
      var parents: [pid_t: pid_t] = [:]
      var found: Set<pid_t> = []
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard let process = pid_t(name), process != leader, process != getpid(),
          let parent = ProgramDescent.livingParent(of: process)
        else { continue }
        parents[process] = parent
        if hasMark(process) { found.insert(process) }
      }
      // Children that cleared their environment, and theirs.
      var grows = true
      while grows {
        let children = parents.filter {
          !found.contains($0.key) && (found.contains($0.value) || $0.value == leader)
        }
        found.formUnion(children.keys)
        grows = !children.isEmpty
      }
      return Array(found)
    }

    /// The parent's number as `/proc/N/stat` has it; nil for a process that has ended.
    private static func livingParent(of process: pid_t) -> pid_t? {
      // The name in parentheses may hold anything, parentheses too.
      guard let text = contents("/proc/\(process)/stat"), let end = text.lastIndex(of: UInt8(ascii: ")"))
      else {
        return nil
      }
      let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "))
      guard fields.count > 1, fields[0] != [UInt8(ascii: "Z")][...], fields[0] != [UInt8(ascii: "X")][...]
      else {
        return nil
      }
      return pid_t(String(decoding: fields[1], as: UTF8.self))
    }

    private func hasMark(_ process: pid_t) -> Bool {
      guard let text = ProgramDescent.contents("/proc/\(process)/environ") else { return false }
      let mark = Array(mark.utf8)
      return text.split(separator: 0).contains { $0.elementsEqual(mark) }
    }

    /// The beginning of one of the system's files; nil where it may not be read, or is gone.
    private static func contents(_ path: String) -> [UInt8]? {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      while bytes.count < longest {
        let piece = [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
          count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        if piece.isEmpty { break }
        bytes += piece
      }
      return bytes
    }

    /// Bytes of an environment that are looked at: the most that `exec` takes on Linux by default.
    private static let longest = 2 << 20
  }
#endif
