import Foundation
import Testing

/// Stopping the program at any point leaves nothing under a final name, and the inputs as they were.
@Suite("Interruption", .serialized)
struct InterruptionTests {
  /// Seconds behind the moment the program begins to write.
  static let moments = [0, 0.005, 0.02, 0.05, 0.1, 0.2]

  @Test("a stopped run ends with the signal's status and leaves nothing", arguments: [SIGINT, SIGTERM])
  func stopped(_ signal: Int32) async throws {
    let sandbox = try await Sandbox("large")
    var stopped = 0
    for moment in InterruptionTests.moments {
      let outcome = try await sandbox.run(["convert", "book", "-o", "result.cbz"], signal: (signal, moment))
      if outcome.status == 0 {
        try sandbox.remove("result.cbz")
      } else {
        stopped += 1
        #expect(outcome.status == 128 + signal, "\(outcome)")
        try await expectNothingHalf("result.cbz", in: sandbox)
      }
    }
    #expect(stopped > 0, "every run ended before its signal: this proves nothing")
  }

  @Test("a killed run leaves nothing under the final name, and the next run removes what is left")
  func killed() async throws {
    let sandbox = try await Sandbox("large")
    var left = 0
    for moment in InterruptionTests.moments {
      let outcome = try await sandbox.run(["convert", "book", "-o", "result.cbz"], signal: (SIGKILL, moment))
      if outcome.status == 0 {
        try sandbox.remove("result.cbz")
      } else {
        try await expectNothingHalf("result.cbz", in: sandbox)
        let temporary = try sandbox.files().count(where: Sandbox.isTemporary)
        #expect(temporary <= 1, "what earlier runs left is gone")
        left += temporary
      }
    }
    #expect(left > 0, "no run was killed while it wrote: this proves nothing")
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
      signal: (SIGKILL, 0.01))
    if outcome.status != 0 { #expect(try sandbox.data("result.cbz").elementsEqual("old".utf8)) }
  }

  @Test(
    "tagging that is stopped or killed leaves every file whole, and the journal gives all of them back",
    arguments: [SIGINT, SIGKILL])
  func tagging(_ signal: Int32) async throws {
    let sandbox = try await Sandbox()
    let names = (1...1000).map { "Tin Robot \($0).cbz" }
    try await sandbox.makeZIPs(
      names, [("ComicInfo.xml", "<ComicInfo><Series>Tin Robot</Series></ComicInfo>")])
    let before = try names.map { try sandbox.data($0) }
    let outcome = try await sandbox.run(
      ["tag", ".", "--meta", "series=Other", "--in-place", "--journal", "journal"], changing: Set(names),
      signal: (signal, 0),
      once: { folder in
        let journal = try? Data(contentsOf: folder.appending(path: "journal"))
        return (journal?.count ?? 0) > 20_000
      })
    #expect(outcome.status == 128 + signal, "it was not stopped on the way, which proves nothing\n\(outcome)")
    if signal == SIGINT { #expect(outcome.standardError.contains("journal"), "\(outcome)") }
    let after = try names.map { try sandbox.data($0) }
    let changed = zip(before, after).count { $0 != $1 }
    #expect((1..<1000).contains(changed))
    let check = """
      import glob, zipfile
      for name in glob.glob("*.cbz"):
          book = zipfile.ZipFile(name)
          assert book.testzip() is None and len(book.namelist()) == 3, name
      """
    let whole = try await sandbox.tool("python3", ["-c", check])
    #expect(whole.status == 0, "\(whole)")
    // What a killed run had in hand is removed by the next one.
    try await sandbox.run(expecting: 0, "tag", "--undo", "journal", "--journal", "j2", changing: Set(names))
    #expect(try names.map { try sandbox.data($0) } == before)
    #expect(try sandbox.files().filter(Sandbox.isTemporary).isEmpty)
  }

  @Test("a stopped run into a folder leaves no folder", arguments: moments)
  func folder(_ moment: Double) async throws {
    let sandbox = try await Sandbox("large")
    let outcome = try await sandbox.run(
      ["convert", "book", "--to", "folder", "-o", "result"], signal: (SIGTERM, moment))
    if outcome.status != 0 {
      #expect(outcome.status == 143, "\(outcome)")
      try await expectNothingHalf("result", in: sandbox)
    }
  }

  /// A signal may come when the result has just got its name: then it is there, and whole.
  private func expectNothingHalf(_ path: String, in sandbox: Sandbox) async throws {
    guard sandbox.exists(path) else { return }
    #expect(try await sandbox.book(path).numbers == Array(0..<160))
    try sandbox.remove(path)
  }
}
