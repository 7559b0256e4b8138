import Foundation
import Testing

/// comicbox, where it is installed.
private enum Comicbox {
  static let isThere = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/comicbox")
  }
}

/// Another program reads what is written: comicbox, from PyPI, where it is installed.
@Suite(
  "Read by another program",
  .enabled(
    if: Comicbox.isThere,
    "comicbox is not on the path: install it from PyPI to have its view of what is written checked"))
struct IndependentReaderTests {
  @Test("comicbox finds in every format what was written, before tagging in place and after")
  func comicbox() async throws {
    let sandbox = try await Sandbox()
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/tin-robot-3.cbz"), to: "in.cbz")
    try await sandbox.run(
      expecting: 0, "convert", "in.cbz", "-o", "book.cbz", "--metron-info", "yes", "--co-met", "yes",
      "--comic-book-info", "yes", "--meta", "series=Käpt'n & Co", "--meta", "number=1.5")
    var seen = try await sandbox.tool("comicbox", ["-QQ", "-p", "book.cbz"])
    for line in ["name: Käpt'n & Co", "name: '1.5'", "name: Concertina Press", "Ada Blech:"] {
      #expect(seen.standardOutput.contains(line), "\(line)\n\(seen)")
    }
    try await sandbox.run(
      expecting: 0, "tag", "book.cbz", "--meta", "publisher=Bellows", "--in-place", changing: ["book.cbz"])
    seen = try await sandbox.tool("comicbox", ["-QQ", "-p", "book.cbz"])
    #expect(seen.standardOutput.contains("name: Bellows"), "\(seen)")
    #expect(!seen.standardOutput.contains("Concertina"), "\(seen)")
  }
}
