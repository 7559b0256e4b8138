import BookModel

/// Puts a paragraph's text together, with white space collapsed as CSS Text 3, section 4, has it.
struct InlineBuilder {
  private(set) var content = InlineContent()
  /// Whether the text so far ends in a space that more white space would fall together with.
  private var endsInSpace = true
  /// Whether that space stands for a line's end.
  private var endsInLineEnd = false
  /// Columns since the last line feed, for tabs.
  private var column = 0

  var isEmpty: Bool { content.bytes.isEmpty && content.floats.isEmpty }
  var end: Int { content.bytes.count }

  // MARK: - Text

  mutating func append(_ text: String, _ style: ComputedStyle, isGenerated: Bool = false) {
    var text = style.type.transform == .none ? text : text.transformed(style.type.transform)
    let start = content.bytes.count
    text.withUTF8 { source in
      if style.type.whiteSpace.collapses {
        collapse(source, keepingLineBreaks: style.type.whiteSpace.keepsLineBreaks, from: start)
      } else {
        copy(source)
      }
    }
    close(from: start, style, isGenerated: isGenerated)
  }

  private mutating func collapse(
    _ source: UnsafeBufferPointer<UInt8>, keepingLineBreaks: Bool, from start: Int
  ) {
    var place = 0
    while place < source.count {
      let byte = source[place]
      if InlineBuilder.isSpace(byte) {
        let isLineEnd = byte == 0x0A || byte == 0x0D
        if isLineEnd, keepingLineBreaks {
          takeTrailingSpace(downTo: start)
          content.bytes.append(0x0A)
          content.hasForcedBreak = true
          (endsInSpace, endsInLineEnd) = (true, false)
        } else if !endsInSpace {
          content.bytes.append(0x20)
          (endsInSpace, endsInLineEnd) = (true, isLineEnd)
        } else if isLineEnd {
          endsInLineEnd = true
        }
        place += 1
        continue
      }
      let word = place
      while place < source.count, source[place] > 0x20 { place += 1 }
      if place == word {
        // A control character: nothing that could be seen.
        place += 1
        continue
      }
      if endsInLineEnd, content.bytes.count > start {
        dropSpaceBetweenIdeographs(before: source, at: word, from: start)
      }
      appendWord(source, word..<place)
      (endsInSpace, endsInLineEnd) = (false, false)
    }
  }

  /// A source's line end between two ideographs is no space (CSS Text 3, section 4.1.3).
  private mutating func dropSpaceBetweenIdeographs(
    before source: UnsafeBufferPointer<UInt8>, at place: Int, from start: Int
  ) {
    let bytes = content.bytes
    guard bytes.last == 0x20, bytes.count >= 4, bytes.count - 1 >= start, source[place] >= 0xE3,
      UTF8Text.isWide(at: place, source), UTF8Text.isWide(endingAt: bytes.count - 1, bytes)
    else { return }
    content.bytes.removeLast()
  }

  /// Text as written: tabs become spaces up to the next of eight columns.
  private mutating func copy(_ source: UnsafeBufferPointer<UInt8>) {
    var place = 0
    while place < source.count {
      let byte = source[place]
      switch byte {
      case 0x0D where place + 1 < source.count && source[place + 1] == 0x0A: break
      case 0x0A, 0x0D:
        content.bytes.append(0x0A)
        content.hasForcedBreak = true
        column = 0
      case 0x09:
        let spaces = 8 - column % 8
        content.bytes.append(contentsOf: repeatElement(0x20, count: spaces))
        column += spaces
      case 0x20:
        content.bytes.append(0x20)
        column += 1
      case 0..<0x20: break
      default:
        let word = place
        while place < source.count, source[place] > 0x20 {
          if source[place] & 0xC0 != 0x80 { column += 1 }
          place += 1
        }
        appendWord(source, word..<place)
        place -= 1
      }
      place += 1
    }
    endsInSpace = false
    endsInLineEnd = false
  }

  /// Without U+FFFC, which stands for objects, and DEL.
  private mutating func appendWord(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    var start = range.lowerBound
    for place in range where source[place] == 0xEF || source[place] == 0x7F {
      let isObject =
        source[place] == 0xEF && place + 2 < source.count && source[place + 1] == 0xBF
        && source[place + 2] == 0xBC
      guard isObject || source[place] == 0x7F else { continue }
      content.bytes.append(contentsOf: source[start..<place])
      start = place + (isObject ? 3 : 1)
    }
    if start < range.upperBound { content.bytes.append(contentsOf: source[start..<range.upperBound]) }
  }

  /// Gives what was appended a style.
  private mutating func close(from start: Int, _ style: ComputedStyle, isGenerated: Bool) {
    let end = content.bytes.count
    // Collapsing may have taken the space an earlier run ended with.
    while let last = content.runs.last, last.range.upperBound > end {
      content.runs.removeLast()
      if last.range.lowerBound < end {
        var shorter = last
        shorter.range = last.range.lowerBound..<end
        content.runs.append(shorter)
      }
    }
    let start = content.runs.last?.range.upperBound ?? 0
    guard end > start else { return }
    if let last = content.runs.indices.last, content.runs[last].style === style,
      content.runs[last].isGenerated == isGenerated
    {
      content.runs[last].range = content.runs[last].range.lowerBound..<end
    } else {
      content.runs.append(InlineContent.Run(range: start..<end, style: style, isGenerated: isGenerated))
    }
  }

  private mutating func takeTrailingSpace(downTo start: Int) {
    while content.bytes.count > start, content.bytes.last == 0x20 { content.bytes.removeLast() }
  }

  // MARK: - Other things in lines

