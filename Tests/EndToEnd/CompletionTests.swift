import Foundation
import Testing

/// Completions and manual pages, as the shells and man themselves take them.
@Suite("Completions and manual pages")
struct CompletionTests {
  /// Whether a program is here; says so aloud where it is not.
  private func isHere(_ program: String, _ sandbox: Sandbox) async throws -> Bool {
    let outcome = try await sandbox.tool("sh", ["-c", "command -v \(program)"])
    if outcome.status != 0 { print("SKIPPED: no \(program) here, so nothing to try it with") }
    return outcome.status == 0
  }

  private func script(_ shell: String, _ sandbox: Sandbox) async throws -> String {
    let name = "script.\(shell)"
    try sandbox.write(try await sandbox.run(expecting: 0, "completions", shell).standardOutput, to: name)
    return name
  }

  @Test("each shell reads its script without complaint", arguments: ["bash", "zsh", "fish"])
  func parses(_ shell: String) async throws {
    let sandbox = try await Sandbox()
    let name = try await script(shell, sandbox)
    guard try await isHere(shell, sandbox) else { return }
    let outcome = try await sandbox.tool(shell, ["-n", name])
    #expect(outcome.status == 0 && outcome.standardError.isEmpty, "\(outcome)")
  }

  @Test(
    "bash completes commands, flags, values, plugins, rules and files",
    arguments: [
      ("leporello ch", ["check"]), ("leporello help pl", ["plan", "plugins"]),
      ("leporello check --stri", ["--strict"]), ("leporello check --format git", ["github", "gitlab"]),
      ("leporello check --format = git", ["github", "gitlab"]),
      ("leporello convert a.epub --paper man", ["manga"]),
      ("leporello convert --no-encode-jpeg", ["--no-encode-jpeg-progressive"]),
      ("leporello run p.yaml --no-keep", ["--no-keep-going"]),
      ("leporello plugins dro", ["drop"]), ("leporello explain stage-o", ["stage-order"]),
      ("leporello completions f", ["fish"]), ("leporello run po", ["poems", "posy.yaml"]),
      ("leporello run posy.yaml po", []), ("leporello run --jobs 1", []), ("leporello man conv", ["convert"]),
    ])
  func bash(_ line: String, _ expected: [String]) async throws {
    let sandbox = try await Sandbox()
    guard try await isHere("bash", sandbox) else { return }
    let name = try await script("bash", sandbox)
    for file in ["posy.yaml", "post.txt", "poems/x.yaml"] { try sandbox.write("", to: file) }
    let words = line.split(separator: " ").map(String.init)
    try sandbox.write(
      """
      source ./\(name)
      COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
      COMP_CWORD=\(words.count - 1)
      _leporello 2>/dev/null
      printf '%s\\n' "${COMPREPLY[@]}"
      """, to: "try.sh")
    let outcome = try await sandbox.tool("bash", ["try.sh"])
    let offered = outcome.standardOutput.split(separator: "\n").map(String.init).sorted()
    #expect(offered == expected, "\(outcome)")
  }

  @Test("fish completes commands, flags and values")
  func fish() async throws {
    let sandbox = try await Sandbox()
    guard try await isHere("fish", sandbox) else { return }
    let name = try await script("fish", sandbox)
    for (line, expected) in [
      ("leporello ch", "check"), ("leporello check --stri", "--strict"),
      ("leporello check --format sar", "sarif"),
      ("leporello plugins dro", "drop"), ("leporello convert --no-metada", "--no-metadata"),
    ] {
      let outcome = try await sandbox.tool(
        "fish", ["--no-config", "-c", "source \(name); complete --do-complete '\(line)'"])
      let offered = outcome.standardOutput.split(separator: "\n").map { $0.split(separator: "\t")[0] }
      #expect(offered.contains { $0 == expected }, "\(outcome)")
    }
  }

