import Archives
import BookModel
import Diagnostics
import Options

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum FuzzArchives {
  private static let limits: Limits = {
    var limits = Limits()
    limits.maxEntries = 1_000
    limits.maxEntryBytes = ByteCount(1 << 20)
    limits.maxBookBytes = ByteCount(4 << 20)
    return limits
  }()

  static func zip(_ bytes: [UInt8]) {
    withFile(bytes) { path in
      guard let container = try? ZIPContainer(path, limits: limits) else { return }
      readAll(container)
      for entry in container.entries.prefix(20) {
        guard let range = try? container.storedRange(of: entry) else { continue }
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "an entry outside of its file")
      }
    }
  }

  static func any(_ bytes: [UInt8]) {
    withFile(bytes) { path in
      guard let container = try? Containers.open(path, limits: limits) else { return }
      readAll(container)
    }
  }

  /// The first byte tells the version; behind it headers, each behind a byte with its length. Signature and
  /// checksums are filled in, which no chance would hit.
  static func rar(_ bytes: [UInt8]) {
    guard let version = bytes.first else { return }
    let isFive = version & 1 == 0
    var archive = Array("Rar!\u{1A}\u{7}".utf8) + (isFive ? [1, 0] : [0])
    var rest = bytes.dropFirst()
    while let length = rest.popFirst() {
      let body = Array(rest.prefix(Int(length)))
      rest = rest.dropFirst(body.count)
      if isFive {
        // The size takes one byte up to 127, two above.
        let size = body.count < 0x80 ? [UInt8(body.count)] : [UInt8(body.count & 0x7F) | 0x80, 1]
        archive += little(CRC32.of(size + body), 4) + size + body
      } else {
        archive += little(CRC32.of(body) & 0xFFFF, 2) + body
      }
    }
    any(archive)
  }

  private static func little(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
  }

  private static func readAll(_ container: any Container) {
    for entry in container.entries.prefix(50) where entry.kind == .file {
      let head = try? container.prefix(of: entry, count: 100)
      guard let whole = try? container.read(entry), let head else { continue }
      precondition(whole.starts(with: head), "an entry that begins otherwise than it is")
    }
  }

  /// Containers are opened by path: one file for each thread, written anew each time.
  private static func withFile(_ bytes: [UInt8], _ body: (FilePath) -> Void) {
    var name = Array("\(folder)/leporello-fuzz-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { preconditionFailure("no temporary file") }
    let path = FilePath(bytes: name.dropLast().map { UInt8(bitPattern: $0) })
    defer {
      close(descriptor)
      unlink(name)
    }
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    precondition(written == bytes.count, "the temporary file cannot be written")
    body(path)
  }

  private static let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
}
