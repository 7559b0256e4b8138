import Diagnostics
import Foundation
import Programs
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Programs run to their end, whatever they do, and leave nothing running.
@Suite("Running programs", .serialized)
struct RunningProgramTests {
  private static func shell(
    _ script: String, input: [UInt8] = [], seconds: Int = 20, maxOutputBytes: Int = 64 << 20
  ) throws -> ProgramOutcome {
    try ProgramCall(
      ["/bin/sh", "-c", script].map { Array($0.utf8) }, input: input, seconds: seconds,
      maxOutputBytes: maxOutputBytes
    ).run()
  }

  private static func text(_ outcome: ProgramOutcome) -> String {
    String(decoding: outcome.output, as: UTF8.self)
  }

  @Test("more than a pipe holds goes both ways at once")
  func large() throws {
    let bytes = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let outcome = try Self.shell("cat", input: bytes)
    #expect(outcome.ending == .exited(0) && outcome.output == bytes)
  }

  @Test("all three pipes at once: a program that writes errors first is no deadlock")
  func allPipes() throws {
    let outcome = try Self.shell(
      "head -c 1000000 /dev/zero | tr '\\0' 'e' >&2; cat", input: Array(repeating: 7, count: 3_000_000))
    #expect(outcome.output.count == 3_000_000 && outcome.hasMoreMessages)
    #expect(outcome.warnings("sh").count == 2)
  }

  @Test(
    "a program that closes its input, or never reads it, ends as it ends",
    arguments: ["exec 0<&-; sleep 0.2; exit 4", "exit 4"])
  func unreadInput(_ script: String) throws {
    let outcome = try Self.shell(script, input: Array(repeating: 1, count: 4_000_000))
    #expect(outcome.ending == .exited(4))
  }

  @Test("one that closes its output first still gets its whole input")
  func closedOutput() throws {
    let bytes = [UInt8](repeating: 1, count: 1_000_000)
    let outcome = try Self.shell("exec 1>&- 2>&-; test $(wc -c) = 1000000", input: bytes)
    #expect(outcome.ending == .exited(0))
  }

  @Test("too much output ends it")
  func tooMuch() throws {
    let outcome = try Self.shell("yes", maxOutputBytes: 1 << 20)
    #expect(outcome.ending == .tooMuchOutput(limit: 1 << 20))
  }

  @Test("time over: it and all it has started are gone, even those that ignore SIGTERM")
  func timeout() throws {
    let outcome = try Self.shell("trap '' TERM; sleep 1000 & echo $!; wait; sleep 1000", seconds: 1)
    #expect(outcome.ending == .timedOut(seconds: 1))
    let child = try #require(Int32(Self.text(outcome).split(separator: "\n").first ?? ""))
    #expect(Self.isGone(child))
  }

  @Test("what it leaves running behind it neither keeps us waiting nor stays")
  func leftBehind() throws {
    let outcome = try Self.shell("sleep 1000 & echo $!")
    #expect(outcome.ending == .exited(0))
    let child = try #require(Int32(Self.text(outcome).split(separator: "\n").first ?? ""))
    #expect(Self.isGone(child))
  }

  @Test(
    "daemons end with it, in time or out of it",
    arguments: [
      "setsid sleep 1000 & echo $!; ", "(setsid sh -c 'sleep 1000 & echo $!; wait' &) ; ",
      "setsid sh -c 'trap \"\" TERM HUP; env -i sleep 1000 & echo $!; wait' & ",
    ], ["sleep 1000", "while ! test -s done; do sleep 0.01; done; exit 3"])
  func daemons(_ start: String, _ rest: String) throws {
    // The script goes on once the daemon has told its number, so that nothing depends on who is faster.
    let folder = NSTemporaryDirectory() + "leporello-daemon-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script =
      "cd '\(folder)'; { \(start) } > done; while ! test -s done; do sleep 0.01; done; cat done; \(rest)"
    let isOvertime = rest == "sleep 1000"
    let outcome = try Self.shell(script, seconds: isOvertime ? 2 : 600)
    #expect(outcome.ending == (isOvertime ? .timedOut(seconds: 2) : .exited(3)))
    let daemon = try #require(Int32(Self.text(outcome).split(separator: "\n").first ?? ""))
    #expect(Self.isGone(daemon))
  }

