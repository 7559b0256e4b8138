import BookModel

@testable import Archives

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder of a test's own, removed with all it holds when the test is done with it.
final class TemporaryFolder: Sendable {
  let path: FilePath

  init() throws {
    var template = Array("/tmp/leporello-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError.last.writing("/tmp", "make a folder") }
    path = FilePath(bytes: template.map { UInt8(bitPattern: $0) })
  }

  deinit { _ = FileTree.remove(path) }

  subscript(name: String) -> FilePath { path.appending(name) }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
    let file = self[name]
    _ = try FileTree.makeFolders(file.parent)
    let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    guard descriptor >= 0 else { throw SystemError.last.writing(file, "make this") }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw SystemError.last.writing(file, "write this")
    }
    return file
  }

  /// Every name below, with `/` behind folders, sorted.
  func names(below folder: FilePath? = nil) throws -> [String] {
    let folder = folder ?? path
    return try listFolder(folder).flatMap { item -> [String] in
      let name = String(decoding: item.name, as: UTF8.self)
      guard item.kind == .folder else { return [name] }
      return try [name + "/"] + names(below: folder.appending(item.name)).map { name + "/" + $0 }
    }
  }

  func contents(_ name: String) throws -> [UInt8] { try InputFile.contents(of: self[name], limit: 1 << 30) }
}

/// What a program printed, and whether it ended well; nil where it is not installed.
func run(_ command: String) throws -> (text: String, succeeded: Bool)? {
  guard let stream = popen(command + " 2>&1", "r") else { throw SystemError.last.reading("sh", "run") }
  var text: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = fread(&buffer, 1, buffer.count, stream)
    if count == 0 { break }
    text += buffer[..<count]
  }
  let status = pclose(stream)
  if status >> 8 == 127 { return nil }
  return (String(decoding: text, as: UTF8.self), status == 0)
}

/// Bytes that look random and are the same every time.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  return (0..<count).map { _ in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt8(truncatingIfNeeded: state >> 24)
  }
}
