import Foundation
import Testing

/// What is different on a terminal: a question for the password, a bar.
@Suite("On a terminal")
struct TerminalTests {
  @Test("the password of an encrypted archive is asked for, and not shown")
  func passwordPrompt() async throws {
    let sandbox = try await Sandbox("passwords")
    let outcome = try await onTerminal(
      sandbox, question: "password", answer: "sesame", "convert", "locked.cbz", "-o", "result.cbz")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(!outcome.standardOutput.contains("sesame"))
    #expect(try await sandbox.book("result.cbz").numbers == [1, 2, 3])
  }

  @Test("progress is shown, and leaves the screen at the end")
  func progress() async throws {
    let sandbox = try await Sandbox("large")
    let outcome = try await onTerminal(sandbox, "convert", "book", "-o", "result.cbz")
    #expect(outcome.status == 0, "\(outcome)")
    // What comes behind it may be done before anything more is drawn.
    #expect(outcome.standardOutput.contains("\u{1B}[2Kreading"))
    let last = outcome.standardOutput.split(separator: "\u{1B}[2K").last ?? ""
    #expect(!last.contains("pages/s"))
  }

  private func onTerminal(
    _ sandbox: Sandbox, question: String = "no question", answer: String = "", _ arguments: String...
  ) async throws -> Outcome {
    let script = Sandbox.package.appending(path: "Tests/Tools/on_terminal.py")
    return try await sandbox.tool(
      "python3", [script.path, question, answer, Sandbox.program.path] + arguments,
      environment: ["TERM": "xterm"])
  }
}
