public import BookModel
public import Diagnostics
import Options

extension Rule {
  public static let jsonMalformed = Rule(
    "json-malformed", .input, "A JSON document is not well-formed.",
    advice: "Fix the document, or remove it from the archive.")
}

/// Reads a JSON document (RFC 8259), strictly: UTF-8, one value, nothing behind it but white space.
///
/// Members keep their order, repeated ones included, and numbers their digits.
///
/// - Throws: `json-malformed` with line and column, `xml-too-large` beyond the limits of documents.
public func parseJSON(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) -> JSON {
  guard bytes.count <= limits.maxDocumentBytes.bytes else {
    throw .error(
      .markupTooLarge, "the document has \(bytes.count) bytes, more than \(limits.maxDocumentBytes.bytes)")
  }
  var body = bytes
  if body.starts(with: [0xEF, 0xBB, 0xBF]) { body.removeFirst(3) }
  if let fault = DecodedText.firstFault(in: body) {
    throw .error(
      .jsonMalformed, "the text is not valid UTF-8",
      at: Place(range: DecodedText.position(of: fault, in: body)))
  }
  var parser = JSONParser(body, limits)
  return try parser.document()
}

/// One reading under way; recursion is bounded by `maxDepth`.
private struct JSONParser {
  private let bytes: [UInt8]
  private let limits: Limits
  private var place = 0
  private var values = 0

  init(_ bytes: [UInt8], _ limits: Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func document() throws(Diagnostic) -> JSON {
    let value = try value(depth: 1)
    skipSpace()
    guard place == bytes.count else { throw fault("there is more after the value") }
    return value
  }

  private func fault(_ message: String) -> Diagnostic {
    .error(.jsonMalformed, message, at: Place(range: DecodedText.position(of: place, in: bytes)))
  }

  private mutating func skipSpace() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) throws(Diagnostic) -> JSON {
    values += 1
    guard depth <= min(limits.maxDepth, 512), values <= limits.maxElements else {
      throw .error(
        .markupTooLarge, "the document is deeper or has more values than the limits allow",
        at: Place(range: DecodedText.position(of: place, in: bytes)))
    }
    skipSpace()
    guard place < bytes.count else { throw fault("a value is missing") }
    switch bytes[place] {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ text: String, _ value: JSON) throws(Diagnostic) -> JSON {
    guard bytes[place...].starts(with: text.utf8) else { throw fault("this is not a JSON value") }
    place += text.utf8.count
    return value
  }

  private mutating func object(_ depth: Int) throws(Diagnostic) -> JSON {
    place += 1
    var members: [JSON.Member] = []
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { throw fault("a name is missing") }
      let name = try string()
      guard take(":") else { throw fault("':' is missing") }
      members.append(JSON.Member(name, try value(depth: depth + 1)))
    } while take(",")
    guard take("}") else { throw fault("',' or '}' is missing") }
    return .object(members)
  }

  private mutating func array(_ depth: Int) throws(Diagnostic) -> JSON {
    place += 1
    var values: [JSON] = []
    if take("]") { return .array([]) }
    repeat { values.append(try value(depth: depth + 1)) } while take(",")
    guard take("]") else { throw fault("',' or ']' is missing") }
    return .array(values)
  }

  private mutating func digits() -> Int {
    let start = place
    while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
    return place - start
  }

  private mutating func number() throws(Diagnostic) -> JSON {
    let start = place
    if bytes[place] == UInt8(ascii: "-") { place += 1 }
    let isZero = place < bytes.count && bytes[place] == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, !isZero || whole == 1 else { throw fault("this is not a JSON value") }
    var isInteger = true
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      isInteger = false
      place += 1
      guard digits() > 0 else { throw fault("digits are missing") }
    }
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      place += 1
      if place < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[place]) { place += 1 }
      guard digits() > 0 else { throw fault("digits are missing") }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isInteger, text != "-0", let value = Int(text) { return .integer(value) }
    return .numeral(text)
  }

  private mutating func string() throws(Diagnostic) -> String {
    place += 1
    var utf8: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return String(decoding: utf8, as: UTF8.self)
      case UInt8(ascii: "\\"): utf8 += String(try escape()).utf8
      case 0..<0x20: throw fault("a text holds a control character")
      default:
        utf8.append(byte)
        place += 1
      }
    }
    throw fault("a text is not closed")
  }

  private mutating func escape() throws(Diagnostic) -> Character {
    guard place + 1 < bytes.count else { throw fault("a text is not closed") }
    let letter = bytes[place + 1]
    place += 2
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try hexadecimal()
      // Two halves make a character beyond the first plane; a half alone is none.
      if (0xD800...0xDBFF).contains(unit), bytes[place...].starts(with: "\\u".utf8) {
        let before = place
        place += 2
        let low = try hexadecimal()
        if (0xDC00...0xDFFF).contains(low) {
          return Character(Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}")
        }
        place = before
      }
      return Character(Unicode.Scalar(unit) ?? "\u{FFFD}")
    default:
      place -= 2
      throw fault("this is not an escape")
    }
  }

  private mutating func hexadecimal() throws(Diagnostic) -> UInt32 {
    guard place + 4 <= bytes.count,
      bytes[place..<place + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits are missing") }
    place += 4
    return value
  }
}
