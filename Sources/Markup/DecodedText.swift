import BookModel
import Diagnostics
import Options

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The text of a document as UTF-8, whatever it was stored in (XML 1.0, appendix F: byte order mark, then
/// the first bytes, then the declaration, else UTF-8).
struct DecodedText {
  /// Without a byte order mark. Its XML declaration may still name the stored encoding.
  let utf8: [UInt8]

  /// - Throws: `xml-too-large`; in strict mode `xml-encoding` for bytes that are not what they should be.
  init(
    _ bytes: [UInt8], limits: Limits, mode: XMLParsingMode, repairs: inout [Diagnostic]
  ) throws(Diagnostic) {
    guard bytes.count <= limits.maxDocumentBytes.bytes else {
      throw .error(
        .markupTooLarge, "the document has \(bytes.count) bytes, more than \(limits.maxDocumentBytes.bytes)",
        remedy: "raise --max-document-bytes if the document is genuine")
    }
    let stored = StoredEncoding(of: bytes)
    let body = Array(bytes.dropFirst(stored.markLength))
    if stored.name == "UTF-8" {
      guard let fault = DecodedText.firstFault(in: body) else {
        if stored.isContradicted {
          let message = "declared as \(stored.declared), but stored as UTF-8"
          repairs.append(.warning(.markupEncoding, message, at: Place(range: DecodedText.start)))
        }
        utf8 = body
        return
      }
      let place = Place(range: DecodedText.position(of: fault, in: body))
      guard mode == .recovering else {
        throw .error(.markupEncoding, "the text is not valid UTF-8", at: place)
      }
      let other = stored.declared.isEmpty ? StoredEncoding.htmlCharset(in: body) : nil
      if let other, let converted = DecodedText.convert(body, from: other) {
        utf8 = converted.utf8
      } else {
        repairs.append(
          .warning(.markupEncoding, "the text is not valid UTF-8; read as Windows-1252", at: place))
        utf8 = DecodedText.decodeWindows1252(body)
      }
      return
    }
    guard let converted = DecodedText.convert(body, from: stored.name) else {
      let message = "the encoding '\(stored.name)' is not known"
      guard mode == .recovering else { throw .error(.markupEncoding, message) }
      let isUTF8 = DecodedText.firstFault(in: body) == nil
      repairs.append(.warning(.markupEncoding, message + "; read as \(isUTF8 ? "UTF-8" : "Windows-1252")"))
      utf8 = isUTF8 ? body : DecodedText.decodeWindows1252(body)
      return
    }
    if converted.faults > 0 {
      let message = "\(converted.faults) bytes are not valid \(stored.name)"
      guard mode == .recovering else { throw .error(.markupEncoding, message) }
      repairs.append(.warning(.markupEncoding, message + "; replaced by U+FFFD"))
    }
    utf8 = converted.utf8
  }

  static let start = SourceRange(SourcePosition(line: 1, column: 1), SourcePosition(line: 1, column: 1))

  /// Where an offset of UTF-8 text lies; columns count scalars.
  static func position(of offset: Int, in utf8: [UInt8]) -> SourceRange {
    var line = 1
    var column = 1
    for byte in utf8.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    let position = SourcePosition(line: line, column: column)
    return SourceRange(position, position)
  }

  /// The offset of the first byte that cannot be part of UTF-8 text, nil for valid text.
  static func firstFault(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let lead = buffer[index]
        if lead < 0x80 {
          index += 1
          continue
        }
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return index
        }
        guard index + length <= buffer.count, second.contains(buffer[index + 1]) else { return index }
        for next in 2..<max(2, length) where buffer[index + next] & 0xC0 != 0x80 { return index }
        index += length
      }
      return nil
    }
  }

  /// Windows-1252 as the WHATWG Encoding Standard has it: its five empty places stay control characters.
  static func decodeWindows1252(_ bytes: [UInt8]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      let value = (0x80...0x9F).contains(byte) ? windows1252[Int(byte) - 0x80] : UInt32(byte)
      text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return Array(String(text).utf8)
  }

  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x8D,
    0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161,
    0x203A,
    0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// Converts by the system's own tables; bytes that are wrong become U+FFFD and are counted. Nil where the
  /// encoding is not known.
  static func convert(_ bytes: [UInt8], from encoding: String) -> (utf8: [UInt8], faults: Int)? {
    let unknown = iconv_t(bitPattern: -1)
    guard let converter = iconv_open("UTF-8", encoding), converter != unknown else { return nil }
    defer { iconv_close(converter) }
    var input = bytes
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count * 2)
    var faults = 0
    var buffer = [CChar](repeating: 0, count: 16_384)
    input.withUnsafeMutableBytes { raw in
      guard let base = raw.baseAddress else { return }
      var next: UnsafeMutablePointer<CChar>? = base.assumingMemoryBound(to: CChar.self)
      var left = raw.count
      while left > 0 {
        let (written, status) = buffer.withUnsafeMutableBufferPointer { out in
          var target = out.baseAddress
          var room = out.count
          let status = iconv(converter, &next, &left, &target, &room)
          return (out.count - room, status == Int.max || status == -1 ? errno : 0)
        }
        output += buffer.prefix(written).map { UInt8(bitPattern: $0) }
        guard status == EILSEQ || status == EINVAL, left > 0 else { continue }
        faults += 1
        output += [0xEF, 0xBF, 0xBD]
        next = next?.advanced(by: 1)
        left -= 1
      }
    }
    return (output, faults)
  }
}

