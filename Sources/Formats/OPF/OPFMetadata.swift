public import BookModel
import Markup
public import Publications

/// What a package document says about a book, in the model's fields.
public struct OPFMetadata: Hashable, Sendable {
  public var metadata: Metadata

  /// Maps a package's metadata. The series comes from `belongs-to-collection` or from calibre; titles are
  /// never split up to find one.
  public init(_ package: PackageDocument, origin: Origin) {
    var mapping = OPFMapping(package, origin)
    mapping.run()
    metadata = mapping.metadata
  }
}

/// A mapping in progress.
struct OPFMapping {
  let package: PackageDocument
  let origin: Origin
  var metadata = Metadata()
  /// Whether Kindle Comic Converter made the file; it always writes itself as the creator and English as the
  /// language.
  private let isByKCC: Bool

  init(_ package: PackageDocument, _ origin: Origin) {
    self.package = package
    self.origin = origin
    let makers = package.dublinCore("creator") + package.dublinCore("contributor")
    isByKCC = makers.contains { $0.value == "KCC" || $0.value.hasPrefix("KindleComicConverter") }
  }

  mutating func run() {
    mapTitles()
    mapSeries()
    mapCredits()
    mapTexts()
    mapPublisher()
    mapDate()
    mapLanguage()
    mapSubjects()
    mapIdentifiers()
    if let rating = package.meta("calibre:rating").flatMap(Double.init), (0...10).contains(rating), rating > 0
    {
      metadata.set(\.communityRating, to: rating / 2, from: origin)
    }
    metadata.set(\.direction, to: package.direction, from: origin)
    keepTheRest()
  }

  /// The main title followed by the subtitle; titles of collections become groups or arcs.
  private mutating func mapTitles() {
    let titles = package.dublinCore("title").map {
      ($0, type: package.refinements(of: $0, "title-type").first)
    }
    let main =
      titles.first { $0.type == "main" } ?? titles.first { $0.type == nil }
      ?? titles.first { $0.type == "expanded" } ?? titles.first
    var title = main?.0.value
    if main?.type != "expanded", let subtitle = titles.first(where: { $0.type == "subtitle" }),
      subtitle.0 != main?.0
    {
      title = title.map { "\($0): \(subtitle.0.value)" }
    }
    metadata.set(\.title, to: title, from: origin)
    for (item, type) in titles where type == "collection" {
      if let place = package.refinements(of: item, "display-seq").first {
        addArc(StoryArc(name: item.value, number: OPFMapping.number(place)))
      } else {
        addGroup(item.value)
      }
    }
  }

  private mutating func addGroup(_ name: String) {
    let groups = metadata.seriesGroups ?? []
    if !groups.contains(name) { metadata.set(\.seriesGroups, to: groups + [name], from: origin) }
  }

  private mutating func addArc(_ arc: StoryArc) {
    metadata.set(\.storyArcs, to: (metadata.storyArcs ?? []) + [arc], from: origin)
  }

  private struct Collection {
    var item: PackageMetadata
    var type: String?
    var position: String?
  }

  /// The series: a collection of that type, preferably one with a position; otherwise calibre's; otherwise a
  /// collection without a type that has a position. Sets and other collections become groups.
  private mutating func mapSeries() {
    let collections = package.metadata.filter {
      $0.kind == .meta && $0.name == "belongs-to-collection" && !$0.value.isEmpty
    }
    .map { item in
      Collection(
        item: item, type: package.refinements(of: item, "collection-type").first?.lowercased(),
        position: package.refinements(of: item, "group-position").first)
    }
    let typed = collections.filter { $0.type == "series" }
    var series = typed.filter { $0.position != nil } + typed.filter { $0.position == nil }
    let calibre = package.meta("calibre:series")
    if series.isEmpty, calibre == nil {
      series = collections.filter { $0.type == nil && $0.position != nil }
    }
    if let first = series.first {
      metadata.set(\.series, to: first.item.value, from: origin)
      metadata.set(\.number, to: first.position.flatMap { BookNumber(OPFMapping.number($0)) }, from: origin)
      metadata.set(\.seriesSort, to: package.refinements(of: first.item, "file-as").first, from: origin)
    } else if let calibre {
      metadata.set(\.series, to: calibre, from: origin)
      let index = package.meta("calibre:series_index").map(OPFMapping.number)
      metadata.set(\.number, to: index.flatMap(BookNumber.init), from: origin)
    }
    if let second = series.dropFirst().first(where: { $0.item.value != series[0].item.value }) {
      metadata.set(\.alternateSeries, to: second.item.value, from: origin)
      metadata.set(
        \.alternateNumber, to: second.position.flatMap { BookNumber(OPFMapping.number($0)) }, from: origin)
    }
    for other in collections
    where !series.contains(where: { $0.item == other.item }) && other.type != "series" {
      addGroup(other.item.value)
    }
  }

