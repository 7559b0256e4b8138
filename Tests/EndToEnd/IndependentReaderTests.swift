import Foundation
import Testing

/// Programs from PyPI that read metadata, where they are installed.
private enum OtherReader {
  static let comicbox = isOnPath("comicbox")
  static let comicTagger = isOnPath("comictagger")

  private static func isOnPath(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}

/// Other programs read what is written.
@Suite("Read by other programs")
struct IndependentReaderTests {
  /// A book with a document of every format.
  private func book() async throws -> Sandbox {
    let sandbox = try await Sandbox()
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/tin-robot-3.cbz"), to: "in.cbz")
    try await sandbox.run(
      expecting: 0, "convert", "in.cbz", "-o", "book.cbz", "--metron-info", "yes", "--co-met", "yes",
      "--comic-book-info", "yes", "--meta", "series=Käpt'n & Co", "--meta", "number=1.5")
    return sandbox
  }

  private func tag(_ sandbox: Sandbox) async throws {
    try await sandbox.run(
      expecting: 0, "tag", "book.cbz", "--meta", "publisher=Bellows", "--in-place", changing: ["book.cbz"])
  }

  @Test(
    "comicbox finds in every format what was written, before tagging in place and after",
    .enabled(
      if: OtherReader.comicbox,
      "comicbox is not on the path: install it from PyPI to have its view of what is written checked"))
  func comicbox() async throws {
    let sandbox = try await book()
    var seen = try await sandbox.tool("comicbox", ["-QQ", "-p", "book.cbz"])
    for line in ["name: Käpt'n & Co", "name: '1.5'", "name: Concertina Press", "Ada Blech:"] {
      #expect(seen.standardOutput.contains(line), "\(line)\n\(seen)")
    }
    try await tag(sandbox)
    seen = try await sandbox.tool("comicbox", ["-QQ", "-p", "book.cbz"])
    #expect(seen.standardOutput.contains("name: Bellows"), "\(seen)")
    #expect(!seen.standardOutput.contains("Concertina"), "\(seen)")
  }

  @Test(
    "ComicTagger finds what was written in the three formats it reads, before tagging in place and after",
    .enabled(
      if: OtherReader.comicTagger,
      "comictagger is not on the path: install it from PyPI to have its view of what is written checked"),
    arguments: ["cr", "cbl", "comet"])
  func comicTagger(_ format: String) async throws {
    let sandbox = try await book()
    let arguments = ["--config", "config", "-p", "-t", format, "book.cbz"]
    var seen = try await sandbox.tool("comictagger", arguments)
    let lines = seen.standardOutput.split(separator: "\n").map { line in
      line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let expected = [
      ["series", "Käpt'n & Co"], ["issue", "1.5"], ["title", "Out of Oil"],
      ["publisher", "Concertina Press"],
      ["year", "1957"], ["language", "en"], ["credit", "Writer: Ada Blech"],
      ["credit", "Penciller: Otto Zinn"],
    ]
    for line in expected { #expect(lines.contains(line), "\(line)\n\(seen)") }
    try await tag(sandbox)
    seen = try await sandbox.tool("comictagger", arguments)
    #expect(seen.standardOutput.contains("Bellows"), "\(seen)")
    #expect(!seen.standardOutput.contains("Concertina"), "\(seen)")
  }
}
