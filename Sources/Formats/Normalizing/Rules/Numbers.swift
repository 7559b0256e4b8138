public import BookModel

extension NormalizationRule {
  static let numbers = NormalizationRule(
    "numbers",
    "Numbers without leading zeros, # and trailing .0; everything else in them is kept.",
    [
      Example(.number, number: "001", "1"), Example(.number, number: "#012.5", "12.5"),
      Example(.volume, number: "016–017", "16-17"), Example(.number, number: "3.0", "3"),
      Example(.number, number: "½", "½"), Example(.number, number: "1.MU", "1.MU"),
      Example(.number, number: "-1", "-1"), Example(.number, number: "0", "0"),
    ]
  ) { normalization in
    for field in MetadataField.allCases where field.kind == .number {
      normalization.mapTexts(of: [field]) { _, text in NumberText.normalized(text) }
    }
    if case .arcs(let arcs)? = normalization.value(.storyArcs) {
      let changed = arcs.map { StoryArc(name: $0.name, number: $0.number.map(NumberText.normalized)) }
      normalization.set(.storyArcs, to: .arcs(changed))
    }
  }
}

extension BookNumber {
  /// The number as `normalize` writes it: `#3` and `003` are 3.
  public var normalized: BookNumber { BookNumber(NumberText.normalized(text)) ?? self }
}

/// A number in its shortest spelling.
private enum NumberText {
  static func normalized(_ text: String) -> String {
    let plain = String(text.map(plain))
    let rest = unmarked(plain[...])
    let sign = rest.prefix(rest.first == "-" || rest.first == "−" ? 1 : 0)
    guard let first = Part(rest.dropFirst(sign.count)) else { return String(rest) }
    let start = (sign.isEmpty ? "" : "-") + first.text
    // A range: `016-017`, `3.0–4.0`. Anything else after a number is part of its name.
    if let dash = first.tail.first, dash == "-" || dash == "–", let last = Part(first.tail.dropFirst()),
      last.tail.isEmpty
    {
      return start + "-" + last.text
    }
    return start + first.tail
  }

  /// Digits, a point and more digits; `tail` is what follows.
  private struct Part {
    var text: String
    var tail: Substring

    init?(_ text: Substring) {
      let digits = text.prefix(while: NumberText.isDigit)
      guard !digits.isEmpty else { return nil }
      let whole = digits.drop(while: { $0 == "0" })
      self.text = whole.isEmpty ? "0" : String(whole)
      tail = text[digits.endIndex...]
      guard tail.first == "." else { return }
      let decimals = tail.dropFirst().prefix(while: NumberText.isDigit)
      guard !decimals.isEmpty else { return }
      let behind = tail[decimals.endIndex...]
      // `3.0` is 3, but a `.0` followed by more (`2.0b`, `1.0.2`) belongs to some other numbering.
      let isArtefact =
        decimals.allSatisfy { $0 == "0" } && (behind.isEmpty || behind.first.map(isDash) == true)
      if !isArtefact { self.text += "." + decimals }
      tail = behind
    }

    private func isDash(_ character: Character) -> Bool { character == "-" || character == "–" }
  }

  /// The text without a leading sign for "number".
  private static func unmarked(_ text: Substring) -> Substring {
    var rest = text
    while let mark = rest.first, mark == "#" || mark == "№" {
      rest = rest.dropFirst().drop(while: \.isWhitespace)
    }
    // `#` alone or before a word is a name.
    let key = BookNumber(String(rest))?.key
    return key == nil ? text : rest
  }

  /// Replaces full-width digits, points and signs by plain ones.
  private static func plain(_ character: Character) -> Character {
    guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else {
      return character
    }
    switch scalar.value {
    case 0xFF10...0xFF19, 0xFF0D, 0xFF0E: return Character(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
    default: return character
    }
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
