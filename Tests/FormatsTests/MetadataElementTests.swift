import BookModel
import Testing

@testable import Formats

@Suite("Elements of metadata formats")
struct MetadataElementTests {
  private static let formats: [(format: any MetadataFormat.Type, elements: [MetadataElement])] = [
    (ComicInfo.self, ComicInfo.elements), (MetronInfo.self, MetronInfo.elements),
    (CoMet.self, CoMet.elements), (ComicBookInfo.self, ComicBookInfo.elements),
  ]

  private func written(_ field: MetadataField, _ value: MetadataValue, by format: any MetadataFormat.Type)
    -> MetadataReading
  {
    var book = Book(
      source: BookSource(
        path: FilePath("x.cbz"), stem: "x", folder: "", reader: "archive", format: "ZIP", pageCount: 0),
      pages: [])
    book.metadata.set(field, to: value, from: Origin(.commandLine))
    return format.read(
      format.write(MetadataStatement(book, pages: [])).bytes, origin: Origin(.embedded, "x"), limits: Limits()
    )
  }

  @Test("each text and each list of a format's table is written and read back", arguments: formats.indices)
  func simple(_ index: Int) {
    let (format, elements) = Self.formats[index]
    #expect(Set(elements.map(\.name)).count == elements.count)
    for (name, field) in elements.texts where !["Imprint", "AgeRating"].contains(name) {
      let reading = written(field, .text("Some text"), by: format)
      #expect(reading.metadata[field]?.value == .text("Some text"), "\(format.name): \(name)")
    }
    for (name, _, field) in elements.lists {
      let reading = written(field, .list(["One", "Two"]), by: format)
      #expect(reading.metadata[field]?.value == .list(["One", "Two"]), "\(format.name): \(name)")
    }
  }
}
