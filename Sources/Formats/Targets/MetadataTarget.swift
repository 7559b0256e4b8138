public import BookModel
public import Options

/// The program a book's metadata is written for. Readers interpret some ComicInfo elements differently; the
/// model keeps the facts separate, and this is the only place that knows what each reader expects.
public enum MetadataTarget: String, OptionEnumeration, Hashable {
  /// As the schema's documentation says.
  case standard
  /// Komga: fractions as decimal numbers, and no `Volume` for a tankōbon (it would become part of the series'
  /// title).
  case komga
  /// Kavita: a tankōbon's number as `Volume` without `Number`, commas in `Web`, and no `Format` that turns a
  /// book into a special.
  case kavita
  /// ComicRack and its community edition.
  case comicrack

  /// The separator between addresses in `Web`. The documentation and Komga use a space; Kavita splits at
  /// commas.
  var webSeparator: String { self == .kavita ? "," : " " }

  /// Elements that this reader knows but no schema defines, with their fields.
  var extensions: [(element: String, field: MetadataField)] { self == .kavita ? ComicInfo.extensions : [] }

  /// The metadata with facts moved to the fields where this reader expects them. What ComicInfo itself said
  /// about a volume stays where it was, except for a reader that would misread it there.
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
      // A number that repeats the volume would turn the whole volume into a chapter.
      if metadata.number?.isSame(as: number) == true { metadata.remove(.number) }
    case .komga:
      if !hasNumber { metadata.set(.number, to: volume.value, from: volume.origin) }
      metadata.remove(.volume)
    case .standard, .comicrack:
      guard volume.origin.detail != ComicInfo.fileName else { return }
      if !hasNumber { metadata.set(.number, to: volume.value, from: volume.origin) }
      // Written only once: when such a book is read again, the number is in the document and the volume still
      // in its name. If the user asks for both, both are written.
      let isAsked = hasNumber && [.commandLine, .pipeline].contains(volume.origin.kind)
      if !isAsked, metadata.number?.isSame(as: number) == true { metadata.remove(.volume) }
    }
  }

  /// Writes `½` as `0.5`: Komga sorts by what it can read as a decimal number.
  private func spellOutFractions(_ metadata: inout Metadata) {
    for field in [MetadataField.number, .chapter, .alternateNumber] {
      guard let entry = metadata[field], case .number(let number) = entry.value,
        number.text.unicodeScalars.contains(where: { $0.properties.numericType == .numeric }),
        let spelled = BookNumber(number.padded(to: 1))
      else { continue }
      metadata.set(field, to: .number(spelled), from: entry.origin)
    }
  }

  /// Kavita puts a book under Specials and clears its number and volume if its format contains one of these
  /// words.
  private func moveSpecialFormat(_ metadata: inout Metadata) {
    guard let entry = metadata[.format], let format = metadata.format,
      MetadataTarget.isKavitaSpecial(format: format)
    else { return }
    metadata.remove(.format)
    let tags = metadata.tags ?? []
    if !tags.contains(format) { metadata.set(\.tags, to: tags + [format], from: entry.origin) }
  }

  /// Whether Kavita treats a book with this `Format` as a special (`ComicInfo.cs`, 2024-10).
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
  /// Whether two numbers are the same: `3` and `03`, but not `16` and `16-17`.
  fileprivate func isSame(as other: BookNumber) -> Bool {
    text == other.text || whole != nil && whole == other.whole
  }
}
