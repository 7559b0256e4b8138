import BookModel
import Diagnostics
import Formats
import Options
import PluginKit
import Stages
import Testing

@Suite("metadata")
struct MetadataStageTests {
  private func metadata(_ kind: Origin.Kind, _ values: [MetadataField: String]) -> Metadata {
    var metadata = Metadata()
    for (field, text) in values {
      metadata.set(field, to: MetadataValue(userText: text, for: field), from: Origin(kind))
    }
    return metadata
  }

  private func found(_ kind: Origin.Kind, _ values: [MetadataField: String], isNewerCopy: Bool = false)
    -> FoundMetadata
  {
    FoundMetadata(origin: Origin(kind), metadata: metadata(kind, values), isNewerCopy: isNewerCopy)
  }

  private func decide(_ book: Book, _ change: (inout MetadataStage.Settings) -> Void = { _ in }) async throws
    -> Metadata
  {
    var settings = MetadataStage.Settings()
    change(&settings)
    return try await MetadataStage(settings).apply(to: book, selecting: .all, in: StageContext()).metadata
  }

  private func text(_ metadata: Metadata) -> String {
    metadata.fields.map { "\($0.rawValue)=\(metadata[$0]?.value.text ?? "")" }.joined(separator: "; ")
  }

  // MARK: places

  @Test("the first place that has a field wins, field by field, and each value says where it is from")
  func order() async throws {
    var book = StageBook.book(stem: "Name v03 (2012)", folder: "Folder")
    book.found = [
      found(.sidecar, [.title: "Beside", .publisher: "P"]),
      found(.embedded, [.title: "Inside", .genres: "g"]),
    ]
    let metadata = try await decide(book)
    #expect(text(metadata) == "title=Inside; series=Name; volume=3; date=2012; publisher=P; genres=g")
    #expect(metadata[.title]?.origin.kind == .embedded)
    #expect(metadata[.publisher]?.origin.kind == .sidecar)
    #expect(metadata[.series]?.origin.kind == .filename)
    #expect(try await decide(book) { $0.from = [.sidecar, .embedded] }.title == "Beside")
    #expect(try await decide(book) { $0.from = [.filename] }.fields == [.series, .volume, .date])
    #expect(try await decide(book) { $0.from = [] }.isEmpty)
  }

  @Test("a package document beside an EPUB comes before the one inside, unless sidecars are not asked")
  func newerCopy() async throws {
    var book = StageBook.book()
    book.found = [
      found(.embedded, [.title: "old", .summary: "s"]), found(.sidecar, [.title: "new"], isNewerCopy: true),
    ]
    #expect(text(try await decide(book)) == "title=new; summary=s")
    #expect(try await decide(book) { $0.from = [.embedded] }.title == "old")
  }

  @Test("what the reader decided without telling where it was found counts as embedded")
  func readersOwn() async throws {
    var book = StageBook.book()
    book.metadata = metadata(.embedded, [.direction: "rtl"])
    book.metadata.kept = [KeptElement(format: "ComicInfo", name: "X", xml: "<X/>")]
    let metadata = try await decide(book)
    #expect(metadata.direction == .rightToLeft)
    #expect(metadata.kept.map(\.name) == ["X"])
    #expect(try await decide(book) { $0.from = [.filename] }.isEmpty)
  }

  @Test("a title with a volume word gives series and volume where no series is stated, and stays as it is")
  func title() async throws {
    var book = StageBook.book(stem: "x1")
    book.found = [found(.embedded, [.title: "Accel World, Vol 1"])]
    let metadata = try await decide(book)
    #expect(text(metadata) == "title=Accel World, Vol 1; series=Accel World; volume=1")
    #expect(metadata[.series]?.origin == Origin(.title))
    book.found = [found(.embedded, [.title: "Accel World, Vol 1", .series: "AW"])]
    #expect(try await decide(book).volume == nil)
  }

  @Test(
    "a name without a number gives no series to a book whose title is known",
    arguments: [
      ("The Halcyon Dive", "T", "title=T"), ("Deep Blue 01", "T", "title=T; series=Deep Blue; number=1"),
      ("Deep Blue", "", "series=Deep Blue"), ("Deep Blue (2012)", "T", "title=T; date=2012"),
    ])
  func unnumbered(_ stem: String, _ title: String, _ expected: String) async throws {
    var book = StageBook.book(stem: stem, folder: "Shelf of Comics")
    book.found = [found(.embedded, [.title: title])]
    #expect(text(try await decide(book)) == expected)
  }