  @Test("zsh loads its script as a completion function")
  func zsh() async throws {
    let sandbox = try await Sandbox()
    guard try await isHere("zsh", sandbox) else { return }
    try sandbox.write(
      try await sandbox.run(expecting: 0, "completions", "zsh").standardOutput, to: "functions/_leporello")
    let outcome = try await sandbox.tool(
      "zsh",
      [
        "-f", "-c",
        "fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -u -D; print -r -- ${_comps[leporello]}",
      ])
    #expect(
      outcome.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines) == "_leporello", "\(outcome)")
  }

  @Test("manual pages, of the program and of every command, are well-formed")
  func manual() async throws {
    let sandbox = try await Sandbox()
    let help = try await sandbox.run(expecting: 0, "--help").standardOutput
    let commands = help.split(separator: "\n").drop { $0 != "commands:" }.dropFirst()
      .prefix { $0.hasPrefix("  ") && !$0.hasPrefix("  leporello ") }
      .compactMap { $0.dropFirst(2).first == " " ? nil : $0.split(separator: " ").first.map(String.init) }
    #expect(commands.contains("convert") && commands.contains("man"))
    try sandbox.write(try await sandbox.run(expecting: 0, "man").standardOutput, to: "leporello.1")
    for command in commands {
      let page = try await sandbox.run(expecting: 0, "man", command).standardOutput
      let help = try await sandbox.run(expecting: 0, command, "--help").standardOutput
      let flags = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) }).subtracting(["--help"])
      let text = page.replacing("\\-", with: "-")
      for flag in flags { #expect(text.contains(flag), "leporello-\(command): \(flag)") }
      try sandbox.write(page, to: "leporello-\(command).1")
    }
    let pages = try sandbox.files().filter { $0.hasSuffix(".1") }
    #expect(pages.count == commands.count + 1)
    if try await isHere("mandoc", sandbox) {
      let outcome = try await sandbox.tool("mandoc", ["-T", "lint", "-W", "warning"] + pages)
      #expect(outcome.status == 0 && outcome.standardOutput.isEmpty, "\(outcome)")
    }
    if try await isHere("man", sandbox) {
      for page in pages {
        let outcome = try await sandbox.tool(
          "man", ["--warnings", "-E", "UTF-8", "-l", page],
          environment: ["LC_ALL": "C.UTF-8"])
        #expect(outcome.status == 0 && outcome.standardError.isEmpty, "\(outcome)")
      }
    }
  }

  @Test("what is asked for and not there is a usage error with a suggestion")
  func unknown() async throws {
    let sandbox = try await Sandbox()
    let shell = try await sandbox.run(expecting: 2, "completions", "fihs")
    #expect(shell.standardError.contains("did you mean 'fish'?"), "\(shell)")
    try await sandbox.run(expecting: 2, "completions")
    let page = try await sandbox.run(expecting: 2, "man", "convrt")
    #expect(page.standardError.contains("did you mean 'convert'?"), "\(page)")
    try await sandbox.run(expecting: 2, "schema", "stray")
  }

  @Test("fields and facts are listed, and stand in the manual page")
  func fields() async throws {
    let sandbox = try await Sandbox()
    let all = try await sandbox.run(expecting: 0, "fields").standardOutput
    for name in ["seriesVolume", "writer", "month", "source.stem", "aspect"] { #expect(all.contains(name)) }
    let one = try await sandbox.run(expecting: 0, "fields", "Volume").standardOutput
    #expect(one.contains("seriesVolume") && !one.contains("publisher"), "\(one)")
    let page = try await sandbox.run(expecting: 0, "man").standardOutput
    #expect(page.contains("seriesVolume") && page.contains("source.folder"))
    let json = try await sandbox.run(expecting: 0, "fields", "gtin", "--json").standardOutput
    #expect(json.contains(#""comicInfo":"GTIN""#), "\(json)")
    let wrong = try await sandbox.run(expecting: 2, "fields", "sereis")
    #expect(wrong.standardError.contains("did you mean 'series'?"), "\(wrong)")
  }
}
