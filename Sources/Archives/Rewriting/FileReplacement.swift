public import BookModel
public import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Rule {
  public static let fileReadOnly = Rule(
    "file-read-only", .output, "A file to be changed in place is read-only.",
    advice: "Make the file writable.")
  public static let fileHardLinked = Rule(
    "file-hard-linked", .output,
    "A file to be changed in place has hard links, which would keep the old contents.",
    advice: "Copy the file so that it has one name, or allow it with --separate-hard-links.")
  public static let attributesLost = Rule(
    "attributes-lost", .output,
    "The owner or an extended attribute of a file could not be set on its new version.",
    advice: "Set the owner or attributes by hand, or run as the file's owner.")
}

extension InputFile {
  /// Opens a file that is to be changed in place. A symbolic link stays: the file it leads to is meant.
  ///
  /// - Parameter separatingHardLinks: whether a file with several names may become one of its own.
  /// - Throws: `file-read-only`, `file-hard-linked`; `file-unreadable`, `not-a-regular-file`.
  public static func forReplacing(_ path: FilePath, separatingHardLinks: Bool = false) throws(Diagnostic)
    -> InputFile
  {
    let file = try InputFile(realPath(path))
    let status = try file.status()
    // The mode alone: a superuser may write anything, but the file is marked as one to leave alone.
    guard status.st_mode & 0o222 != 0, file.path.withCString({ access($0, W_OK) }) == 0 else {
      throw .error(
        .fileReadOnly, "this file is read-only", at: Place(file: path.display),
        remedy: "allow writing to it (chmod u+w) if it is to be changed")
    }
    guard separatingHardLinks || status.st_nlink == 1 else {
      throw .error(
        .fileHardLinked,
        "this file has \(status.st_nlink) names (hard links); changing it would separate them",
        at: Place(file: path.display), remedy: "use --separate-hard-links to change it under this name alone")
    }
    return file
  }

  func status() throws(Diagnostic) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError.last.reading(path) }
    return status
  }
}

/// A file about to be replaced by a splice of itself: written beside it, compared, and put in its place whole.
///
/// Mode, owner and extended attributes stay where the system permits. Released without a commit, it leaves
/// nothing behind and the file as it was.
public final class FileReplacement: Sendable {
  public let original: InputFile
  /// Where the new version is until the commit.
  public var temporary: FilePath { output.temporary }
  /// What else of the file, besides its bytes, could not be kept.
  public let warnings: [Diagnostic]
  private let splice: Splice
  private let output: OutputFile

  /// Writes the new version beside the file.
  ///
  /// - Parameter original: from `InputFile.forReplacing`.
  /// - Throws: `output-failed`, `disk-full`, `run-ending`, `file-unreadable`.
  public init(of original: InputFile, by splice: Splice) throws(Diagnostic) {
    self.original = original
    self.splice = splice
    let output = try OutputFile(for: original.path)
    self.output = output
    warnings = try output.takeAttributes(of: original)
    for piece in splice.pieces {
      switch piece {
      case .copied(let range): try output.copy(range, of: original)
      case .bytes(let bytes): try output.write(bytes)
      }
    }
    try output.flush()
  }

  /// Reads both versions once and compares what they must have in common, byte for byte.
  ///
  /// - Parameter hashing: whether SHA-256 is worked out, too: as much work again as all the rest.
  /// - Returns: size and CRC-32 of the file as it is and as it will be.
  /// - Throws: `output-differs`; `file-changed`, `file-unreadable`.
  public func verify(hashing: Bool = true) throws(Diagnostic) -> (before: OutputDigest, after: OutputDigest) {
    var comparison = SpliceComparison(
      original, try InputFile(temporary, followingLinks: false), hashing: hashing)
    return try comparison.run(splice)
  }

  /// Waits until the disk has the new version.
  public func flushToDisk() throws(Diagnostic) { try output.flushToDisk() }

