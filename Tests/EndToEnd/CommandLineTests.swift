import Foundation
import Testing

/// Arguments, exit statuses, and what goes to which stream.
@Suite("Command line")
struct CommandLineTests {
  @Test(
    "arguments that are not understood are usage errors, and nothing is converted (F50)",
    arguments: [
      ["convert", "color.cbz", "-o", "result.cbz", "stray.cbz"],
      ["convert", "--no-such-option", "color.cbz", "-o", "result.cbz"],
      ["convert", "color.cbz", "-o", "result.cbz", "--jobs", "abc"],
      ["convert", "color.cbz", "-o", "result.cbz", "--jobs", "-1"],
      ["convert", "color.cbz", "-o", "result.cbz", "--on-damage", "ignore"],
      ["convert", "color.cbz", "-o", "result.cbz", "--memory", "-5"],
      ["convert", "color.cbz"], ["convert", "-o", "result.cbz"], ["convert", "color.cbz", "-o"],
      ["no-such-command"], [],
      ["convert", "color.cbz", "-o", "result.xyz"], ["run"],
      ["convert", "color.cbz", "-o", "result.cbz", "--names=sideways"],
    ])
  func refused(_ arguments: [String]) async throws {
    let sandbox = try await Sandbox("F50-arguments")
    let outcome = try await sandbox.run(arguments)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.standardOutput.isEmpty, "usage errors go to standard error\n\(outcome)")
    #expect(!outcome.standardError.isEmpty)
    #expect(try sandbox.files() == ["color.cbz"])
  }

  @Test("a mistyped option gets a suggestion")
  func suggestion() async throws {
    let sandbox = try await Sandbox("F50-arguments")
    let outcome = try await sandbox.run(
      expecting: 2, "convert", "color.cbz", "-o", "result.cbz", "--on-damge", "skip")
    #expect(outcome.standardError.contains("--on-damage"))
  }

  @Test("a misspelt value behind a flag is told as that, and a device's name taken however it is spelled")
  func shortForms() async throws {
    let sandbox = try await Sandbox("F50-arguments")
    for (flag, value, meant) in [
      ("--paper", "creem", "did you mean --paper cream?"),
      ("--device", "Kobo Libra 3", "did you mean --device 'Kobo Libra 2'?"),
      ("--paper", "vellum", "newsprint"),
    ] {
      let outcome = try await sandbox.run(
        expecting: 2, "convert", "color.cbz", flag, value, "-o", "result.cbz")
      #expect(
        outcome.standardError.contains("'\(value)'") && outcome.standardError.contains(meant), "\(outcome)")
    }
    try await sandbox.run(
      expecting: 0, "convert", "color.cbz", "--device", "kobo libra 2", "-o", "result.cbz")
  }

  @Test(
    "a pipeline file that is not there gives the same status everywhere",
    arguments: ["run", "plan", "check", "test"])
  func missingPipeline(_ command: String) async throws {
    let sandbox = try await Sandbox()
    let outcome = try await sandbox.run(expecting: 2, command, "missing.yaml")
    #expect(
      outcome.standardError.contains("missing.yaml: error: there is no such pipeline file"), "\(outcome)")
  }

  @Test("lint takes --json as the other commands do")
  func lintJSON() async throws {
    let sandbox = try await Sandbox("F50-arguments")
    let json = try await sandbox.run(["lint", "color.cbz", "--json"])
    let report = try await sandbox.run(["lint", "color.cbz", "--report", "json"])
    #expect(json.standardOutput.hasPrefix("{") && json.standardOutput == report.standardOutput)
  }

  @Test("a language that is written out is taken for its tag")
  func languages() async throws {
    let sandbox = try await Sandbox("F50-arguments")
    for (number, word) in ["english", "English", "en", "eng"].enumerated() {
      try await sandbox.run(
        expecting: 0, "convert", "color.cbz", "-o", "\(number).cbz", "--meta", "language=\(word)")
      #expect(try await sandbox.book("\(number).cbz")[info: "LanguageISO"] == "en")
    }
  }

  @Test("colors stay as they are (F50)")
  func colorKept() async throws {
    let sandbox = try await Sandbox("F50-arguments")
    let before = try await sandbox.book("color.cbz")
    #expect(try await sandbox.convert("color.cbz").pages.map(\.sha256) == before.pages.map(\.sha256))
  }

  @Test(
    "help and version are no errors and go to standard output (F50)",
    arguments: [
      ["--help"], ["-h"], ["--version"], ["convert", "--help"], ["run", "--help"], ["check", "--help"],
      ["plan", "--help"],
      ["inspect", "--help"], ["plugins", "--help"], ["plugins"], ["plugins", "metadata"], ["plugins", "cbz"],
      ["help"],
    ])
  func help(_ arguments: [String]) async throws {
    let sandbox = try await Sandbox()
    let outcome = try await sandbox.run(arguments)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(!outcome.standardOutput.isEmpty && outcome.standardError.isEmpty, "\(outcome)")
    #expect(
      outcome.standardOutput.split(separator: "\n").allSatisfy { $0.count <= 110 },
      "lines fit a terminal\n\(outcome)")
  }

  @Test(
    "formats that are not written are usage errors that say so, and what to write instead",
    arguments: [("x.mobi", ".epub"), ("x.azw3", ".epub"), ("x.kfx", ".epub"), ("x.cb7", ".cbz")])
  func planned(_ output: String, _ instead: String) async throws {
    let sandbox = try await Sandbox("F50-arguments")
    let outcome = try await sandbox.run(expecting: 2, "convert", "color.cbz", "-o", output)
    #expect(outcome.standardError.contains("is not written"), "\(outcome)")
    #expect(outcome.standardError.contains(instead), "\(outcome)")
    #expect(!sandbox.exists(output))
  }

  @Test("without a terminal there is no progress and no color on either stream")
  func plainStreams() async throws {
    let sandbox = try await Sandbox("collection")
    let outcome = try await sandbox.run(expecting: 0, "convert", "flat", "-o", "out/")
    for text in [outcome.standardOutput, outcome.standardError] {
      #expect(!text.contains("\u{1B}") && !text.contains("\r"))
    }
  }

  @Test("--quiet says nothing when all is well")
  func quiet() async throws {
    let sandbox = try await Sandbox("collection")
    let outcome = try await sandbox.run(expecting: 0, "convert", "flat", "-o", "out/", "--quiet")
    #expect(outcome.standardOutput.isEmpty && outcome.standardError.isEmpty, "\(outcome)")
  }

  @Test("--verbose tells of every page")
  func verbose() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    let outcome = try await sandbox.run(expecting: 0, "convert", "book.cbz", "-o", "result.cbz", "--verbose")
    for number in 1...6 { #expect(outcome.standardError.contains("scan_00\(number).png")) }
  }

  @Test("results that cannot be written to standard output are a failure")
  func fullOutput() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    let outcome = try await sandbox.tool(
      "sh", ["-c", #""$0" inspect book.cbz > /dev/full"#, Sandbox.program.path])
    #expect(outcome.status == 1, "\(outcome)")
  }

  @Test("errors are said even with --quiet")
  func quietErrors() async throws {
    let sandbox = try await Sandbox("F25-bad-pages")
    let outcome = try await sandbox.run(expecting: 1, "convert", "book.cbz", "-o", "result.cbz", "--quiet")
    #expect(outcome.standardError.contains("book.cbz"))
  }

  @Test("--json gives receipts whose counts add up to the source's pages")
  func receipts() async throws {
    let sandbox = try await Sandbox("F05-blank-page")
    let outcome = try await sandbox.run(expecting: 0, "convert", "placed.epub", "-o", "result.cbz", "--json")
    let receipt = try #require(try outcome.receipts().first)
    #expect(receipt.status == "written")
    #expect(try await receipt.output?.sha256 == sandbox.hash("result.cbz"))
    #expect(try await receipt.source.sha256 == sandbox.hash("placed.epub"))
    let counts = try #require(receipt.counts)
    #expect(counts["copied"] == 4 && counts["drawn"] == 1)
    #expect(counts.filter { $0.key != "added" }.values.reduce(0, +) == 5)
    #expect(try await receipt.pages?.compactMap(\.output) == sandbox.book("result.cbz").pages.map(\.name))
  }

  @Test("with --json a failed book has its receipt too, and standard output is nothing but JSON")
  func failedReceipt() async throws {
    let sandbox = try await Sandbox("F27-not-only-comics")
    let outcome = try await sandbox.run(expecting: 1, "convert", "in", "-o", "out/", "--json")
    let receipts = try outcome.receipts()
    #expect(receipts.map(\.status).sorted() == ["failed", "written"])
    let failed = try #require(receipts.first { $0.status == "failed" })
    #expect(failed.source.path == "in/nothing.cbz")
    #expect(failed.diagnostics?.contains { $0.severity == "error" } == true)
  }

  @Test("an input whose name begins with a hyphen follows --")
  func hyphenName() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    try sandbox.copy(sandbox.folder.appending(path: "book.cbz"), to: "-book.cbz")
    try await sandbox.run(expecting: 0, "convert", "-o", "result.cbz", "--", "-book.cbz")
    #expect(sandbox.exists("result.cbz"))
  }

  @Test("a path that is not UTF-8 is a path like any other")
  func rawPath() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    let made = try await sandbox.tool("sh", ["-c", #"cp book.cbz "$(printf 'b\351.cbz')""#])
    #expect(made.status == 0)
    let outcome = try await sandbox.tool(
      "sh", ["-c", #""$0" convert "$(printf 'b\351.cbz')" -o out/"#, Sandbox.program.path])
    #expect(outcome.status == 0, "\(outcome)")
    let listed = try await sandbox.tool("sh", ["-c", #"ls out | od -An -tx1 | tr -d ' \n'"#])
    #expect(listed.standardOutput.hasPrefix("62e92e63627a"), "the stem keeps its bytes\n\(listed)")
  }
}
