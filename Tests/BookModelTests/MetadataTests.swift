import BookModel
import Testing

@Suite("Metadata fields and values")
struct MetadataTests {
  /// Sets a field through its typed name and says which field and value came of it.
  private func check<Value: MetadataRepresentable & Equatable>(
    _ path: KeyPath<MetadataKeys, MetadataKey<Value>>, _ value: Value
  ) -> MetadataField? {
    var metadata = Metadata()
    metadata.set(path, to: value, from: Origin(.embedded))
    #expect(metadata[dynamicMember: path] == value)
    guard let field = metadata.fields.first, let stored = metadata[field]?.value else { return nil }
    #expect(MetadataTests.kind(of: stored) == "\(field.kind)", "\(field)")
    #expect(MetadataKeys()[keyPath: path].field == field)
    return field
  }

  private static func kind(of value: MetadataValue) -> String {
    switch value {
    case .text: "text"
    case .integer: "integer"
    case .decimal: "decimal"
    case .flag: "flag"
    case .number: "number"
    case .date: "date"
    case .list: "list"
    case .credits: "credits"
    case .identifiers: "identifiers"
    case .arcs: "arcs"
    case .direction: "direction"
    }
  }

  @Test("typed names agree with the kinds their fields declare, and none is missing")
  func typesAgree() throws {
    let number = try #require(BookNumber("½"))
    let date = try #require(PartialDate(year: 2010))
    let found: [MetadataField?] = [
      check(\.title, "t"), check(\.subtitle, "t"), check(\.series, "t"), check(\.seriesSort, "t"),
      check(\.localizedSeries, "t"), check(\.alternativeNames, ["t"]), check(\.number, number),
      check(\.volume, number),
      check(\.chapter, number),
      check(\.seriesVolume, 1), check(\.startYear, 1), check(\.count, 1), check(\.volumeCount, 1),
      check(\.alternateSeries, "t"), check(\.alternateNumber, number), check(\.alternateCount, 1),
      check(\.storyArcs, [StoryArc(name: "a", number: "1")]), check(\.seriesGroups, ["a"]),
      check(\.summary, "t"),
      check(\.notes, "t"), check(\.review, "t"), check(\.date, date), check(\.storeDate, date),
      check(\.publisher, "t"), check(\.imprint, "t"), check(\.credits, [Credit("a", .inker)]),
      check(\.genres, ["a"]),
      check(\.tags, ["a"]), check(\.characters, ["a"]), check(\.teams, ["a"]), check(\.locations, ["a"]),
      check(\.universes, ["a"]), check(\.reprints, ["a"]), check(\.mainCharacterOrTeam, "t"),
      check(\.web, ["a"]),
      check(\.language, "t"), check(\.format, "t"), check(\.ageRating, "t"), check(\.communityRating, 4.5),
      check(\.isBlackAndWhite, true), check(\.isManga, false), check(\.direction, .rightToLeft),
      check(\.scanInformation, "t"), check(\.identifiers, [Identifier(scheme: "isbn", value: "1")]),
      check(\.collectionTitle, "t"), check(\.prices, ["t"]),
    ]
    #expect(found == MetadataField.allCases.map { $0 })
  }

  @Test("empty values are never stored, and take a field away")
  func empty() {
    var metadata = Metadata()
    metadata.set(\.title, to: "a", from: Origin(.embedded))
    metadata.set(\.title, to: "", from: Origin(.embedded))
    metadata.set(\.genres, to: [], from: Origin(.embedded))
    metadata.set(\.series, to: nil, from: Origin(.embedded))
    #expect(metadata.isEmpty)
  }

  @Test("gaps are filled field by field, each value keeping its origin")
  func fillGaps() {
    var first = Metadata()
    first.set(\.title, to: "own", from: Origin(.embedded))
    first.kept = [KeptElement(format: "ComicInfo", name: "A", xml: "<A/>")]
    var second = Metadata()
    second.set(\.title, to: "other", from: Origin(.sidecar))
    second.set(\.series, to: "S", from: Origin(.sidecar, "x.opf"))
    second.kept = [
      KeptElement(format: "ComicInfo", name: "B", xml: "<B/>"),
      KeptElement(format: "MetronInfo", name: "C", xml: "<C/>"),
    ]
    first.fillGaps(from: second)
    #expect(first.title == "own")
    #expect(first[.series]?.origin.description == "sidecar: x.opf")
    #expect(first.kept.map(\.name) == ["A", "C"])
    var limited = Metadata()
    limited.fillGaps(from: second, only: MetadataField.seriesLevel)
    #expect(limited.fields == [.series])
    #expect(limited.kept.isEmpty)
  }

  @Test(
    "what users type is read by the kind of its field, and prints as it would be typed",
    arguments: [
      (.title, "  A, B ", "A, B"), (.number, "010", "010"), (.count, "12", "12"),
      (.communityRating, "4.5", "4.5"),
      (.communityRating, "4.0", "4"), (.isManga, "Yes", "yes"), (.isBlackAndWhite, "false", "no"),
      (.date, "2010-7", "2010-07"), (.genres, "a, b ,, c", "a, b, c"),
      (.credits, "Ann Ash, Bo Birk (INKER)", "Ann Ash (writer), Bo Birk (inker)"),
      (.credits, "Cy (letterer) Co. (Assistant)", "Cy (letterer) Co. (Assistant)"),
      (.storyArcs, "Long Night #2, Dawn", "Long Night #2, Dawn"), (.direction, "RTL", "rtl"),
      (
        .identifiers, "978-0-306-40615-7, ASIN:B01, urn:uuid:1-2",
        "isbn:978-0-306-40615-7, asin:B01, uuid:1-2"
      ),
      (.web, "https://a.example/x,y https://b.example", "https://a.example/x,y, https://b.example"),
    ] as [(MetadataField, String, String)])
  func userText(_ field: MetadataField, _ typed: String, _ printed: String) {
    #expect(MetadataValue(userText: typed, for: field)?.text == printed)
  }

  @Test(
    "what is not of the field's kind is refused",
    arguments: [
      (.count, "many"), (.communityRating, "5.1"), (.communityRating, "nan"), (.isManga, "maybe"),
      (.date, "soon"),
      (.direction, "up"), (.number, " "),
    ] as [(MetadataField, String)])
  func refused(_ field: MetadataField, _ typed: String) {
    #expect(MetadataValue(userText: typed, for: field) == nil)
  }

  @Test("immense and odd decimals print without trapping")
  func oddDecimals() {
    #expect(MetadataValue.decimal(1e300).text == "1e+300")
    #expect(MetadataValue.decimal(.infinity).text == "inf")
    #expect(MetadataValue.decimal(-0.5).text == "-0.5")
  }

  @Test("names are known in any case, and in ComicInfo's spelling", arguments: MetadataField.allCases)
  func names(_ field: MetadataField) {
    #expect(MetadataField(userName: field.rawValue.uppercased()) == field)
  }

  @Test(
    "ComicInfo's names",
    arguments: [
      ("Genre", .genres), ("LanguageISO", .language), ("Manga", .isManga), ("GTIN", .identifiers),
      ("Year", .date),
      ("StoryArc", .storyArcs), ("AgeRating", .ageRating), ("nonsense", nil),
    ] as [(String, MetadataField?)])
  func comicInfoNames(_ name: String, _ field: MetadataField?) {
    #expect(MetadataField(userName: name) == field)
  }
}
