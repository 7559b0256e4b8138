import BookModel
import Diagnostics

/// Reads a file once from front to back through one large buffer, taking the digest of every byte on the way where that
/// is wanted.
struct SequentialReader: ~Copyable {
  /// Bytes taken so far.
  private(set) var position = 0
  /// Of the bytes read from the file so far.
  private var digest: SHA256?
  private let file: InputFile
  private let buffer: UnsafeMutableRawBufferPointer
  /// The part of the buffer that is read and not yet taken.
  private var ready = 0..<0
  private var readOffset = 0

  /// Large enough that calls cost nothing, small enough to stay in the processor's cache.
  private static let bufferSize = 256 << 10

  init(_ file: InputFile, digesting: Bool) {
    self.file = file
    digest = digesting ? SHA256() : nil
    buffer = .allocate(byteCount: Self.bufferSize, alignment: 64)
  }

  deinit { buffer.deallocate() }

  /// The next `count` bytes, in pieces; false where the file ends before.
  mutating func take(_ count: Int, _ body: (UnsafeRawBufferPointer) -> Void) throws(Diagnostic) -> Bool {
    var left = count
    while left > 0 {
      if ready.isEmpty { try refill() }
      guard !ready.isEmpty else { return false }
      let piece = ready.lowerBound..<ready.lowerBound + min(left, ready.count)
      body(UnsafeRawBufferPointer(rebasing: buffer[piece]))
      ready = piece.upperBound..<ready.upperBound
      left -= piece.count
      position += piece.count
    }
    return true
  }

  /// The next `count` bytes, or nil where the file ends before. Grows as bytes come, not by the count asked for.
  mutating func take(_ count: Int) throws(Diagnostic) -> [UInt8]? {
    var bytes: [UInt8] = []
    return try take(count) { bytes.append(contentsOf: $0) } ? bytes : nil
  }

  /// Whether all bytes of the file have been taken.
  mutating func isAtEnd() throws(Diagnostic) -> Bool {
    if ready.isEmpty { try refill() }
    return ready.isEmpty
  }

  /// The SHA-256 of all that was read, as hexadecimal digits; nil where it was not wanted.
  consuming func hexText() -> String? { digest?.hexText() }

  private mutating func refill() throws(Diagnostic) {
    let count = try file.read(into: buffer, at: readOffset)
    readOffset += count
    ready = 0..<count
    digest?.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }
}
