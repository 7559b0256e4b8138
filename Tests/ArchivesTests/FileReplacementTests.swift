import BookModel
import Diagnostics
import Testing

@testable import Archives

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct FileReplacementTests {
  private let contents = noise(200_000)

  private var splice: Splice {
    var splice = Splice()
    splice.copy(0..<150_000)
    splice.append([1, 2, 3])
    splice.copy(150_010..<200_000)
    return splice
  }

  private func replace(_ path: FilePath) throws {
    let replacement = try FileReplacement(of: try InputFile.forReplacing(path), by: splice)
    _ = try replacement.verify()
    try replacement.commit()
  }

  private var changed: [UInt8] { contents[..<150_000] + [1, 2, 3] + contents[150_010...] }

  @Test("the new version has the file's owner, mode and extended attributes, and a time of its own")
  func attributes() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.cbz", contents)
    #expect(path.withCString { chmod($0, 0o640) } == 0)
    func attribute(_ call: String) throws -> (text: String, succeeded: Bool)? {
      try run("python3 -c 'import os, sys; \(call)' \(path.display)")
    }
    let owner: (uid_t, gid_t) = geteuid() == 0 ? (12345, 23456) : (geteuid(), getegid())
    #expect(path.withCString { chown($0, owner.0, owner.1) } == 0)
    let hasAttributes =
      try attribute("os.setxattr(sys.argv[1], \"user.rating\", b\"five\")")?.succeeded == true
    #expect(path.withCString { utimensat(AT_FDCWD, $0, [timespec(), timespec()], 0) } == 0)
    try replace(path)
    #expect(try folder.contents("a.cbz") == changed)
    let status = try InputFile(path).status()
    #expect(status.st_mode & 0o7777 == 0o640)
    #expect(status.st_mtim.tv_sec > 0)
    #expect(status.st_uid == owner.0 && status.st_gid == owner.1)
    guard hasAttributes else { return print("no extended attributes here: not tested") }
    let kept = try attribute("print(os.getxattr(sys.argv[1], \"user.rating\"))")
    #expect(kept?.text.contains("five") == true)
  }

  @Test("the file a symbolic link leads to is changed, and the link stays")
  func symbolicLink() throws {
    let folder = try TemporaryFolder()
    try folder.write("books/a.cbz", contents)
    let link = folder["link.cbz"]
    #expect(link.withCString { symlink("books/a.cbz", $0) } == 0)
    try replace(link)
    var status = stat()
    #expect(link.withCString { lstat($0, &status) } == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    #expect(try folder.contents("books/a.cbz") == changed)
    #expect(try folder.names().sorted() == ["books/", "books/a.cbz", "link.cbz"])
  }

  @Test("a file with two names is refused, and separated only where that is asked for")
  func hardLinks() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.cbz", contents)
    #expect(path.withCString { from in folder["b.cbz"].withCString { link(from, $0) } } == 0)
    let error = #expect(throws: Diagnostic.self) { try InputFile.forReplacing(path) }
    #expect(error?.rule == .fileHardLinked)
    let file = try InputFile.forReplacing(path, separatingHardLinks: true)
    try FileReplacement(of: file, by: splice).commit()
    #expect(try folder.contents("a.cbz") == changed)
    #expect(try folder.contents("b.cbz") == contents)
  }

  @Test("a read-only file is refused, even to a superuser")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.cbz", contents)
    #expect(path.withCString { chmod($0, 0o444) } == 0)
    let error = #expect(throws: Diagnostic.self) { try InputFile.forReplacing(path) }
    #expect(error?.rule == .fileReadOnly)
  }

  @Test("a file that another program changes meanwhile is left as that program made it")
  func changedMeanwhile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.cbz", contents)
    let replacement = try FileReplacement(of: try InputFile.forReplacing(path), by: splice)
    _ = try replacement.verify()
    try folder.write("a.cbz", [1])
    let error = #expect(throws: Diagnostic.self) { try replacement.commit() }
    #expect(error?.rule == .fileChanged)
    replacement.discard()
    #expect(try folder.contents("a.cbz") == [1])
    #expect(try folder.names() == ["a.cbz"])
  }

  @Test("a new version that is not what was to be written is never put in place")
  func verification() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.cbz", contents)
    for place in [0, 149_999, 150_001, 199_000] {
      let replacement = try FileReplacement(of: try InputFile.forReplacing(path), by: splice)
      let descriptor = replacement.temporary.withCString { open($0, O_WRONLY) }
      defer { close(descriptor) }
      #expect(pwrite(descriptor, [changed[place] ^ 1], 1, off_t(place)) == 1)
      let error = #expect(throws: Diagnostic.self) { try replacement.verify() }
      #expect(error?.rule == .outputDiffers)
    }
    #expect(try folder.names() == ["a.cbz"])
  }

  @Test("the digests are those of both files, wherever they begin to differ")
  func digests() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.cbz", contents)
    for cut in [0..<1, 0..<200_000, 100..<100, 199_999..<200_000] {
      for new in [[], [7], noise(70_000, seed: 3)] as [[UInt8]] {
        var splice = Splice()
        splice.copy(0..<cut.lowerBound)
        splice.append(new)
        splice.copy(cut.upperBound..<200_000)
        let file = try InputFile.forReplacing(path)
        let digests = try FileReplacement(of: file, by: splice).verify()
        #expect(digests.before.sha256 == SHA256.hexText(of: contents))
        #expect(
          digests.after.sha256
            == SHA256.hexText(of: contents[..<cut.lowerBound] + new + contents[cut.upperBound...]))
        #expect(splice.isIdentity(ofSize: 200_000) == (cut.isEmpty && new.isEmpty))
      }
    }
  }
}
