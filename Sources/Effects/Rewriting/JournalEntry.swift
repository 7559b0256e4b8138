public import Archives
public import BookModel
import Diagnostics
import Engine

/// One line of a journal: something done to a file, and all it takes to undo it.
public enum JournalEntry: Sendable {
  /// A file was replaced by one with other metadata.
  case contents(ChangedContents)
  /// A file was given another path.
  case renamed(from: FilePath, to: FilePath)

  /// A file whose metadata was changed.
  public struct ChangedContents: Sendable {
    /// Absolute, links resolved.
    public var path: FilePath
    public var before: OutputDigest
    public var after: OutputDigest
    /// The metadata documents the change took away or wrote over, as they were: for people, and for the day the
    /// file itself is gone.
    public var documents: [Document]
    /// The archive's comment as it was, where it was changed.
    public var comment: [UInt8]?
    /// Makes the file as it was, byte for byte, of the file as it is.
    public var back: Splice
  }

  public struct Document: Sendable {
    public var name: String
    public var bytes: [UInt8]
  }
}

extension JournalEntry {
  /// The folder in which it makes something new.
  var folder: FilePath {
    switch self {
    case .renamed(_, let to): to.parent
    case .contents(let change): change.path.parent
    }
  }

  /// Whether what it tells of can be seen, as far as that can be told without reading the file.
  var isDone: Bool {
    switch self {
    case .renamed(let from, let to): return pathExists(to) && !pathExists(from)
    case .contents(let change):
      do throws(Diagnostic) { return try FileIdentity(of: change.path).size == change.after.bytes } catch {
        return false
      }
    }
  }

  var json: JSON {
    switch self {
    case .contents(let change): change.json
    case .renamed(let from, let to):
      .members(("change", .string("renamed")), ("from", from.journalJSON), ("to", to.journalJSON))
    }
  }

  /// Nil for a line of another form.
  init?(_ json: JSON) {
    switch json["change"] {
    case .string("contents"):
      guard let change = ChangedContents(json) else { return nil }
      self = .contents(change)
    case .string("renamed"):
      guard let from = json["from"].flatMap(FilePath.init(journalJSON:)),
        let to = json["to"].flatMap(FilePath.init(journalJSON:))
      else { return nil }
      self = .renamed(from: from, to: to)
    default: return nil
    }
  }
}

extension JournalEntry.ChangedContents {
  /// Whether only the SHA-256 tells which version a file is.
  var needsHashes: Bool { before.crc32 == nil || after.crc32 == nil }

  fileprivate var json: JSON {
    .members(
      ("change", .string("contents")), ("path", path.journalJSON), ("before", before.json),
      ("after", after.json),
      (
        "documents",
        documents.isEmpty
          ? nil
          : .array(
            documents.map { .members(("name", .string($0.name)), ("was", JSON(journalBytes: $0.bytes))) })
      ),
      ("comment", comment.map { JSON(journalBytes: $0) }), ("back", .array(back.pieces.map(\.json))))
  }

  fileprivate init?(_ json: JSON) {
    guard let path = json["path"].flatMap(FilePath.init(journalJSON:)),
      let before = json["before"].flatMap(OutputDigest.init),
      let after = json["after"].flatMap(OutputDigest.init),
      case .array(let pieces)? = json["back"], let back = Splice(pieces, ofFileWith: after.bytes)
    else { return nil }
    var documents: [JournalEntry.Document] = []
    if case .array(let items)? = json["documents"] {
      for item in items {
        guard case .string(let name)? = item["name"], let bytes = item["was"]?.journalBytes else {
          return nil
        }
        documents.append(JournalEntry.Document(name: name, bytes: bytes))
      }
    }
    self.init(
      path: path, before: before, after: after, documents: documents, comment: json["comment"]?.journalBytes,
      back: back)
  }
}

extension Splice {
  /// Nil where the pieces are none, or reach beyond a file of `size` bytes.
  fileprivate init?(_ pieces: [JSON], ofFileWith size: Int) {
    self.init()
    var end = 0
    for piece in pieces {
      switch piece {
      case .array(let bounds):
        guard bounds.count == 2, let start = bounds[0].journalInteger, let count = bounds[1].journalInteger,
          start >= end, count >= 0, start <= size, count <= size - start
        else { return nil }
        copy(start..<start + count)
        end = start + count
      default:
        guard let bytes = piece.journalBytes else { return nil }
        append(bytes)
      }
    }
  }
}

extension Splice.Piece {
  fileprivate var json: JSON {
    switch self {
    case .copied(let range): .array([.integer(range.lowerBound), .integer(range.count)])
    case .bytes(let bytes):
      if let packed = Deflate.pack(bytes), packed.count < bytes.count * 3 / 4 {
        .members(("deflated", .string(Base64.text(of: packed))), ("size", .integer(bytes.count)))
      } else {
        .members(("base64", .string(Base64.text(of: bytes))))
      }
    }
  }
}

extension OutputDigest {
  fileprivate var json: JSON {
    .members(
      ("bytes", .integer(bytes)), ("crc32", crc32.map { .integer(Int($0)) }),
      ("sha256", sha256.map(JSON.string)))
  }

  /// Older journals hold only the SHA-256.
  fileprivate init?(_ json: JSON) {
    guard let bytes = json["bytes"]?.journalInteger, bytes >= 0 else { return nil }
    var sha256: String?
    if case .string(let text)? = json["sha256"] { sha256 = text }
    let crc32 = json["crc32"]?.journalInteger.flatMap { UInt32(exactly: $0) }
    guard sha256 != nil || crc32 != nil else { return nil }
    self.init(bytes: bytes, sha256: sha256, crc32: crc32)
  }
}

extension FilePath {
  /// A text, or, for a name that is none, its bytes.
  var journalJSON: JSON {
    String(validating: bytes, as: UTF8.self).map(JSON.string)
      ?? .members(("base64", .string(Base64.text(of: bytes))))
  }

  init?(journalJSON json: JSON) {
    guard let bytes = json.journalBytes, !bytes.isEmpty, !bytes.contains(0) else { return nil }
    self.init(bytes: bytes)
  }
}

extension JSON {
  /// A text where the bytes are one, so that people can read it.
  fileprivate init(journalBytes bytes: [UInt8]) {
    self =
      String(validating: bytes, as: UTF8.self).map(JSON.string)
      ?? .members(("base64", .string(Base64.text(of: bytes))))
  }

  fileprivate var journalBytes: [UInt8]? {
    if case .string(let text) = self { return Array(text.utf8) }
    if case .string(let text)? = self["base64"] { return Base64.bytes(of: text) }
    guard case .string(let text)? = self["deflated"], let size = self["size"]?.journalInteger,
      (0...JournalEntry.longestPiece).contains(size), let packed = Base64.bytes(of: text)
    else { return nil }
    return Deflate.unpack(packed, size: size)
  }

  fileprivate var journalInteger: Int? {
    switch self {
    case .integer(let value): value
    case .numeral(let text): Int(text)
    default: nil
    }
  }
}

extension JournalEntry {
  /// Bytes that one piece of a way back may unpack to: a directory of the largest archive there is.
  fileprivate static let longestPiece = 1 << 30
}
