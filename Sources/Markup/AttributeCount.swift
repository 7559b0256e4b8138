import BookModel
import Diagnostics

/// Counts the attributes of tags before a parser sees them: libxml2 compares each attribute of an element with all
/// others, so that a small document of one element could keep it busy for hours.
///
/// Goes once over the text, well formed or not. Quotes count where an attribute's value may begin, as for the parsers.
struct AttributeCount {
  private let text: UnsafeBufferPointer<UInt8>
  private let limit: Int
  private var place = 0
  /// Attributes that the document type declares, of whatever element.
  private var declared = 0
  /// Marks that are looked for in vain are not looked for again.
  private var missing: Set<String> = []

  /// Why a document is not parsed; nil where no element has too many attributes.
  static func refusal(of utf8: [UInt8], limits: Limits) -> Diagnostic? {
    utf8.withUnsafeBufferPointer { text in
      var count = AttributeCount(text: text, limit: limits.maxAttributes)
      guard let tag = count.firstBeyond() else { return nil }
      let line = text[..<tag].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
      let position = SourcePosition(line: line, column: 1)
      return .error(
        .markupTooLarge, "an element has more than \(limits.maxAttributes) attributes",
        at: Place(range: SourceRange(position, position)),
        remedy: "if the document is to be trusted, raise the limit with '--max-attributes'")
    }
  }

  private init(text: UnsafeBufferPointer<UInt8>, limit: Int) {
    self.text = text
    self.limit = limit
  }

  /// Where a tag begins that holds more than the limit.
  private mutating func firstBeyond() -> Int? {
    while let open = text[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = open + 1
      if starts("!--") {
        skip(to: "-->")
      } else if starts("![CDATA[") {
        skip(to: "]]>")
      } else if starts("?") {
        skip(to: "?>")
      } else if starts("!ATTLIST") {
        // An attribute is declared in three words at least, behind the element's name.
        declared += max(1, words(upTo: limit * 3 + 2) / 3)
        if declared > limit { return open }
      } else if place < text.count, text[place] >= UInt8(ascii: "A") {
        // The first word is the element's name.
        if words(upTo: limit + 1) > limit + 1 { return open }
      }
    }
    return nil
  }

  /// The words of a tag up to its `>`, values being part of their attribute's word; stops beyond `most`.
  private mutating func words(upTo most: Int) -> Int {
    var count = 0
    while place < text.count, count <= most {
      let byte = text[place]
      if byte == UInt8(ascii: ">") { break }
      if isSpace(byte) || byte == UInt8(ascii: "/") {
        place += 1
      } else {
        count += 1
        skipWord()
      }
    }
    return count
  }

  private mutating func skipWord() {
    while place < text.count, !isSpace(text[place]), text[place] != UInt8(ascii: ">") {
      place += 1
      guard text[place - 1] == UInt8(ascii: "=") else { continue }
      skipSpace()
      return skipValue()
    }
    // The sign may stand by itself.
    let end = place
    skipSpace()
    guard place < text.count, text[place] == UInt8(ascii: "=") else {
      place = end
      return
    }
    place += 1
    skipSpace()
    skipValue()
  }

  private mutating func skipValue() {
    guard place < text.count else { return }
    switch text[place] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let quote = text[place] == UInt8(ascii: "'") ? "'" : "\""
      place += 1
      skip(to: quote)
    default:
      while place < text.count, !isSpace(text[place]), text[place] != UInt8(ascii: ">") { place += 1 }
    }
  }

  private mutating func skipSpace() {
    while place < text.count, isSpace(text[place]) { place += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func starts(_ mark: String) -> Bool { text[place...].starts(with: mark.utf8) }

  /// To behind the next `mark`; where there is none, nothing is passed over.
  private mutating func skip(to mark: String) {
    guard !missing.contains(mark) else { return }
    let bytes = Array(mark.utf8)
    var index = place
    while index + bytes.count <= text.count {
      if text[index] == bytes[0], text[index...].starts(with: bytes) {
        place = index + bytes.count
        return
      }
      index += 1
    }
    missing.insert(mark)
  }
}
