import BookModel
import Diagnostics
import Formats
import Testing

@Suite("normalizing what others wrote", .enabled(if: Corpus.isThere, Corpus.absence))
struct NormalizingCorpusTests {
  private static let documents = [
    "comicbox-comicinfo.xml", "comicbox-comicinfo-metron-origin.xml", "comicbox-comicinfo-notes-date.xml",
    "comicbox-comicinfo-bad-multiple.xml",
  ]

  @Test("the corpus's ComicInfos lose no field, and once is enough", arguments: documents)
  func comicInfo(name: String) throws {
    let read = ComicInfo.read(try Corpus.bytes(of: "metadata/\(name)")).metadata
    let first = Normalizer().normalize(read)
    #expect(first.metadata.fields == read.fields)
    #expect(Normalizer().normalize(first.metadata).changes.isEmpty)
    #expect(first.metadata.kept == read.kept)
  }

  @Test("messy elements of a ComicInfo come out in one form")
  func messy() {
    let text = """
      <ComicInfo><Title> The  End </Title><Series>PokÃ©mon</Series><Number>007</Number><Count>-1</Count>
      <Volume>-1</Volume><AlternateNumber>-1</AlternateNumber><Summary>&lt;p&gt;One.&lt;/p&gt;</Summary>
      <Year>0</Year><Month>-1</Month><Writer>Unknown</Writer><Genre>action, Action;DRAMA</Genre>
      <Web>HTTPS://Example.org/a, https://example.org/b</Web><LanguageISO>EN_us</LanguageISO>
      <AgeRating>ma 15+</AgeRating><Publisher/><GTIN>B00EXAMPL3</GTIN></ComicInfo>
      """
    let metadata = Normalizer().normalize(ComicInfo.read(Array(text.utf8)).metadata).metadata
    let shown = metadata.fields.map { "\($0.rawValue): \(metadata[$0]?.value.text ?? "")" }
    #expect(
      shown == [
        "title: The End", "series: Pokémon", "number: 7", "alternateNumber: -1", "summary: One.",
        "genres: Action, Drama", "web: https://example.org/a, https://example.org/b", "language: en-US",
        "ageRating: MA15+", "identifiers: asin:B00EXAMPL3",
      ])
  }
}