  mutating func appendBreak(_ style: ComputedStyle) {
    let start = content.bytes.count
    if endsInSpace, content.bytes.last == 0x20 { content.bytes.removeLast() }
    content.bytes.append(0x0A)
    content.hasForcedBreak = true
    (endsInSpace, endsInLineEnd, column) = (true, false, 0)
    close(from: start, style, isGenerated: true)
  }

  mutating func append(_ box: InlineContent.InlineBox, _ style: ComputedStyle) {
    let start = content.bytes.count
    content.objects[start] = box
    content.bytes.append(contentsOf: [0xEF, 0xBF, 0xBC])
    if case .picture = box { (endsInSpace, endsInLineEnd) = (false, false) }
    close(from: start, style, isGenerated: true)
  }

  /// A mark of the bidirectional algorithm, which nobody sees.
  mutating func appendControl(_ scalar: Unicode.Scalar, _ style: ComputedStyle) {
    let start = content.bytes.count
    content.bytes.append(contentsOf: String(scalar).utf8)
    close(from: start, style, isGenerated: true)
  }

  /// Adds a piece of lines that was put together by itself.
  mutating func append(contentsOf other: InlineContent) {
    let offset = content.bytes.count
    content.bytes += other.bytes
    for run in other.runs {
      content.runs.append(
        InlineContent.Run(
          range: run.range.lowerBound + offset..<run.range.upperBound + offset, style: run.style,
          isGenerated: run.isGenerated))
    }
    for (place, box) in other.objects { content.objects[place + offset] = box }
    content.anchors += other.anchors.map { ($0.place + offset, $0.id) }
    content.notes += other.notes.map { ($0.place + offset, $0.note) }
    content.floats += other.floats.map { ($0.place + offset, $0.box) }
    content.rubies += other.rubies.map { ruby in
      var ruby = ruby
      ruby.range = ruby.range.lowerBound + offset..<ruby.range.upperBound + offset
      return ruby
    }
    content.hasForcedBreak = content.hasForcedBreak || other.hasForcedBreak
    if let last = content.bytes.last { (endsInSpace, endsInLineEnd) = (last == 0x20 || last == 0x0A, false) }
  }

  mutating func anchor(_ id: String) { content.anchors.append((end, id)) }
  mutating func refer(to note: Int) { content.notes.append((end, note)) }
  mutating func float(_ box: Box) { content.floats.append((end, box)) }

  mutating func annotate(
    _ range: Range<Int>, _ text: String, _ style: ComputedStyle, isGenerated: Bool = false
  ) {
    guard !range.isEmpty, !text.isEmpty else { return }
    content.rubies.append(
      InlineContent.Ruby(range: range, text: text, style: style, isGenerated: isGenerated))
  }

  /// The paragraph without white space at its end; nil where nothing is left.
  mutating func finish() -> InlineContent? {
    let style = content.runs.last?.style
    if style?.type.whiteSpace.collapses ?? true {
      if endsInSpace, content.bytes.last == 0x20 { content.bytes.removeLast() }
      // A break at the end of a paragraph makes no line of its own.
      if content.bytes.last == 0x0A { content.bytes.removeLast() }
    } else if content.bytes.last == 0x0A {
      content.bytes.removeLast()
    }
    if let style { close(from: content.bytes.count, style, isGenerated: false) }
    content.rubies = content.rubies.compactMap { ruby in
      var ruby = ruby
      ruby.range = ruby.range.clamped(to: 0..<content.bytes.count)
      return ruby.range.isEmpty ? nil : ruby
    }
    return isEmpty ? nil : content
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension String {
  fileprivate func transformed(_ transform: TextTransform) -> String {
    switch transform {
    case .none: return self
    case .uppercase: return uppercased()
    case .lowercase: return lowercased()
    case .capitalize:
      var out = ""
      var isInside = false
      for character in self {
        out += !isInside && character.isLetter ? character.uppercased() : String(character)
        isInside =
          character.isLetter || character.isNumber || (isInside && (character == "'" || character == "’"))
      }
      return out
    }
  }
}

/// Characters of text that is held as bytes.
enum UTF8Text {
  /// The scalar that begins at a place, and how many bytes it takes; nil where none does.
  static func scalar(at place: Int, _ bytes: some RandomAccessCollection<UInt8>) -> (
    value: UInt32, length: Int
  )? {
    func byte(_ offset: Int) -> UInt8? {
      let index = bytes.index(bytes.startIndex, offsetBy: place + offset, limitedBy: bytes.endIndex)
      guard let index, index < bytes.endIndex else { return nil }
      return bytes[index]
    }
    guard let first = byte(0) else { return nil }
    let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0
    guard length > 0 else { return nil }
    guard length > 1 else { return (UInt32(first), 1) }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length {
      guard let next = byte(offset), next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    return (value, length)
  }

  /// The scalar that ends before a place.
  static func scalar(endingAt end: Int, _ bytes: [UInt8]) -> (value: UInt32, length: Int)? {
    var start = end - 1
    while start >= 0, end - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    guard start >= 0 else { return nil }
    return scalar(at: start, bytes)
  }

  /// Whether Chinese or Japanese writes it without spaces: ideographs, kana, and their punctuation.
  static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x2E80...0x2FDF, 0x3001...0x30FF, 0x3100...0x312F, 0x31A0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0xFF01...0xFF60, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  static func isWide(at place: Int, _ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    scalar(at: place, bytes).map { isWide($0.value) } ?? false
  }

  static func isWide(endingAt end: Int, _ bytes: [UInt8]) -> Bool {
    scalar(endingAt: end, bytes).map { isWide($0.value) } ?? false
  }
}
