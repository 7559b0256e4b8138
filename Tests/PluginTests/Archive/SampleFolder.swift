import Archives
import BookModel
import Formats
import Glibc
import Options
import PluginKit
import Readers
import Testing

/// A folder of a test's own, removed with all it holds.
final class SampleFolder: Sendable {
  let path: FilePath

  init() throws {
    var template = Array("/tmp/leporello-tests-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = FilePath(bytes: template.map { UInt8(bitPattern: $0) })
  }

  deinit { _ = system("rm -rf '\(path)'") }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
    let file = path.appending(name)
    try #require(system("mkdir -p '\(file.parent)'") == 0)
    let stream = try #require(fopen(file.display, "w"))
    defer { fclose(stream) }
    #expect(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
    return file
  }
}

extension SourceProbe {
  /// What a run finds out about a path before it is read.
  static func looking(at path: FilePath, isOnlyBook: Bool = true) throws -> SourceProbe {
    let siblings = Siblings(try listFolder(path.parent).map { path.parent.appending($0.name) })
    let item = try listFolder(path.parent).first { $0.name == path.name }
    if item?.kind == .folder {
      return SourceProbe(
        path: path, isFolder: true, head: [], kind: nil, siblings: siblings, isOnlyBookInFolder: isOnlyBook)
    }
    let file = try InputFile(path)
    return SourceProbe(
      path: path, isFolder: false, head: try file.read(at: 0, upTo: ContainerKind.headLength),
      kind: try ContainerKind.sniff(file), siblings: siblings, isOnlyBookInFolder: isOnlyBook)
  }
}

/// Reads a path with the reader that claims it.
func readBook(
  _ path: FilePath, in context: ArchiveReadContext = ArchiveReadContext(), isOnlyBook: Bool = true
) async throws -> Book {
  let probe = try SourceProbe.looking(at: path, isOnlyBook: isOnlyBook)
  if FolderReader.claims(probe) { return try await FolderReader(NoOptions()).read(probe, in: context) }
  try #require(ArchiveReader.claims(probe), "nobody reads \(path)")
  return try await ArchiveReader(ArchiveReader.Settings()).read(probe, in: context)
}

/// Reads entries given by name and bytes as an archive.
func readBook(
  _ entries: [(name: String, bytes: [UInt8])], comment: [UInt8]? = nil,
  in give: (any Container) -> ArchiveReadContext = { ArchiveReadContext($0) }
) async throws -> (book: Book, context: ArchiveReadContext) {
  let context = give(MemoryContainer(entries, formatName: "ZIP", comment: comment))
  let probe = SourceProbe(path: "shelf/Book.cbz", isFolder: false, head: [], kind: .zip)
  return (try await ArchiveReader(ArchiveReader.Settings()).read(probe, in: context), context)
}

extension ArchiveReadContext {
  /// The numbers of the pictures a book shows, in its order.
  func numbers(_ book: Book) async throws -> [Int?] {
    var numbers: [Int?] = []
    for reference in book.pages.flatMap(\.picture.entries) {
      numbers.append(number(of: try await bytes(of: reference)))
    }
    return numbers
  }
}
