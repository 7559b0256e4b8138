import Foundation
import Testing

/// ComicInfo.xml is valid: elements in the schema's order, and against the schema itself where that is at hand.
@Suite("ComicInfo schema")
struct SchemaTests {
  /// Elements of ComicInfo 2.1 in the order of its schema.
  static let order = [
    "Title", "Series", "Number", "Count", "Volume", "AlternateSeries", "AlternateNumber", "AlternateCount",
    "Summary", "Notes",
    "Year", "Month", "Day", "Writer", "Penciller", "Inker", "Colorist", "Letterer", "CoverArtist", "Editor",
    "Translator",
    "Publisher", "Imprint", "Genre", "Tags", "Web", "PageCount", "LanguageISO", "Format", "BlackAndWhite",
    "Manga", "Characters",
    "Teams", "Locations", "ScanInformation", "StoryArc", "StoryArcNumber", "SeriesGroup", "AgeRating",
    "Pages",
    "CommunityRating", "MainCharacterOrTeam", "Review", "GTIN",
  ]
  /// Elements that version 2.1 added.
  static let newIn21: Set<String> = ["Translator", "Tags", "StoryArcNumber", "GTIN"]

  @Test(
    "elements stand in the schema's order",
    arguments: ["paper-fox-1.epub", "tin-robot-3.cbz", "harbor-sketches"])
  func shippedFixtures(_ name: String) async throws {
    let sandbox = try await Sandbox()
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/\(name)"), to: name)
    let book = try await sandbox.convert(name)
    try await expectValid(book, in: sandbox)
  }

  @Test("a comicInfo version asked for is the one written", arguments: ["2.0", "2.1"])
  func version(_ version: String) async throws {
    let sandbox = try await Sandbox()
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/paper-fox-1.epub"), to: "book.epub")
    let book = try await sandbox.convert("book.epub", "--comic-info", version)
    let has21 = try #require(book.comicInfo).order.contains { SchemaTests.newIn21.contains($0) }
    #expect(has21 == (version == "2.1"), "the translator needs 2.1")
    try await expectValid(book, in: sandbox)
  }

  private func expectValid(_ book: WrittenBook, in sandbox: Sandbox) async throws {
    let info = try #require(book.comicInfo)
    let places = info.order.compactMap { SchemaTests.order.firstIndex(of: $0) }
    #expect(places.count == info.order.count && places == places.sorted(), "\(info.order)")
    let version = info.order.contains { SchemaTests.newIn21.contains($0) } ? "2.1-draft" : "2.0"
    guard let corpus = Corpus.folder else {
      return print("SKIPPED: no corpus here, so no schema to validate against")
    }
    try await sandbox.tool("unzip", ["-o", "-q", "result.cbz", "ComicInfo.xml"])
    let checked = try await sandbox.tool(
      "xmllint",
      [
        "--nonet", "--noout", "--schema", corpus.appending(path: "schema/ComicInfo-\(version).xsd").path,
        "ComicInfo.xml",
      ])
    #expect(checked.status == 0, "\(checked)")
  }
}
