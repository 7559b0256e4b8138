import BookModel
import Testing

@testable import Archives

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("What libarchive takes for a lack of memory") struct LibarchiveMemoryTests {
  /// A RAR 5 of one empty entry, whose name is no UTF-8: `ajpg`, FC.
  private static let archive: [UInt8] = [
    0x52, 0x61, 0x72, 0x21, 0x1A, 0x07, 0x01, 0x00, 0xC5, 0x1A, 0x33, 0x32, 0x03, 0x01, 0x00, 0x00, 0xA6,
    0x7B, 0x80, 0x5A, 0x13, 0x02, 0x02, 0x00, 0x04, 0x00, 0xA4, 0x03, 0x55, 0x7F, 0x59, 0x9F, 0x00, 0x01,
    0x05, 0x61, 0x6A, 0x70, 0x67, 0xFC, 0xDD, 0x21, 0xF2, 0xCA, 0x06, 0x70, 0x67, 0x03, 0x05, 0x00, 0x00,
  ]

  /// libarchive ends the whole process where a name cannot be converted and `errno` says that memory is short, be it
  /// from long before.
  @Test("an allocation that failed before does not end the run at a name that is no UTF-8")
  func formerFailure() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.cbr", Self.archive)
    let pass = try ArchivePass(JoinedFile([try InputFile(path)]), .rar5, password: nil)
    errno = ENOMEM
    while let header = try pass.next() {
      #expect(header.kind == .file)
      errno = ENOMEM
      _ = try pass.readBlock()
      errno = ENOMEM
    }
  }
}
