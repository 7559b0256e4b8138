import BookModel
import Diagnostics
import Testing

@testable import Archives

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Output folders")
struct OutputFolderTests {
  let folder: TemporaryFolder
  let live = LiveOutputs()

  init() throws { folder = try TemporaryFolder() }

  private func filled(_ name: String) throws -> OutputFolder {
    let output = try OutputFolder(for: folder[name], in: live)
    try output.write([1], to: ["001.jpg"])
    try output.write([2, 2], to: ["chapter 1", "002.jpg"])
    try output.write([3], to: ["chapter 1", "deep", "003.jpg"])
    return output
  }

  private let names = [
    "b/", "b/001.jpg", "b/chapter 1/", "b/chapter 1/002.jpg", "b/chapter 1/deep/", "b/chapter 1/deep/003.jpg",
  ]

  private let manifest = OutputManifest(entries: [
    .init(name: "001.jpg", size: 1, crc32: CRC32.of([1])),
    .init(name: "chapter 1/002.jpg", size: 2, crc32: CRC32.of([2, 2])),
    .init(name: "chapter 1/deep/003.jpg", size: 1, crc32: CRC32.of([3])),
  ])

  @Test("nothing is under the final name before the commit, and only that afterwards")
  func commit() throws {
    let output = try filled("b")
    #expect(try folder.names()[0].hasPrefix(".b.leporello-\(getpid())-"))
    #expect(try !folder.names().contains("b/"))
    #expect(output.bytesWritten == 4)
    #expect(try output.commit(replacing: false) == nil)
    #expect(try folder.names() == names)
    #expect(try folder.contents("b/chapter 1/002.jpg") == [2, 2])
  }

  @Test("released without a commit, nothing stays")
  func release() throws {
    do { _ = try filled("new/b") }
    #expect(try folder.names() == [])
  }

  @Test("what is there is exchanged in one step when asked for, else left")
  func replacing() throws {
    try folder.write("b/old/page.jpg", [9])
    let output = try filled("b")
    let error = #expect(throws: Diagnostic.self) { try output.commit(replacing: false) }
    #expect(error?.rule == .destinationExists)
    #expect(try folder.contents("b/old/page.jpg") == [9])
    #expect(try output.commit(replacing: true) == nil)
    #expect(try folder.names() == names)
  }

  @Test("replacing where nothing is there is a plain commit; a file in the way is refused")
  func replacingNothing() throws {
    try filled("b").commit(replacing: true)
    #expect(try folder.names() == names)
    try folder.write("c", [1])
    let output = try filled("c")
    let error = #expect(throws: Diagnostic.self) { try output.commit(replacing: true) }
    #expect(error?.rule == .folderNotReplaceable)
    #expect(try folder.contents("c") == [1])
  }

  @Test("an empty folder that is there counts as something")
  func emptyFolderInTheWay() throws {
    _ = try FileTree.makeFolders(folder["b"])
    let output = try filled("b")
    #expect(throws: Diagnostic.self) { try output.commit(replacing: false) }
  }

  @Test(
    "names that lead elsewhere, or nowhere, are refused",
    arguments: [
      [], [""], ["."], [".."], ["a", "..", "b"], ["a/b"], ["a\u{0}"], [String(repeating: "x", count: 256)],
    ])
  func unsafeNames(_ components: [String]) throws {
    let output = try OutputFolder(for: folder["b"], in: live)
    let error = #expect(throws: Diagnostic.self) { try output.write([1], to: components) }
    #expect(error?.rule == .unsafeOutputName)
  }

  @Test("the same name twice is refused, and so is a file where a folder is")
  func duplicates() throws {
    let output = try filled("b")
    for name in [["001.jpg"], ["chapter 1"], ["001.jpg", "x"]] {
      #expect(throws: Diagnostic.self) { try output.write([1], to: name) }
    }
    try output.commit(replacing: false)
    #expect(try folder.names() == names)
  }

  @Test("read again, it holds what the manifest says and nothing else")
  func verification() throws {
    let output = try filled("b")
    #expect(try verifyFolder(at: output.temporary, against: manifest) == OutputDigest(bytes: 4, sha256: nil))
    let changes: [(String, (inout OutputManifest) -> Void)] = [
      ("a file more", { $0.entries.removeLast() }),
      ("a file less", { $0.entries.append(.init(name: "x", size: 0, crc32: 0)) }),
      ("another size", { $0.entries[1].size = 1 }),
      ("other bytes", { $0.entries[1].crc32 = 1 }),
      ("a file twice", { $0.entries.append($0.entries[0]) }),
    ]
    for (reason, change) in changes {
      var other = manifest
      change(&other)
      #expect(throws: Diagnostic.self, "\(reason)") { try verifyFolder(at: output.temporary, against: other) }
    }
  }
}
