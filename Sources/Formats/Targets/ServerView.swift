public import BookModel

/// How a server will show a book, judging from its ComicInfo and its name.
///
/// Both servers read only ComicInfo: Komga reads it from the archive's root and ignores the file name; Kavita
/// lets it override, field by field, what it infers from the name.
public struct ServerView: Hashable, Sendable {
  public var server: String
  /// One line: the series, the number, and anything that differs from what one might expect.
  public var text: String

  /// How Komga and Kavita show a book.
  ///
  /// - Parameters:
  ///   - comicInfo: what the ComicInfo.xml at the archive's root says; nil if there is none.
  ///   - source: the source whose name and folder are used where ComicInfo says nothing.
  public static func all(comicInfo: Metadata?, source: BookSource) -> [ServerView] {
    let said = comicInfo ?? Metadata()
    return [
      ServerView(server: "Komga", text: komga(said, source)),
      ServerView(server: "Kavita", text: kavita(said, source)),
    ]
  }

  /// The text of `Volume`, which represents three fields.
  static func volume(_ said: Metadata) -> String? {
    said.volume?.text ?? (said.seriesVolume ?? said.startYear).map { String($0) }
  }

  private static func komga(_ said: Metadata, _ source: BookSource) -> String {
    var series = said.series ?? source.folder
    if said.series != nil, let volume = volume(said), volume != "1" { series += " (\(volume))" }
    var parts = ["series '\(series)'" + (said.series == nil ? " (from the folder)" : "")]
    if let number = said.number {
      let isSorted = Double(number.text) != nil
      parts.append("number \(number.text)" + (isSorted ? "" : " (not sorted by it: no decimal number)"))
    } else {
      parts.append("numbered by its place in the folder")
    }
    parts.append("titled '\(said.title ?? source.stem)'")
    if let direction = said.direction {
      parts.append(direction == .rightToLeft ? "right to left" : "left to right")
    }
    return parts.joined(separator: ", ")
  }

  private static func kavita(_ said: Metadata, _ source: BookSource) -> String {
    let name = FilenameParser.metadata(ofStem: source.stem)
    let series = said.series ?? name.series ?? source.folder
    let origin =
      said.series != nil ? "" : name.series != nil ? " (from the file's name)" : " (from the folder)"
    let head = "series '\(series)'\(origin)"
    if let format = said.format, MetadataTarget.isKavitaSpecial(format: format) {
      return "\(head), under Specials because Format is '\(format)'; volume and number do not count"
    }
    let volume = volume(said) ?? name.volume?.text
    let chapter = said.number?.text ?? (name.number ?? name.chapter)?.text
    switch (volume, chapter) {
    case (let volume?, nil): return "\(head), the whole of volume \(volume)"
    case (let volume?, let chapter?):
      return "\(head), chapter \(chapter) of volume \(volume), not a whole volume"
    case (nil, let chapter?): return "\(head), chapter \(chapter) of no volume"
    case (nil, nil): return "\(head), neither volume nor chapter"
    }
  }
}
