import BookModel
import Diagnostics
import Testing

@Suite("field: value as users write it")
struct MetadataAssignmentTests {
  private let origin = Origin(.pipeline)

  private func assigned(_ pairs: (String, String)..., to start: Metadata = Metadata()) throws -> Metadata {
    var metadata = start
    for (name, text) in pairs { try MetadataAssignment(name, text).apply(to: &metadata, from: origin) }
    return metadata
  }

  @Test("sets a field, of whatever kind, with the origin given")
  func sets() throws {
    let metadata = try assigned(("Series", "Kartalk"), ("number", "010"), ("tags", "a, b"))
    #expect(metadata.series == "Kartalk")
    #expect(metadata.number?.text == "010")
    #expect(metadata.tags == ["a", "b"])
    #expect(metadata[.series]?.origin == origin)
  }

  @Test("a role's name sets that part of the credits and leaves the others")
  func roles() throws {
    var start = Metadata()
    start.set(\.credits, to: [Credit("Ann", .writer), Credit("Bo", .inker)], from: Origin(.embedded))
    let metadata = try assigned(("Writer", "Cy, Di"), to: start)
    #expect(metadata.credits == [Credit("Bo", .inker), Credit("Cy", .writer), Credit("Di", .writer)])
    #expect(try assigned(("writer", ""), ("inker", ""), to: start).credits == nil)
  }

  @Test("manga: YesAndRightToLeft also says the direction, Yes does not")
  func manga() throws {
    let both = try assigned(("manga", "YesAndRightToLeft"))
    #expect(both.isManga == true)
    #expect(both.direction == .rightToLeft)
    #expect(try assigned(("manga", "Yes")).direction == nil)
  }

  @Test("an empty value takes the field away, whatever its kind", arguments: MetadataField.allCases)
  func empties(_ field: MetadataField) throws {
    var start = Metadata()
    start.set(\.title, to: "x", from: Origin(.embedded))
    let metadata = try assigned((field.rawValue, " "), to: start)
    #expect(metadata[field] == nil)
  }

  @Test("an unknown name is refused with the nearest known one")
  func unknown() {
    let error = #expect(throws: Diagnostic.self) { try MetadataAssignment("sereis", "x") }
    #expect(error?.rule == .unknownField)
    #expect(error?.remedy == "did you mean 'series'?")
    let far = #expect(throws: Diagnostic.self) { try MetadataAssignment("qqqqqq", "x") }
    #expect(far?.remedy?.contains("title, subtitle") == true)
  }

  @Test("a value of the wrong kind is refused, and what would be right is said")
  func wrongKind() {
    let error = #expect(throws: Diagnostic.self) { try MetadataAssignment("count", "many") }
    #expect(error?.rule == .fieldValue)
    #expect(error?.message == "'count' takes a whole number, not 'many'")
  }

  @Test("year, month and day change their part of the date")
  func dateParts() throws {
    var start = Metadata()
    start.set(\.date, to: PartialDate(year: 2020, month: 2, day: 14), from: Origin(.embedded))
    #expect(try assigned(("Month", "5"), to: start).date?.description == "2020-05-14")
    #expect(try assigned(("day", "3"), to: start).date?.description == "2020-02-03")
    #expect(try assigned(("Year", "2021"), to: start).date?.description == "2021-02-14")
    #expect(try assigned(("month", ""), to: start).date?.description == "2020")
    #expect(try assigned(("year", ""), to: start).date == nil)
    #expect(try assigned(("year", "2020-07")).date?.description == "2020-07")
    let error = #expect(throws: Diagnostic.self) { try MetadataAssignment("month", "13") }
    #expect(error?.message == "'month' takes a number from 1 to 12, not '13'")
  }

  @Test("volume taken away is what ComicInfo calls so, whatever field it is")
  func volumes() throws {
    var start = Metadata()
    start.set(\.seriesVolume, to: 2, from: Origin(.embedded))
    start.set(\.startYear, to: 1995, from: Origin(.embedded))
    #expect(try assigned(("Volume", ""), to: start).isEmpty)
    #expect(try assigned(("seriesVolume", ""), to: start).startYear == 1995)
  }

  @Test("every field says what it is, in one sentence or two", arguments: MetadataField.allCases)
  func summaries(_ field: MetadataField) {
    #expect(field.summary.hasSuffix(".") || field.summary.hasSuffix("…") || field.summary.contains(":"))
    #expect(field.summary.first?.isUppercase == true && field.summary.count < 160)
  }
}
