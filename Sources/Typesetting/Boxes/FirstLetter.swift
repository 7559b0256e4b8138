import BookModel

/// The first letter of a block, which sheets may set apart (CSS Pseudo-Elements 4, section 2.2).
struct FirstLetter {
  let style: ComputedStyle
  private(set) var isDone = false

  init(style: ComputedStyle) { self.style = style }

  /// Adds the letter of a text that begins a block.
  ///
  /// - Returns: what is left of the text; nil where no letter begins here.
  mutating func take(
    _ text: String, _ outer: ComputedStyle, _ context: inout BoxBuilder.BlockContext, _ builder: BoxBuilder
  ) -> String? {
    guard !isDone, context.line.isEmpty, context.children.isEmpty else {
      isDone = true
      return nil
    }
    let scalars = text.unicodeScalars
    var end = scalars.startIndex
    while end < scalars.endIndex, scalars[end].properties.isWhitespace { end = scalars.index(after: end) }
    guard end < scalars.endIndex else { return nil }
    let start = end
    isDone = true
    // Punctuation before and behind belongs to it.
    func skipPunctuation() {
      while end < scalars.endIndex, FirstLetter.isPunctuation(scalars[end]) {
        end = scalars.index(after: end)
      }
    }
    skipPunctuation()
    guard end < scalars.endIndex else { return nil }
    end = text.index(after: end)
    let letter = String(text[start..<end])
    if style.box.float == .none {
      context.line.append(letter, style)
    } else {
      var inner = BoxBuilder.BlockContext(style)
      builder.add(letter, style, &inner)
      context.line.float(builder.finish(&inner))
    }
    return String(text[end...])
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation: true
    default: false
    }
  }
}

extension BoxBuilder {
  /// Whether a floating box is a letter that lines run around.
  func isDropCap(_ box: Box) -> Bool {
    guard case .lines(let content) = box.content else { return false }
    return content.bytes.count <= 40 && content.objects.isEmpty && !content.bytes.contains(0x0A)
  }
}
