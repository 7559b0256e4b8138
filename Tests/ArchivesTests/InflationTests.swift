import Testing

@testable import Archives

@Suite("Beginnings of deflated data")
struct InflationTests {
  /// Contents that make the library use fixed, own and no codes, near and far repetitions.
  static let contents: [(reason: String, bytes: [UInt8])] = [
    ("one byte again and again", [UInt8](repeating: 7, count: 70_000)),
    ("a little text, by the fixed code", Array("banana bandana banana bandana".utf8)),
    ("text of few letters", noise(60_000).map { 97 + $0 % 7 }),
    ("far repetitions", noise(30_000) + noise(30_000)),
    ("runs of all lengths", (1...300).flatMap { [UInt8](repeating: UInt8($0 & 0xFF), count: $0) }),
  ]

  private func unpack(_ packed: [UInt8], upTo wanted: Int) -> Inflation.Outcome {
    var inflation = Inflation(upTo: wanted)
    return inflation.take(packed)
  }

  @Test("any beginning is what the whole begins with", arguments: 0..<5)
  func beginnings(_ index: Int) throws {
    let bytes = Self.contents[index].bytes
    let packed = try #require(Deflate.pack(bytes), "\(Self.contents[index].reason)")
    for count in [0, 1, 2, 100, 258, 4_096, bytes.count - 1, bytes.count] where count <= bytes.count {
      #expect(unpack(packed, upTo: count) == .bytes(Array(bytes.prefix(count))), "\(count)")
    }
    #expect(unpack(packed, upTo: bytes.count + 1) == .bytes(bytes))
  }

  @Test("other programs' blocks are read: stored ones, and several in a row")
  func otherBlocks() throws {
    let stored: [UInt8] = [0, 3, 0, 0xFC, 0xFF, 1, 2, 3]
    let last: [UInt8] = [1, 2, 0, 0xFD, 0xFF, 4, 5]
    #expect(unpack(stored + last, upTo: 9) == .bytes([1, 2, 3, 4, 5]))
    #expect(unpack(stored + last, upTo: 4) == .bytes([1, 2, 3, 4]))
    // A final block by the fixed code that holds nothing.
    #expect(unpack([0x03, 0x00], upTo: 1) == .bytes([]))
  }

  @Test("packed bytes that are cut ask for more, and never give what is not there", arguments: 0..<5)
  func cut(_ index: Int) throws {
    let bytes = Self.contents[index].bytes
    let packed = try #require(Deflate.pack(bytes))
    for count in stride(from: 0, to: packed.count, by: max(1, packed.count / 50)) {
      #expect(unpack(Array(packed[..<count]), upTo: bytes.count + 1) == .needsMore, "\(count)")
    }
  }

  @Test("packed bytes may come in pieces of any length", arguments: [1, 7, 4_096])
  func pieces(_ length: Int) throws {
    for content in Self.contents {
      let packed = try #require(Deflate.pack(content.bytes))
      var inflation = Inflation(upTo: content.bytes.count)
      var outcome = Inflation.Outcome.needsMore
      for start in stride(from: 0, to: packed.count, by: length) where outcome == .needsMore {
        outcome = inflation.take(Array(packed[start..<min(start + length, packed.count)]))
      }
      #expect(outcome == .bytes(content.bytes), "\(content.reason)")
    }
  }

  @Test("bytes that are no DEFLATE data never crash, and are agreed upon with the library")
  func garbage() {
    for seed in 0..<400 {
      let packed = noise(60, seed: UInt64(seed + 1))
      switch unpack(packed, upTo: 100_000) {
      case .bytes(let bytes): #expect(Deflate.unpack(packed, size: bytes.count) == bytes, "seed \(seed)")
      case .needsMore, .invalid:
        for size in [0, 1, 10, 100] { #expect(Deflate.unpack(packed, size: size) == nil, "seed \(seed)") }
      }
    }
    #expect(unpack([0x07], upTo: 1) == .invalid)
    #expect(unpack([0x01, 1, 0, 0, 0, 9], upTo: 1) == .invalid)
  }
}
