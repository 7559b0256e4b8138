import BookModel

/// Books for these tests.
enum SampleBook {
  static func named(
    _ fields: [MetadataField: String] = [:], stem: String = "scan-017", folder: String = "inbox",
    pages: Int = 0
  ) -> Book {
    var metadata = Metadata()
    for (field, text) in fields.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      metadata.set(field, to: MetadataValue(userText: text, for: field), from: Origin(.embedded))
    }
    let source = BookSource(
      path: FilePath("\(folder)/\(stem).epub"), stem: stem, folder: folder, reader: "epub",
      format: "EPUB 3.0",
      pageCount: pages)
    let content = (0..<pages).map { index in
      let entry = EntryReference(source: .main, key: index, name: "images/p\(index + 1).jpg")
      return Page(id: PageID(entry), picture: .entry(entry), sourceName: entry.name)
    }
    return Book(source: source, metadata: metadata, pages: content)
  }

  static let kaze = named([
    .series: "Kaze", .title: "First Wind", .volume: "3", .number: "22.1", .date: "2010-07-04",
    .publisher: "Ash/Birk",
    .credits: "Ann Ash (writer), Bo Birk (inker), Cy (writer)", .tags: "wind, sea",
    .identifiers: "isbn:9780306406157",
    .direction: "rtl", .isManga: "yes", .communityRating: "4.5",
  ])
}
