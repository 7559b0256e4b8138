import BookModel
public import Diagnostics

/// A set of named byte runs: an archive, a folder, or bytes held in memory.
///
/// Listing costs a few small reads; an entry's bytes are read when asked for. Calls block: the engine makes
/// them on threads of its own. Implementations are safe to use from several threads at once.
public protocol Container: Sendable {
  /// What it really is, for people: `ZIP`, `RAR 5`, `7z`, `tar`, `folder`.
  var formatName: String { get }
  /// Every entry, in the order stored; an entry's `key` is its index here.
  var entries: [ContainerEntry] { get }
  /// The archive's own comment, as stored.
  var comment: [UInt8]? { get }
  /// Things worth reporting about the container as a whole: a lost directory, names of a guessed encoding.
  var diagnostics: [Diagnostic] { get }

  /// The whole of an entry, checked against its stated size and checksum.
  ///
  /// - Throws: rules of category `damage` where the bytes are wrong, `limit` where they are too many, `input`
  ///   where the container cannot be read.
  func read(_ entry: ContainerEntry) throws(Diagnostic) -> [UInt8]

  /// Bytes from the entry's beginning, at most `count`; fewer only where the entry is shorter. Not checked.
  func prefix(of entry: ContainerEntry, count: Int) throws(Diagnostic) -> [UInt8]
}

/// One entry of a container.
public struct ContainerEntry: Hashable, Sendable {
  /// Index into the container's `entries`.
  public var key: Int
  public var path: EntryPath
  public var kind: Kind
  /// Unpacked bytes, nil where the container does not say.
  public var size: Int?
  /// Stored bytes, nil where the container does not say.
  public var packedSize: Int?
  /// CRC-32 (ISO-HDLC) of the unpacked bytes, where the container has one.
  public var crc32: UInt32?
  public var isEncrypted: Bool

  public enum Kind: Hashable, Sendable { case file, folder, link, special }

  public init(
    key: Int, path: EntryPath, kind: Kind = .file, size: Int? = nil, packedSize: Int? = nil,
    crc32: UInt32? = nil,
    isEncrypted: Bool = false
  ) {
    self.key = key
    self.path = path
    self.kind = kind
    self.size = size
    self.packedSize = packedSize
    self.crc32 = crc32
    self.isEncrypted = isEncrypted
  }
}

/// An entry's name: decoded, split at separators, and known to be safe or not.
public struct EntryPath: Hashable, Sendable {
  /// The name as stored.
  public var raw: [UInt8]
  /// The decoded components, outermost folder first; `.` and empty ones left out.
  public var components: [String]
  /// Why the name must not be used as a path; nil for a good one.
  public var defect: Defect?

  public enum Defect: String, Hashable, Sendable {
    /// Begins with a slash, a drive letter or a UNC prefix.
    case absolute
    /// Contains `..`.
    case climbing
    /// Contains a NUL or another control character.
    case controlCharacter
    /// A component of more than 255 bytes, or more than 4096 in all.
    case tooLong
    /// Nothing is left of it.
    case empty
  }

  /// Splits a decoded name at `/` and `\`: decoding comes first, so that a Shift-JIS trail byte 5C is no
  /// separator. A leading slash or drive letter and `..` are defects and are left out of the components.
  public init(raw: [UInt8], decoded: String) {
    self.raw = raw
    var found: Defect?
    // By scalars, not characters: a slash with a combining mark behind it is still a slash to every system.
    let scalars = decoded.unicodeScalars
    var rest = scalars[...]
    if let first = scalars.first, first == "/" || first == "\\" { found = .absolute }
    if scalars.count >= 2, let drive = scalars.first, drive.isASCII, drive.properties.isAlphabetic,
      scalars[scalars.index(after: scalars.startIndex)] == ":"
    {
      found = .absolute
      rest = rest.dropFirst(2)
    }
    var parts: [String] = []
    for part in rest.split(whereSeparator: { $0 == "/" || $0 == "\\" }).map(String.init) where part != "." {
      if part == ".." {
        found = found ?? .climbing
      } else {
        parts.append(part)
      }
    }
    if scalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) { found = found ?? .controlCharacter }
    if parts.contains(where: { $0.utf8.count > 255 }) || decoded.utf8.count > 4096 {
      found = found ?? .tooLong
    }
    if parts.isEmpty { found = found ?? .empty }
    components = parts
    defect = found
  }

  /// The decoded name with `/` between components.
  public var text: String { components.joined(separator: "/") }
  /// The last component, empty for an empty path.
  public var name: String { components.last ?? "" }
  /// The name's extension in lower case, empty where there is none.
  public var fileExtension: String { FilePath(name).fileExtension }
}
