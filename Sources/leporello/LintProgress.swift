import Synchronization

/// One line on a terminal that counts the books looked at.
final class LintProgress: Sendable {
  private let session: Session
  private let total: Int
  private let state = Mutex(State())

  private struct State {
    var done = 0
    var lastDrawn: ContinuousClock.Instant?
  }

  init(_ total: Int, in session: Session) {
    self.total = total
    self.session = session
  }

  /// One more is done; called from any thread.
  func advance() {
    guard session.terminal.isInteractive, !session.talk.quiet else { return }
    state.withLock { state in
      state.done += 1
      let now = ContinuousClock.now
      if let last = state.lastDrawn, now - last < .milliseconds(100) { return }
      state.lastDrawn = now
      session.terminal.errRaw("\r\u{1B}[2K\(state.done)/\(total) books")
    }
  }

  /// Takes the line away.
  func end() {
    state.withLock { state in
      if state.lastDrawn != nil { session.terminal.errRaw("\r\u{1B}[2K") }
      state.lastDrawn = nil
    }
  }
}