  @Test("a folder gives the series where the name has none")
  func folder() async throws {
    #expect(
      text(try await decide(StageBook.book(stem: "Vol 1", folder: "Akira"))) == "series=Akira; volume=1")
    #expect(text(try await decide(StageBook.book(stem: "Vol 1", folder: "Downloads"))) == "volume=1")
    #expect(text(try await decide(StageBook.book(stem: "Akira 1", folder: "X"))) == "series=Akira; number=1")
    let onlyFolder = try await decide(StageBook.book(stem: "Akira 1", folder: "X")) { $0.from = [.folder] }
    #expect(text(onlyFolder) == "series=X")
  }

  @Test("a folder that is asked before the file's name gives the series")
  func folderFirst() async throws {
    let book = StageBook.book(stem: "Tern 003", folder: "Gull Company")
    let metadata = try await decide(book) { $0.from = [.embedded, .folder, .filename] }
    #expect(text(metadata) == "series=Gull Company; number=3")
  }

  @Test("in a series' folder a number in front is the book's, elsewhere it is nobody's")
  func placeInFolder() async throws {
    let inSeries = try await decide(StageBook.book(stem: "001 - The Beginning", folder: "Kite"))
    #expect(text(inSeries) == "title=The Beginning; series=Kite; number=1")
    let anywhere = try await decide(StageBook.book(stem: "001 - The Beginning", folder: "Downloads"))
    #expect(text(anywhere) == "series=The Beginning; scanInformation=001")
    let kind = try await decide(StageBook.book(stem: "Oneshot", folder: "Kite"))
    #expect(text(kind) == "series=Kite; format=One-Shot")
  }

  @Test("a name adds no second answer to which volume or number it is")
  func groups() async throws {
    let cases: [(String, [MetadataField: String], String)] = [
      ("Batman v01 (2016)", [.startYear: "2016"], "series=Batman; startYear=2016; date=2016"),
      ("Foo v03", [.number: "12"], "series=Foo; number=12; volume=3"),
      ("Foo c05", [.number: "12"], "series=Foo; number=12"),
      ("Foo 03", [.volume: "3"], "series=Foo; volume=3"),
      ("Foo 04", [.volume: "3"], "series=Foo; number=4; volume=3"),
    ]
    for (stem, inside, expected) in cases {
      var book = StageBook.book(stem: stem)
      book.found = [found(.embedded, inside)]
      #expect(text(try await decide(book)) == expected)
    }
  }

  // MARK: setting and removing

  @Test("set outranks every place, remove takes away, and roles are parts of the credits")
  func setAndRemove() async throws {
    var book = StageBook.book()
    book.found = [found(.embedded, [.title: "T", .notes: "n", .credits: "Ann (writer), Bo (inker)"])]
    let metadata = try await decide(book) {
      $0.set = OptionMap([.init(key: "Title", value: "new"), .init(key: "writer", value: "Cy")])
      $0.remove = ["notes", "Inker"]
    }
    #expect(text(metadata) == "title=new; credits=Cy (writer)")
    #expect(metadata[.title]?.origin.kind == .pipeline)
  }

  @Test("what the command line or an earlier stage said stays")
  func commandLine() async throws {
    var book = StageBook.book(stem: "Foo 01")
    book.metadata = metadata(.commandLine, [.series: "said"])
    book.metadata.set(\.imprint, to: "earlier", from: Origin(.pipeline))
    book.found = [found(.embedded, [.series: "inside", .imprint: "inside"])]
    let metadata = try await decide(book) {
      $0.set = OptionMap([.init(key: "series", value: "set"), .init(key: "imprint", value: "set")])
    }
    #expect(metadata.series == "said")
    #expect(metadata.imprint == "set")
    #expect(try await decide(book).imprint == "earlier")
  }

  // MARK: options

  private func problems(_ yaml: YAMLNode) -> [Diagnostic] {
    var decoder = OptionDecoder(file: "p.yaml", owner: "stage 'metadata'")
    _ = MetadataStage.Settings.decode(yaml, &decoder)
    return decoder.problems
  }

  @Test("names and values are checked where they are written, all at once")
  func checking() throws {
    let yaml = try YAMLParser(file: "p.yaml").parse(
      "set: { sereis: x, count: many, title: fine }\nremove: [notes, nots]\n")
    let problems = problems(yaml)
    #expect(
      problems.map(\.message) == [
        "in 'set' of stage 'metadata': there is no metadata field 'sereis'",
        "in 'set' of stage 'metadata': 'count' takes a whole number, not 'many'",
        "in 'remove' of stage 'metadata': there is no metadata field 'nots'",
      ])
    #expect(problems.map(\.remedy) == ["did you mean 'series'?", nil, "did you mean 'notes'?"])
    #expect(
      problems.map { $0.place.range?.start } == [
        SourcePosition(line: 1, column: 8), SourcePosition(line: 1, column: 26),
        SourcePosition(line: 2, column: 17),
      ])
  }

  @Test("the short form is the list of places")
  func shortForm() {
    var decoder = OptionDecoder(file: nil, owner: "stage 'metadata'")
    let settings = MetadataStage.Settings.decode(.text("embedded,filename"), &decoder)
    #expect(settings?.from == [.embedded, .filename])
    #expect(problems(.text("embeded")).first?.remedy == "did you mean 'embedded'?")
  }

  @Test("it works on any book")
  func declaration() {
    #expect(MetadataStage.needs.isEmpty)
    #expect(MetadataPlace.allCases.map(\.rawValue) == ["embedded", "sidecar", "title", "filename", "folder"])
  }
}
