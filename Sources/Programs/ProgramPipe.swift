import CShims

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe to or from a program. No other program that is started meanwhile inherits either end.
struct ProgramPipe {
  private(set) var reading: Int32
  private(set) var writing: Int32

  /// Nil, with `errno`, where no more files may be open.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard shim_pipe(&ends) == 0 else { return nil }
    // Above 2, so that making them a program's standard files never meets one of them.
    for index in ends.indices {
      let moved = fcntl(ends[index], F_DUPFD_CLOEXEC, 3)
      close(ends[index])
      ends[index] = moved
    }
    (reading, writing) = (ends[0], ends[1])
    if reading < 0 || writing < 0 {
      closeReading()
      closeWriting()
      return nil
    }
  }

  mutating func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  mutating func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }
}

/// Makes reading from and writing to a descriptor return at once.
func doNotWait(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
}

/// Does work with SIGPIPE blocked on this thread; one that the work causes is consumed.
func withoutPipeSignal<Result>(_ work: () -> Result) -> Result {
  var pipe = sigset_t()
  var before = sigset_t()
  sigemptyset(&pipe)
  sigaddset(&pipe, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &pipe, &before)
  let result = work()
  var pending = sigset_t()
  sigemptyset(&pending)
  sigpending(&pending)
  if sigismember(&pending, SIGPIPE) == 1, sigismember(&before, SIGPIPE) == 0 {
    var signal: Int32 = 0
    sigwait(&pipe, &signal)
  }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  return result
}
