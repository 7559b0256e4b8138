extension MetadataField {
  /// What the field says, in one sentence; every field has one.
  public var summary: String {
    switch self {
    case .title: "The book's own title, not its series'."
    case .subtitle: "What stands below the title."
    case .series: "The series it belongs to."
    case .seriesSort: "The series' name as it is sorted: 'Kite, The'."
    case .localizedSeries: "The series' name in the reader's language."
    case .alternativeNames: "Other names the series goes by."
    case .number: "Its number in the series: the issue's. May be anything: 3, 3.5, ½, 1.MU, -1."
    case .volume:
      "The number of a collected volume, such as a tankōbon's: what the book itself is. For the run of a series see seriesVolume."
    case .chapter: "The number of a chapter published by itself."
    case .seriesVolume:
      "Which run of the series it belongs to: 2 in 'Kite vol. 2 #5'. For the number of a collected volume see volume."
    case .startYear: "The year the series' run began, by which runs are often told apart."
    case .count: "How many books the series has."
    case .volumeCount: "How many collected volumes the series has."
    case .alternateSeries: "Another series it belongs to as well, such as a crossover."
    case .alternateNumber: "Its number in that other series."
    case .alternateCount: "How many books that other series has."
    case .storyArcs: "The story arcs it belongs to, with its places in them: 'Long Night #2'."
    case .seriesGroups: "Collections of series it belongs to."
    case .summary: "What it is about."
    case .notes: "Remarks, mostly those of the program that tagged it."
    case .review: "What somebody thinks of it."
    case .date:
      "When it was published: a year, a year and month, or a day. year, month and day are its parts."
    case .storeDate: "When it was sold, where that differs from the date on the cover."
    case .publisher: "Who published it."
    case .imprint: "The publisher's brand it came out under."
    case .credits: "Who made it, with roles; each role is a field of its own as well, such as writer."
    case .genres: "Genres."
    case .tags: "Free words about it."
    case .characters: "Who appears in it."
    case .teams: "Teams that appear in it."
    case .locations: "Where it is set."
    case .universes: "The fictional universes it belongs to."
    case .reprints: "Books it reprints."
    case .mainCharacterOrTeam: "Whom it is mainly about."
    case .web: "Addresses of pages about it, the main one first."
    case .language: "Its language as a tag: en, pt-BR, ja."
    case .format: "The form of publication: TPB, Annual, Web…"
    case .ageRating: "Whom it is for."
    case .communityRating: "How readers like it, from 0 to 5."
    case .isBlackAndWhite: "Whether it is in black and white."
    case .isManga: "Whether it is manga."
    case .direction: "Which way it is read."
    case .scanInformation: "Who scanned it, and the state of the scan."
    case .identifiers: "Numbers it is known by: isbn:…, comicvine:…"
    case .collectionTitle: "The title of a collected edition."
    case .prices: "Prices with their countries."
    }
  }

  /// The element or elements of ComicInfo.xml that hold it; nil where none does.
  public var comicInfoName: String? {
    switch self {
    case .subtitle: "Title"
    case .localizedSeries: "LocalizedSeries"
    case .seriesSort: "SeriesSort"
    case .number, .chapter: "Number"
    case .volume, .seriesVolume, .startYear: "Volume"
    case .count, .volumeCount: "Count"
    case .storyArcs: "StoryArc, StoryArcNumber"
    case .seriesGroups: "SeriesGroup"
    case .date: "Year, Month, Day"
    case .storeDate: "Year, Month, Day"
    case .credits: "Writer, Penciller…"
    case .genres: "Genre"
    case .language: "LanguageISO"
    case .isBlackAndWhite: "BlackAndWhite"
    case .isManga, .direction: "Manga"
    case .identifiers: "GTIN"
    case .alternativeNames, .universes, .reprints, .collectionTitle, .prices: nil
    default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }
}

extension Credit.Role {
  /// The element of ComicInfo.xml that holds the names of one of the known roles.
  public var comicInfoName: String { word.prefix(1).uppercased() + word.dropFirst() }
}