  @Test("a signal that was not ours is named")
  func signal() throws {
    let outcome = try Self.shell("echo last words >&2; kill -ABRT $$")
    #expect(outcome.ending == .killed(signal: SIGABRT))
    let error = #expect(throws: Diagnostic.self) { try outcome.check("x") }
    #expect(error?.message == "'x' was ended by signal 6 (ABRT): last words")
  }

  @Test("cancelling the task ends the program")
  func cancelled() async throws {
    let started = NSTemporaryDirectory() + "leporello-started-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: started) }
    let task = Task.detached { try Self.shell("echo > '\(started)'; sleep 1000", seconds: 600) }
    // On a thread of its own: those of the concurrency runtime may all be waiting for programs of other tests.
    Thread.detachNewThread {
      while !FileManager.default.fileExists(atPath: started) { usleep(1000) }
      task.cancel()
    }
    #expect(try await task.value.ending == .stopped)
  }

  @Test("arguments go as they are, bytes that are no UTF-8 too")
  func arguments() throws {
    let odd: [UInt8] = [0x24, 0x28, 0x69, 0x64, 0x29, 0x20, 0xFF, 0x2A, 0x27]
    let outcome = try ProgramCall([Array("printf".utf8), Array("%s".utf8), odd]).run()
    #expect(outcome.output == odd)
  }

  @Test("the environment is the short list and what the call adds")
  func environment() throws {
    setenv("LEPORELLO_TEST_SECRET", "x", 1)
    var call = ProgramCall([Array("env".utf8)])
    call.environment = ["OWN": "1"]
    let names = Self.text(try call.run()).split(separator: "\n").compactMap { $0.split(separator: "=").first }
    #expect(names.contains("OWN") && names.contains("PATH") && !names.contains("LEPORELLO_TEST_SECRET"))
    #expect(
      names.allSatisfy {
        $0 == "OWN" || $0 == "LEPORELLO_CALL" || $0.hasPrefix("LC_")
          || ProgramCall.inheritedNames.contains(String($0))
      })
  }

  @Test("signals are as a program expects them: none blocked, none ignored")
  func signals() throws {
    let status = Self.text(try Self.shell("grep -E 'SigBlk|SigIgn' /proc/self/status"))
    for line in status.split(separator: "\n") {
      let mask = UInt64(line.split(whereSeparator: \.isWhitespace).last ?? "", radix: 16)
      // Signals 32 and 33 are the C library's own.
      #expect(mask.map { $0 & 0x7FFF_FFFF } == 0, "\(status)")
    }
  }

  @Test(
    "what cannot be run is told in words",
    arguments: [
      ("no-such-program-here", "there is no program 'no-such-program-here'"),
      ("/etc", "'/etc' is not executable"),
      ("/etc/passwd", "'/etc/passwd' is not executable"), ("", "the command is empty"),
    ])
  func missing(_ program: String, _ message: String) throws {
    let error = #expect(throws: Diagnostic.self) { try ProgramCall([Array(program.utf8)]).run() }
    #expect(error?.message.hasPrefix(message) == true, "\(error.map(String.init(describing:)) ?? "")")
  }

  /// Whether a process is gone, or only waits to be asked about by its parent.
  private static func isGone(_ process: Int32) -> Bool {
    for _ in 0..<50 {
      if kill(process, 0) != 0 { return true }
      let status =
        (try? ProgramCall(["cat", "/proc/\(process)/stat"].map { Array($0.utf8) }).run()).map(text) ?? ""
      if status.contains(") Z") { return true }
      usleep(20_000)
    }
    return false
  }
}
