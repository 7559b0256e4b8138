import Foundation
import Testing

/// `leporello init`: whatever is answered, the file checks clean and does what was asked for.
@Suite("Writing a new pipeline")
struct InitTests {
  @Test("every set of answers gives a file that check --strict has nothing to say of")
  func everyAnswer() async throws {
    let sandbox = try await Sandbox()
    let answers: [[String]] = [
      ["any", "epub", "archives", "folders"], ["auto", "rtl", "ltr"], ["keep", "join", "turn", "split"],
      ["none", "KPW5"], ["none", "cream"], ["standard", "komga"],
    ]
    let flags = ["--from", "--direction", "--spreads", "--device", "--paper", "--target"]
    var sets: [[String]] = [[]]
    for (flag, words) in zip(flags, answers) {
      sets = sets.flatMap { set in words.map { set + [flag, $0] } }
    }
    #expect(sets.count == 384)
    var names: [String] = []
    for (index, set) in sets.enumerated() {
      // Every third, which meets every pair of answers, and costs a third.
      guard index % 3 == 0 else { continue }
      names.append("\(index).yaml")
      let outcome = try await sandbox.run(["init", "\(index).yaml", "--quiet"] + set)
      #expect(outcome.status == 0, "\(outcome)")
    }
    let outcome = try await sandbox.run(["check", "--strict", "--quiet"] + names)
    #expect(outcome.status == 0 && outcome.standardOutput.isEmpty, "\(outcome)")
  }

  @Test("a word that is no answer is refused", arguments: ["from", "direction", "device", "paper", "target"])
  func words(_ flag: String) async throws {
    let sandbox = try await Sandbox()
    let wrong = try await sandbox.run(expecting: 2, "init", "x.yaml", "--\(flag)", "nonsense-of-mine")
    #expect(wrong.standardError.contains("takes one of"), "\(wrong)")
    #expect(!sandbox.exists("x.yaml"))
    let near = try await sandbox.run(expecting: 2, "init", "x.yaml", "--paper", "creem")
    #expect(near.standardError.contains("did you mean 'cream'?"), "\(near)")
  }

  @Test("what is answered stands in the file, with places of this machine as variables")
  func places() async throws {
    let sandbox = try await Sandbox()
    let outcome = try await sandbox.run(
      expecting: 0, "init", "-", "--inbox", "/data/in/", "--path", "/srv/$x/{series}/{title}.cbz", "--name",
      "a: b")
    let text = outcome.standardOutput
    #expect(text.contains("inbox: /data/in\n") && text.contains("${inbox}/**"), "\(text)")
    #expect(
      text.contains("library: /srv/$$x") && text.contains("\"${library}/{series}/{title}.cbz\""), "\(text)")
    #expect(text.contains("name: \"a: b\""))
    try sandbox.write(text, to: "a.yaml")
    try await sandbox.run(expecting: 0, "check", "--strict", "a.yaml")
    let home = try await sandbox.run(
      expecting: 0, "init", "-", "--inbox", "~/comics", environment: ["HOME": "/h"])
    #expect(home.standardOutput.contains("env: [HOME]") && home.standardOutput.contains("${HOME}/comics/**"))
    let bad = try await sandbox.run(expecting: 2, "init", "b.yaml", "--path", "{sries}.cbz")
    #expect(bad.standardError.contains("did you mean 'series'?"), "\(bad)")
    let own = try await sandbox.run(expecting: 2, "init", "b.yaml", "--inbox", ".", "--path", "{series}.cbz")
    #expect(own.standardError.contains("reads-own-output"), "\(own)")
    #expect(!sandbox.exists("b.yaml"))
  }

  @Test("nothing is written over, and nothing is asked where nobody can answer")
  func refusals() async throws {
    let sandbox = try await Sandbox()
    try sandbox.write("mine\n", to: "pipeline.yaml")
    let there = try await sandbox.run(expecting: 1, "init", "--yes")
    #expect(there.standardError.contains("destination-exists"))
    #expect(try sandbox.data("pipeline.yaml") == Data("mine\n".utf8))
    let silent = try await sandbox.run(expecting: 2, "init", "other.yaml")
    #expect(silent.standardError.contains("nobody-to-ask") && silent.standardError.contains("--yes"))
    try await sandbox.run(expecting: 2, "init", "a.yaml", "b.yaml", "--yes")
    #expect(try sandbox.files() == ["pipeline.yaml"])
  }

  @Test("on a terminal it asks, takes words and numbers, and asks again where it does not understand")
  func dialogue() async throws {
    let sandbox = try await Sandbox()
    // What comes in; the folder; the direction; spreads (mistyped first); device; paper; program; path.
    let answers = ["2", "books", "rtl", "spilt", "split", "kpw5", "", "komga", ""]
    let outcome = try await converse(sandbox, answers, "init", "new.yaml")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.standardOutput.contains("did you mean 'split'?"), "\(outcome)")
    let text = String(decoding: try sandbox.data("new.yaml"), as: UTF8.self)
    for part in ["books/**/*.epub", "direction: rtl", "- split", "- device: KPW5", "target: komga"] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(!text.contains("paper"), "\(text)")
    try await sandbox.run(expecting: 0, "check", "--strict", "new.yaml")
  }

  @Test("questions that flags answer are not asked; without an answer nothing is written")
  func someFlags() async throws {
    let sandbox = try await Sandbox()
    let outcome = try await converse(
      sandbox, ["", "", "", "", "", ""], "init", "new.yaml", "--from", "epub", "--direction", "ltr")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(!outcome.standardOutput.contains("What comes in?"))
    let ended = try await converse(sandbox, ["1"], "init", "other.yaml")
    #expect(ended.status == 2, "\(ended)")
    #expect(!sandbox.exists("other.yaml"))
  }

  @Test("the new pipeline runs")
  func runs() async throws {
    let sandbox = try await Sandbox()
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/paper-fox-1.epub"), to: "inbox/fox.epub")
    try await sandbox.run(expecting: 0, "init", "--yes", "--spreads", "join")
    try await sandbox.run(expecting: 0, "run", "pipeline.yaml")
    let written = try sandbox.files(in: "library")
    #expect(written.count == 1 && written[0].hasPrefix("Paper Fox/"), "\(written)")
  }

  private func converse(_ sandbox: Sandbox, _ answers: [String], _ arguments: String...) async throws
    -> Outcome
  {
    let script = Sandbox.package.appending(path: "Tests/Tools/dialogue.py")
    return try await sandbox.tool(
      "python3", [script.path, "] ", answers.joined(separator: "\n"), Sandbox.program.path] + arguments,
      environment: ["TERM": "dumb"])
  }
}
