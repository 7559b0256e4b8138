import Foundation
import Testing

/// Stopping the program at any point leaves nothing under a final name, and the inputs as they were.
///
/// The last page is never made, so that every run is still writing when its signal comes.
@Suite("Interruption", .serialized)
struct InterruptionTests {
  /// Bytes that are written when the signal comes, of 84 millions.
  static let moments = [0, 1_000_000, 20_000_000, 70_000_000]

  private static func sandbox(_ sink: String = "cbz: result.cbz") async throws -> Sandbox {
    let sandbox = try await Sandbox("large")
    try sandbox.write(
      """
      leporello: 1
      stages:
        - exec: { command: 'sleep 600 # {input} {output}', shell: true }
          where: number == 160
      sink: { \(sink) }
      """, to: "held.yaml")
    return sandbox
  }

  private static let run = ["run", "held.yaml", "book", "--allow-programs"]

  @Test("a stopped run ends with the signal's status and leaves nothing", arguments: [SIGINT, SIGTERM])
  func stopped(_ signal: Int32) async throws {
    let sandbox = try await Self.sandbox()
    for moment in Self.moments {
      let outcome = try await sandbox.run(Self.run, signal: signal, once: Sandbox.hasWritten(moment))
      #expect(outcome.status == 128 + signal, "\(outcome)")
      #expect(!sandbox.exists("result.cbz"))
    }
  }

  @Test("a killed run leaves nothing under the final name, and the next run removes what is left")
  func killed() async throws {
    let sandbox = try await Self.sandbox()
    for moment in Self.moments {
      let outcome = try await sandbox.run(Self.run, signal: SIGKILL, once: Sandbox.hasWritten(moment))
      #expect(outcome.status == 128 + SIGKILL, "\(outcome)")
      #expect(!sandbox.exists("result.cbz"))
      #expect(try sandbox.files().count(where: Sandbox.isTemporary) == 1, "what earlier runs left is gone")
    }
    try await sandbox.run(expecting: 0, "convert", "book", "-o", "result.cbz")
    #expect(try sandbox.files().filter(Sandbox.isTemporary).isEmpty)
    #expect(try await sandbox.book("result.cbz").numbers == Array(0..<160))
  }

  @Test("a killed run that was to replace a file leaves the old one whole")
  func killedReplacing() async throws {
    let sandbox = try await Self.sandbox()
    try sandbox.write("old", to: "result.cbz")
    let outcome = try await sandbox.run(
      Self.run + ["--set", "cbz.exists=replace"], signal: SIGKILL, once: Sandbox.hasWritten(Self.moments[2]))
    #expect(outcome.status == 128 + SIGKILL, "\(outcome)")
    #expect(try sandbox.data("result.cbz").elementsEqual("old".utf8))
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
      signal: signal,
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
  func folder(_ moment: Int) async throws {
    let sandbox = try await Self.sandbox("folder: result")
    let outcome = try await sandbox.run(Self.run, signal: SIGTERM, once: Sandbox.hasWritten(moment))
    #expect(outcome.status == 128 + SIGTERM, "\(outcome)")
    #expect(!sandbox.exists("result"))
  }
}
