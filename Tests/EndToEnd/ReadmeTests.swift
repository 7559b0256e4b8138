import Foundation
import Testing

/// The README says nothing the program does not know.
@Suite("README")
struct ReadmeTests {
  private static let text = try? String(
    contentsOf: Sandbox.package.appending(path: "README.md"), encoding: .utf8)

  /// The blocks of code in a language.
  private func blocks(_ language: String) throws -> [String] {
    let parts = try #require(ReadmeTests.text).components(separatedBy: "```")
    return stride(from: 1, to: parts.count, by: 2).map { parts[$0] }.filter { $0.hasPrefix(language + "\n") }
      .map { String($0.dropFirst(language.count + 1)) }
  }

  @Test("its pipeline files check clean")
  func pipelines() async throws {
    let sandbox = try await Sandbox()
    let pipelines = try blocks("yaml")
    #expect(!pipelines.isEmpty)
    for pipeline in pipelines {
      try sandbox.write(pipeline, to: "readme.yaml")
      try await sandbox.run(expecting: 0, "check", "--strict", "readme.yaml")
      try sandbox.remove("readme.yaml")
    }
  }

  @Test("every flag it names is in the help of a command")
  func flags() async throws {
    let sandbox = try await Sandbox()
    var help = ""
    let commands = [
      "convert", "run", "check", "plan", "test", "inspect", "tag", "lint", "rename", "plugins", "schema",
      "explain",
      "init",
    ]
    for command in commands {
      help += try await sandbox.run(expecting: 0, command, "--help").standardOutput
    }
    let text = try #require(ReadmeTests.text)
    let flags = Set(text.matches(of: /--[a-z][a-z-]+/).map { String($0.output) }).subtracting([
      "--help", "--version", "--disable-default-traits", "--traits",
    ])
    #expect(flags.count > 10)
    for flag in flags.sorted() { #expect(help.contains(flag), "\(flag)") }
  }

  @Test("its commands do what they say, one after the other")
  func commands() async throws {
    let sandbox = try await Sandbox("collection")
    try sandbox.copy(Sandbox.package.appending(path: "pipelines"), to: "pipelines")
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/paper-fox-1.epub"), to: "book.epub")
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/paper-fox-1.epub"), to: "inbox/fox.epub")
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/tin-robot-3.cbz"), to: "Kite 003.cbr")
    for name in ["manga.cbz", "album.cbz", "comic.cbz"] {
      try sandbox.copy(Sandbox.package.appending(path: "Fixtures/tin-robot-3.cbz"), to: name)
    }
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/harbor-sketches"), to: "scans/kite-004")
    for name in ["chapters/Kite v02 c007.cbz", "chapters/Kite v02 c008.cbz", "Kite v02.cbz"] {
      try sandbox.copy(Sandbox.package.appending(path: "Fixtures/tin-robot-3.cbz"), to: name)
    }
    let lines = try blocks("sh").flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("leporello ") }
    #expect(lines.count > 7)
    for line in lines {
      let outcome = try await sandbox.tool(
        "sh",
        ["-c", String(line).replacing("leporello", with: "\"$0\"", maxReplacements: 1), Sandbox.program.path])
      #expect(outcome.status == 0, "\(line)\n\(outcome)")
    }
  }
}
