public import Diagnostics

extension Rule {
  public static let unsafeOutputName = Rule(
    "unsafe-output-name", .defect,
    "A plugin asked for an output name that is not a plain path, or used one twice.",
    advice: "Report it to the plugin's authors.")
  public static let outputDiffers = Rule(
    "output-differs", .output,
    "An output, read back before it was moved to its place, is not what was written.",
    advice: """
      Run again. If it happens again, test the disk and report it to the program's authors. Nothing was put \
      in place.
      """)
}

/// What an output must be found to hold when it is read again.
public struct OutputManifest: Hashable, Sendable {
  public var entries: [Entry]
  /// Whether somebody will look at the SHA-256 of the output: taking it costs more than all the rest of reading it again.
  public var needsSHA256 = true

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

/// What was found when an output was read again.
public struct OutputDigest: Hashable, Sendable {
  /// Bytes of the file, or of all files of a folder.
  public var bytes: Int
  /// SHA-256 of the file's bytes in lower-case hex; nil for folders, and where the manifest does not ask for it.
  public var sha256: String?

  public init(bytes: Int, sha256: String?) {
    self.bytes = bytes
    self.sha256 = sha256
  }
}
