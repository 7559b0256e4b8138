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

  /// Of the file's bytes, where it was read for comparing.
  public var crc32: UInt32?

  public init(bytes: Int, sha256: String?, crc32: UInt32? = nil) {
    self.bytes = bytes
    self.sha256 = sha256
    self.crc32 = crc32
  }

  /// Whether both are of the same bytes, as far as they tell: the checksums they share agree, and they share one.
  public func agrees(with other: OutputDigest) -> Bool {
    let hashes = sha256.flatMap { own in other.sha256.map { own == $0 } }
    let checksums = crc32.flatMap { own in other.crc32.map { own == $0 } }
    return bytes == other.bytes && hashes != false && checksums != false && (hashes ?? checksums) != nil
  }
}

/// The checksums of a file, as far as they are wanted.
struct RunningDigest {
  private var checksum = CRC32()
  private var hash: SHA256?

  init(hashing: Bool) { hash = hashing ? SHA256() : nil }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    checksum.update(bytes)
    hash?.update(bytes)
  }

  mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  func digest(ofBytes count: Int) -> OutputDigest {
    return OutputDigest(bytes: count, sha256: hash?.hexText(), crc32: checksum.value)
  }
}