  /// Puts the new version in the file's place: durable, then visible, then the folder made durable too.
  ///
  /// - Throws: `file-changed` where another program has changed the file meanwhile; `output-failed`, `disk-full`.
  public func commit() throws(Diagnostic) {
    guard try FileIdentity(of: original.path) == original.identity else {
      throw .error(
        .fileChanged, "another program changed the file meanwhile",
        at: Place(file: original.path.display), remedy: "run again once nothing writes to the file any more")
    }
    try output.commit(replacing: true)
  }

  /// Discards the new version.
  public func discard() { output.discard() }
}

/// Walks through a file and a splice of it side by side.
private struct SpliceComparison: ~Copyable {
  private let original: InputFile
  private let result: InputFile
  private let buffers: (UnsafeMutableRawBufferPointer, UnsafeMutableRawBufferPointer)
  private var before: RunningDigest
  private var after: RunningDigest
  /// Whether both are the same so far, so that one digest stands for both.
  private var isCommon = true
  private var position = 0
  private var hashed = 0

  private static let bufferSize = 256 << 10

  init(_ original: InputFile, _ result: InputFile, hashing: Bool) {
    before = RunningDigest(hashing: hashing)
    after = before
    self.original = original
    self.result = result
    buffers = (
      .allocate(byteCount: Self.bufferSize, alignment: 64),
      .allocate(byteCount: Self.bufferSize, alignment: 64)
    )
  }

  deinit {
    buffers.0.deallocate()
    buffers.1.deallocate()
  }

  mutating func run(_ splice: Splice) throws(Diagnostic) -> (before: OutputDigest, after: OutputDigest) {
    for piece in splice.pieces {
      switch piece {
      case .copied(let range):
        try hashOriginal(upTo: range.lowerBound)
        try compare(range)
      case .bytes(let bytes): try compare(bytes)
      }
    }
    try hashOriginal(upTo: original.size)
    guard result.size == splice.size else { throw differs("it has another size") }
    return (
      before.digest(ofBytes: original.size), (isCommon ? before : after).digest(ofBytes: result.size)
    )
  }

  private mutating func separate() {
    if isCommon { after = before }
    isCommon = false
  }

  /// Takes in what the splice leaves out.
  private mutating func hashOriginal(upTo end: Int) throws(Diagnostic) {
    if hashed < end { separate() }
    while hashed < end {
      let piece = try fill(buffers.0, original, at: hashed, count: end - hashed)
      before.update(piece)
      hashed += piece.count
    }
  }

  private mutating func compare(_ range: Range<Int>) throws(Diagnostic) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let one = try fill(buffers.0, original, at: offset, count: range.upperBound - offset)
      let other = try fill(buffers.1, result, at: position, count: one.count)
      guard let start = one.baseAddress, let otherStart = other.baseAddress,
        memcmp(start, otherStart, one.count) == 0
      else {
        throw differs("bytes that were to stay have changed")
      }
      before.update(one)
      if !isCommon { after.update(other) }
      offset += one.count
      position += one.count
    }
    hashed = range.upperBound
  }

  private mutating func compare(_ bytes: [UInt8]) throws(Diagnostic) {
    separate()
    guard try result.read(at: position, upTo: bytes.count) == bytes else {
      throw differs("its bytes are not as written")
    }
    after.update(bytes)
    position += bytes.count
  }

  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, _ file: InputFile, at offset: Int, count: Int
  ) throws(Diagnostic) -> UnsafeRawBufferPointer {
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(count, buffer.count)])
    let filled = try file.read(into: room, at: offset)
    guard filled == room.count else {
      if file === result { throw differs("it is cut") }
      throw .error(
        .fileChanged, "the file became shorter while it was read", at: Place(file: file.path.display),
        remedy: "run again once nothing writes to the file any more")
    }
    return UnsafeRawBufferPointer(room)
  }

  private func differs(_ message: String) -> Diagnostic {
    .error(
      .outputDiffers, "the new version, read again, is not what was written: \(message)",
      at: Place(file: original.path.display),
      remedy: "the file was left as it was; check the disk and the memory of this machine and run again")
  }
}
