#if Typesetting
  import Diagnostics
  import Typesetting

  /// A paragraph's bytes, and what of them isn't shaped.
  struct ParagraphText {
    /// UTF-8, with a zero behind it and none within.
    let bytes: [UInt8]
    let isVertical: Bool
    /// Marks beyond those that a letter can carry, in order.
    private let excess: [Range<Int>]

    init(_ paragraph: StyledText) {
      bytes = paragraph.text.utf8.map { $0 == 0 ? 1 : $0 } + [0]
      isVertical = paragraph.isVertical
      excess = ParagraphText.excess(in: bytes)
    }

    var count: Int { bytes.count - 1 }

    var hasExcess: Bool { !excess.isEmpty }

    func hasExcess(in range: Range<Int>) -> Bool {
      !excess.isEmpty && firstExcess(after: range.lowerBound).map { excess[$0].overlaps(range) } ?? false
    }

    /// Of the excess that does not end before a byte.
    private func firstExcess(after place: Int) -> Int? {
      var (low, high) = (0, excess.count)
      while low < high {
        let middle = (low + high) / 2
        if excess[middle].upperBound <= place { low = middle + 1 } else { high = middle }
      }
      return low < excess.count ? low : nil
    }

    private static func excess(in bytes: [UInt8]) -> [Range<Int>] {
      var excess: [Range<Int>] = []
      var marks = 0
      var at = 0
      let count = bytes.count - 1
      while at < count {
        // Nothing before U+0300 is a mark.
        guard bytes[at] >= 0xCC else {
          marks = 0
          at += bytes[at] < 0x80 ? 1 : 2
          continue
        }
        let (value, width) = bytes.scalar(at: at)
        switch Unicode.Scalar(value)?.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: marks += 1
        default: marks = 0
        }
        if marks > SegmentShaping.maximumMarks {
          if let last = excess.last, last.upperBound == at {
            excess[excess.count - 1] = last.lowerBound..<(at + width)
          } else {
            excess.append(at..<(at + width))
          }
        }
        at += width
      }
      return excess
    }

    struct Character {
      var value: UInt32
      /// Its first byte.
      var place: Int
    }

    /// The characters of a range but for its excess.
    ///
    /// - Parameter isCapitalized: whether small letters become capitals, of which one letter may have several.
    func characters(of range: Range<Int>, isCapitalized: Bool, language: String) -> [Character] {
      var characters: [Character] = []
      characters.reserveCapacity(range.count)
      var next = firstExcess(after: range.lowerBound) ?? excess.count
      let dotsI = isCapitalized && ["tr", "az"].contains(language.prefix(2))
      var at = range.lowerBound
      while at < range.upperBound {
        while next < excess.count, excess[next].upperBound <= at { next += 1 }
        if next < excess.count, excess[next].contains(at) {
          at = excess[next].upperBound
          continue
        }
        let (value, width) = bytes.scalar(at: at)
        if isCapitalized, let scalar = Unicode.Scalar(value) {
          let capitals = dotsI && scalar == "i" ? "İ" : scalar.properties.uppercaseMapping
          characters += capitals.unicodeScalars.map { Character(value: $0.value, place: at) }
        } else {
          characters.append(Character(value: value, place: at))
        }
        at += width
      }
      return characters
    }
  }
#endif
