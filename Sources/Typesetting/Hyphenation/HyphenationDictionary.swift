import Archives
import Diagnostics

/// What a file of hyphenation patterns holds (the `hyphen` library's `README.hyphen`, `README.compound`): one or two levels
/// of patterns, of which the first divides words into those they are composed of, and the least letters to leave.
struct HyphenationDictionary: Sendable {
  private(set) var compounds = HyphenationPatterns()
  private(set) var words = HyphenationPatterns()
  /// The least letters before and behind a hyphen.
  private(set) var least = (left: 0, right: 0)
  /// The same for a word that others are composed of, at its ends within.
  private(set) var leastInCompound = (left: 0, right: 0)
  /// Beside which nothing is divided.
  private(set) var apart: [[UInt8]] = []

  /// - Returns: nil where the encoding isn't known.
  init?(_ bytes: [UInt8]) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let encoding = String(decoding: bytes[..<end].filter { $0 > 0x20 }, as: UTF8.self)
    guard let text = HyphenationDictionary.utf8(bytes[end...], encoding) else { return nil }
    var level = \HyphenationDictionary.compounds
    var hasLevels = false
    for line in text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      // Patterns are in small letters.
      guard let first = line.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
        add(line, to: level)
        continue
      }
      if line.starts(with: "NEXTLEVEL".utf8) {
        (level, hasLevels) = (\.words, true)
      } else if !hasLevels {
        // What the second level says of itself doesn't count.
        set(line)
      }
    }
    if !hasLevels { completeOneLevel() }
    if least.left <= 0 { least.left = 2 }
    if least.right <= 0 { least.right = 2 }
  }

  /// A dictionary of one level knows compounds by hyphens and apostrophes alone.
  private mutating func completeOneLevel() {
    words = compounds
    compounds = HyphenationPatterns()
    for pattern in ["1-1", "1'1", "1–1"] { compounds.add(Array(pattern.utf8)[...]) }
    if apart.isEmpty { apart = ["'", "–", "-"].map { Array($0.utf8) } }
    if leastInCompound.left == 0 { leastInCompound.left = least.left == 0 ? 3 : least.left }
    if leastInCompound.right == 0 { leastInCompound.right = least.right == 0 ? 3 : least.right }
  }

  private mutating func add(
    _ line: ArraySlice<UInt8>, to level: WritableKeyPath<HyphenationDictionary, HyphenationPatterns>
  ) {
    // Comments; in these files they may begin either way.
    if line.first == UInt8(ascii: "%") || line.first == UInt8(ascii: "#") { return }
    let end = line.firstIndex { $0 <= 0x20 } ?? line.endIndex
    self[keyPath: level].add(line[..<end])
  }

  private mutating func set(_ line: ArraySlice<UInt8>) {
    func value(of keyword: String) -> [UInt8]? {
      line.starts(with: keyword.utf8) ? line.dropFirst(keyword.utf8.count).filter { $0 > 0x20 } : nil
    }
    func number(of keyword: String) -> Int? {
      value(of: keyword).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    }
    if let count = number(of: "LEFTHYPHENMIN") {
      least.left = count
    } else if let count = number(of: "RIGHTHYPHENMIN") {
      least.right = count
    } else if let count = number(of: "COMPOUNDLEFTHYPHENMIN") {
      leastInCompound.left = count
    } else if let count = number(of: "COMPOUNDRIGHTHYPHENMIN") {
      leastInCompound.right = count
    } else if let list = value(of: "NOHYPHEN") {
      apart = list.split(separator: UInt8(ascii: ",")).map(Array.init)
    }
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>, _ encoding: String) -> [UInt8]? {
    if encoding == "UTF-8" { return Array(bytes) }
    let name = encoding.hasPrefix("microsoft-") ? String(encoding.dropFirst("microsoft-".count)) : encoding
    return CharacterDecoder(name)?.decode(Array(bytes)).map { Array($0.utf8) }
  }
}
