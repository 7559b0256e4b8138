import BookModel
import Diagnostics
import Testing

@testable import Archives

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Input files")
struct InputFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("bytes are read at any place; beyond the end there are none")
  func reading() throws {
    let bytes = noise(10_000)
    let file = try InputFile(folder.write("a", bytes))
    #expect(file.size == 10_000)
    #expect(try file.read(at: 0, count: 10_000) == bytes)
    #expect(try file.read(at: 9_990, upTo: 100) == Array(bytes[9_990...]))
    #expect(try file.read(at: 10_000, upTo: .max) == [])
    #expect(try file.read(at: -1, upTo: 5) == [])
    #expect(try file.read(at: .max, upTo: .max) == [])
    let error = #expect(throws: Diagnostic.self) { try file.read(at: 9_999, count: 2) }
    #expect(error?.rule == .fileChanged)
  }

  @Test("a file that shrinks while it is open gives an error, not bytes of nothing")
  func shrinking() throws {
    let file = try InputFile(folder.write("a", noise(10_000)))
    try folder.write("a", [1])
    let error = #expect(throws: Diagnostic.self) { try file.read(at: 0, count: 10_000) }
    #expect(error?.rule == .fileChanged)
  }

  @Test("folders, pipes and links to them are refused without waiting; links to files are followed if wanted")
  func kinds() throws {
    try folder.write("a", [1])
    #expect(folder["pipe"].withCString { mkfifo($0, 0o600) } == 0)
    #expect(folder["link"].withCString { symlink("a", $0) } == 0)
    for path in [folder.path, folder["pipe"], "/dev/null"] {
      let error = #expect(throws: Diagnostic.self) { try InputFile(path) }
      #expect(error?.rule == .notAFile)
    }
    #expect(try InputFile(folder["link"]).size == 1)
    #expect(throws: Diagnostic.self) { try InputFile(folder["link"], followingLinks: false) }
    let error = #expect(throws: Diagnostic.self) { try InputFile(folder["nowhere"]) }
    #expect(error?.rule == .fileUnreadable && error?.message.contains("No such file") == true)
  }

  @Test("a small file is read whole up to the limit")
  func contents() throws {
    let path = try folder.write("a", [1, 2, 3])
    #expect(try InputFile.contents(of: path, limit: 3) == [1, 2, 3])
    let error = #expect(throws: Diagnostic.self) { try InputFile.contents(of: path, limit: 2) }
    #expect(error?.rule == .fileTooLarge)
  }

  @Test("the identity tells the same unchanged file from another and from a changed one")
  func identity() throws {
    let a = try folder.write("a", [1])
    let b = try folder.write("b", [1])
    #expect(folder["c"].withCString { to in a.withCString { link($0, to) } } == 0)
    let before = try FileIdentity(of: a)
    #expect(try FileIdentity(of: folder["c"]) == before)
    #expect(try !FileIdentity(of: b).isSameFile(as: before))
    try folder.write("a", [1, 2])
    let after = try InputFile(a).identity
    #expect(after != before && after.isSameFile(as: before))
  }
}
