import BookModel
import Diagnostics
import Markup

/// The texts of a book's ComicInfo elements.
struct ComicInfoTexts {
  private let metadata: Metadata
  private let target: MetadataTarget
  /// By element name.
  var values: [String: String] = [:]
  var warnings: [Diagnostic] = []

  /// - Parameter target: the reader to arrange the facts for; nil leaves them where they are.
  init(_ metadata: Metadata, for target: MetadataTarget?) {
    self.metadata = target?.arranged(metadata) ?? metadata
    self.target = target ?? .standard
    fill()
    fillExtensions(of: target)
  }

  /// The document's root: elements in the schema's order, then those that no schema defines.
  ///
  /// - Parameter pages: the statement whose pages are counted and listed; nil for neither.
  func element(pages: MetadataStatement?) -> XMLElement {
    var root = XMLElement(name: "ComicInfo")
    for element in ComicInfo.elements {
      var text = values[element.name]
      if element.name == "PageCount", let pages { text = String(pages.pageCount) }
      if element.name == "Pages", let pages, let written = pages.pages, !written.isEmpty {
        root.children.append(.element(ComicInfo.pageList(written, marks: pages.book.bookmarks)))
      } else if let text {
        root.children.append(.element(XMLElement(name: element.name, children: [.text(text)])))
      }
    }
    for (element, _) in ComicInfo.extensions {
      guard let text = values[element] else { continue }
      root.children.append(.element(XMLElement(name: element, children: [.text(text)])))
    }
    return root
  }

  /// Whether an element that no schema defines is among those written, in any spelling.
  func hasExtension(_ name: String) -> Bool {
    ComicInfo.extensions.contains { $0.element.lowercased() == name.lowercased() }
  }

  private mutating func fillExtensions(of target: MetadataTarget?) {
    for (element, field) in ComicInfo.extensions {
      let isHeld = metadata.kept.contains {
        $0.format == ComicInfo.name && $0.name.lowercased() == element.lowercased()
      }
      if isHeld || target?.extensions.contains(where: { $0.element == element }) == true {
        set(element, metadata[field]?.value.text)
      }
    }
  }

  private mutating func fill() {
    for (element, field) in ComicInfo.elements.texts { set(element, metadata.text(field)) }
    for (element, _, field) in ComicInfo.elements.lists {
      set(element, list(metadata.list(field), of: element))
    }
    for (element, role) in ComicInfo.elements.people {
      let names = (metadata.credits ?? []).filter { $0.role.nearestKnown == role }.map(\.name)
      set(element, list(names.withoutRepeats, of: element))
    }
    if let title = metadata.title, let subtitle = metadata.subtitle { set("Title", "\(title): \(subtitle)") }
    set("Number", (metadata.number ?? metadata.chapter)?.text)
    set("AlternateNumber", metadata.alternateNumber?.text)
    set("Count", integer(metadata.count ?? metadata.volumeCount))
    set("AlternateCount", integer(metadata.alternateCount))
    fillVolume()
    let date = metadata.date ?? metadata.storeDate
    set("Year", date.map { String($0.year) })
    set("Month", date?.month.map { String($0) })
    set("Day", date?.day.map { String($0) })
    // A space inside an address is percent-encoded because spaces separate addresses.
    let addresses = metadata.web?.map { $0.split(separator: " ").joined(separator: "%20") }
    set("Web", addresses?.joined(separator: target.webSeparator))
    fillLanguage()
    set("BlackAndWhite", metadata.isBlackAndWhite.map { $0 ? "Yes" : "No" })
    set("Manga", manga)
    fillArcs()
    fillAgeRating()
    set("GTIN", gtin)
  }

  private mutating func set(_ element: String, _ text: String?) {
    if let text, !text.isEmpty { values[element] = text }
  }

  /// A number that fits the schema's `int`.
  private func integer(_ value: Int?) -> String? { value.flatMap { Int32(exactly: $0) }.map { String($0) } }

  /// Joins items with commas. An item must not contain a comma: readers would split it.
  private mutating func list(_ items: [String], of element: String) -> String {
    items.map { item in
      let words = item.split { $0.isWhitespace || $0 == "," }.joined(separator: " ")
      if item.contains(",") {
        warnings.append(
          .warning(.commaDropped, "'\(item)' is written as '\(words)': \(element) separates names by commas"))
      }
      return words
    }.filter { !$0.isEmpty }.joined(separator: ",")
  }

