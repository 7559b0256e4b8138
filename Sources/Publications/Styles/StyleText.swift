import BookModel

/// The text of a style sheet, read from front to back (CSS Syntax 3, simplified): comments are nothing, and what
/// stands in quotes or brackets stays together.
public struct StyleText {
  private let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { position >= end }
  var next: UInt8? { position < end ? bytes[position] : nil }

  mutating func skip() { position += 1 }

  /// White space, comments, and the marks that once hid style sheets from old browsers.
  mutating func skipSpace() {
    while position < end {
      if StyleText.isSpace(bytes[position]) {
        position += 1
      } else if !skipComment(), !skip("<!--"), !skip("-->") {
        return
      }
    }
  }

  /// Takes everything up to one of some characters that stands in no quotes and no brackets, without comments.
  mutating func take(until stops: Set<UInt8>) -> String {
    var out: [UInt8] = []
    while position < end, !stops.contains(bytes[position]) {
      if skipComment() { continue }
      takeToken(into: &out)
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The block behind an opening brace that was just passed; an unclosed one ends with the sheet.
  mutating func takeBlock() -> StyleText {
    let start = position
    var nothing: [UInt8] = []
    while position < end, bytes[position] != UInt8(ascii: "}") {
      if !skipComment() { takeToken(into: &nothing, isKept: false) }
    }
    let block = StyleText(bytes, start..<position)
    if position < end { position += 1 }
    return block
  }

  // MARK: - Tokens

  /// One character, or all of a string, an escape or a bracketed piece.
  private mutating func takeToken(into out: inout [UInt8], isKept: Bool = true) {
    let start = position
    var closing: [UInt8] = []
    repeat {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString(byte)
      case UInt8(ascii: "("):
        closing.append(UInt8(ascii: ")"))
        if isAddress(at: position - 1) { skipPlainAddress() }
      case UInt8(ascii: "["): closing.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): closing.append(UInt8(ascii: "}"))
      default: if byte == closing.last { closing.removeLast() }
      }
    } while !closing.isEmpty && position < end
    position = min(position, end)
    if isKept { out += bytes[start..<position] }
  }

  /// Whether the bracket just passed opens a `url(`.
  private func isAddress(at bracket: Int) -> Bool {
    guard bracket >= 3 else { return false }
    return bytes[bracket - 3..<bracket].elementsEqual("url".utf8) { $0 | 0x20 == $1 }
  }

  /// An address without quotes may hold what elsewhere begins a string or a comment.
  private mutating func skipPlainAddress() {
    var ahead = position
    while ahead < end, StyleText.isSpace(bytes[ahead]) { ahead += 1 }
    guard ahead < end, bytes[ahead] != UInt8(ascii: "\""), bytes[ahead] != UInt8(ascii: "'") else { return }
    while ahead < end, bytes[ahead] != UInt8(ascii: ")") {
      ahead += bytes[ahead] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(ahead, end)
  }

  private mutating func skipString(_ quote: UInt8) {
    while position < end {
      let byte = bytes[position]
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == quote { return }
      // A string that is not closed ends with its line.
      if byte == 0x0A { return }
    }
  }

  private mutating func skipComment() -> Bool {
    guard position + 1 < end, bytes[position] == UInt8(ascii: "/"), bytes[position + 1] == UInt8(ascii: "*")
    else { return false }
    position += 2
    while position < end {
      if bytes[position] == UInt8(ascii: "*"), position + 1 < end, bytes[position + 1] == UInt8(ascii: "/") {
        position += 2
        return true
      }
      position += 1
    }
    return true
  }

  private mutating func skip(_ mark: String) -> Bool {
    let mark = Array(mark.utf8)
    guard position + mark.count <= end, bytes[position..<position + mark.count].elementsEqual(mark) else {
      return false
    }
    position += mark.count
    return true
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension StyleText {
  /// Splits a value at a character that stands in no quotes and no brackets.
  public static func split(_ text: String, at separator: UInt8) -> [String] {
    var rest = StyleText(text)
    var parts: [String] = []
    while true {
      parts.append(rest.take(until: [separator]).trimmed)
      guard !rest.isAtEnd else { return parts }
      rest.skip()
    }
  }

  /// Splits a value at white space that stands in no quotes and no brackets.
  public static func words(_ text: String) -> [String] {
    var rest = StyleText(text)
    var words: [String] = []
    rest.skipSpace()
    while !rest.isAtEnd {
      let word = rest.take(until: [0x20, 0x09, 0x0A, 0x0C, 0x0D])
      if word.isEmpty { break }
      words.append(word)
      rest.skipSpace()
    }
    return words
  }

  /// CSS escapes (CSS Syntax 3, section 4.3.7): a backslash before hexadecimal digits or any other character.
  public static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var out = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        out.append(scalar)
        continue
      }
      let digits = rest.prefix(6).prefix { $0.properties.isASCIIHexDigit }
      if digits.isEmpty {
        if let next = rest.popFirst() { out.append(next) }
      } else {
        rest = rest.dropFirst(digits.count)
        if let space = rest.first, space.properties.isWhitespace { rest = rest.dropFirst() }
        out.append(UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
      }
    }
    return String(out)
  }

  /// What stands in a value's `url(…)`, quoted or not, in order.
  public static func addresses(in value: String) -> [String] {
    var found: [String] = []
    var rest = value[...]
    while let open = rest.firstRange(of: "url(") ?? rest.firstRange(of: "URL(") {
      rest = rest[open.upperBound...].drop(while: \.isWhitespace)
      let quote = rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
      if quote != nil { rest = rest.dropFirst() }
      var isEscaped = false
      let address = rest.prefix { character in
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else {
          return character != (quote ?? ")")
        }
        return true
      }
      rest = rest.dropFirst(address.count)
      let plain = unescaped(address.trimmed)
      if !plain.isEmpty { found.append(plain) }
    }
    return found
  }
}
