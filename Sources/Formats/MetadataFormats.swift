/// The forms in which metadata lies inside comic archives, in the order in which they are believed: what an
/// earlier one says of a field is not overruled by a later one, which fills gaps.
///
/// ComicInfo comes first because most programs write it, and people correct it; MetronInfo is richer, but seldom
/// written by hand; CoMet and ComicBookInfo are older than both.
public enum MetadataFormats {
  public static let all: [any MetadataFormat.Type] = [
    ComicInfo.self, MetronInfo.self, CoMet.self, ComicBookInfo.self,
  ]

  /// The format whose file has a name, in any letter case.
  public static func format(ofFile name: String) -> (any MetadataFormat.Type)? {
    all.first { format in
      guard case .file(let own) = format.place else { return false }
      return own.lowercased() == name.lowercased()
    }
  }
  /// Whether a file is metadata of a comic in some format besides ComicInfo by its name, in any letter case: MetronInfo,
  /// CoMet, ACBF, ComicBookInfo, and what ComicTagger and comicbox write.
  public static func ownsFile(_ name: String) -> Bool {
    let known = [
      "metroninfo.xml", "comet.xml", "comicbookinfo.json", "comic-book-info.json", "comictagger.json",
      "comicbox.json", "comicbox.yaml", "comicbox.yml", "comicbox.xml",
    ]
    return known.contains(name.lowercased()) || name.lowercased().hasSuffix(".acbf")
  }
}
