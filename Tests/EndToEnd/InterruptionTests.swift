import Foundation
import Testing

/// Stopping the program at any point leaves nothing under a final name, and the inputs as they were.
@Suite("Interruption", .serialized)
struct InterruptionTests {
  @Test("a stopped run ends with the signal's status and leaves nothing", arguments: [SIGINT, SIGTERM])
  func stopped(_ signal: Int32) async throws {
    let sandbox = try await Sandbox("large")
    var stopped = 0
    for after in [0.02, 0.05, 0.1, 0.2, 0.3] {
      let outcome = try await sandbox.run(
        ["convert", "book", "-o", "out/result.cbz"], signal: (signal, after))
      if outcome.status == 0 {
        try sandbox.remove("out/result.cbz")
      } else {
        stopped += 1
        #expect(outcome.status == 128 + signal, "\(outcome)")
        #expect(!sandbox.exists("out/result.cbz"), "\(outcome)")
      }
    }
    #expect(stopped > 0, "the run ends too soon to be stopped")
  }

  @Test("a killed run leaves nothing under the final name, and the next run removes what is left")
  func killed() async throws {
    let sandbox = try await Sandbox("large")
    var left = 0
    for after in [0.03, 0.06, 0.1, 0.15, 0.2, 0.3] {
      let outcome = try await sandbox.run(["convert", "book", "-o", "result.cbz"], signal: (SIGKILL, after))
      if outcome.status == 0 {
        try sandbox.remove("result.cbz")
      } else {
        #expect(!sandbox.exists("result.cbz"))
        left += try sandbox.files().count(where: Sandbox.isTemporary)
      }
    }
    #expect(left > 0, "no kill hit the writing: this proves nothing")
    try await sandbox.run(expecting: 0, "convert", "book", "-o", "result.cbz")
    #expect(try sandbox.files().filter(Sandbox.isTemporary).isEmpty)
    #expect(try await sandbox.book("result.cbz").numbers == Array(0..<160))
  }

  @Test("a killed run that was to replace a file leaves the old one whole")
  func killedReplacing() async throws {
    let sandbox = try await Sandbox("large")
    try sandbox.write("old", to: "result.cbz")
    let outcome = try await sandbox.run(
      ["convert", "book", "-o", "result.cbz", "--exists", "replace"], changing: ["result.cbz"],
      signal: (SIGKILL, 0.06))
    if outcome.status != 0 { #expect(try sandbox.data("result.cbz").elementsEqual("old".utf8)) }
  }

  @Test("a stopped run into a folder leaves no folder")
  func folder() async throws {
    let sandbox = try await Sandbox("large")
    let outcome = try await sandbox.run(
      ["convert", "book", "--to", "folder", "-o", "result/"], signal: (SIGTERM, 0.08))
    if outcome.status != 0 { #expect(!sandbox.exists("result/book") && outcome.status == 143, "\(outcome)") }
  }
}
