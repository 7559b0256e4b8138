public import BookModel
public import Diagnostics
import Markup

/// MetronInfo.xml 1.0 (Metron-Project/metroninfo), read, written and rewritten. What drafts of 1.1 add is
/// read, but written only if a document already has it.
public enum MetronInfo: XMLMetadataFormat {
  public static let name = "MetronInfo"
  public static let place = MetadataPlaceInArchive.file(fileName)
  public static let fileName = "MetronInfo.xml"

  /// The databases that `ID` may name, with the model's scheme for each.
  static let sources: [(word: String, scheme: String)] = [
    ("AniList", "anilist"), ("Comic Vine", "comicvine"), ("Grand Comics Database", "gcd"), ("Kitsu", "kitsu"),
    ("MangaDex", "mangadex"), ("MangaUpdates", "mangaupdates"), ("Marvel", "marvel"), ("Metron", "metron"),
    ("MyAnimeList", "myanimelist"), ("League of Comic Geeks", "leagueofcomicgeeks"),
  ]

  /// The elements in the order of the 1.0 documentation, together with those of the 1.1 drafts.
  static let elements: [MetadataElement] = [
    MetadataElement("IDS"),
    MetadataElement("Publisher"),
    MetadataElement("Series"),
    MetadataElement("MangaVolume"),
    MetadataElement("CollectionTitle", text: .collectionTitle),
    MetadataElement("Number"),
    MetadataElement("AlternativeNumber", since: "1.1"),
    MetadataElement("Stories"),
    MetadataElement("Summary", text: .summary),
    MetadataElement("Prices"),
    MetadataElement("CoverDate"),
    MetadataElement("StoreDate"),
    MetadataElement("PageCount"),
    MetadataElement("Notes", text: .notes),
    MetadataElement("Genres", list: .genres, of: "Genre"),
    MetadataElement("Tags", list: .tags, of: "Tag"),
    MetadataElement("Arcs"),
    MetadataElement("Characters", list: .characters, of: "Character"),
    MetadataElement("Teams", list: .teams, of: "Team"),
    MetadataElement("Universes"),
    MetadataElement("Locations", list: .locations, of: "Location"),
    MetadataElement("Reprints", list: .reprints, of: "Reprint"),
    MetadataElement("GTIN"),
    MetadataElement("AgeRating"),
    MetadataElement("CommunityRating", since: "1.1"),
    MetadataElement("URLs"),
    MetadataElement("Credits"),
  ]

  /// The words allowed in `Format`, with synonyms.
  private static let formats: [(word: String, others: [String])] = [
    ("Annual", []), ("Digital Chapter", []), ("Graphic Novel", ["gn"]), ("Hardcover", ["hc", "hard cover"]),
    ("Limited Series", []), ("Omnibus", []), ("One-Shot", ["one shot", "oneshot"]), ("Single Issue", []),
    ("Trade Paperback", ["tpb", "tbp", "trade paper back"]),
  ]

  /// The schema's word for a format; nil if it has none.
  static func format(_ text: String) -> String? {
    let lower = text.lowercased()
    return formats.first { $0.word.lowercased() == lower || $0.others.contains(lower) }?.word
  }

  static let unreadable = Rule.metadataUnreadable

  public static func read(
    _ bytes: [UInt8], origin: Origin = Origin(.embedded, fileName), limits: Limits = Limits()
  ) -> MetadataReading {
    readXML(bytes, origin, limits)
  }

  static func take(_ root: XMLElement, _ origin: Origin, into reading: inout MetadataReading) {
    var reader = MetronInfoReader(root, origin)
    reader.read(into: &reading)
  }

  public static func write(_ statement: MetadataStatement) -> MetadataWriting {
    let rendering = MetronInfoRendering(statement.book.metadata, statement.book.stories)
    return MetadataWriting(XMLWriter().document(rendering.element(pageCount: statement.pageCount, newer: [])))
  }

  public static func rewrite(
    _ previous: [UInt8], saying statement: MetadataStatement, limits: Limits = Limits()
  ) throws(Diagnostic) -> MetadataWriting? {
    let (own, source, root) = try opened(previous, limits)
    let metadata = statement.metadata(over: own.metadata)
    var stories = statement.stories(over: own.stories)
    // The only story has the book's title, so a new title of the book applies to the story, too.
    if stories.map(\.title) == own.stories.map(\.title), stories.count == 1,
      own.metadata.title == stories[0].title, metadata.title != stories[0].title
    {
      stories = []
    }
    let before = MetronInfoRendering(own.metadata, own.stories)
    let after = MetronInfoRendering(metadata, stories)
    let newer = Set(root.element.elements.map(\.name)).intersection(
      elements.filter { $0.since != nil }.map(\.name))
    var said = before.element(pageCount: nil, newer: newer)
    let wanted = after.element(pageCount: statement.pages.map(\.count), newer: newer)
    if statement.pages != nil, let count = root.element.first("PageCount") {
      said.children.append(.element(count.withoutLines))
    }
    guard let bytes = source.revised(root, from: said, to: wanted, by: identity) else { return nil }
    return MetadataWriting(bytes, warnings: source.rebuildingWarning)
  }

  private static let identity = XMLIdentity(key: { element in
    switch element.name {
    case "ID": "ID \(element.attribute("source") ?? "") \(element.text.trimmed)"
    case "Price": "Price \(element.attribute("country") ?? "")"
    case "Arc": "Arc \(element.first("Name")?.text.trimmed ?? "")"
    case "Universe":
      "Universe \(element.first("Name")?.text.trimmed ?? "") \(element.first("Designation")?.text.trimmed ?? "")"
    case "Credit": "Credit \(element.first("Creator")?.text.trimmed ?? "")"
    default: items.contains(element.name) ? "\(element.name) \(element.text.trimmed)" : element.name
    }
  })

  /// The elements that occur once for each item of a list.
  private static let items = Set(
    elements.lists.compactMap(\.item) + ["Story", "URL", "AlternativeName", "Role"])
}

extension Rule {
  public static let metadataUnreadable = Rule(
    "metadata-unreadable", .metadata,
    "A metadata document inside a book cannot be read; it is kept, and the book converted without it.",
    advice: "Fix the document in the source, or set the fields with --meta.")
  public static let metadataValue = Rule(
    "metadata-value", .metadata, "An element of a metadata document has an invalid value.",
    advice: "Set the field with --meta, or fix the document.")
}
