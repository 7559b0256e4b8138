import CZLib

/// Unpacks the beginning of DEFLATE data (RFC 1951), piece by piece.
///
/// A picture's header is in the first few kilobytes of an entry, and libdeflate unpacks only whole entries: this is
/// zlib's, for such beginnings.
struct Inflation: ~Copyable {
  enum Outcome: Equatable {
    /// As many as wanted, or all there are.
    case bytes([UInt8])
    /// The packed bytes end too early: the next piece is needed.
    case needsMore
    case invalid
  }

  private let wanted: Int
  private var output: [UInt8] = []
  /// On the heap, since zlib keeps its address; nil where there is no memory for it.
  private let stream: UnsafeMutablePointer<z_stream>?

  /// Bytes unpacked at once; an entry's claimed size is not trusted beforehand.
  private static let step = 64 << 10

  init(upTo wanted: Int) {
    self.wanted = wanted
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // A negative window: DEFLATE data without zlib's header.
    let isReady =
      inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    if !isReady { stream.deallocate() }
    self.stream = isReady ? stream : nil
  }

  deinit {
    guard let stream else { return }
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Takes in the next piece of packed bytes.
  mutating func take(_ packed: [UInt8]) -> Outcome {
    guard wanted > output.count else { return .bytes(output) }
    guard let stream, let count = UInt32(exactly: packed.count) else { return .invalid }
    var packed = packed
    return packed.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = count
      while true {
        let room = min(wanted - output.count, Inflation.step)
        var result = Z_OK
        output += [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
          stream.pointee.next_out = buffer.baseAddress
          stream.pointee.avail_out = UInt32(room)
          result = inflate(stream, Z_SYNC_FLUSH)
          filled = room - Int(stream.pointee.avail_out)
        }
        if output.count == wanted || result == Z_STREAM_END { return .bytes(output) }
        guard result == Z_OK || result == Z_BUF_ERROR else { return .invalid }
        if stream.pointee.avail_out > 0 { return .needsMore }
      }
    }
  }
}
