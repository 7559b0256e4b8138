/// A start tag and where its parts stand.
struct TagSpan: Sendable {
  /// As written, with the prefix.
  var name: String
  /// From `<` to behind `>`.
  var range: Range<Int>
  var isEmpty: Bool
  var attributes: [Attribute] = []

  struct Attribute: Sendable {
    /// As written, with the prefix.
    var name: String
    /// With the white space before it.
    var range: Range<Int>
    /// Between the quotes.
    var value: Range<Int>
  }
}

/// Finds the tags of a text that is known to be well formed (XML 1.0, section 2).
struct XMLTagScan {
  /// An element and its place.
  struct Found {
    var tag: TagSpan
    var inner: Range<Int>
    var end: Int
    var children: [Found] = []
  }

  private let utf8: [UInt8]
  private var place = 0

  /// The root element; nil for a text that turns out not to be well formed.
  static func root(of utf8: [UInt8]) -> Found? {
    var scan = XMLTagScan(utf8: utf8)
    return scan.run()
  }

  private init(utf8: [UInt8]) { self.utf8 = utf8 }

  private mutating func run() -> Found? {
    // The elements that are open, the innermost last. Their depth is bounded by the parser that ran before.
    var open: [Found] = []
    while let next = utf8[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = next
      if starts("<!--") {
        guard skip(to: "-->") else { return nil }
      } else if starts("<![CDATA[") {
        guard skip(to: "]]>") else { return nil }
      } else if starts("<?") {
        guard skip(to: "?>") else { return nil }
      } else if starts("<!") {
        guard skipDeclaration() else { return nil }
      } else if starts("</") {
        guard var done = open.popLast(), skip(to: ">") else { return nil }
        done.inner = done.inner.lowerBound..<next
        done.end = place
        if open.isEmpty { return done }
        open[open.count - 1].children.append(done)
      } else {
        guard let tag = tag() else { return nil }
        let found = Found(tag: tag, inner: place..<place, end: place)
        if !tag.isEmpty {
          open.append(found)
        } else if open.isEmpty {
          return found
        } else {
          open[open.count - 1].children.append(found)
        }
      }
    }
    return nil
  }

  private func starts(_ text: String) -> Bool { utf8[place...].starts(with: text.utf8) }

  private mutating func skip(to end: String) -> Bool {
    let bytes = Array(end.utf8)
    var index = place
    while index + bytes.count <= utf8.count {
      if utf8[index] == bytes[0], utf8[index...].starts(with: bytes) {
        place = index + bytes.count
        return true
      }
      index += 1
    }
    return false
  }

  /// A document type declaration: to the `>` outside of quotes, comments and the internal subset.
  private mutating func skipDeclaration() -> Bool {
    var isInside = false
    var quote: UInt8?
    while place < utf8.count {
      let byte = utf8[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if starts("<!--") {
        guard skip(to: "-->") else { return false }
        continue
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        isInside = true
      } else if byte == UInt8(ascii: "]") {
        isInside = false
      } else if byte == UInt8(ascii: ">"), !isInside {
        place += 1
        return true
      }
      place += 1
    }
    return false
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private mutating func tag() -> TagSpan? {
    let start = place
    place += 1
    guard let name = word() else { return nil }
    var tag = TagSpan(name: name, range: start..<start, isEmpty: false)
    while place < utf8.count {
      let before = place
      while place < utf8.count, XMLTagScan.isSpace(utf8[place]) { place += 1 }
      if starts("/>") || starts(">") {
        tag.isEmpty = starts("/>")
        place += tag.isEmpty ? 2 : 1
        tag.range = start..<place
        return tag
      }
      guard let name = word(), let value = value() else { return nil }
      tag.attributes.append(TagSpan.Attribute(name: name, range: before..<place, value: value))
    }
    return nil
  }

  private mutating func word() -> String? {
    let start = place
    while place < utf8.count, !XMLTagScan.isSpace(utf8[place]),
      ![UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: ">")].contains(utf8[place])
    {
      place += 1
    }
    return place > start ? String(decoding: utf8[start..<place], as: UTF8.self) : nil
  }

  private mutating func value() -> Range<Int>? {
    while place < utf8.count, utf8[place] == UInt8(ascii: "=") || XMLTagScan.isSpace(utf8[place]) {
      place += 1
    }
    guard place < utf8.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(utf8[place]),
      let end = utf8[(place + 1)...].firstIndex(of: utf8[place])
    else { return nil }
    defer { place = end + 1 }
    return (place + 1)..<end
  }
}
