/// The metadata formats found inside comic archives, in order of precedence: a later one fills gaps but never
/// overrides an earlier one.
///
/// ComicInfo comes first because most programs write it and people correct it; MetronInfo is richer but
/// seldom written by hand; CoMet and ComicBookInfo are older than both.
public enum MetadataFormats {
  public static let all: [any MetadataFormat.Type] = [
    ComicInfo.self, MetronInfo.self, CoMet.self, ComicBookInfo.self,
  ]

  /// The format whose file has this name, in any letter case.
  public static func format(ofFile name: String) -> (any MetadataFormat.Type)? {
    all.first { format in
      guard case .file(let own) = format.place else { return false }
      return own.lowercased() == name.lowercased()
    }
  }
  /// Whether a file is, by its name in any letter case, comic metadata in a format other than ComicInfo:
  /// MetronInfo, CoMet, ACBF, ComicBookInfo, or a file that ComicTagger or comicbox writes.
  public static func ownsFile(_ name: String) -> Bool {
    let known = [
      "metroninfo.xml", "comet.xml", "comicbookinfo.json", "comic-book-info.json", "comictagger.json",
      "comicbox.json", "comicbox.yaml", "comicbox.yml", "comicbox.xml",
    ]
    return known.contains(name.lowercased()) || name.lowercased().hasSuffix(".acbf")
  }
}
