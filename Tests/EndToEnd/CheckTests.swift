import Foundation
import Testing

/// `leporello check`: forms of its report, annotations in CI, exit statuses.
@Suite("Checking pipeline files")
struct CheckTests {
  /// An error, a warning and a file without either.
  private func sandbox() async throws -> Sandbox {
    let sandbox = try await Sandbox()
    let sink = "sink: { cbz: 'out/{series}.cbz' }\n"
    try sandbox.write("leporello: 1\nstages:\n  - drop: { mx: 3 }\n" + sink, to: "wrong.yaml")
    try sandbox.write("leporello: 1\nvars: { shelf: x }\n" + sink, to: "odd, one.yaml")
    try sandbox.write("leporello: 1\n" + sink, to: "right.yaml")
    return sandbox
  }

  @Test("the exit status says what was found")
  func statuses() async throws {
    let sandbox = try await sandbox()
    try await sandbox.run(expecting: 0, "check", "right.yaml")
    try await sandbox.run(expecting: 0, "check", "right.yaml", "odd, one.yaml")
    try await sandbox.run(expecting: 5, "check", "--strict", "right.yaml", "odd, one.yaml")
    try await sandbox.run(expecting: 3, "check", "--strict", "odd, one.yaml", "wrong.yaml")
    try await sandbox.run(expecting: 2, "check")
    try await sandbox.run(expecting: 2, "check", "not-there.yaml")
    try await sandbox.run(expecting: 2, "check", "--format", "xml", "right.yaml")
  }

  @Test("as text, every problem has its line, a caret and what to do; a last line counts")
  func text() async throws {
    let sandbox = try await sandbox()
    let outcome = try await sandbox.run(expecting: 3, "check", "odd, one.yaml", "wrong.yaml", "right.yaml")
    #expect(
      outcome.standardOutput.contains(
        """
        wrong.yaml:3:13: error: stage 'drop' has no option 'mx' [unknown-option]
              - drop: { mx: 3 }
                        ^^
            did you mean 'max'?
        """), "\(outcome)")
    #expect(outcome.standardError.contains("1 error, 1 warning in 2 of 3 files"), "\(outcome)")
    #expect(outcome.standardError.contains("right.yaml: nothing wrong"))
    let quiet = try await sandbox.run(expecting: 3, "check", "--quiet", "wrong.yaml")
    #expect(quiet.standardError.isEmpty && !quiet.standardOutput.isEmpty)
  }

  @Test("as JSON, a diagnostic a line", arguments: [["--json"], ["--format", "json"]])
  func json(_ flags: [String]) async throws {
    let sandbox = try await sandbox()
    let outcome = try await sandbox.run(["check", "wrong.yaml", "odd, one.yaml"] + flags)
    let lines = try outcome.standardOutput.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.map { $0["rule"] as? String } == ["unknown-option", "unused-variable"])
    #expect(
      lines[0]["line"] as? Int == 3 && lines[0]["column"] as? Int == 13 && lines[0]["endColumn"] as? Int == 15
    )
  }

  @Test("as SARIF, with places and rules")
  func sarif() async throws {
    let sandbox = try await sandbox()
    let outcome = try await sandbox.run(
      expecting: 3, "check", "--format", "sarif", "wrong.yaml", "odd, one.yaml")
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any])
    #expect(report["version"] as? String == "2.1.0")
    let run = try #require((report["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["level"] as? String } == ["error", "warning"])
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }
    let location = try #require((results[1]["locations"] as? [[String: Any]])?.first)
    let place = try #require(location["physicalLocation"] as? [String: [String: Any]])
    #expect(place["artifactLocation"]?["uri"] as? String == "odd,%20one.yaml")
    #expect(place["region"]?["startLine"] as? Int == 2 && place["region"]?["startColumn"] as? Int == 9)
    let clean = try await sandbox.run(expecting: 0, "check", "--format", "sarif", "right.yaml")
    #expect(clean.standardOutput.contains("\"results\": []"))
  }

  @Test("where a CI system is found, its annotations stand beside the text")
  func annotations() async throws {
    let sandbox = try await sandbox()
    let github = try await sandbox.run(
      expecting: 3, "check", "odd, one.yaml", "wrong.yaml", environment: ["GITHUB_ACTIONS": "true"])
    #expect(
      github.standardOutput.contains(
        "\n::error file=wrong.yaml,line=3,endLine=3,col=13,endColumn=15,title=unknown-option::stage 'drop' has no "
          + "option 'mx'; did you mean 'max'?\n"), "\(github)")
    #expect(github.standardOutput.contains("\n::warning file=odd%2C one.yaml,line=2,"))
    #expect(github.standardOutput.contains("^^"))
    let azure = try await sandbox.run(expecting: 3, "check", "wrong.yaml", environment: ["TF_BUILD": "True"])
    #expect(
      azure.standardOutput.contains(
        "##vso[task.logissue type=error;sourcepath=wrong.yaml;linenumber=3;columnnumber=13;code=unknown-option]"
      ))
    for flags in [["--format", "text"], ["--json"]] {
      let outcome = try await sandbox.run(
        ["check", "wrong.yaml"] + flags, environment: ["GITHUB_ACTIONS": "true"])
      #expect(!outcome.standardOutput.contains("::error"))
    }
    let alone = try await sandbox.run(expecting: 3, "check", "--format", "github", "wrong.yaml")
    #expect(
      alone.standardOutput.hasPrefix("::error ") && alone.standardOutput.split(separator: "\n").count == 1)
  }

  @Test("GitLab gets a code quality report whose fingerprints differ and stay")
  func gitlab() async throws {
    let sandbox = try await sandbox()
    let flags = ["check", "--format", "gitlab", "wrong.yaml", "odd, one.yaml"]
    let outcome = try await sandbox.run(flags)
    #expect(try await sandbox.run(flags).standardOutput == outcome.standardOutput)
    let entries = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [[String: Any]])
    #expect(entries.map { $0["check_name"] as? String } == ["unknown-option", "unused-variable"])
    #expect(entries.map { $0["severity"] as? String } == ["major", "minor"])
    #expect(Set(entries.compactMap { $0["fingerprint"] as? String }).count == 2)
  }

  @Test("secrets and paths of one machine are for check, not for runs")
  func sharing() async throws {
    let sandbox = try await Sandbox()
    let text =
      "leporello: 1\nsource: { files: /nowhere/*.cbz, archive: { password: sesame } }\nsink: { cbz: 'x/{title}.cbz' }\n"
    try sandbox.write(text, to: "mine.yaml")
    let checked = try await sandbox.run(expecting: 5, "check", "--strict", "mine.yaml")
    #expect(
      checked.standardOutput.contains("[secret-in-file]") && checked.standardOutput.contains("[machine-path]")
    )
    let run = try await sandbox.run(["run", "mine.yaml"])
    #expect(
      !run.standardError.contains("secret-in-file") && !run.standardError.contains("machine-path"), "\(run)")
  }
}
