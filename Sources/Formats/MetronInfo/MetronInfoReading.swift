import BookModel
import Diagnostics
import Markup

/// Reads the elements of a MetronInfo document.
struct MetronInfoReader {
  private let root: XMLElement
  private let origin: Origin
  private var metadata = Metadata()
  private var warnings: [Diagnostic] = []

  init(_ root: XMLElement, _ origin: Origin) {
    self.root = root
    self.origin = origin
  }

  mutating func read(into reading: inout MetadataReading) {
    readSeries()
    readPublisher()
    readTexts()
    readIdentifiers()
    readCredits()
    readLists()
    let stories = items("Stories", "Story").map { Story(title: $0.text.trimmed) }.filter { !$0.title.isEmpty }
    // A single story is the title; several are listed as stories.
    if stories.count == 1 { metadata.set(\.title, to: stories[0].title, from: origin) }
    reading.metadata = metadata
    reading.stories = stories
    reading.warnings += warnings
  }

  // MARK: values

  private func text(_ name: String, in element: XMLElement? = nil) -> String? {
    let text = (element ?? root).first(name)?.text.trimmed ?? ""
    return text.isEmpty ? nil : text
  }

  private func items(_ list: String, _ item: String, in element: XMLElement? = nil) -> [XMLElement] {
    (element ?? root).elements(named: list).flatMap { $0.elements(named: item) }
  }

  private func texts(_ elements: [XMLElement]) -> [String] {
    elements.map(\.text.trimmed).filter { !$0.isEmpty }.withoutRepeats
  }

  private mutating func integer(_ name: String, in element: XMLElement, atLeast least: Int) -> Int? {
    guard let text = text(name, in: element) else { return nil }
    guard let value = BookNumber(text)?.whole else {
      warn(name, text, "a whole number", element)
      return nil
    }
    return value >= least ? value : nil
  }

  private mutating func date(_ name: String) -> PartialDate? {
    guard let text = text(name) else { return nil }
    let date = PartialDate(iso: text)
    if date == nil { warn(name, text, "a date", root) }
    return date
  }

  private mutating func warn(_ name: String, _ text: String, _ expected: String, _ element: XMLElement) {
    let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
    warnings.append(
      .warning(
        .metadataValue, "'\(name)' is '\(shown)', not \(expected); it is ignored",
        at: ComicInfo.place(of: element.first(name))))
  }

  // MARK: fields

  private mutating func readSeries() {
    guard let series = root.first("Series") else { return }
    metadata.set(\.series, to: text("Name", in: series), from: origin)
    metadata.set(\.seriesSort, to: text("SortName", in: series), from: origin)
    metadata.set(\.seriesVolume, to: integer("Volume", in: series, atLeast: 0), from: origin)
    metadata.set(\.format, to: text("Format", in: series), from: origin)
    if let year = integer("StartYear", in: series, atLeast: 1000), year <= 9999 {
      metadata.set(\.startYear, to: year, from: origin)
    }
    metadata.set(\.count, to: integer("IssueCount", in: series, atLeast: 1), from: origin)
    metadata.set(\.volumeCount, to: integer("VolumeCount", in: series, atLeast: 1), from: origin)
    metadata.set(
      \.alternativeNames, to: texts(items("AlternativeNames", "AlternativeName", in: series)), from: origin)
    metadata.set(\.language, to: series.attribute("lang").flatMap(LanguageTag.canonical), from: origin)
  }

  private mutating func readPublisher() {
    guard let publisher = root.first("Publisher") else { return }
    metadata.set(\.publisher, to: text("Name", in: publisher), from: origin)
    metadata.set(\.imprint, to: text("Imprint", in: publisher), from: origin)
  }

  private mutating func readTexts() {
    for (element, field) in MetronInfo.elements.texts {
      metadata.set(field, to: text(element).map { .text($0) }, from: origin)
    }
    metadata.set(\.number, to: text("Number").flatMap { BookNumber($0) }, from: origin)
    metadata.set(\.alternateNumber, to: text("AlternativeNumber").flatMap { BookNumber($0) }, from: origin)
    if let text = text("MangaVolume"), let volume = BookNumber(text) {
      if volume.key == nil { warn("MangaVolume", text, "a number", root) }
      metadata.set(\.volume, to: volume.key == nil ? nil : volume, from: origin)
    }
    metadata.set(\.date, to: date("CoverDate"), from: origin)
    metadata.set(\.storeDate, to: date("StoreDate"), from: origin)
    if let rating = text("AgeRating"), rating.lowercased() != "unknown" {
      metadata.set(\.ageRating, to: rating, from: origin)
    }
    let average = root.first("CommunityRating").flatMap { text("AverageRating", in: $0) }.flatMap(Double.init)
    metadata.set(\.communityRating, to: average.flatMap { (0...5).contains($0) ? $0 : nil }, from: origin)
  }

  /// Reads identifiers, the primary one first, then trade numbers.
  private mutating func readIdentifiers() {
    let elements = items("IDS", "ID")
    var identifiers = (elements.filter(MetronInfo.isPrimary) + elements.filter { !MetronInfo.isPrimary($0) })
      .compactMap { element -> Identifier? in
        let value = element.text.trimmed
        guard !value.isEmpty, let source = element.attribute("source")?.trimmed else { return nil }
        let known = MetronInfo.sources.first { $0.word.lowercased() == source.lowercased() }?.scheme
        return Identifier(scheme: known ?? source.lowercased().filter { !$0.isWhitespace }, value: value)
      }
    if let trade = root.first("GTIN") {
      if let isbn = text("ISBN", in: trade) { identifiers.append(Identifier(scheme: "isbn", value: isbn)) }
      if let upc = text("UPC", in: trade) { identifiers.append(Identifier(scheme: "upc", value: upc)) }
    }
    metadata.set(\.identifiers, to: identifiers, from: origin)
    let addresses = items("URLs", "URL")
    metadata.set(
      \.web,
      to: texts(addresses.filter(MetronInfo.isPrimary) + addresses.filter { !MetronInfo.isPrimary($0) }),
      from: origin)
  }

  private mutating func readCredits() {
    var credits: [Credit] = []
    for credit in items("Credits", "Credit") {
      guard let name = text("Creator", in: credit) else { continue }
      let words = texts(items("Roles", "Role", in: credit))
      for word in words.isEmpty ? ["Other"] : words {
        credits.append(Credit(name, Credit.Role(formatWord: word)))
      }
    }
    metadata.set(\.credits, to: credits.withoutRepeats, from: origin)
  }

  private mutating func readLists() {
    for case (let list, let item?, let field) in MetronInfo.elements.lists {
      metadata.set(field, to: .list(texts(items(list, item))), from: origin)
    }
    let prices = items("Prices", "Price").compactMap { element in
      Price(country: element.attribute("country"), amount: element.text.trimmed)?.text
    }
    metadata.set(\.prices, to: prices, from: origin)
    let arcs = items("Arcs", "Arc").compactMap { arc in
      text("Name", in: arc).map { StoryArc(name: $0, number: text("Number", in: arc)) }
    }
    metadata.set(\.storyArcs, to: arcs, from: origin)
    let universes = items("Universes", "Universe").compactMap { universe in
      text("Name", in: universe).map { name in
        text("Designation", in: universe).map { "\(name) (\($0))" } ?? name
      }
    }
    metadata.set(\.universes, to: universes, from: origin)
  }
}

extension MetronInfo {
  fileprivate static func isPrimary(_ element: XMLElement) -> Bool {
    ["true", "1"].contains(element.attribute("primary")?.trimmed.lowercased())
  }
}
