import BookModel
import Formats
import Testing

@Suite("Metadata is arranged for the reader it is written for")
struct MetadataTargetTests {
  private static func text(
    _ target: MetadataTarget, _ change: (inout Metadata) -> Void
  ) -> String {
    var book = Book.bare
    change(&book.metadata)
    return String(decoding: ComicInfo.write(MetadataStatement(book, target: target)).bytes, as: UTF8.self)
  }

  private static func element(
    _ name: String, _ target: MetadataTarget, _ change: (inout Metadata) -> Void
  ) -> String? {
    let text = text(target, change)
    guard let start = text.firstRange(of: "<\(name)>"), let end = text.firstRange(of: "</\(name)>") else {
      return nil
    }
    return String(text[start.upperBound..<end.lowerBound])
  }

  @Test(
    "a tankōbon's number is Number, but for Kavita Volume",
    arguments: [
      // volume, number, run, target, Number, Volume
      ("3", nil, nil, .standard, "3", nil), ("3", nil, nil, .komga, "3", nil),
      ("3", nil, nil, .comicrack, "3", nil),
      ("3", nil, nil, .kavita, nil, "3"), ("3", "3", nil, .kavita, nil, "3"),
      ("3", "12", nil, .kavita, "12", "3"),
      ("3", "12", nil, .standard, "12", "3"), ("3", "12", nil, .komga, "12", nil),
      ("3", nil, 2, .standard, "3", "2"), ("03", "3", nil, .standard, "3", nil),
      ("16-17", nil, nil, .standard, "16-17", nil),
      ("16-17", nil, nil, .kavita, nil, "16-17"), (nil, "5", 2, .kavita, "5", "2"),
    ] as [(String?, String?, Int?, MetadataTarget, String?, String?)])
  func volumes(
    _ volume: String?, _ number: String?, _ run: Int?, _ target: MetadataTarget, _ writtenNumber: String?,
    _ writtenVolume: String?
  ) {
    let change: (inout Metadata) -> Void = {
      $0.set(\.volume, to: volume.flatMap { BookNumber($0) }, from: Origin(.filename))
      $0.set(\.number, to: number.flatMap { BookNumber($0) }, from: Origin(.filename))
      $0.set(\.seriesVolume, to: run, from: Origin(.filename))
    }
    #expect(Self.element("Number", target, change) == writtenNumber)
    #expect(Self.element("Volume", target, change) == writtenVolume)
  }

  @Test("what the source's ComicInfo said of the volume stays there, but for Komga, which misreads it")
  func ownVolume() {
    let change: (inout Metadata) -> Void = {
      $0.set(\.volume, to: BookNumber("3"), from: Origin(.embedded, "ComicInfo.xml"))
    }
    #expect(Self.element("Volume", .standard, change) == "3")
    #expect(Self.element("Number", .standard, change) == nil)
    #expect(Self.element("Number", .komga, change) == "3")
    #expect(Self.element("Volume", .komga, change) == nil)
  }

  @Test("addresses are separated as the reader expects")
  func web() {
    let change: (inout Metadata) -> Void = {
      $0.set(\.web, to: ["https://a.b/c", "https://d.e"], from: Origin(.filename))
    }
    #expect(Self.element("Web", .standard, change) == "https://a.b/c https://d.e")
    #expect(Self.element("Web", .komga, change) == "https://a.b/c https://d.e")
    #expect(Self.element("Web", .kavita, change) == "https://a.b/c,https://d.e")
  }

  @Test("a format that makes a special of a book goes to the tags for Kavita")
  func format() {
    for (format, isSpecial) in [("TPB", true), ("Digital", false), ("Annual", true), ("Hardcover", false)] {
      let change: (inout Metadata) -> Void = { $0.set(\.format, to: format, from: Origin(.filename)) }
      #expect(Self.element("Format", .kavita, change) == (isSpecial ? nil : format))
      #expect(Self.element("Tags", .kavita, change) == (isSpecial ? format : nil))
      #expect(Self.element("Format", .standard, change) == format)
    }
  }

  @Test(
    "fractions are spelled out for Komga",
    arguments: [
      ("½", "0.5"), ("13½", "13.5"), ("1.MU", "1.MU"), ("7", "7"), ("-1", "-1"), ("16-17", "16-17"),
    ])
  func fractions(_ number: String, _ expected: String) {
    let change: (inout Metadata) -> Void = {
      $0.set(\.number, to: BookNumber(number), from: Origin(.filename))
    }
    #expect(Self.element("Number", .komga, change) == expected)
    #expect(Self.element("Number", .standard, change) == number)
  }

  @Test("names only Kavita reads are written for it, and where the source had them")
  func extensions() {
    let change: (inout Metadata) -> Void = {
      $0.set(\.localizedSeries, to: "L", from: Origin(.filename))
      $0.set(\.seriesSort, to: "S", from: Origin(.filename))
    }
    #expect(Self.element("LocalizedSeries", .kavita, change) == "L")
    #expect(Self.element("SeriesSort", .kavita, change) == "S")
    #expect(Self.element("LocalizedSeries", .standard, change) == nil)
    let source = "<ComicInfo><LocalizedSeries>L</LocalizedSeries></ComicInfo>"
    let own = ComicInfo.read(Array(source.utf8)).metadata
    #expect(own.localizedSeries == "L")
    #expect(Self.element("LocalizedSeries", .standard) { $0 = own } == "L")
  }
}