  /// `und` means that the language is unknown; it is neither written nor reported.
  private mutating func fillLanguage() {
    guard let language = metadata.language, language.lowercased() != "und" else { return }
    let tag = LanguageTag.canonical(language)
    set("LanguageISO", tag)
    if tag == nil {
      warnings.append(
        .warning(
          .notWritable, "language '\(language)' is left out: it is not a language tag",
          remedy: "write a tag such as en, pt-BR or ja"))
    }
  }

  private mutating func fillVolume() {
    set("Volume", integer(volumeNumber))
    // Kavita also accepts ranges and text.
    if target == .kavita, let volume = metadata.volume?.text { set("Volume", volume) }
    if target != .kavita, let volume = metadata.volume, volume.whole == nil {
      warnings.append(
        .note(.notWritable, "volume '\(volume.text)' is left out: Volume takes whole numbers only"))
    }
  }

  /// One element for three facts: a value set by the user wins over one from the source's ComicInfo, and that
  /// over values from elsewhere.
  private var volumeNumber: Int? {
    func rank(_ origin: Origin) -> Int {
      switch origin.kind {
      case .commandLine, .pipeline: 0
      default: origin.detail == ComicInfo.fileName ? 1 : 2
      }
    }
    let numbers: [(field: MetadataField, whole: Int?)] = [
      (.volume, metadata.volume?.whole), (.seriesVolume, metadata.seriesVolume),
      (.startYear, metadata.startYear),
    ]
    let known = numbers.compactMap { field, whole in
      whole.flatMap { whole in metadata[field].map { (rank: rank($0.origin), whole: whole) } }
    }
    return known.min { $0.rank < $1.rank }?.whole
  }

  /// Right-to-left can only be expressed together with manga. `No` is written only if it was stated.
  private var manga: String? {
    if metadata.direction == .rightToLeft { return "YesAndRightToLeft" }
    return metadata.isManga.map { $0 ? "Yes" : "No" }
  }

  private mutating func fillArcs() {
    guard let arcs = metadata.storyArcs else { return }
    set("StoryArc", list(arcs.map(\.name), of: "StoryArc"))
    if arcs.contains(where: { $0.number != nil }) {
      values["StoryArcNumber"] = arcs.map { ($0.number ?? "").filter { $0 != "," } }.joined(separator: ",")
    }
  }

  private mutating func fillAgeRating() {
    guard let rating = metadata.ageRating else { return }
    let word = AgeRating.comicInfo(rating)
    set("AgeRating", word ?? rating)
    if word == nil {
      warnings.append(
        .note(.notWritable, "age rating '\(rating)' is not one of ComicInfo's; strict readers ignore it"))
    }
  }

  /// An ISBN is preferred to other trade numbers, and these to identifiers from comic databases.
  private var gtin: String? {
    let identifiers = metadata.identifiers ?? []
    for scheme in ["isbn", "gtin", "ean", "upc", "jan", "issn"] {
      if let found = identifiers.first(where: { $0.scheme == scheme }) { return found.value }
    }
    let registry = identifiers.first {
      ["comicvine", "metron", "gcd", "grandcomicsdatabase"].contains($0.scheme)
    }
    if let registry { return "urn:\(registry.scheme):\(registry.value)" }
    // A value from the source's own ComicInfo stays, whatever it is.
    guard metadata[.identifiers]?.origin.detail == ComicInfo.fileName else { return nil }
    return identifiers.first { ["", "asin"].contains($0.scheme) }?.value
  }

  /// Version 2.0 allows two decimals, 2.1 one.
  mutating func fillRating(decimals: Int) {
    guard let rating = metadata.communityRating, (0...5).contains(rating) else { return }
    let scale = decimals == 2 ? 100.0 : 10.0
    let units = Int((rating * scale).rounded())
    var text = String(units / Int(scale))
    let rest = units % Int(scale)
    if rest > 0 {
      var digits = String(rest + Int(scale)).dropFirst()
      while digits.last == "0" { digits.removeLast() }
      text += "." + digits
    }
    set("CommunityRating", text)
  }
}
