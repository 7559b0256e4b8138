import BookModel
public import Diagnostics

/// Entries held in memory: pictures written into a document, and the inputs of tests.
public final class MemoryContainer: Container {
  public let formatName: String
  public let entries: [ContainerEntry]
  public let comment: [UInt8]?
  public let diagnostics: [Diagnostic] = []
  private let contents: [[UInt8]]

  /// - Parameters:
  ///   - contents: names with `/` between components, and bytes, in the order the entries are to have.
  ///   - formatName: its name for people.
  public init(
    _ contents: [(name: String, bytes: [UInt8])], formatName: String = "memory", comment: [UInt8]? = nil
  ) {
    self.formatName = formatName
    self.comment = comment
    self.contents = contents.map(\.bytes)
    entries = contents.enumerated().map { index, content in
      ContainerEntry(
        key: index, path: EntryPath(raw: Array(content.name.utf8), decoded: content.name),
        size: content.bytes.count, packedSize: content.bytes.count, crc32: CRC32.of(content.bytes))
    }
  }

  public func read(_ entry: ContainerEntry) throws(Diagnostic) -> [UInt8] { contents[entry.key] }

  public func prefix(of entry: ContainerEntry, count: Int) throws(Diagnostic) -> [UInt8] {
    Array(contents[entry.key].prefix(count))
  }
}
