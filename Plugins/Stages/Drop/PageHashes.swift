import Archives
import BookModel
public import Diagnostics
import PluginKit

extension Rule {
  public static let hashList = Rule(
    "hash-list", .pipeline, "A line in a list of hashes is neither a SHA-256 nor CRC-32:size.",
    advice: """
      Write one hash a line: the 64 digits of a SHA-256, or CRC-32:size. A comment may follow behind #.
      """)
}

/// A list of pictures by hash, one per line: a SHA-256 (64 hexadecimal digits) or `CRC-32:size`
/// (`89abcdef:12345`). The rest of a line, and lines that begin with `#`, are comments.
struct PageHashes: Sendable {
  private var sha256: Set<String> = []
  private var checksums: Set<Checksum> = []

  private struct Checksum: Hashable {
    var crc32: UInt32
    var size: Int
  }

  private static let mostBytes = 16 << 20

  /// Reads a list.
  ///
  /// - Throws: `hash-list` with the line; whatever reading a file throws.
  init(of file: FilePath) throws(Diagnostic) {
    let text = String(decoding: try InputFile.contents(of: file, limit: PageHashes.mostBytes), as: UTF8.self)
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      guard let word = line.split(whereSeparator: \.isWhitespace).first, word.first != "#" else { continue }
      guard take(word.lowercased()) else {
        let start = SourcePosition(line: index + 1, column: 1)
        let range = SourceRange(start, SourcePosition(line: index + 1, column: 1 + line.unicodeScalars.count))
        throw .error(
          .hashList, "'\(word.prefix(80))' is neither a SHA-256 nor CRC-32:size",
          at: Place(file: file.display, range: range),
          remedy: "write 64 hexadecimal digits, or 8 with a colon and the size in bytes")
      }
    }
  }

  private mutating func take(_ word: String) -> Bool {
    if word.utf8.count == 64, word.allSatisfy({ $0.isASCII && $0.isHexDigit }) {
      sha256.insert(word)
      return true
    }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 8, let crc32 = UInt32(parts[0], radix: 16),
      let size = Int(parts[1]), size >= 0
    else { return false }
    checksums.insert(Checksum(crc32: crc32, size: size))
    return true
  }

  /// Whether the list contains an entry. Reads the entry only if what its container states is not enough.
  func name(_ entry: EntryReference, _ context: any BookContext) async throws(Diagnostic) -> Bool {
    let stated = context.stated(entry)
    if let size = stated.size, let crc32 = stated.crc32 {
      if checksums.contains(Checksum(crc32: crc32, size: size)) { return true }
      if sha256.isEmpty { return false }
    }
    let bytes: [UInt8]
    do {
      bytes = try await context.bytes(of: entry)
    } catch  where error.rule.category == .damage {
      // What to do about its damage is decided when the page is rendered.
      return false
    }
    return sha256.contains(PageHashes.sha256(of: bytes))
      || checksums.contains(Checksum(crc32: CRC32.of(bytes), size: bytes.count))
  }

  static func sha256(of bytes: [UInt8]) -> String { SHA256.hexText(of: bytes) }
}