  /// The position without the `.0` that programs append to whole numbers.
  static func number(_ text: String) -> String {
    let parts = text.trimmed.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, Int(parts[0]) != nil, !parts[1].isEmpty, parts[1].allSatisfy({ $0 == "0" }) else {
      return text.trimmed
    }
    return String(parts[0])
  }

  /// The Dublin Core elements that contain one text, with their fields.
  static let elements: [MetadataElement] = [
    MetadataElement("publisher", text: .publisher),
    MetadataElement("description", text: .summary),
  ]

  private mutating func mapTexts() {
    for (element, field) in OPFMapping.elements.texts {
      guard let text = package.dublinCore(element).first?.value else { continue }
      metadata.set(field, to: .text(field == .summary ? MarkupText.plain(text) : text), from: origin)
    }
  }

  /// If no publisher is stated, a creator or contributor may have that role.
  private mutating func mapPublisher() {
    guard metadata.publisher == nil else { return }
    let named = (package.dublinCore("creator") + package.dublinCore("contributor"))
      .first { OPFCredits.roles(of: $0, in: package).contains("pbl") }?.value
    metadata.set(\.publisher, to: named, from: origin)
  }

  private mutating func mapCredits() {
    metadata.set(\.credits, to: OPFCredits.credits(in: package), from: origin)
  }

  /// The publication date: the one marked as such, otherwise one without a mark; never the date of
  /// modification.
  private mutating func mapDate() {
    let dates = package.dublinCore("date")
    func event(_ item: PackageMetadata) -> String? { item.attribute("event")?.lowercased() }
    let candidates = dates.filter { event($0) == "publication" } + dates.filter { event($0) == nil }
    let others = [package.meta("dcterms:issued"), package.meta("dcterms:date")].compactMap { $0 }
    metadata.set(
      \.date, to: (candidates.map(\.value) + others).lazy.compactMap { PartialDate(iso: $0) }.first,
      from: origin)
  }

  private mutating func mapLanguage() {
    let languages = package.dublinCore("language").lazy.compactMap { LanguageTag.canonical($0.value) }
    guard let language = languages.first, !(isByKCC && language == "en-US") else { return }
    metadata.set(\.language, to: language, from: origin)
  }

  /// Subjects are genres; BISAC codes (three letters, six digits) mean nothing to readers and become tags.
  private mutating func mapSubjects() {
    var genres: [String] = []
    var tags: [String] = []
    for subject in package.dublinCore("subject") {
      for part in subject.value.split(whereSeparator: { $0 == "," || $0 == ";" }) {
        let word = part.trimmed
        if OPFMapping.isBISAC(word) { tags.append(word) } else if !word.isEmpty { genres.append(word) }
      }
      tags += package.refinements(of: subject, "term").filter(OPFMapping.isBISAC)
    }
    metadata.set(\.genres, to: genres.withoutRepeats, from: origin)
    metadata.set(\.tags, to: tags.withoutRepeats, from: origin)
  }

  private static func isBISAC(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 9 && bytes[..<3].allSatisfy { (0x41...0x5A).contains($0) }
      && bytes[3...].allSatisfy { (0x30...0x39).contains($0) }
  }

  private mutating func mapIdentifiers() {
    var identifiers: [Identifier] = []
    var web: [String] = []
    for item in package.dublinCore("identifier") {
      switch OPFIdentifier.read(item, in: package) {
      case .identifier(let identifier): identifiers.append(identifier)
      case .address(let address): web.append(address)
      }
    }
    metadata.set(\.identifiers, to: identifiers.withoutRepeats, from: origin)
    metadata.set(\.web, to: web.withoutRepeats, from: origin)
  }

  /// Dublin Core elements for which the model has no field.
  private mutating func keepTheRest() {
    let spaces = XMLWriter.Prefix("dc", "http://purl.org/dc/elements/1.1/")
    let known = Set(OPFMapping.elements.map(\.name))
    for name in ["rights", "source", "relation", "coverage", "type", "format"] where !known.contains(name) {
      for item in package.dublinCore(name) where item.kind == .dublinCore {
        let element = XMLElement(name: name, namespace: spaces.namespace, children: [.text(item.value)])
        let xml = XMLWriter(indentation: nil, prefixes: [spaces]).text(element)
        metadata.kept.append(KeptElement(format: "OPF", name: name, xml: xml))
      }
    }
  }
}

extension Array where Element: Hashable {
  /// Each element once, where it first occurs.
  var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
