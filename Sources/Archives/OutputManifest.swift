/// What an output must be found to hold when it is read again.
public struct OutputManifest: Hashable, Sendable {
  public var entries: [Entry]

  /// One entry of an archive, or file of a folder, in the order written.
  public struct Entry: Hashable, Sendable {
    /// The name, with `/` between components.
    public var name: String
    public var size: Int
    public var crc32: UInt32
    /// The index of the page it holds among those planned; nil for metadata.
    public var pageIndex: Int?

    public init(name: String, size: Int, crc32: UInt32, pageIndex: Int? = nil) {
      self.name = name
      self.size = size
      self.crc32 = crc32
      self.pageIndex = pageIndex
    }
  }

  public init(entries: [Entry] = []) { self.entries = entries }
}
