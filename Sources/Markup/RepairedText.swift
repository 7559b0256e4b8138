import Diagnostics

/// A document with the faults mended that XML recovery would lose text by: what stands before the markup,
/// characters XML forbids, and ampersands that begin no reference.
struct RepairedText {
  private(set) var utf8: [UInt8] = []
  private(set) var repairs: [Diagnostic] = []

  private static let most = 20
  private var found = 0

  init(_ source: [UInt8]) {
    utf8.reserveCapacity(source.count + 64)
    var index = skipPreamble(of: source)
    var line = 1
    var lineStart = 0
    for (offset, byte) in source[..<index].enumerated() where byte == UInt8(ascii: "\n") {
      line += 1
      lineStart = offset + 1
    }
    while index < source.count {
      let byte = source[index]
      if byte == UInt8(ascii: "\n") {
        line += 1
        lineStart = index + 1
      }
      if byte == UInt8(ascii: "<"), let end = RepairedText.endOfOpaque(in: source, at: index) {
        for (offset, inner) in source[index..<end].enumerated() where inner == UInt8(ascii: "\n") {
          line += 1
          lineStart = index + offset + 1
        }
        utf8 += source[index..<end].filter { !RepairedText.isForbidden($0) }
        index = end
        continue
      }
      if RepairedText.isForbidden(byte) {
        note("a control character (code \(byte)) was left out", line, source[lineStart..<index])
      } else if byte == UInt8(ascii: "&"), !RepairedText.isReference(source[(index + 1)...]) {
        note("a bare '&' was taken as text", line, source[lineStart..<index])
        utf8 += "&amp;".utf8
      } else {
        utf8.append(byte)
      }
      index += 1
    }
    if found > RepairedText.most {
      repairs.append(.warning(.markupRepaired, "\(found - RepairedText.most) more repairs like these"))
    }
  }

  /// Leaves out what stands before the declaration, or else before the first element.
  private mutating func skipPreamble(of source: [UInt8]) -> Int {
    let declaration = Array("<?xml".utf8)
    let limit = min(source.count, 4096)
    let late = (0..<limit).first { source[$0...].starts(with: declaration) }
    guard let start = late ?? source.firstIndex(of: UInt8(ascii: "<")), start > 0 else { return 0 }
    // Elements before a late declaration are content; the declaration is then the parser's to complain of.
    if source[..<start].contains(UInt8(ascii: "<")) { return 0 }
    note("text before the markup was left out", 1, [])
    return start
  }

  private mutating func note(_ message: String, _ line: Int, _ before: ArraySlice<UInt8>) {
    found += 1
    guard found <= RepairedText.most else { return }
    let position = SourcePosition(line: line, column: before.count { $0 & 0xC0 != 0x80 } + 1)
    repairs.append(.warning(.markupRepaired, message, at: Place(range: SourceRange(position, position))))
  }

  private static func isForbidden(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
  }

  /// The end of a comment, CDATA section or processing instruction that begins here: an ampersand is plain
  /// text in them.
  private static func endOfOpaque(in source: [UInt8], at index: Int) -> Int? {
    let rest = source[index...]
    for (open, close) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
    where rest.starts(with: open.utf8) {
      let end = Array(close.utf8)
      var place = index + open.utf8.count
      while place + end.count <= source.count {
        if source[place...].starts(with: end) { return place + end.count }
        place += 1
      }
      return source.count
    }
    return nil
  }

  /// Whether what follows an ampersand makes it a reference to a character or a named entity.
  private static func isReference(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let end = rest.prefix(64).firstIndex(of: UInt8(ascii: ";")), end > rest.startIndex else {
      return false
    }
    let name = rest[rest.startIndex..<end]
    if name.first == UInt8(ascii: "#") {
      let isHex = name.dropFirst().first == UInt8(ascii: "x")
      let digits = name.dropFirst(isHex ? 2 : 1)
      guard !digits.isEmpty else { return false }
      guard let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10) else {
        return false
      }
      return value >= 0x20 && Unicode.Scalar(value) != nil || [9, 10, 13].contains(value)
    }
    return NamedEntity.isKnown(String(decoding: name, as: UTF8.self))
  }
}
