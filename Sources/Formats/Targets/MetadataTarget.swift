public import BookModel
public import Options

/// The program a book's metadata is written for. Readers disagree on a few elements of ComicInfo; the model
/// keeps the facts apart, and this is the one table of what each of them wants.
public enum MetadataTarget: String, OptionEnumeration, Hashable {
  /// What the schema's documentation says.
  case standard
  /// Komga: numbers that are fractions in digits, and no `Volume` for a tankōbon (it becomes part of the
  /// series' title).
  case komga
  /// Kavita: a tankōbon's number as `Volume` without `Number`, commas in `Web`, and no `Format` that makes a
  /// special of a book.
  case kavita
  /// ComicRack and its community edition.
  case comicrack

  /// What stands between two addresses in `Web`. Documentation and Komga say a space, Kavita splits at commas.
  var webSeparator: String { self == .kavita ? "," : " " }

  /// Elements no schema has that this reader knows, and the field of each.
  var extensions: [(element: String, field: MetadataField)] { self == .kavita ? ComicInfo.extensions : [] }

  /// The facts moved to the fields this reader looks for them in. What ComicInfo itself said of a volume stays
  /// where it was, except for a reader that misreads it there.
  public func arranged(_ metadata: Metadata) -> Metadata {
    var result = metadata
    arrangeVolume(&result)
    if self == .komga { spellOutFractions(&result) }
    if self == .kavita { moveSpecialFormat(&result) }
    return result
  }

  private func arrangeVolume(_ metadata: inout Metadata) {
    guard let volume = metadata[.volume], case .number(let number) = volume.value else { return }
    let hasNumber = metadata.number != nil || metadata.chapter != nil
    switch self {
    case .kavita:
      // A number that says the volume again would turn the whole volume into a chapter.
      if metadata.number?.isSame(as: number) == true { metadata.remove(.number) }
    case .komga:
      if !hasNumber { metadata.set(.number, to: volume.value, from: volume.origin) }
      metadata.remove(.volume)
    case .standard, .comicrack:
      guard volume.origin.detail != ComicInfo.fileName else { return }
      if !hasNumber { metadata.set(.number, to: volume.value, from: volume.origin) }
      // Said once: a book written so is read again with the number, and the volume still in its name.
      // Where the user asks for both, both are written.
      let isAsked = hasNumber && [.commandLine, .pipeline].contains(volume.origin.kind)
      if !isAsked, metadata.number?.isSame(as: number) == true { metadata.remove(.volume) }
    }
  }

  /// `½` as `0.5`: Komga sorts by what it can read as a decimal number.
  private func spellOutFractions(_ metadata: inout Metadata) {
    for field in [MetadataField.number, .chapter, .alternateNumber] {
      guard let entry = metadata[field], case .number(let number) = entry.value,
        number.text.unicodeScalars.contains(where: { $0.properties.numericType == .numeric }),
        let spelled = BookNumber(number.padded(to: 1))
      else { continue }
      metadata.set(field, to: .number(spelled), from: entry.origin)
    }
  }

  /// Kavita files a book under Specials, its number and volume wiped, if its format holds one of these words.
  private func moveSpecialFormat(_ metadata: inout Metadata) {
    guard let entry = metadata[.format], let format = metadata.format,
      MetadataTarget.isKavitaSpecial(format: format)
    else { return }
    metadata.remove(.format)
    let tags = metadata.tags ?? []
    if !tags.contains(format) { metadata.set(\.tags, to: tags + [format], from: entry.origin) }
  }

  /// Whether Kavita makes a special of a book of this `Format` (`ComicInfo.cs`, 2024-10).
  static func isKavitaSpecial(format: String) -> Bool {
    let lower = format.lowercased()
    return kavitaSpecials.contains { lower.contains($0) }
  }

  private static let kavitaSpecials = [
    "special", "reference", "director's cut", "box set", "annual", "anthology", "epilogue", "one shot",
    "one-shot", "prologue", "tpb", "trade paper back", "omnibus", "compendium", "absolute", "graphic novel",
    "gn", "fcbd", "giant size",
  ]
}

extension BookNumber {
  /// Whether two say the same number: `3` and `03`, but not `16` and `16-17`.
  fileprivate func isSame(as other: BookNumber) -> Bool {
    text == other.text || whole != nil && whole == other.whole
  }
}
