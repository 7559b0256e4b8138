import BookModel
import Diagnostics
import Formats
import Options
import Testing

@Suite("What no format written can hold is told")
struct MetadataLossTests {
  private static let origin = Origin(.commandLine)

  private static func loss(
    in formats: [any MetadataFormat.Type], target: MetadataTarget = .standard, _ change: (inout Book) -> Void
  ) -> String? {
    var book = Book.bare
    change(&book)
    let documents = formats.map { format in
      let bytes = format.write(MetadataStatement(book, target: target)).bytes
      let reading = format.read(bytes, origin: Origin(.embedded, format.documentName), limits: Limits())
      return (format: format.name, reading: reading)
    }
    return MetadataLoss.warning(for: book, writtenAs: documents)?.message
  }

  @Test("one line names every field and what of it is lost")
  func line() {
    let change: (inout Book) -> Void = {
      $0.metadata.set(\.series, to: "S", from: Self.origin)
      $0.metadata.set(\.universes, to: ["U"], from: Self.origin)
      $0.metadata.set(\.prices, to: ["US 1.99"], from: Self.origin)
      $0.metadata.set(
        \.credits, to: [Credit("A", .writer), Credit("B", Credit.Role("designer"))], from: Self.origin)
      $0.stories = [Story(title: "One"), Story(title: "Two")]
    }
    #expect(
      Self.loss(in: [ComicInfo.self], change)
        == "this is not kept in ComicInfo: credits (B, designer); universes (U); prices (US 1.99); stories (One, Two)"
    )
    #expect(Self.loss(in: [ComicInfo.self, MetronInfo.self], change) == nil)
  }

  @Test(
    "what stands in another field, or in other words, is not lost",
    arguments: [
      MetadataTarget.standard, .komga, .kavita, .comicrack,
    ])
  func kept(_ target: MetadataTarget) {
    let lost = Self.loss(in: [ComicInfo.self], target: target) {
      $0.metadata.set(\.series, to: "S", from: Self.origin)
      $0.metadata.set(\.title, to: "T", from: Self.origin)
      $0.metadata.set(\.subtitle, to: "Sub", from: Self.origin)
      $0.metadata.set(\.volume, to: BookNumber("03"), from: Self.origin)
      $0.metadata.set(\.storeDate, to: PartialDate(year: 2010), from: Self.origin)
      $0.metadata.set(\.ageRating, to: "Mature", from: Self.origin)
      $0.metadata.set(\.format, to: "TPB", from: Self.origin)
      $0.metadata.set(\.language, to: "jpn", from: Self.origin)
      $0.metadata.set(\.direction, to: .leftToRight, from: Self.origin)
      $0.metadata.set(\.credits, to: [Credit("Jr., A", Credit.Role("script"))], from: Self.origin)
      $0.metadata.set(\.identifiers, to: [Identifier(scheme: "uuid", value: "x")], from: Self.origin)
    }
    #expect(lost == nil)
  }

  @Test("a volume Komga would misread is told of where it cannot be the number")
  func komga() {
    let lost = Self.loss(in: [ComicInfo.self], target: .komga) {
      $0.metadata.set(\.volume, to: BookNumber("3"), from: Self.origin)
      $0.metadata.set(\.number, to: BookNumber("12"), from: Self.origin)
    }
    #expect(lost == "this is not kept in ComicInfo: volume (3)")
  }

  @Test("MetronInfo alone loses what only ComicInfo has")
  func metronInfo() {
    let lost = Self.loss(in: [MetronInfo.self]) {
      $0.metadata.set(\.series, to: "S", from: Self.origin)
      $0.metadata.set(\.isManga, to: true, from: Self.origin)
      $0.metadata.set(\.date, to: PartialDate(year: 2010, month: 7), from: Self.origin)
      $0.metadata.set(\.seriesGroups, to: ["G"], from: Self.origin)
    }
    #expect(lost == "this is not kept in MetronInfo: seriesGroups (G); date (2010-07); isManga (yes)")
  }
}

@Suite("What is known of single stories and lost is told")
struct StoryLossTests {
  private func message(_ formats: [any MetadataFormat.Type], summary: String?) -> String? {
    var book = Book.bare
    book.metadata.set(\.summary, to: summary, from: Origin(.commandLine))
    book.stories = [
      Story(kind: "Pin-up", title: "One", code: "X 1", credits: [Credit("Ann", Credit.Role("Script"))])
    ]
    let documents = formats.map { format in
      let bytes = format.write(MetadataStatement(book)).bytes
      return (format: format.name, reading: format.read(bytes, origin: Origin(.embedded), limits: Limits()))
    }
    return MetadataLoss.warning(for: book, writtenAs: documents)?.message
  }

  @Test("credits, kinds and codes of stories have no place but the summary")
  func facts() {
    let index = StoryIndex(stories: [
      Story(kind: "Pin-up", title: "One", code: "X 1", credits: [Credit("Ann", Credit.Role("Script"))])
    ])
    #expect(message([ComicInfo.self], summary: index.summary) == nil)
    let lost =
      "credits of stories (Script: Ann of 'One'); kinds of stories (Pin-up of 'One'); codes of stories (X 1 of 'One')"
    #expect(
      message([ComicInfo.self, MetronInfo.self], summary: "A tale.")
        == "this is not kept in ComicInfo, MetronInfo: \(lost)")
  }
}
