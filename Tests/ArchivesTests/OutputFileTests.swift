import BookModel
import Diagnostics
import Testing

@testable import Archives

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Output files")
struct OutputFileTests {
  let folder: TemporaryFolder
  let live = LiveOutputs()

  init() throws { folder = try TemporaryFolder() }

  private func output(_ name: String) throws -> OutputFile { try OutputFile(for: folder[name], in: live) }

  @Test("nothing is under the final name before the commit, and only that afterwards")
  func commit() throws {
    let output = try output("a.cbz")
    try output.write([1, 2, 3])
    #expect(try folder.names().count == 1 && folder.names()[0].hasPrefix(".a.cbz.leporello-\(getpid())-"))
    try output.write([], [4, 5])
    #expect(output.bytesWritten == 5)
    try output.commit(replacing: false)
    #expect(try folder.names() == ["a.cbz"])
    #expect(try folder.contents("a.cbz") == [1, 2, 3, 4, 5])
    #expect(output.bytesWritten == 5)
  }

  @Test(
    "small and large writes arrive in the order made", arguments: [1, 1_000, 65_535, 65_536, 65_537, 300_000])
  func order(_ size: Int) throws {
    let output = try output("a")
    var expected: [UInt8] = []
    for round in 0..<5 {
      let bytes = noise(size, seed: UInt64(round))
      try output.write([UInt8(round)], bytes)
      try output.write(bytes)
      expected += [UInt8(round)] + bytes + bytes
      if round == 3 { try output.flush() }
    }
    #expect(output.bytesWritten == expected.count)
    try output.commit(replacing: false)
    #expect(try folder.contents("a") == expected)
  }

  @Test("released or discarded without a commit, nothing stays, not even the folders made for it")
  func release() throws {
    try folder.write("there/keep", [1])
    do {
      let output = try output("there/new/deep/a.cbz")
      try output.write(noise(100_000))
      #expect(try folder.names().count == 5)
    }
    #expect(try folder.names() == ["there/", "there/keep"])
    let output = try output("new/a.cbz")
    output.discard()
    output.discard()
    #expect(try folder.names() == ["there/", "there/keep"])
    #expect(throws: Diagnostic.self) { try output.write([1]) }
    #expect(throws: Diagnostic.self) { try output.commit(replacing: true) }
  }

  @Test("a folder made for one output stays when another one uses it")
  func sharedFolder() throws {
    let first = try output("new/a")
    let second = try output("new/b")
    first.discard()
    try second.write([2])
    try second.commit(replacing: false)
    #expect(try folder.names() == ["new/", "new/b"])
  }

  @Test("what is there is not replaced unless that is asked for")
  func existing() throws {
    try folder.write("a", [9])
    let output = try output("a")
    try output.write([1])
    let error = #expect(throws: Diagnostic.self) { try output.commit(replacing: false) }
    #expect(error?.rule == .destinationExists && error?.place.file == folder["a"].display)
    #expect(try folder.contents("a") == [9])
    try output.commit(replacing: true)
    #expect(try folder.contents("a") == [1])
    #expect(try folder.names() == ["a"])
  }

  @Test("the fallback for file systems that cannot refuse in a rename refuses as well")
  func renameInSteps() throws {
    let a = try folder.write("a", [1])
    let b = try folder.write("b", [2])
    #expect(FileTree.renameExclusivelyInSteps(a, b) == SystemError(EEXIST))
    #expect(FileTree.renameExclusivelyInSteps(a, folder["c"]) == nil)
    #expect(try folder.names() == ["b", "c"])
    #expect(try folder.contents("c") == [1])
    _ = try FileTree.makeFolders(folder["d"])
    #expect(FileTree.renameExclusivelyInSteps(folder["d"], b) == SystemError(EEXIST))
    #expect(FileTree.renameExclusivelyInSteps(folder["d"], folder["e"]) == nil)
    #expect(try folder.names() == ["b", "c", "e/"])
  }

  @Test("a folder in the way is refused, replacing or not", arguments: [true, false])
  func folderInTheWay(_ replacing: Bool) throws {
    try folder.write("a/keep", [1])
    let output = try output("a")
    #expect(throws: Diagnostic.self) { try output.commit(replacing: replacing) }
    #expect(try folder.contents("a/keep") == [1])
  }

  @Test("a link, a pipe or a socket is never replaced", arguments: ["link", "dangling", "pipe"])
  func onlyFilesAreReplaced(_ kind: String) throws {
    try folder.write("kept", [7])
    let made = folder["a"].withCString { path in
      switch kind {
      case "link": symlink("kept", path)
      case "dangling": symlink("nowhere", path)
      default: mkfifo(path, 0o600)
      }
    }
    try #require(made == 0)
    let file = try output("a")
    let refused = #expect(throws: Diagnostic.self) { try file.commit(replacing: true) }
    #expect(refused?.rule == .outputNotReplaceable)
    file.discard()
    let whole = try OutputFolder(for: folder["a"], in: live)
    let refusedFolder = #expect(throws: Diagnostic.self) { try whole.commit(replacing: true) }
    #expect(refusedFolder?.rule == .folderNotReplaceable)
    whole.discard()
    var status = stat()
    #expect(folder["a"].withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT != S_IFREG)
    #expect(try folder.contents("kept") == [7])
    #expect(try folder.names().count == 2)
  }

  @Test("the mode is the one the umask gives")
  func mode() throws {
    let plain = folder["plain"].withCString { creat($0, 0o666) }
    close(plain)
    try output("a").commit(replacing: false)
    var expected = stat()
    var found = stat()
    #expect(folder["plain"].withCString { stat($0, &expected) } == 0)
    #expect(folder["a"].withCString { stat($0, &found) } == 0)
    #expect(found.st_mode == expected.st_mode)
  }

  @Test("names up to 255 bytes work, cut between characters for the temporary; longer ones are refused")
  func longNames() throws {
    for name in [String(repeating: "x", count: 255), String(repeating: "頁", count: 85)] {
      let output = try output(name)
      #expect(output.temporary.name.count <= 255)
      #expect(String(validating: output.temporary.name, as: UTF8.self) != nil)
      try output.commit(replacing: false)
    }
    #expect(try folder.names().count == 2)
    #expect(throws: Diagnostic.self) { try output(String(repeating: "x", count: 256)) }
  }

  @Test("a place that cannot be written to is named, with the reason and a remedy")
  func unwritable() throws {
    try folder.write("file", [])
    let error = #expect(throws: Diagnostic.self) { try output("file/a.cbz") }
    #expect(error?.rule == .outputFailed)
    #expect(error?.description.contains("Not a directory") == true && error?.remedy != nil)
  }

  @Test("a full disk is said to be full")
  func fullDisk() throws {
    let error = SystemError(ENOSPC).writing("/library/a.cbz", "write this")
    #expect(error.rule == .diskFull && error.message.contains("/library"))
  }

  @Test("an exit removes what is under way and lets nothing new begin")
  func exit() throws {
    let file = try output("new/a")
    let filled = try OutputFolder(for: folder["b"], in: live)
    try filled.write([1], to: ["c", "d"])
    let done = try output("done")
    try done.commit(replacing: false)
    live.removeAll()
    #expect(try folder.names() == ["done"])
    #expect(throws: Diagnostic.self) { try output("late/x") }
    #expect(throws: Diagnostic.self) { try file.commit(replacing: false) }
    #expect(throws: Diagnostic.self) { try filled.commit(replacing: false) }
    #expect(try folder.names() == ["done"])
  }
}
