import Foundation
import Testing

/// `leporello explain`: every rule of the program is there, and says what to do.
@Suite("Explaining rules")
struct ExplainTests {
  /// What tells rules apart: `lint` may call a finding of its own what a reader calls its error.
  private struct Key: Hashable, CustomStringConvertible {
    var id: String
    var isLint: Bool
    var description: String { isLint ? "\(id) (lint)" : id }
  }

  private struct Entry: Decodable {
    var rule: String
    var category: String
    var summary: String
    var advice: String
    var exit: String
  }

  private func entries() async throws -> [Entry] {
    let outcome = try await Sandbox().run(expecting: 0, "explain", "--json")
    return try outcome.standardOutput.split(separator: "\n").map {
      try JSONDecoder().decode(Entry.self, from: Data($0.utf8))
    }
  }

  /// The rules declared anywhere in the program.
  private func declared() throws -> [Key] {
    var found: [Key] = []
    let declaration = /(Lint)?Rule\(\s*"([^"]+)",\s*\./
    for folder in ["Sources", "Plugins"] {
      let root = Sandbox.package.appending(path: folder).resolvingSymlinksInPath()
      let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
      // Examples of plugins are other people's packages.
      for case let file as URL in files
      where file.pathExtension == "swift" && !file.path.contains("/Plugins/Examples/") {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: declaration) {
          found.append(Key(id: String(match.output.2), isLint: match.output.1 != nil))
        }
      }
    }
    return found
  }

  private func repeated(_ keys: [Key]) -> [Key] {
    var seen: Set<Key> = []
    return keys.filter { !seen.insert($0).inserted }
  }

  @Test("every rule is declared once and explained once")
  func complete() async throws {
    let entries = try await entries().filter { !$0.rule.hasPrefix("normalize-") }
    let listed = entries.map { Key(id: $0.rule, isLint: $0.category == "lint") }
    let declared = try declared()
    #expect(declared.count > 200)
    #expect(repeated(declared) == [])
    #expect(repeated(listed) == [])
    // What is missing goes into its module's list, such as `Rule.archives`, or into its plugin's `rules`.
    #expect(Set(declared).subtracting(listed) == [])
    #expect(Set(listed).subtracting(declared) == [])
  }

  @Test("each says what to do and what the exit status is, and names no flag that is not there")
  func advice() async throws {
    let sandbox = try await Sandbox()
    var help = ""
    for command in ["convert", "run", "check", "plan", "inspect", "tag", "lint", "rename", "init"] {
      help += try await sandbox.run(expecting: 0, command, "--help").standardOutput
    }
    for entry in try await entries() {
      #expect(entry.summary.hasSuffix("."), "\(entry)")
      #expect(entry.advice.hasSuffix(".") && entry.advice.count >= 10, "\(entry)")
      #expect(!entry.exit.isEmpty)
      for flag in entry.advice.matches(of: /--[a-z][a-z-]+/).map({ String($0.output) })
      where !["--help", "--name", "--no-name"].contains(flag) {
        #expect(help.contains(flag), "\(entry.rule): \(flag)")
      }
    }
  }

  @Test("one rule is explained, the brackets around it may come along")
  func one() async throws {
    let sandbox = try await Sandbox()
    for word in ["stage-order", "[stage-order]", "STAGE-ORDER"] {
      let outcome = try await sandbox.run(expecting: 0, "explain", word)
      #expect(outcome.standardOutput.contains("one spoils the work of the other"), "\(outcome)")
      #expect(
        outcome.standardOutput.contains("What to do: ") && outcome.standardOutput.contains("Exit status: "))
    }
    // Two rules of one name: of a reader, and of lint.
    let both = try await sandbox.run(expecting: 0, "explain", "no-pages")
    #expect(both.standardOutput.contains("(input)") && both.standardOutput.contains("(lint)"))
  }

  @Test(
    "what is no rule gets a suggestion",
    arguments: [
      ("stage-ordr", "did you mean 'stage-order'?"), ("drop", "leporello plugins drop"),
      ("plan", "leporello plan --help"), ("qqqqqq", "`leporello explain` lists them"),
    ])
  func unknown(_ word: String, _ remedy: String) async throws {
    let outcome = try await Sandbox().run(expecting: 2, "explain", word)
    #expect(outcome.standardError.contains(remedy), "\(outcome)")
    #expect(outcome.standardOutput.isEmpty)
  }
}
