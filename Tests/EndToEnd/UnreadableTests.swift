import Foundation
import Testing

/// Files and folders that may not be read, beside others that may.
@Suite("Files that cannot be read")
struct UnreadableTests {
  /// Runs the program as somebody whom rights bind: the superuser reads everything.
  private func run(_ sandbox: Sandbox, _ arguments: [String]) async throws -> Outcome {
    guard getuid() == 0 else { return try await sandbox.tool(Sandbox.program.path, arguments) }
    let bound = ["--bounding-set=-dac_override,-dac_read_search", Sandbox.program.path]
    return try await sandbox.tool("setpriv", bound + arguments)
  }

  /// A folder of two books, one of which is unreadable, and a folder inside that cannot be listed.
  private func sandbox() async throws -> Sandbox {
    let sandbox = try await Sandbox()
    let book = Sandbox.package.appending(path: "Fixtures/paper-fox-1.epub")
    for name in ["in/good.epub", "in/bad.epub", "in/below/other.epub", "in/shut/third.epub"] {
      try sandbox.copy(book, to: name)
    }
    for name in ["in/bad.epub", "in/shut"] { try setMode(0, of: name, in: sandbox) }
    return sandbox
  }

  private func setMode(_ mode: Int, of path: String, in sandbox: Sandbox) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: sandbox.folder.appending(path: path).path)
  }

  @Test(
    "one is a failed input, and the others are done",
    arguments: [
      ["convert", "in", "-o", "out/", "--recursive"],
      ["tag", "in", "--recursive", "--meta", "notes=Seen", "--in-place", "--journal", "journal"],
      ["lint", "in"], ["inspect", "in", "--recursive"],
      ["rename", "in", "--recursive", "--to", "{title}", "--dry-run"],
    ])
  func othersAreDone(_ words: [String]) async throws {
    let sandbox = try await sandbox()
    let outcome = try await run(sandbox, words)
    for name in ["in/bad.epub", "in/shut"] { try setMode(0o755, of: name, in: sandbox) }
    #expect(outcome.status == 1, "\(outcome)")
    let all = outcome.standardOutput + outcome.standardError
    #expect(all.contains("in/shut: error: ") && all.contains("in/bad.epub"), "\(outcome)")
    if words[0] == "convert" {
      #expect(try sandbox.files(in: "out") == ["below/other.cbz", "good.cbz"], "\(outcome)")
    }
  }

  @Test(
    "a pattern passes over a folder that cannot be listed, or lies too deep", arguments: ["shut", "deep"])
  func patterns(_ kind: String) async throws {
    let sandbox = try await sandbox()
    try sandbox.write(
      """
      leporello: 1
      source: { files: "in/**/*.epub", exclude: "bad.epub" }
      sink: { cbz: "out/{source.stem}.cbz" }
      """, to: "p.yaml")
    let isDeep = kind == "deep"
    if isDeep { try setMode(0o755, of: "in/shut", in: sandbox) }
    if isDeep { try sandbox.write("text", to: "in/shut/a/b/c.epub") }
    let outcome = try await run(sandbox, ["run", "p.yaml"] + (isDeep ? ["--max-folder-depth", "3"] : []))
    try setMode(0o755, of: "in/shut", in: sandbox)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.standardError.contains("in/shut\(isDeep ? "/a/b" : ""): error: "), "\(outcome)")
    #expect(try sandbox.files(in: "out") == ["good.cbz", "other.cbz"] + (isDeep ? ["third.cbz"] : []))
  }

  @Test("a folder without any that can be read fails for that reason")
  func nothingElse() async throws {
    let sandbox = try await Sandbox()
    try sandbox.write("text", to: "in/shut/a.txt")
    try setMode(0, of: "in/shut", in: sandbox)
    let outcome = try await run(sandbox, ["convert", "in", "-o", "out/"])
    try setMode(0o755, of: "in/shut", in: sandbox)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.standardError.contains("in/shut: error: "), "\(outcome)")
  }
}
