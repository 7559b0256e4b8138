public import BookModel

/// Says where words of a language may be divided.
public final class Hyphenator: Sendable {
  /// The dictionary it has that from.
  public let file: FilePath
  /// SHA-256 of the file, in hexadecimal digits.
  public let sha256: String
  private let dictionary: HyphenationDictionary

  /// Letters of a word that is looked at. Longer ones are no words.
  private static let maximumByteCount = 255

  init(_ dictionary: HyphenationDictionary, file: FilePath, sha256: String) {
    self.dictionary = dictionary
    self.file = file
    self.sha256 = sha256
  }

  /// Where a hyphen may be added.
  ///
  /// Divisions that would change the spelling, as in Hungarian, are left out.
  ///
  /// - Parameter word: letters, perhaps with apostrophes or hyphens among them; no punctuation around them.
  /// - Returns: bytes of the word's UTF-8 before which it may be divided, rising.
  public func divisions(of word: some StringProtocol) -> [Int] {
    guard word.utf8.count <= Hyphenator.maximumByteCount else { return [] }
    let word = MatchedWord(word)
    guard word.bytes.count > 3 else { return [] }
    var divisions = divisions(of: word.bytes[...], begins: true, ends: true)
    clearStart(&divisions, word.bytes[...], least: dictionary.least.left)
    clearEnd(&divisions, word.bytes[...], least: dictionary.least.right)
    keepApart(&divisions, word.bytes)
    return divisions.indices.compactMap { divisions[$0] ? word.places[$0 + 1] : nil }
  }

  /// - Parameters:
  ///   - begins: whether it is the beginning of the whole word.
  ///   - ends: whether it is its end.
  /// - Returns: whether the word may be divided behind each byte.
  private func divisions(of part: ArraySlice<UInt8>, begins: Bool, ends: Bool) -> [Bool] {
    var divisions = dictionary.compounds.divisions(of: part)
    let count = part.count
    var begin = 0
    for index in 0..<count where divisions[index] || (begin > 0 && index + 1 == count) {
      if index - begin > 1 {
        let range = (part.startIndex + begin)...(part.startIndex + index)
        // A part is shorter than the whole, so this ends.
        let within = self.divisions(
          of: part[range], begins: begins && begin == 0, ends: ends && !divisions[index])
        for offset in 0..<(index - begin - 1) { divisions[begin + offset] = within[offset] }
      }
      begin = index + 1
    }
    guard begin == 0 else { return divisions }
    divisions = dictionary.words.divisions(of: part)
    if !begins { clearStart(&divisions, part, least: dictionary.leastInCompound.left) }
    if !ends { clearEnd(&divisions, part, least: dictionary.leastInCompound.right) }
    return divisions
  }

  /// Leaves the least letters together at a word's start. Digits, which stand there as full stops, don't count.
  private func clearStart(_ divisions: inout [Bool], _ word: ArraySlice<UInt8>, least: Int) {
    var letters = 1 - word.prefix { $0 == MatchedWord.digit }.count
    var index = word.startIndex
    while letters < least, index < word.endIndex {
      repeat {
        divisions[index - word.startIndex] = false
        index += 1
      } while index < word.endIndex && word[index] & 0xC0 == 0x80
      letters += 1
    }
  }

  private func clearEnd(_ divisions: inout [Bool], _ word: ArraySlice<UInt8>, least: Int) {
    var letters = -word.reversed().prefix { $0 == MatchedWord.digit }.count
    var index = word.endIndex - 1
    while letters < least, index > word.startIndex {
      divisions[index - word.startIndex] = false
      if word[index] & 0xC0 != 0x80 { letters += 1 }
      index -= 1
    }
  }

  private func keepApart(_ divisions: inout [Bool], _ word: [UInt8]) {
    for text in dictionary.apart where !text.isEmpty && text.count <= word.count {
      for start in 0...(word.count - text.count) where word[start..<(start + text.count)] == text[...] {
        divisions[start + text.count - 1] = false
        if start > 0 { divisions[start - 1] = false }
      }
    }
  }
}

/// A word as patterns are written: in small letters, with straight apostrophes and no digits.
private struct MatchedWord {
  /// Stands for a digit, as for a word's ends.
  static let digit = UInt8(ascii: ".")

  private(set) var bytes: [UInt8] = []
  /// For each byte, and one more, the byte of the word it is from.
  private(set) var places: [Int] = []

  init(_ word: some StringProtocol) {
    var place = 0
    for scalar in word.unicodeScalars {
      let matched = Array(String(MatchedWord.matched(scalar)).utf8)
      bytes += matched
      places += [Int](repeating: place, count: matched.count)
      place += UTF8.width(scalar)
    }
    places.append(place)
  }

  private static func matched(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "0"..."9": return "."
    case "\u{2019}": return "'"
    default:
      let small = scalar.properties.lowercaseMapping.unicodeScalars
      return small.count == 1 ? small.first ?? scalar : scalar
    }
  }
}
