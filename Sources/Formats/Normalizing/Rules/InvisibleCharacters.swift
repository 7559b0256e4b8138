import BookModel

extension NormalizationRule {
  static let invisible = NormalizationRule(
    "invisible",
    "No invisible characters: zero-width spaces, byte order marks, soft hyphens, controls.",
    [
      Example(.series, "\u{FEFF}Moon\u{200B}shine", "Moonshine"),
      Example(.title, "👩\u{200D}🚀", "👩\u{200D}🚀"),
    ]
  ) { normalization in
    normalization.mapTexts { _, text in text.withoutInvisibles }
  }
}

extension String {
  /// The text without invisible characters that have no effect where they are. Joiners are kept between
  /// letters of scripts that use them and between emoji; directional marks are kept in text with
  /// right-to-left letters.
  var withoutInvisibles: String {
    if utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return self }
    let scalars = Array(unicodeScalars)
    guard scalars.contains(where: { Invisible($0) != nil }) else { return self }
    let isRightToLeft = scalars.contains { Invisible.isRightToLeft($0) }
    // For each position, whether a joiner may come before the next visible character; found from the end.
    var joinsBehind = [Bool](repeating: false, count: scalars.count)
    var joins = false
    for index in scalars.indices.reversed() {
      joinsBehind[index] = joins
      if Invisible(scalars[index]) == nil { joins = Invisible.joins(scalars[index]) }
    }
    var kept = String.UnicodeScalarView()
    joins = false
    for (index, scalar) in scalars.enumerated() {
      switch Invisible(scalar) {
      case nil:
        joins = Invisible.joins(scalar)
        kept.append(scalar)
      case .joiner where joins && joinsBehind[index]: kept.append(scalar)
      case .directionMark where isRightToLeft: kept.append(scalar)
      default: break
      }
    }
    return String(kept)
  }
}

/// The kinds of invisible characters.
private enum Invisible {
  /// ZWJ and ZWNJ.
  case joiner
  /// Marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX #9).
  case directionMark
  /// Meaningless in metadata: controls, soft hyphen, zero-width space, byte order mark, noncharacters.
  case empty

  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    // White space is handled by another rule: tab, line endings, NEL.
    case 0x09...0x0D, 0x85: return nil
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x180E, 0x200B, 0x2060...0x2064, 0x206A...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xFDD0...0xFDEF:
      self = .empty
    case _ where scalar.value & 0xFFFE == 0xFFFE: self = .empty
    case 0x200C, 0x200D: self = .joiner
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: self = .directionMark
    default: return nil
    }
  }

  /// Whether a joiner may come next to a character: letters of scripts from Hebrew on, signs and emoji.
  static func joins(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x0590 && !scalar.properties.isWhitespace && !(0x1E00...0x218F).contains(scalar.value)
  }

  /// Hebrew, Arabic and the neighboring scripts.
  static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x061B, 0x061D...0x08FF, 0xFB1D...0xFDCF, 0xFDF0...0xFDFF, 0xFE70...0xFEFC,
      0x10800...0x10FFF,
      0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
