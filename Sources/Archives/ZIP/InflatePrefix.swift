/// Unpacks the beginning of DEFLATE data (RFC 1951; section numbers refer to it).
///
/// A picture's header is in the first few kilobytes of an entry, and the library unpacks only whole entries. This
/// is for such beginnings: plain rather than fast, from however many packed bytes the caller has at hand.
struct InflatePrefix {
  enum Outcome: Equatable {
    /// As many as wanted, or all there are.
    case bytes([UInt8])
    /// The packed bytes end before.
    case needsMore
    case invalid
  }

  static func unpack(_ packed: [UInt8], upTo wanted: Int) -> Outcome {
    guard wanted > 0 else { return .bytes([]) }
    var inflate = InflatePrefix(packed: packed, wanted: wanted)
    do {
      try inflate.blocks()
      return .bytes(inflate.output)
    } catch {
      switch error {
      case .enough: return .bytes(inflate.output)
      case .short: return .needsMore
      case .invalid: return .invalid
      }
    }
  }

  private enum Stop: Error { case enough, short, invalid }

  private let packed: [UInt8]
  private let wanted: Int
  private var position = 0
  /// Bits taken from the bytes and not yet used, the next one lowest.
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  private init(packed: [UInt8], wanted: Int) {
    self.packed = packed
    self.wanted = wanted
  }

  private mutating func take(_ count: Int) throws(Stop) -> Int {
    while bitCount < count {
      guard position < packed.count else { throw .short }
      bits |= UInt32(packed[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    defer {
      bits >>= UInt32(count)
      bitCount -= count
    }
    return Int(bits & (1 << UInt32(count) - 1))
  }

  private mutating func put(_ byte: UInt8) throws(Stop) {
    output.append(byte)
    if output.count == wanted { throw .enough }
  }

  /// Section 3.2.3.
  private mutating func blocks() throws(Stop) {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try storedBlock()
      case 1: try packedBlock(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        let (literals, distances) = try codes()
        try packedBlock(literals, distances)
      default: throw .invalid
      }
    }
  }

  /// Section 3.2.4.
  private mutating func storedBlock() throws(Stop) {
    _ = try take(bitCount % 8)
    let count = try take(16)
    guard try take(16) == count ^ 0xFFFF else { throw .invalid }
    for _ in 0..<count { try put(UInt8(try take(8))) }
  }

  /// Section 3.2.5.
  private mutating func packedBlock(_ literals: PrefixCode, _ distances: PrefixCode) throws(Stop) {
    while true {
      let symbol = try decode(literals)
      if symbol < 256 {
        try put(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        guard symbol < 286 else { throw .invalid }
        let length = try value(symbol - 257, Self.lengths)
        let distanceSymbol = try decode(distances)
        guard distanceSymbol < 30 else { throw .invalid }
        let distance = try value(distanceSymbol, Self.distances)
        guard distance <= output.count else { throw .invalid }
        for _ in 0..<length { try put(output[output.count - distance]) }
      }
    }
  }

  private mutating func value(_ symbol: Int, _ table: [(base: Int, extraBits: Int)]) throws(Stop) -> Int {
    let entry = table[symbol]
    return entry.base + (try take(entry.extraBits))
  }

  /// Section 3.2.7: the codes of a block that brings its own.
  private mutating func codes() throws(Stop) -> (literals: PrefixCode, distances: PrefixCode) {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let lengthCount = try take(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw .invalid }
    var lengths = [UInt8](repeating: 0, count: 19)
    for index in Self.lengthOrder.prefix(lengthCount) { lengths[index] = UInt8(try take(3)) }
    guard let lengthCode = PrefixCode(lengths[...]) else { throw .invalid }
    var found: [UInt8] = []
    while found.count < literalCount + distanceCount {
      let symbol = try decode(lengthCode)
      switch symbol {
      case 0..<16: found.append(UInt8(symbol))
      case 16:
        guard let last = found.last else { throw .invalid }
        found += [UInt8](repeating: last, count: 3 + (try take(2)))
      case 17: found += [UInt8](repeating: 0, count: 3 + (try take(3)))
      default: found += [UInt8](repeating: 0, count: 11 + (try take(7)))
      }
    }
    guard found.count == literalCount + distanceCount, let literals = PrefixCode(found[..<literalCount]),
      let distances = PrefixCode(found[literalCount...])
    else { throw .invalid }
    return (literals, distances)
  }

  /// Codes come with their highest bit first, so that bit by bit a code of each length can be compared with the
  /// first of that length.
  private mutating func decode(_ code: PrefixCode) throws(Stop) -> Int {
    var value = 0
    for length in 1...PrefixCode.longest {
      value = value << 1 | (try take(1))
      let index = value - code.first[length]
      if index < code.count[length] { return code.symbols[code.start[length] + index] }
    }
    throw .invalid
  }

  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// Section 3.2.5: 28 steps of lengths from 3, the extra bits growing after every four from the ninth on, and 258
  /// by itself.
  private static let lengths: [(base: Int, extraBits: Int)] =
    steps(28, first: 3, group: 4) + [(base: 258, extraBits: 0)]
  /// Distances from 1, growing after every two.
  private static let distances: [(base: Int, extraBits: Int)] = steps(30, first: 1, group: 2)

  private static func steps(_ count: Int, first: Int, group: Int) -> [(base: Int, extraBits: Int)] {
    var base = first
    return (0..<count).map { index in
      let extraBits = max(0, index / group - 1)
      defer { base += 1 << extraBits }
      return (base, extraBits)
    }
  }

  /// Section 3.2.6.
  private static let fixedLiterals = fixed([(8, 144), (9, 112), (7, 24), (8, 8)])
  private static let fixedDistances = fixed([(5, 30)])

  private static func fixed(_ runs: [(length: UInt8, count: Int)]) -> PrefixCode {
    let lengths = runs.flatMap { [UInt8](repeating: $0.length, count: $0.count) }
    return PrefixCode(lengths[...]) ?? PrefixCode()
  }
}

/// A prefix code given by the lengths of its words alone (RFC 1951, section 3.2.2).
private struct PrefixCode {
  static let longest = 15

  /// For each length: how many words have it, the first of them, and where its symbols begin.
  var count = [Int](repeating: 0, count: longest + 1)
  var first = [Int](repeating: 0, count: longest + 1)
  var start = [Int](repeating: 0, count: longest + 1)
  var symbols: [Int] = []

  /// A code without words.
  init() {}

  /// Nil where there are more words than such lengths leave room for.
  init?(_ lengths: ArraySlice<UInt8>) {
    for length in lengths where length > 0 { count[Int(length)] += 1 }
    var next = 0
    for length in 1...Self.longest {
      next = (next + count[length - 1]) << 1
      first[length] = next
      start[length] = start[length - 1] + count[length - 1]
      guard next + count[length] <= 1 << length else { return nil }
    }
    for length in 1...Self.longest where count[length] > 0 {
      for (symbol, its) in lengths.enumerated() where Int(its) == length { symbols.append(symbol) }
    }
  }
}
