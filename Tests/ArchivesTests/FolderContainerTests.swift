import BookModel
import Diagnostics
import Options
import Testing

@testable import Archives

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Folders as containers")
struct FolderContainerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("everything below is listed, each folder before what it holds")
  func listing() throws {
    for name in ["b/2.jpg", "b/1.jpg", "b/a/x.jpg", "a.jpg", "c/.hidden"] {
      try folder.write(name, Array(name.utf8))
    }
    let container = try FolderContainer(folder.path)
    #expect(
      container.entries.map(\.path.text) == [
        "a.jpg", "b", "b/1.jpg", "b/2.jpg", "b/a", "b/a/x.jpg", "c", "c/.hidden",
      ])
    #expect(container.entries.map(\.key) == Array(0..<8))
    for entry in container.entries where entry.kind == .file {
      #expect(try container.read(entry) == Array(entry.path.text.utf8))
      #expect(try container.prefix(of: entry, count: 3) == Array(entry.path.text.utf8.prefix(3)))
      #expect(entry.size == entry.path.text.utf8.count && entry.crc32 == nil)
    }
  }

  @Test("symbolic links are listed as links and never followed; pipes are no files")
  func links() throws {
    try folder.write("outside/secret.jpg", [1])
    try folder.write("book/a.jpg", [2])
    for (target, link) in [
      ("../outside", "book/d"), ("../outside/secret.jpg", "book/s.jpg"), (".", "book/self"),
    ] {
      #expect(folder[link].withCString { symlink(target, $0) } == 0)
    }
    #expect(folder["book/pipe.jpg"].withCString { mkfifo($0, 0o600) } == 0)
    let container = try FolderContainer(folder["book"])
    let kinds = container.entries.map { "\($0.path.text) \($0.kind)" }
    #expect(kinds == ["a.jpg file", "d link", "pipe.jpg special", "s.jpg link", "self link"])
    for entry in container.entries where entry.kind != .file {
      #expect(throws: Diagnostic.self) { try container.read(entry) }
    }
    let link = folder["book/self"]
    #expect(try FolderContainer(link).entries.count == 5)
  }

  @Test("names are bytes: one that is no UTF-8 is decoded and opens its file")
  func rawNames() throws {
    // 表紙.jpg in Shift-JIS; its second byte is a backslash.
    let name: [UInt8] = [0x95, 0x5C, 0x8E, 0x86, 0x2E, 0x6A, 0x70, 0x67]
    let descriptor = folder.path.appending(name).withCString { creat($0, 0o600) }
    close(descriptor)
    let container = try FolderContainer(folder.path, namesEncoding: "CP932")
    #expect(container.entries.map(\.path.text) == ["表紙.jpg"])
    #expect(container.entries[0].path.raw == name)
    #expect(try container.read(container.entries[0]) == [])
    #expect(container.filePath(of: container.entries[0]) == folder.path.appending(name))
    #expect(container.diagnostics.isEmpty)
    #expect(try FolderContainer(folder.path).diagnostics.map(\.rule) == [.guessedNames])
  }

  @Test(
    "what cannot be read is an error that names it", .enabled(if: getuid() != 0, "root may read everything"))
  func unreadable() throws {
    try folder.write("a.jpg", [1])
    try folder.write("b/c.jpg", [1])
    #expect(folder["a.jpg"].withCString { chmod($0, 0) } == 0)
    let container = try FolderContainer(folder.path)
    let error = #expect(throws: Diagnostic.self) { try container.read(container.entries[0]) }
    #expect(error?.rule == .fileUnreadable && error?.place.file == folder["a.jpg"].display)
    #expect(folder["b"].withCString { chmod($0, 0) } == 0)
    #expect(throws: Diagnostic.self) { try FolderContainer(folder.path) }
    #expect(folder["b"].withCString { chmod($0, 0o700) } == 0)
  }

  @Test("a folder that is not there, or a file, is an error")
  func missing() throws {
    try folder.write("a", [])
    for name in ["nowhere", "a"] {
      let error = #expect(throws: Diagnostic.self) { try FolderContainer(folder[name]) }
      #expect(error?.rule == .fileUnreadable)
    }
  }

  @Test("limits hold: entries, bytes, depth, one file's size")
  func limits() throws {
    try folder.write("1/2/3/a.jpg", [1, 2, 3])
    func rule(_ change: (inout Limits) -> Void) -> Rule? {
      var limits = Limits()
      change(&limits)
      do {
        let container = try FolderContainer(folder.path, limits: limits)
        _ = try container.read(container.entries[3])
        return nil
      } catch { return error.rule }
    }
    #expect(rule { $0.maxFolderDepth = 3 } == nil)
    #expect(rule { $0.maxFolderDepth = 2 } == .folderTooDeep)
    #expect(rule { $0.maxEntries = 4 } == nil)
    #expect(rule { $0.maxEntries = 3 } == .tooManyEntries)
    #expect(rule { $0.maxBookBytes = ByteCount(2) } == .bookTooLarge)
    #expect(rule { $0.maxEntryBytes = ByteCount(2) } == .entryTooLarge)
  }

  @Test("a file that has changed since the listing is noticed")
  func changed() throws {
    try folder.write("a.jpg", [1, 2, 3])
    let container = try FolderContainer(folder.path)
    try folder.write("a.jpg", [1])
    let error = #expect(throws: Diagnostic.self) { try container.read(container.entries[0]) }
    #expect(error?.rule == .fileChanged)
  }

  @Test("bytes in memory are a container too")
  func memory() throws {
    let container = MemoryContainer([("a/b.jpg", [1, 2, 3]), ("c", [])], formatName: "data", comment: [7])
    #expect(container.entries.map(\.path.text) == ["a/b.jpg", "c"])
    #expect(try container.read(container.entries[0]) == [1, 2, 3])
    #expect(try container.prefix(of: container.entries[0], count: 2) == [1, 2])
    #expect(try container.prefix(of: container.entries[1], count: 2) == [])
    #expect(container.entries[0].crc32 == CRC32.of([1, 2, 3]) && container.comment == [7])
  }
}
