import Diagnostics

/// What the headers of one RAR volume say about how it must be read. libarchive decides nothing by these, it
/// just fails on what it cannot do; with them the problem can be named before anything is unpacked.
struct RARSurvey: Hashable {
  /// Whether entries are packed one upon another, so that none can be reached without those before it.
  var isSolid = false
  var isVolume = false
  /// The volume's place in its set, from 0; nil where the headers do not say.
  var volumeNumber: Int?
  /// Whether the first entry begins in an earlier volume.
  var beginsInside = false
  /// Whether the set goes on in a further volume.
  var continues = false
  var hasEncryptedHeaders = false
  /// The stored name of the first entry with encrypted data.
  var encryptedEntry: [UInt8]?
  /// What no reader here unpacks: `RAR 2.0 compression`.
  var foreignMethod: String?
  /// Files, links and folders, in order. One that goes on from an earlier volume is listed again.
  var entries: [Entry] = []
  /// Whether the header that ends a volume was met.
  var hasEnd = false
  /// The archive's comment, where it is stored unpacked.
  var comment: [UInt8]?

  /// What a header says of an entry's bytes. libarchive checks them only where it unpacks something.
  struct Entry: Hashable {
    var size: Int
    /// Of the whole entry, in its last volume; nil where there is none, or a BLAKE2 sum instead.
    var crc32: UInt32?
    /// Whether it began in an earlier volume.
    var isContinuation: Bool
  }

  /// The entries of a set of volumes: each once, with what its last volume says.
  static func entries(of volumes: [RARSurvey]) -> [Entry] {
    var all: [Entry] = []
    for entry in volumes.flatMap(\.entries) {
      if entry.isContinuation, !all.isEmpty { all.removeLast() }
      all.append(entry)
    }
    return all
  }

  /// Whether this is not the volume to begin with.
  var isLaterVolume: Bool { isVolume && (volumeNumber.map { $0 > 0 } ?? beginsInside) }

  /// Reads headers until the end or until one makes no sense: unpacking shows what is wrong with it.
  init(_ file: InputFile, kind: ContainerKind, maxHeaders: Int) throws(Diagnostic) {
    var offset = kind == .rar5 ? 8 : 7
    for _ in 0..<maxHeaders where !hasEnd && !hasEncryptedHeaders {
      let step = kind == .rar5 ? try readRAR5Header(file, at: offset) : try readRAR4Header(file, at: offset)
      guard let step, step > 0, step <= file.size - offset else { return }
      offset += step
    }
  }

  /// Bytes of a comment that are kept.
  static let maxComment = 1 << 18
}

/// A cursor over little-endian numbers that gives nil behind the end.
struct LittleEndianReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func integer(_ length: Int) -> Int? {
    guard length <= 8, rest.count >= length else { return nil }
    let value = rest.prefix(length).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(length)
    return Int(exactly: value)
  }

  /// RAR 5's variable-length integer: seven bits a byte, the lowest first.
  mutating func variable() -> Int? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << (7 * UInt64(index))
      if byte & 0x80 == 0 { return Int(exactly: value) }
    }
    return nil
  }

  mutating func bytes(_ length: Int) -> ArraySlice<UInt8>? {
    guard length >= 0, rest.count >= length else { return nil }
    let taken = rest.prefix(length)
    rest = rest.dropFirst(length)
    return taken
  }
}
