import Archives
import BookModel
import Diagnostics
import Engine
import Foundation
import Testing

@testable import Effects

struct JournalTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "leporello-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var path: FilePath { FilePath(folder.appending(path: "journal").path) }

  private func change(_ path: FilePath, _ new: [UInt8]) -> JournalEntry.ChangedContents {
    var back = Splice()
    back.copy(0..<10)
    back.append(new)
    back.copy(15..<90)
    return JournalEntry.ChangedContents(
      path: path, before: OutputDigest(bytes: 100, sha256: "00ff"),
      after: OutputDigest(bytes: 90, sha256: "ff00"),
      documents: [
        .init(name: "ComicInfo.xml", bytes: Array("<é/>".utf8)), .init(name: "x", bytes: [0xFF, 0, 1]),
      ],
      comment: [], back: back)
  }

  @Test(
    "what is written to a journal is read from it, whatever the names and bytes",
    arguments: [[], [0], [1, 2, 3, 4], Array(repeating: 7, count: 5_000), (0...255).map { UInt8($0) }]
      as [[UInt8]])
  func roundTrip(_ bytes: [UInt8]) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let journal = Journal(at: path)
    #expect(journal.path == nil && !FileManager.default.fileExists(atPath: path.display))
    let paths = [FilePath("/a/b \"c\"\n.cbz"), FilePath(bytes: [0x2F, 0xFF, 0xFE]), FilePath("/日本.cbz")]
    for one in paths { try journal.append(.contents(change(one, bytes))) }
    try journal.append(.renamed(from: paths[1], to: paths[2]))
    let recorded = try RecordedJournal(path)
    let entries = try (0..<recorded.count).map { try recorded.entry($0) }
    #expect(entries.count == 4)
    for (entry, one) in zip(entries, paths) {
      guard case .contents(let read) = entry else {
        Issue.record("not a change of contents")
        continue
      }
      let written = change(one, bytes)
      #expect(read.path == one && read.back == written.back && read.comment == [])
      #expect(read.before == written.before && read.after == written.after)
      #expect(read.documents.map(\.bytes) == written.documents.map(\.bytes))
    }
    guard case .renamed(let from, let to) = entries[3] else { throw CocoaError(.featureUnsupported) }
    #expect(from == paths[1] && to == paths[2])
  }

  @Test("a line that was cut off by the end of the machine is left out; a damaged one is told by its number")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let journal = Journal(at: path)
    for _ in 0..<2 { try journal.append(.contents(change("/a", [1]))) }
    let whole = try Data(contentsOf: URL(filePath: path.display))
    try whole.dropLast(9).write(to: URL(filePath: path.display))
    #expect(try RecordedJournal(path).count == 1)
    var text = String(decoding: whole, as: UTF8.self)
    text.replace("\"back\"", with: "\"forth\"", maxReplacements: 1)
    try Data(text.utf8).write(to: URL(filePath: path.display))
    let error = #expect(throws: Diagnostic.self) { try RecordedJournal(path) }
    #expect(error?.rule == .journalUnreadable && error?.message.contains("line 2") == true)
  }

  @Test("one that was cut off before its first entry is empty, wherever that was")
  func cutOff() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Journal(at: path).append(.renamed(from: "/a/b", to: "/c/d"))
    let whole = try Data(contentsOf: URL(filePath: path.display))
    let head = whole.prefix(through: try #require(whole.firstIndex(of: UInt8(ascii: "\n")))).count
    for count in [0, 13, head / 2, head - 1, head, head + 5, whole.count - 1] {
      try whole.prefix(count).write(to: URL(filePath: path.display))
      let recorded = try RecordedJournal(path)
      #expect(recorded.count == 0 && recorded.folders == (count < head ? [] : ["/c"]), "\(count)")
    }
    try Data("something else".utf8).write(to: URL(filePath: path.display))
    #expect(throws: Diagnostic.self) { try RecordedJournal(path) }
  }

  @Test("it holds changes once one of them was made, whatever was to come of the others")
  func holdsChanges() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let journal = Journal(at: path)
    let (from, to) = (FilePath(folder.path + "/from"), FilePath(folder.path + "/to"))
    try Data("mine".utf8).write(to: URL(filePath: from.display))
    let entry = JournalEntry.renamed(from: from, to: to)
    let refusal = Diagnostic.error(.journalFailed, "no")
    #expect(throws: Diagnostic.self) { try journal.record(entry) { () throws(Diagnostic) in throw refusal } }
    #expect(!journal.holdsChanges)
    #expect(throws: Diagnostic.self) {
      try journal.record(entry) { () throws(Diagnostic) in
        try FileMove.move(from, to: to)
        throw refusal
      }
    }
    #expect(journal.holdsChanges)
  }

  @Test(
    "a way back that reaches beyond its file is refused",
    arguments: [
      "[[0,91]]", "[[5,5],[4,2]]", "[[-1,3]]", "[[0,9223372036854775807]]", "[7]", "[{\"base64\":\"=\"}]",
    ])
  func hostile(_ back: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let digest = "{\"bytes\":90,\"sha256\":\"00\"}"
    let line =
      "{\"change\":\"contents\",\"path\":\"/a\",\"before\":\(digest),\"after\":\(digest),\"back\":\(back)}"
    try Data("{\"journal\":1}\n\(line)\n".utf8).write(to: URL(filePath: path.display))
    #expect(throws: Diagnostic.self) { try RecordedJournal(path) }
  }

  @Test("a journal never replaces a file")
  func exists() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("mine".utf8).write(to: URL(filePath: path.display))
    let journal = Journal(at: path)
    for _ in 0..<2 { #expect(throws: Diagnostic.self) { try journal.append(.renamed(from: "/a", to: "/b")) } }
    #expect(try Data(contentsOf: URL(filePath: path.display)) == Data("mine".utf8))
  }

  @Test("bytes as base 64 are those of RFC 4648, there and back", arguments: 0..<70)
  func base64(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
    let text = Base64.text(of: bytes)
    #expect(text == Data(bytes).base64EncodedString())
    #expect(Base64.bytes(of: text) == bytes)
    #expect(Base64.bytes(of: text + "=") == nil && Base64.bytes(of: text + "A") == nil)
  }
}
