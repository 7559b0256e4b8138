import Diagnostics
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Asks for passwords on the terminal, without showing what is typed.
enum PasswordPrompt {
  private static let lock = Mutex(())

  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 }

  /// Blocks until a line is typed; nil for an empty line or at the end of the input.
  static func ask(_ prompt: String) -> String? {
    lock.withLock { _ in
      var settings = termios()
      guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
      let before = settings
      settings.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
      defer {
        var before = before
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
        _ = "\n".withCString { write(STDERR_FILENO, $0, 1) }
      }
      _ = prompt.printable.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      let line = readLine(strippingNewline: true) ?? ""
      return line.isEmpty ? nil : line
    }
  }
}
