import CShims
import Diagnostics
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Standard output and standard error: results go to the one, talk to the other.
///
/// Names and metadata come from anybody. Whatever is written here, a terminal obeys nothing in it and a line stays one
/// line: control characters are shown as `\u{1B}`, all other text as it is (`StringProtocol.printable`).
struct Terminal: Sendable {
  /// Whether standard error is a terminal, so that progress may be drawn over itself.
  let isInteractive: Bool
  let usesColor: Bool

  init() {
    isInteractive = isatty(STDERR_FILENO) == 1
    usesColor = isInteractive && getenv("NO_COLOR") == nil && environment("TERM") != "dumb"
  }

  /// Whether results may be colored: standard output is a terminal that knows how.
  var colorsOutput: Bool {
    isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil && environment("TERM") != "dumb"
  }

  /// Columns of the terminal behind standard error, 80 where that is not known.
  var columns: Int {
    let columns = Int(shim_terminal_columns(STDERR_FILENO))
    return columns > 0 ? columns : 80
  }

  /// Writes a line of result.
  func out(_ line: String) { Terminal.write(line.printable + "\n", to: STDOUT_FILENO) }

  /// Writes a line of talk.
  func err(_ line: String) { Terminal.write(line.printable + "\n", to: STDERR_FILENO) }

  /// Writes several lines of result that the program has set itself: help, a schema, a script.
  func outText(_ text: String) { Terminal.write(text.printableLines + "\n", to: STDOUT_FILENO) }

  /// Writes several lines of talk that the program has set itself.
  func errText(_ text: String) { Terminal.write(text.printableLines + "\n", to: STDERR_FILENO) }

  /// Writes what `DiagnosticRenderer` made as a result: it is safe, and its colors have to stay.
  func outRendered(_ text: String) { Terminal.write(text, to: STDOUT_FILENO) }

  /// Writes what `DiagnosticRenderer` made as talk.
  func errRendered(_ text: String) { Terminal.write(text, to: STDERR_FILENO) }

  /// Asks on standard error: the answer is typed behind it.
  func ask(_ question: String) { Terminal.write(question.printable, to: STDERR_FILENO) }

  /// Draws one line of talk over the one drawn before, cut to the terminal's width.
  func draw(_ line: String) {
    let line = line.printable
    var room = max(10, columns - 1)
    let shown = line.prefix {
      room -= String($0).displayWidth
      return room >= 0
    }
    Terminal.write(Terminal.beginningOfEmptyLine + shown, to: STDERR_FILENO)
  }

  /// Takes away what was drawn.
  func erase() { Terminal.write(Terminal.beginningOfEmptyLine, to: STDERR_FILENO) }

  /// To the first column, and the line away (ECMA-48, 8.3.41).
  private static let beginningOfEmptyLine = "\r\u{1B}[2K"

  /// Says at once that a signal has come, on a line of its own where a bar is drawn; a terminal shows `^C` besides.
  func interrupted(_ line: String) {
    Terminal.write((isInteractive ? Terminal.beginningOfEmptyLine : "") + line + "\n", to: STDERR_FILENO)
  }

  private static let lock = Mutex(())
  /// The first error on standard output, 0 while there is none.
  private static let outputError = Atomic<Int32>(0)

  /// Why results could not be written; nil where they were, or where nobody wanted to read on (EPIPE).
  static var outputFailure: String? {
    let code = outputError.load(ordering: .sequentiallyConsistent)
    return code == 0 || code == EPIPE ? nil : String(cString: strerror(code))
  }

  /// Writes all of a text; a reader that has gone away ends the program's talk, not its work.
  private static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    lock.withLock { _ in
      var done = 0
      while done < bytes.count {
        let count = bytes.withUnsafeBytes { buffer in
          // Within `done..<count` the buffer is not empty and has an address.
          systemWrite(descriptor, buffer.baseAddress.unsafelyUnwrapped + done, bytes.count - done)
        }
        if count < 0 && errno == EINTR { continue }
        if count <= 0 {
          if descriptor == STDOUT_FILENO {
            _ = outputError.compareExchange(expected: 0, desired: errno, ordering: .sequentiallyConsistent)
          }
          return
        }
        done += count
      }
    }
  }
}

/// All environment variables; of two with one name the first counts.
func environmentVariables() -> [String: String] {
  var variables: [String: String] = [:]
  var next = environ
  while let entry = next.pointee {
    let text = String(cString: entry)
    if let split = text.firstIndex(of: "="), variables[String(text[..<split])] == nil {
      variables[String(text[..<split])] = String(text[text.index(after: split)...])
    }
    next += 1
  }
  return variables
}

/// The time of day, in seconds since 1970.
func secondsSince1970() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// An environment variable's text, nil where it is not set.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// write(2), under a name that the method above does not hide.
private let systemWrite: @Sendable (Int32, UnsafeRawPointer, Int) -> Int = { write($0, $1, $2) }
