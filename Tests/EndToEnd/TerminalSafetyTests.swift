import Foundation
import Testing

/// What hostile names are made of: a title, a cleared screen, colors by ESC and by C1, text turned round.
private let hostile = "a\u{1B}]0;OWNED\u{7}\u{1B}[2Jb\u{9B}31mc\u{202E}d\nerror: FORGED\r"

/// Every command, with hostile words in all places that take some.
private let hostileCommands: [[String]] = [
  ["convert", "BOOK", "plain.cbz", "-o", "out/", "--verbose", "--on-damage", "blank"],
  ["convert", "BOOK", "plain.cbz", "-o", "out/", "--keep-going", "--json"],
  ["convert", "BOOK", "-o", "out/{series}.cbz", "--dry-run"],
  ["convert", "no such \(hostile).cbz", "-o", "x.cbz"],
  ["convert", "plain.cbz", "-o", "x\(hostile).foo"],
  ["convert", "plain.cbz", "-o", "x.cbz", "--meta", "\(hostile)=x"],
  ["convert", "plain.cbz", "-o", "x.cbz", "--resize=\(hostile)"],
  ["run", "good.yaml", "BOOK", "--verbose", "--on-damage", "skip"],
  ["run", "PIPELINE", "BOOK"],
  ["check", "PIPELINE", "plain.yaml"], ["check", "PIPELINE", "--format", "json"],
  ["check", "PIPELINE", "--format", "sarif"], ["check", "PIPELINE", "--format", "github"],
  ["plan", "good.yaml", "BOOK"], ["plan", "good.yaml", "BOOK", "--json"], ["plan", "PIPELINE"],
  ["plan", "good.yaml", "--graph", "mermaid"],
  ["test", "PIPELINE"],
  ["inspect", "BOOK", "plain.cbz"], ["inspect", "BOOK", "--json"],
  ["tag", "BOOK", "--meta", "title=\(hostile)"], ["tag", "BOOK", "--meta", "title=x", "--json"],
  ["tag", "BOOK", "--in-place", "--journal", "journal", "--meta", "title=x", "--verbose"],
  ["lint", "."], ["lint", ".", "--report", "json"], ["lint", ".", "--report", "sarif"],
  ["rename", "BOOK", "--to", "{title} {source.stem}", "--dry-run"],
  ["rename", "BOOK", "--to", "{title}", "--dry-run", "--json"],
  ["plugins", hostile], ["explain", hostile], ["completions", hostile], ["man", hostile],
  ["init", "x.yaml", "--input", hostile], [hostile],
]

/// Names and metadata come from anybody: nothing in them is obeyed by a terminal, or makes a line of its own.
@Suite("Text nobody can trust")
struct TerminalSafetyTests {
  /// Two books with hostile names, entries and metadata, and pipeline files like that.
  private func sandbox() async throws -> Sandbox {
    let sandbox = try await Sandbox()
    let script = """
      import sys, zipfile
      evil = sys.argv[1]
      page = bytes.fromhex("47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b")
      for name in (evil + ".cbz", "plain.cbz"):
          with zipfile.ZipFile(name, "w") as book:
              text = evil.replace("\\x1b", "").replace("\\x07", "").replace("\\n", "&#10;").replace("\\r", "")
              book.writestr("ComicInfo.xml", f"<ComicInfo><Series>{text}</Series><Title>{text}</Title>"
                            f"<Number>1</Number><Notes>é 漫画 👩‍👩‍👧</Notes></ComicInfo>")
              book.writestr(evil + "1.gif", page)
              book.writestr(evil + "2.gif", page[:20])
              book.writestr(evil + "junk.exe", b"MZ")
              book.comment = evil.encode()
      for name in (evil + ".yaml", "plain.yaml"):
          with open(name, "w") as file:
              file.write('leporello: 1\\nstages: [ metadata, "e\\\\e]0;OWNED\\\\a\\\\u202e" ]\\nsink: { cbz: "x\\\\e[2J/{no\\\\e[2J}.cbz" }\\n')
      with open("good.yaml", "w") as file:
          file.write('leporello: 1\\nname: "n\\\\e[2J"\\nstages: [ metadata ]\\nsink: { cbz: "out/{series}.cbz" }\\n')
      """
    let made = try await sandbox.tool("python3", ["-c", script, hostile])
    try #require(made.status == 0, "\(made)")
    return sandbox
  }

  /// What may not be in an output: anything a terminal obeys but line ends, and a line that a name began.
  private func problems(_ text: String) -> [String] {
    let controls = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    let forged = text.split(separator: "\n").filter { $0.hasPrefix("error: FORGED") }
    return controls.map { "U+" + String($0.value, radix: 16) } + forged.map(String.init)
  }

  @Test("no command prints what a terminal would obey", arguments: hostileCommands)
  func commands(_ words: [String]) async throws {
    let sandbox = try await sandbox()
    let book = hostile + ".cbz"
    let arguments = words.map { $0 == "BOOK" ? book : $0 == "PIPELINE" ? hostile + ".yaml" : $0 }
    let outcome = try await sandbox.run(arguments, changing: [book])
    #expect(!(outcome.standardOutput + outcome.standardError).isEmpty)
    #expect(problems(outcome.standardOutput).isEmpty, "\(outcome)")
    #expect(problems(outcome.standardError).isEmpty, "\(outcome)")
  }

  @Test("a terminal gets no other sequences than the bar's and the colors'")
  func terminal() async throws {
    let sandbox = try await sandbox()
    let script = Sandbox.package.appending(path: "Tests/Tools/on_terminal.py")
    for words in [
      ["convert", ".", "-o", "out/", "--on-damage", "blank", "--verbose"], ["check", "plain.yaml"],
    ] {
      let outcome = try await sandbox.tool(
        "python3", [script.path, "no question", "", Sandbox.program.path] + words,
        environment: ["TERM": "xterm"])
      let own = /\r\x1B\[2K|\x1B\[[0-9;]*m|\r/
      // The terminal ends lines with both marks, which together are one character to Swift.
      let text = outcome.standardOutput.replacing("\r\n", with: "\n").replacing(own, with: "")
      #expect(problems(text).isEmpty, "\(outcome)")
      #expect(!outcome.standardOutput.contains("\u{1B}[2Jb"))
    }
  }

  @Test("what people write stays as it is")
  func readable() async throws {
    let sandbox = try await sandbox()
    let outcome = try await sandbox.run(expecting: 0, "inspect", "plain.cbz")
    #expect(outcome.standardOutput.contains("é 漫画 👩‍👩‍👧"), "\(outcome)")
    #expect(outcome.standardOutput.contains("b\\u{9B}31mc\\u{202E}d"), "\(outcome)")
  }
}
