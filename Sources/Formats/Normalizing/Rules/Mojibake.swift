import BookModel

extension NormalizationRule {
  static let mojibake = NormalizationRule(
    "mojibake", "UTF-8 that was read as Windows-1252 is restored, if it cannot have been anything else.",
    [
      Example(.series, "PokÃ©mon", "Pok\u{E9}mon"), Example(.summary, "Itâ€™s", "It’s"),
      Example(.title, "MAÇÃ– e CAFÉ…", "MAÇÃ– e CAFÉ…"),
    ]
  ) { normalization in
    normalization.mapTexts { _, text in text.withMojibakeRepaired }
  }
}

extension String {
  /// The text as it was before its UTF-8 was read as Windows-1252, perhaps several times; the text itself if
  /// that is not certain.
  ///
  /// Every round at least halves the number of non-ASCII characters, so all rounds together cost about as
  /// much as the first.
  var withMojibakeRepaired: String {
    var text = self
    while let repaired = Mojibake.repaired(text) { text = repaired }
    return text
  }
}

private enum Mojibake {
  /// One misreading undone; nil unless the text is certainly of that kind.
  ///
  /// It is certain if all of the text can be encoded in Windows-1252, the resulting bytes are valid UTF-8,
  /// and at least one of the decoded characters could not just as well have been a capital letter before a
  /// quotation mark, an ellipsis or a dash (`CAFÉ…` has the bytes of `CAFɅ`).
  static func repaired(_ text: String) -> String? {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let byte = byte(of: scalar) else { return nil }
      bytes.append(byte)
    }
    guard let repaired = String(validating: bytes, as: UTF8.self),
      repaired.unicodeScalars.allSatisfy(isPlausible), isCertain(bytes)
    else { return nil }
    return repaired
  }

  /// Whether the multi-byte characters in valid UTF-8 are more than a coincidence.
  private static func isCertain(_ bytes: [UInt8]) -> Bool {
    var telling = 0
    var rare = 0
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      let trail = bytes[(index + 1)..<(index + length)]
      index += length
      guard length > 1, !trail.allSatisfy({ punctuation.contains($0) }) else { continue }
      // Â and Ã introduce Latin letters, and â introduces quotation marks and dashes; other lead bytes need
      // further evidence.
      if lead == 0xC2 || lead == 0xC3 || lead == 0xE2 || length == 4 { telling += 1 } else { rare += 1 }
    }
    return telling > 0 || rare > 1
  }

  /// Bytes that are punctuation in Windows-1252 and may follow a letter in undamaged text: ‚ „ … ‘ ’ “ ” • –
  /// — ™, no-break space, «, », º, ª, °, ®.
  private static let punctuation: Set<UInt8> = [
    0x82, 0x84, 0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0xA0, 0xAA, 0xAB, 0xAE, 0xB0, 0xBA,
    0xBB,
  ]

  /// The result must be text: no controls, and nothing unassigned or private.
  private static func isPlausible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return true }
    switch scalar.properties.generalCategory {
    case .control, .unassigned, .privateUse, .surrogate: return false
    default: return true
    }
  }

  private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    // The five bytes that Windows-1252 leaves undefined are read as the controls with the same numbers.
    if scalar.value < 0xA0 || scalar.value <= 0xFF { return UInt8(scalar.value) }
    return upper[scalar]
  }

  /// Where Windows-1252 differs from Latin-1 (WHATWG Encoding Standard, index windows-1252).
  private static let upper: [Unicode.Scalar: UInt8] = [
    "€": 0x80, "‚": 0x82, "ƒ": 0x83, "„": 0x84, "…": 0x85, "†": 0x86, "‡": 0x87, "ˆ": 0x88, "‰": 0x89,
    "Š": 0x8A, "‹": 0x8B, "Œ": 0x8C, "Ž": 0x8E, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "•": 0x95,
    "–": 0x96, "—": 0x97, "˜": 0x98, "™": 0x99, "š": 0x9A, "›": 0x9B, "œ": 0x9C, "ž": 0x9E, "Ÿ": 0x9F,
  ]
}