/// What encoding a document's bytes are in.
struct StoredEncoding {
  /// The name to convert from, `UTF-8` where no conversion is needed.
  let name: String
  /// Bytes of the byte order mark.
  let markLength: Int
  /// The name the XML declaration gives, empty for none.
  let declared: String
  /// Whether the declaration names a 16 or 32 bit encoding although single bytes follow.
  let isContradicted: Bool

  init(of bytes: [UInt8]) {
    let marks: [(bytes: [UInt8], name: String)] = [
      ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"),
      ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
    ]
    let shapes: [(bytes: [UInt8], name: String)] = [
      ([0x3C, 0, 0, 0], "UTF-32LE"), ([0, 0, 0, 0x3C], "UTF-32BE"), ([0x3C, 0], "UTF-16LE"),
      ([0, 0x3C], "UTF-16BE"),
    ]
    if let mark = marks.first(where: { bytes.starts(with: $0.bytes) }) {
      (name, markLength) = (mark.name, mark.bytes.count)
      (declared, isContradicted) = ("", false)
      return
    }
    markLength = 0
    if let shape = shapes.first(where: { bytes.starts(with: $0.bytes) }) {
      name = shape.name
      (declared, isContradicted) = ("", false)
      return
    }
    declared = StoredEncoding.declaration(in: bytes)
    let upper = declared.uppercased()
    isContradicted = ["UTF-16", "UTF-32", "UCS-2", "UCS-4", "ISO-10646"].contains { upper.hasPrefix($0) }
    let isUTF8 = upper.isEmpty || isContradicted || ["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(upper)
    name = isUTF8 ? "UTF-8" : declared
  }

  /// The encoding an XML declaration names, as far as it is a name (XML 1.0, production 81).
  private static func declaration(in bytes: [UInt8]) -> String {
    let head = bytes.prefix(1024).drop { $0 <= 0x20 }
    guard head.starts(with: "<?xml".utf8), let end = head.firstIndex(of: UInt8(ascii: ">")) else { return "" }
    return value(behind: "encoding", in: head[..<end])
  }

  /// What `<meta charset>` or its older form says in an HTML document's head; nil for nothing.
  static func htmlCharset(in bytes: [UInt8]) -> String? {
    let name = value(behind: "charset", in: bytes.prefix(1024))
    return name.isEmpty || name.lowercased() == "utf-8" ? nil : name
  }

  private static func value(behind word: String, in bytes: ArraySlice<UInt8>) -> String {
    let text = bytes.map { Character(Unicode.Scalar($0)) }
    let letters = Array(word)
    guard text.count > letters.count else { return "" }
    for start in 0..<(text.count - letters.count) where Array(text[start..<start + letters.count]) == letters
    {
      let rest = text[(start + letters.count)...].drop { $0.isWhitespace }
      guard rest.first == "=" else { continue }
      let name = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
      return name.count <= 40 ? String(name) : ""
    }
    return ""
  }
}
