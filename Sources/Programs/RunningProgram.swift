public import Diagnostics
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ProgramCall {
  /// Runs the program to its end. Blocks; ends it when its time is over, when it writes too much, and when the task
  /// is cancelled. All it has started ends with it, daemons too.
  ///
  /// - Throws: `program-missing` where it cannot be started. The outcome says how it ended.
  public func run() throws(Diagnostic) -> ProgramOutcome {
    var program = try RunningProgram(self)
    program.exchange()
    return program.end()
  }
}

/// A program under way and the pipes to it.
private struct RunningProgram {
  private let call: ProgramCall
  private let descent: ProgramDescent
  private var input: ProgramPipe
  private var output: ProgramPipe
  private var messages: ProgramPipe
  private var written = 0
  private var outputBytes: [UInt8] = []
  private var messageBytes: [UInt8] = []
  private var lostMessages = false
  /// Why we ended it; nil where it ends by itself.
  private var stop: ProgramOutcome.Ending?
  private let deadline: Double

  /// Seconds between two looks at whether the run was cancelled.
  private static let patience = 0.1

  init(_ call: ProgramCall) throws(Diagnostic) {
    guard var input = ProgramPipe() else { throw RunningProgram.tooManyFiles(call) }
    guard var output = ProgramPipe() else {
      input.closeAll()
      throw RunningProgram.tooManyFiles(call)
    }
    guard var messages = ProgramPipe() else {
      input.closeAll()
      output.closeAll()
      throw RunningProgram.tooManyFiles(call)
    }
    let mark = RunningProgram.newMark()
    let process: pid_t
    do throws(Diagnostic) {
      process = try call.start(
        input: input.reading, output: output.writing, messages: messages.writing, mark: mark)
    } catch {
      input.closeAll()
      output.closeAll()
      messages.closeAll()
      throw error
    }
    descent = ProgramDescent(leader: process, mark: mark)
    LivePrograms.shared.add(descent)
    input.closeReading()
    output.closeWriting()
    messages.closeWriting()
    for descriptor in [input.writing, output.reading, messages.reading] { doNotWait(descriptor) }
    self.call = call
    self.input = input
    self.output = output
    self.messages = messages
    deadline = now() + Double(call.seconds)
  }

  private static let calls = Atomic<Int>(0)

  /// What no other call has in its environment, neither of this process nor of one before it.
  private static func newMark() -> String {
    let number = calls.wrappingAdd(1, ordering: .relaxed).newValue
    return "\(ProgramDescent.variable)=\(getpid())-\(number)-\(UInt32.random(in: 0...UInt32.max))"
  }

  private static func tooManyFiles(_ call: ProgramCall) -> Diagnostic {
    .error(
      .programMissing, "'\(call.name)' cannot be run: \(String(cString: strerror(errno)))",
      remedy: "allow more open files (ulimit -n) or run fewer jobs")
  }

  /// Writes and reads until all pipes are closed, or the program is gone, or has to be stopped.
  mutating func exchange() {
    if call.input.isEmpty { input.closeWriting() }
    while stop == nil, output.reading >= 0 || messages.reading >= 0 || input.writing >= 0 {
      var files = [
        pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: messages.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input.writing, events: Int16(POLLOUT), revents: 0),
      ]
      let wait = max(0, min(RunningProgram.patience, deadline - now()))
      let ready = poll(&files, nfds_t(files.count), Int32((wait * 1000).rounded(.up)))
      if ready > 0 {
        if files[0].revents != 0 { readOutput() }
        if files[1].revents != 0 { readMessages() }
        if files[2].revents != 0 { writeInput() }
      } else if ready == 0, isGone() {
        // It is gone, and something it started holds on to its output: nothing more is waited for.
        break
      }
      lookForReasonsToStop()
    }
    input.closeWriting()
  }

  private mutating func lookForReasonsToStop() {
    guard stop == nil else { return }
    if Task.isCancelled {
      stop = .stopped
    } else if now() >= deadline {
      stop = .timedOut(seconds: call.seconds)
    }
  }

  /// Waits for the end, or forces it, and ends all descendants, too.
  mutating func end() -> ProgramOutcome {
    var pause = 0.001
    while stop == nil, !isGone() {
      rest(pause)
      pause = min(pause * 2, RunningProgram.patience)
      lookForReasonsToStop()
    }
    if stop != nil {
      descent.askToEnd()
      let end = now() + ProgramCall.grace
      while !isGone(), now() < end { rest(0.01) }
    }
    // Whatever it left running goes with it; its number is its own until it has been waited for.
    descent.kill()
    LivePrograms.shared.remove(descent)
    var status: Int32 = 0
    while waitpid(descent.leader, &status, 0) < 0, errno == EINTR {}
    output.closeReading()
    messages.closeReading()
    let signal = status & 0x7F
    return ProgramOutcome(
      ending: stop ?? (signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)),
      output: outputBytes, messages: lines(), hasMoreMessages: lostMessages)
  }

  /// Whether the program has ended; it is not yet waited for, so that its number stays its own.
  private func isGone() -> Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(descent.leader), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_signo != 0
  }

  // MARK: Pipes

  private mutating func readOutput() {
    guard let bytes = RunningProgram.read(output.reading) else { return output.closeReading() }
    outputBytes += bytes
    if outputBytes.count > call.maxOutputBytes { stop = .tooMuchOutput(limit: call.maxOutputBytes) }
  }

  private mutating func readMessages() {
    guard let bytes = RunningProgram.read(messages.reading) else { return messages.closeReading() }
    let room = ProgramCall.maxMessageBytes - messageBytes.count
    messageBytes += bytes.prefix(room)
    if bytes.count > room { lostMessages = true }
  }

  /// A program need not read its input to the end: only its exit status decides whether it has failed.
  private mutating func writeInput() {
    let count = call.input.withUnsafeBytes { bytes in
      withoutPipeSignal {
        write(input.writing, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
    }
    if count > 0 { written += count }
    let isBroken = count < 0 && errno != EAGAIN && errno != EINTR
    if isBroken || written == call.input.count { input.closeWriting() }
  }

  /// What there is to read, nothing where there is none yet, nil at the end.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      let result = readBytes(descriptor, buffer.baseAddress, buffer.count)
      failure = result < 0 ? errno : 0
      count = max(0, result)
    }
    if failure == EAGAIN || failure == EINTR { return [] }
    return bytes.isEmpty ? nil : bytes
  }

  /// The lines of its standard error, with nothing in them that would move a terminal's cursor.
  private func lines() -> [String] {
    String(decoding: messageBytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      var text = String.UnicodeScalarView()
      for scalar in line.unicodeScalars {
        text.append(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? " " : scalar)
      }
      // Space in front stays: a traceback is read by it.
      let line = String(text)
      return line.allSatisfy { $0 == " " } ? nil : line
    }
  }
}

extension ProgramPipe {
  fileprivate mutating func closeAll() {
    closeReading()
    closeWriting()
  }
}

/// The C library's `read`, where a method of that name hides it.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

/// Seconds on a clock that only goes forward.
private func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

private func rest(_ seconds: Double) {
  var time = timespec(tv_sec: 0, tv_nsec: Int(seconds * 1e9))
  nanosleep(&time, nil)
}
