import BookModel
public import Diagnostics
public import Options

/// ComicInfo.xml, versions 1.0 to 2.1 (anansi-project/comicinfo), read completely and written.
public enum ComicInfo: XMLMetadataFormat {
  public static let name = "ComicInfo"
  public static let place = MetadataPlaceInArchive.file(fileName)
  /// The file's name at the root of an archive.
  public static let fileName = "ComicInfo.xml"

  /// The elements in the schema's order. Programs written for 2.0 do not know those of 2.1.
  static let elements: [MetadataElement] = [
    MetadataElement("Title", text: .title),
    MetadataElement("Series", text: .series),
    MetadataElement("Number"),
    MetadataElement("Count"),
    MetadataElement("Volume"),
    MetadataElement("AlternateSeries", text: .alternateSeries),
    MetadataElement("AlternateNumber"),
    MetadataElement("AlternateCount"),
    MetadataElement("Summary", text: .summary),
    MetadataElement("Notes", text: .notes),
    MetadataElement("Year"),
    MetadataElement("Month"),
    MetadataElement("Day"),
    MetadataElement("Writer", people: .writer),
    MetadataElement("Penciller", people: .penciller),
    MetadataElement("Inker", people: .inker),
    MetadataElement("Colorist", people: .colorist),
    MetadataElement("Letterer", people: .letterer),
    MetadataElement("CoverArtist", people: .coverArtist),
    MetadataElement("Editor", people: .editor),
    MetadataElement("Translator", people: .translator, since: "2.1"),
    MetadataElement("Publisher", text: .publisher),
    MetadataElement("Imprint", text: .imprint),
    MetadataElement("Genre", list: .genres),
    MetadataElement("Tags", list: .tags, since: "2.1"),
    MetadataElement("Web"),
    MetadataElement("PageCount"),
    MetadataElement("LanguageISO"),
    MetadataElement("Format", text: .format),
    MetadataElement("BlackAndWhite"),
    MetadataElement("Manga"),
    MetadataElement("Characters", list: .characters),
    MetadataElement("Teams", list: .teams),
    MetadataElement("Locations", list: .locations),
    MetadataElement("ScanInformation", text: .scanInformation),
    MetadataElement("StoryArc"),
    MetadataElement("StoryArcNumber", since: "2.1"),
    MetadataElement("SeriesGroup", list: .seriesGroups),
    MetadataElement("AgeRating"),
    MetadataElement("Pages"),
    MetadataElement("CommunityRating"),
    MetadataElement("MainCharacterOrTeam", text: .mainCharacterOrTeam),
    MetadataElement("Review", text: .review),
    MetadataElement("GTIN", since: "2.1"),
  ]

  /// Elements that no schema defines but Kavita reads. They are written for Kavita, and for any reader if the
  /// source had them.
  static let extensions: [(element: String, field: MetadataField)] = [
    ("LocalizedSeries", .localizedSeries), ("SeriesSort", .seriesSort),
  ]

  /// The schema's words for AgeRating. Other spellings of them, and MetronInfo's words, are mapped to these.
  static let ageRatings = [
    "Unknown", "Adults Only 18+", "Early Childhood", "Everyone", "Everyone 10+", "G", "Kids to Adults", "M",
    "MA15+",
    "Mature 17+", "PG", "R18+", "Rating Pending", "Teen", "X18+",
  ]

  /// Which of an archive's entries is its ComicInfo: one at the root comes first, then the least deeply
  /// nested; the exact spelling comes before others.
  ///
  /// - Parameter names: the path components of each entry's name, without junk files.
  /// - Returns: an index into `names`.
  public static func entry(among names: [[String]]) -> Int? {
    let candidates = names.indices.filter { names[$0].last?.lowercased() == fileName.lowercased() }
    return candidates.min { left, right in
      let (a, b) = (names[left], names[right])
      if a.count != b.count { return a.count < b.count }
      if (a.last == fileName) != (b.last == fileName) { return a.last == fileName }
      return NaturalOrder.PathKey(a) < NaturalOrder.PathKey(b)
    }
  }
}

/// The version of ComicInfo to write.
public enum ComicInfoVersion: String, OptionEnumeration, Hashable {
  /// 2.0, unless an element is needed that only 2.1 has (Translator, Tags, StoryArcNumber, GTIN).
  case auto
  case v20 = "2.0"
  case v21 = "2.1"
}

extension Rule {
  public static let comicInfoUnreadable = Rule(
    "comicinfo-unreadable", .metadata,
    "A ComicInfo.xml cannot be read at all; the book is converted without it.",
    advice: "Fix the document in the source, or set the fields with --meta.")
  public static let comicInfoValue = Rule(
    "comicinfo-value", .metadata, "An element of a ComicInfo.xml has an invalid value, and is ignored.",
    advice: "Set the field with --meta, or fix the document.")
  public static let comicInfoRepeated = Rule(
    "comicinfo-repeated", .metadata, "A ComicInfo.xml has an element more than once; the first is used.",
    advice: "Check that the first value is the right one.")
  public static let pageListMismatch = Rule(
    "page-list-mismatch", .metadata,
    "The page list of a ComicInfo.xml names pages that the book does not have.",
    advice: "Nothing: a new list is written for the pages of the book.")
  public static let commaDropped = Rule(
    "comma-dropped", .metadata, "A name contained a comma, which ComicInfo uses to separate names.",
    advice: "Usually nothing. Formats with real lists, such as MetronInfo, keep the comma.")
  public static let notInVersion = Rule(
    "not-in-version", .metadata,
    "A field of the book has no element in the version of ComicInfo that is written.",
    advice: "Write the newer version: 'comicInfo: 2.1'.")
  public static let notWritable = Rule(
    "not-writable", .metadata, "A value does not fit the element that ComicInfo has for it.",
    advice: "Set another value with --meta.")
  public static let languageUnknown = Rule(
    "language-unknown", .metadata, "A book's language is not given as a language tag.",
    advice: "Set the language: --meta language=ja (a BCP 47 tag).")
}
