import Foundation

/// What a finished process left behind.
struct Outcome: Sendable, CustomStringConvertible {
  var command: String
  /// The exit status; 128 + the signal where one ended it; nil where the time limit did.
  var status: Int32?
  var standardOutput: String
  var standardError: String

  var description: String {
    let status = status.map(String.init) ?? "time limit"
    return "$ \(command)\nstatus \(status)\nstdout: \(standardOutput)\nstderr: \(standardError)"
  }

  /// Whether it ended by a trap, an abort or a wrong access.
  var isCrash: Bool { [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV].contains { status == 128 + $0 } }
}

/// A program to be run, with everything it can see of the world.
struct Command: Sendable {
  var program: URL
  var arguments: [String]
  var environment: [String: String]
  var folder: URL
  /// Killed after this many seconds.
  var timeLimit = 60.0
  /// A signal to send.
  var interruption: Interruption?

  /// A signal, sent when its moment has come: a state of files, never a time.
  struct Interruption: Sendable {
    var signal: Int32
    var hasCome: @Sendable () -> Bool
  }

  /// Runs to the end. Output goes through files, so that neither side waits for the other.
  func run() async throws -> Outcome {
    await Turnstile.processes.enter()
    do {
      let outcome = try await runAtOnce()
      await Turnstile.processes.leave()
      return outcome
    } catch {
      await Turnstile.processes.leave()
      throw error
    }
  }

  private func runAtOnce() async throws -> Outcome {
    let files = FileManager.default.temporaryDirectory.appending(
      path: "leporello-output-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let output = files.appending(path: "out")
    let errors = files.appending(path: "error")
    try Data().write(to: output)
    try Data().write(to: errors)

    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    let (outputHandle, errorHandle) = (
      try FileHandle(forWritingTo: output), try FileHandle(forWritingTo: errors)
    )
    // `Process` keeps its handles alive, and with thousands of open files its `run()` reads past its list of them.
    defer {
      try? outputHandle.close()
      try? errorHandle.close()
    }
    process.standardOutput = outputHandle
    process.standardError = errorHandle
    let timedOut = try await finish(process)

    let status =
      process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    return Outcome(
      command: ([program.lastPathComponent] + arguments).joined(separator: " "),
      status: timedOut ? nil : status,
      standardOutput: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      standardError: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// Starts the process and waits for its end. Returns whether the time limit ended it.
  private func finish(_ process: Process) async throws -> Bool {
    let (end, ended) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in ended.finish() }
    try process.run()
    let pid = process.processIdentifier
    let messenger = Task { [interruption] in
      guard let interruption else { return }
      while !interruption.hasCome() { try await Task.sleep(for: .milliseconds(1)) }
      kill(pid, interruption.signal)
    }
    let watchdog = Task { [timeLimit] in
      try await Task.sleep(for: .seconds(timeLimit))
      kill(pid, SIGKILL)
    }
    for await _ in end {}
    messenger.cancel()
    watchdog.cancel()
    if case .success = await watchdog.result { return true }
    return false
  }
}

/// Lets so many in at a time: tests run all at once, and hundreds of processes would only wait for each other until
/// their time limits.
actor Turnstile {
  static let processes = Turnstile(places: ProcessInfo.processInfo.activeProcessorCount + 1)

  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { self.places = places }

  func enter() async {
    if places > 0 {
      places -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Gives the place to whoever waits longest.
  func leave() {
    if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
  }
}
