import BookModel
public import Diagnostics
public import Options

/// ComicInfo.xml, versions 1.0 to 2.1 (anansi-project/comicinfo), read whole and written.
public enum ComicInfo: XMLMetadataFormat {
  public static let name = "ComicInfo"
  public static let place = MetadataPlaceInArchive.file(fileName)
  /// The name the file has at the root of an archive.
  public static let fileName = "ComicInfo.xml"

  /// The elements in the schema's order, and the first version that has each.
  static let elements: [Element] = [
    Element("Title"), Element("Series"), Element("Number"), Element("Count"), Element("Volume"),
    Element("AlternateSeries"), Element("AlternateNumber"), Element("AlternateCount"), Element("Summary"),
    Element("Notes"), Element("Year"), Element("Month"), Element("Day"), Element("Writer"),
    Element("Penciller"),
    Element("Inker"), Element("Colorist"), Element("Letterer"), Element("CoverArtist"), Element("Editor"),
    Element("Translator", since: .v21), Element("Publisher"), Element("Imprint"), Element("Genre"),
    Element("Tags", since: .v21), Element("Web"), Element("PageCount"), Element("LanguageISO"),
    Element("Format"),
    Element("BlackAndWhite"), Element("Manga"), Element("Characters"), Element("Teams"), Element("Locations"),
    Element("ScanInformation"), Element("StoryArc"), Element("StoryArcNumber", since: .v21),
    Element("SeriesGroup"),
    Element("AgeRating"), Element("Pages"), Element("CommunityRating"), Element("MainCharacterOrTeam"),
    Element("Review"), Element("GTIN", since: .v21),
  ]

  struct Element {
    let name: String
    let since: ComicInfoVersion

    init(_ name: String, since: ComicInfoVersion = .v20) {
      self.name = name
      self.since = since
    }
  }

  /// The elements that hold the names of people, by role.
  static let creators: [(element: String, role: Credit.Role)] = [
    ("Writer", .writer), ("Penciller", .penciller), ("Inker", .inker), ("Colorist", .colorist),
    ("Letterer", .letterer), ("CoverArtist", .coverArtist), ("Editor", .editor), ("Translator", .translator),
  ]

  /// The elements that hold one text, and the field each is.
  static let texts: [(element: String, field: MetadataField)] = [
    ("Title", .title), ("Series", .series), ("AlternateSeries", .alternateSeries), ("Summary", .summary),
    ("Notes", .notes), ("Publisher", .publisher), ("Imprint", .imprint), ("Format", .format),
    ("ScanInformation", .scanInformation), ("MainCharacterOrTeam", .mainCharacterOrTeam), ("Review", .review),
  ]

  /// The elements that hold a list with commas, and the field each is.
  static let lists: [(element: String, field: MetadataField)] = [
    ("Genre", .genres), ("Tags", .tags), ("Characters", .characters), ("Teams", .teams),
    ("Locations", .locations),
    ("SeriesGroup", .seriesGroups),
  ]

  /// Elements that no schema has but Kavita reads. They are written for Kavita, and where the source had them.
  static let extensions: [(element: String, field: MetadataField)] = [
    ("LocalizedSeries", .localizedSeries), ("SeriesSort", .seriesSort),
  ]

  /// AgeRating's words. Other spellings of them, and MetronInfo's words, are led back to these.
  static let ageRatings = [
    "Unknown", "Adults Only 18+", "Early Childhood", "Everyone", "Everyone 10+", "G", "Kids to Adults", "M",
    "MA15+",
    "Mature 17+", "PG", "R18+", "Rating Pending", "Teen", "X18+",
  ]

  /// Which of an archive's entries is its ComicInfo: one at the root first, then the one least deep; the exact
  /// spelling before others.
  ///
  /// - Parameter names: the components of each entry's name, junk left out.
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

/// Which version of ComicInfo is written.
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
