/// Expands GIF's variant of LZW: codes of growing width, the least significant bit first, at most 12 bits
/// (GIF89a appendix F).
struct LZWExpansion {
  private let codeSize: Int
  private static let maxCodes = 4096

  /// - Parameter codeSize: the number of bits in a sample, 1 to 8.
  init(codeSize: Int) { self.codeSize = codeSize }

  /// Writes samples until the data or the space is exhausted.
  ///
  /// - Returns: how many were written; everything after an undefined code is left out.
  func expand(_ packed: [UInt8], into out: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let clear = 1 << codeSize
    // For each code: its first and last sample, the code for the samples before the last, and their number.
    var first = [UInt8](repeating: 0, count: LZWExpansion.maxCodes)
    var last = [UInt8](repeating: 0, count: LZWExpansion.maxCodes)
    var before = [UInt16](repeating: 0, count: LZWExpansion.maxCodes)
    var lengths = [Int](repeating: 1, count: LZWExpansion.maxCodes)
    for sample in 0..<clear { (first[sample], last[sample]) = (UInt8(sample), UInt8(sample)) }
    var (next, width) = (clear + 2, codeSize + 1)
    var previous: Int?
    var (bits, available, position, written) = (0, 0, 0, 0)
    while written < out.count {
      while available < width {
        guard position < packed.count else { return written }
        bits |= Int(packed[position]) << available
        available += 8
        position += 1
      }
      let code = bits & (1 << width - 1)
      bits >>= width
      available -= width
      if code == clear {
        (next, width, previous) = (clear + 2, codeSize + 1, nil)
        continue
      }
      if code == clear + 1 { return written }
      guard code < clear || (previous != nil && code <= next && code < LZWExpansion.maxCodes) else {
        return written
      }
      if let previous, next < LZWExpansion.maxCodes {
        // The new code is the previous one followed by the first sample of this one, which may be the new
        // code itself.
        first[next] = first[previous]
        last[next] = first[code]
        before[next] = UInt16(previous)
        lengths[next] = lengths[previous] + 1
        next += 1
        if next == 1 << width, width < 12 { width += 1 }
      } else if code >= next {
        return written
      }
      written += write(code, last, before, lengths[code], to: out, at: written)
      previous = code
    }
    return written
  }

  /// Writes a code's samples from last to first, omitting those for which there is no space.
  private func write(
    _ code: Int, _ last: [UInt8], _ before: [UInt16], _ length: Int,
    to out: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    let room = min(length, out.count - start)
    var (code, index) = (code, length - 1)
    while index >= 0 {
      if index < room { out[start + index] = last[code] }
      code = Int(before[code])
      index -= 1
    }
    return room
  }
}
