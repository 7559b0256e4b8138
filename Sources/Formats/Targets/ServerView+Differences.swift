public import BookModel

extension ServerView {
  /// Where a reader program will show a book differently from its metadata, one line for each difference;
  /// empty if all of them show it as intended.
  ///
  /// - Parameters:
  ///   - metadata: what all of the book's documents say together.
  ///   - comicInfo: what the ComicInfo.xml at the archive's root says; nil if there is none.
  ///   - pages: what its page list says.
  ///   - stem: the file's name without its extension.
  ///   - folder: the name of the folder that contains the file.
  public static func differences(
    metadata: Metadata, comicInfo: Metadata?, pages: [PageInfo] = [], stem: String, folder: String
  ) -> [ServerView] {
    guard let said = comicInfo else {
      guard metadata.series != nil || metadata.number != nil || metadata.volume != nil else { return [] }
      return [
        ServerView(
          server: "Komga", text: "sees none of its metadata: no ComicInfo.xml lies at the archive's root")
      ]
    }
    return komgaDifferences(said) + kavitaDifferences(said, stem: stem) + comicRackDifferences(said, pages)
  }

  private static func komgaDifferences(_ said: Metadata) -> [ServerView] {
    var texts: [String] = []
    if let series = said.series, let volume = volume(said), volume != "1" {
      texts.append("calls the series '\(series) (\(volume))', as it does with every volume but 1")
    }
    if let number = said.number, Double(number.text) == nil {
      texts.append("does not sort by number '\(number.text)', which is not a decimal number")
    }
    return texts.map { ServerView(server: "Komga", text: $0) }
  }

  private static func kavitaDifferences(_ said: Metadata, stem: String) -> [ServerView] {
    if let format = said.format, MetadataTarget.isKavitaSpecial(format: format),
      said.number != nil || volume(said) != nil
    {
      return [
        ServerView(
          server: "Kavita",
          text: "files it under Specials because Format is '\(format)', without its volume and number")
      ]
    }
    guard let number = said.number?.text, volume(said) == nil,
      let volume = FilenameParser.metadata(ofStem: stem).volume?.text
    else { return [] }
    return [
      ServerView(
        server: "Kavita",
        text: "shows chapter \(number) of volume \(volume), which the file's name adds, not a whole volume")
    ]
  }

  /// ComicRack deserializes into integers (its `ComicInfo.cs`): one invalid number makes it lose the whole
  /// document.
  private static func comicRackDifferences(_ said: Metadata, _ pages: [PageInfo]) -> [ServerView] {
    var texts: [String] = []
    if let volume = volume(said), Int(volume) == nil {
      texts.append("reads none of its metadata: Volume is '\(volume)', which is not a whole number")
    }
    let deleted = pages.count { $0.roles.contains(.deleted) }
    if deleted > 0 {
      texts.append(
        "hides \(deleted) page\(deleted == 1 ? "" : "s") marked as deleted, which Komga and Kavita show")
    }
    return texts.map { ServerView(server: "ComicRack", text: $0) }
  }
}
