public import Diagnostics

/// How a program ended, and what it left.
public struct ProgramOutcome: Sendable {
  public var ending: Ending
  /// What it wrote to its standard output.
  public var output: [UInt8]
  /// What it wrote to its standard error: its lines, without those that say nothing.
  public var messages: [String]
  /// Whether it wrote more to its standard error than is kept.
  public var hasMoreMessages: Bool

  public enum Ending: Sendable, Hashable {
    case exited(Int32)
    /// By a signal that was not ours.
    case killed(signal: Int32)
    case timedOut(seconds: Int)
    case tooMuchOutput(limit: Int)
    /// The task it ran for was cancelled.
    case stopped
  }

  /// - Throws: `program-failed`, `program-timeout`, `program-output`, `program-stopped` unless it ended well.
  public func check(_ name: String) throws(Diagnostic) {
    let last = messages.last.map { ": \($0.shortened(to: 200))" } ?? ""
    switch ending {
    case .exited(0): return
    case .exited(let status):
      throw .error(.programFailed, "'\(name)' ended with exit status \(status)\(last)")
    case .killed(let signal):
      throw .error(.programFailed, "'\(name)' was ended by signal \(ProgramOutcome.name(of: signal))\(last)")
    case .timedOut(let seconds):
      throw .error(
        .programTimeout, "'\(name)' did not finish within \(seconds) s and was stopped\(last)",
        remedy: "give it more time with 'timeout:'")
    case .tooMuchOutput(let limit):
      throw .error(
        .programOutput, "'\(name)' wrote more than \(limit >> 20) MiB to its standard output and was stopped")
    case .stopped: throw .error(.programStopped, "'\(name)' was stopped with the run")
    }
  }

  /// What it said on its standard error, each line a warning; the first twenty.
  public func warnings(_ name: String) -> [Diagnostic] {
    let most = 20
    var warnings = messages.prefix(most).map {
      Diagnostic.warning(.programSays, "\(name): \($0.shortened(to: 400))")
    }
    if messages.count > most || hasMoreMessages {
      let more = hasMoreMessages ? "more" : "\(messages.count - most) lines more"
      warnings.append(.warning(.programSays, "\(name): … and \(more)"))
    }
    return warnings
  }

  private static func name(of signal: Int32) -> String {
    let names: [Int32: String] = [
      1: "HUP", 2: "INT", 3: "QUIT", 4: "ILL", 6: "ABRT", 8: "FPE", 9: "KILL", 11: "SEGV", 13: "PIPE",
      14: "ALRM", 15: "TERM",
    ]
    return names[signal].map { "\(signal) (\($0))" } ?? String(signal)
  }
}

extension String {
  /// The text, cut where it is longer.
  fileprivate func shortened(to count: Int) -> String { self.count > count ? prefix(count) + "…" : self }
}
