import Synchronization

/// One line on the terminal that says how far a long job is, drawn over itself ten times a second at most; nothing
/// where no terminal is, or where quiet was asked for.
final class ProgressLine: Sendable {
  private let session: Session
  private let total: Int
  private let deed: String
  private let state = Mutex(State())

  private struct State {
    var lastDrawn: ContinuousClock.Instant?
    var isDrawn = false
  }

  /// - Parameter deed: what is done with each: `planning`.
  init(of total: Int, _ deed: String, in session: Session) {
    self.session = session
    self.total = total
    self.deed = deed
  }

  /// Says that so many are done, and which one is at work.
  func draw(_ done: Int, _ name: String) {
    guard session.terminal.isInteractive, !session.talk.quiet, total > 1, done < total else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      if let last = state.lastDrawn, now - last < .milliseconds(100) { return }
      state.lastDrawn = now
      let line = "\(deed) \(done)/\(total)  \(name)"
      session.terminal.draw(line)
      state.isDrawn = true
    }
  }

  /// Takes the line away, so that something else can be said.
  func erase() {
    state.withLock { state in
      if state.isDrawn { session.terminal.erase() }
      state.isDrawn = false
    }
  }
}
