import BookModel
import Diagnostics
import Imaging
import Options
import PipelineFile
import PluginKit
import Stages
import Testing

@testable import Engine

/// Bars of ink, so many across the page at any size (13 stop the work); on layers one below the other where it has some.
struct Bars: PixelDrawing {
  static let name = "bars"
  var size = Size(width: 60, height: 90)
  var count = 3
  var layers: [Picture] = []
  var material: [EntryReference] = []
  var format = ImageFormat.png

  var parameters: String { "\(count) \(size)" }
  var facts: PictureFacts { PictureFacts(format: format, size: size, color: .gray) }

  func mapping(_ entry: (EntryReference) -> EntryReference) -> Bars {
    var mapped = self
    mapped.layers = layers.map { $0.mapping(entry) }
    mapped.material = material.map(entry)
    return mapped
  }

  func draw(at size: Size, on ground: any DrawingGround) throws(Diagnostic) -> Raster {
    if parameters.hasPrefix("13 ") { withUnsafeCurrentTask { $0?.cancel() } }
    for entry in material where try ground.bytes(of: entry) != Array("ink".utf8) {
      throw .error(.pictureData, "the ink is dry")
    }
    var page = Raster(size: size, filledWith: 255)
    for y in 0..<size.height where y * count * 2 / size.height % 2 == 1 {
      for x in 0..<size.width { page.samples[y * size.width + x] = 0 }
    }
    let height = layers.isEmpty ? 0 : size.height / layers.count
    for (index, layer) in layers.enumerated() {
      let part = try ground.raster(of: layer, at: Size(width: size.width, height: height))
      for y in 0..<height {
        for x in 0..<size.width {
          page.samples[(index * height + y) * size.width + x] =
            part.samples[(y * size.width + x) * part.layout.bytesPerPixel]
        }
      }
    }
    return page
  }
}

/// Puts a drawing in place of every page's picture, on that picture where it is told to.
struct BarsStage: Stage {
  struct Settings: OptionGroup {
    var count = 3
    var onPage = false
    var isDry = false
    static let options: [Option<Settings>] = [
      Option("count", \.count, shortForm: true, "How many bars."),
      Option("onPage", \.onPage, "Whether the page shows through."),
      Option("isDry", \.isDry, "Whether it is drawn from the page's bytes, which are no ink."),
    ]
  }
  static let name = "bars"
  static let summary = "Draws bars."
  static let example = "- bars: 3"
  static let defaultSelection: String? = "number > 0"
  let settings: Settings
  init(_ settings: Settings) { self.settings = settings }

  func apply(to book: Book, selecting selection: PageSelection, in context: any BookContext)
    async throws(Diagnostic) -> Book
  {
    var book = book
    for index in book.pages.indices where selection.contains(book.pages[index]) {
      let picture = book.pages[index].picture
      var bars = Bars(count: settings.count)
      if settings.onPage { bars.layers = [picture] }
      if settings.isDry { bars.material = picture.entries }
      book.pages[index].picture = .drawn(bars)
    }
    return book
  }
}

@Suite("Pages that are drawn")
struct DrawingTests {
  private let whole: WholeRun

  init() throws {
    var whole = try WholeRun()
    whole.registry = whole.registry.with(BarsStage.self)
    self.whole = whole
  }

  /// Two pages, and a third that is no picture.
  private func pages(_ count: Int = 2) throws {
    for number in 1...count { try whole.addPage("\(number).jpg", Size(width: 80, height: 120)) }
  }

  @Test("are drawn at their own size, written in their own format, and counted as the source's pages")
  func plain() async throws {
    defer { whole.remove() }
    try pages()
    let result = try await whole.run(["bars: 5"])
    #expect(result.receipt.status == .written)
    #expect(result.how == [.drawn, .drawn])
    #expect(result.counts.drawn == 2)
    #expect(result.counts.accountedFor == 2)
    let rasters = try result.rasters()
    #expect(rasters.allSatisfy { $0 == Self.bars(5, Size(width: 60, height: 90)) })
    #expect(try result.pictures().allSatisfy { $0.name.hasSuffix(".png") })
  }

  /// What `Bars` draws, in as few words as it can be said.
  private static func bars(_ count: Int, _ size: Size) -> Raster {
    Raster(size: size, layout: .gray) { out in
      for index in out.indices {
        out[index] = index / size.width * count * 2 / size.height % 2 == 1 ? 0 : 255
      }
    }
  }

  @Test(
    "are drawn at the size a resize behind them asks for, instead of being scaled",
    arguments: [
      ("resize: 30x45", Size(width: 30, height: 45)),
      ("resize: { size: 600x900, enlarge: yes }", Size(width: 600, height: 900)),
      ("resize: { size: 37x41, mode: stretch }", Size(width: 37, height: 41)),
      ("resize: { size: 31x200, decode: exact }", Size(width: 31, height: 47)),
    ])
  func resized(_ stage: String, _ size: Size) async throws {
    defer { whole.remove() }
    try pages(1)
    let result = try await whole.run([
      "bars: 4", "levels: { gamma: 1.5 }", "rotate: 180", "{ rotate: 180, id: back }", stage,
    ])
    #expect(result.how == [.drawn])
    #expect(try result.rasters() == [Self.bars(4, size)])
  }

  @Test("are scaled as any picture where something between looks at their pixels")
  func cropped() async throws {
    defer { whole.remove() }
    try pages(1)
    let result = try await whole.run(["bars: 3", "crop: 10", "resize: 30x45"])
    #expect(result.how == [.drawn])
    #expect(try result.rasters().map(\.size) == [Size(width: 26, height: 45)])
  }

  @Test(
    "are joined with pages that are not, which then are re-encoded; without loss nothing of it can be had")
  func joined() async throws {
    defer { whole.remove() }
    try pages(2)
    let draw = "{ bars: { onPage: false }, where: number == 2 }"
    let result = try await whole.run([
      draw, "metadata: { set: { direction: ltr } }", "pair: { first: paired }", "join: all",
    ])
    #expect(result.how == [.reencoded])
    #expect(result.counts.reencoded == 2)
    #expect(try result.rasters().map(\.size) == [Size(width: 160, height: 120)])
    let demanding = try await whole.run(
      [
        draw, "metadata: { set: { direction: ltr } }", "pair: { first: paired }",
        "join: { which: all, lossless: require }",
      ])
    #expect(demanding.receipt.status == .failed)
    #expect(demanding.receipt.diagnostics.contains { $0.message.contains("'bars' in it is drawn") })
  }

  @Test("draw on pictures of the source, which count as drawn and are named in the receipt")
  func layers() async throws {
    defer { whole.remove() }
    try pages(2)
    var strict = whole
    strict.settings.lossless = true
    let result = try await strict.run(["bars: { onPage: true }"])
    #expect(result.how == [.drawn, .drawn])
    #expect(result.receipt.outputs[0].pages.map(\.sourceEntries) == [["1.jpg"], ["2.jpg"]])
    #expect(result.receipt.outputs[0].pages.allSatisfy { $0.bytes.before > 0 })
    let raster = try #require(try result.rasters().first)
    #expect(abs(Int(raster.samples[0]) - 40) < 8)
    #expect(abs(Int(raster.samples[raster.samples.count - 1]) - 220) < 8)
  }

  @Test(
    "have their damaged layers and damaged material treated as damage of the page",
    arguments: [
      ("onPage: true", DamagePolicy.blank), ("onPage: true", .skip), ("isDry: true", .blank),
      ("isDry: true", .skip), ("isDry: true", .fail),
    ])
  func damaged(_ option: String, _ policy: DamagePolicy) async throws {
    defer { whole.remove() }
    try pages(1)
    try whole.add("2.jpg", option == "onPage: true" ? [0xFF, 0xD8, 0xFF, 0xE0, 0] : Array("dry".utf8))
    var lenient = whole
    lenient.settings.onDamage = policy
    let result = try await lenient.run(["{ bars: { \(option) }, where: number == 2 }"])
    if policy == .fail {
      #expect(result.receipt.status == .failed)
      return
    }
    #expect(result.receipt.status == .damaged)
    #expect(result.counts.damaged == 1)
    #expect(result.counts.accountedFor == 2)
    #expect(try result.pictures().count == 2)
  }

  @Test("are papered, and give a program its pixels")
  func papered() async throws {
    defer { whole.remove() }
    try pages(1)
    let result = try await whole.run(["bars: 2", "paper: cream"])
    #expect(result.how == [.drawn])
    let page = try #require(try result.rasters().first)
    #expect(page.size == Size(width: 60, height: 90) && page.layout == .rgb)
  }

  @Test("end the run as interrupted, not as damaged, where work on one is stopped")
  func interrupted() async throws {
    defer { whole.remove() }
    try pages(3)
    var lenient = whole
    lenient.settings.onDamage = .blank
    let result = try await lenient.run(["{ bars: 13, where: number == 2 }", "paper: cream"])
    #expect(result.receipt.status == .notReached)
    #expect(throws: (any Error).self) { try result.pictures() }
  }

  @Test("are told by plans before anything is drawn")
  func forecast() async throws {
    defer { whole.remove() }
    let open = OpenSources(["book"], RunResources(limits: Limits(), settings: RunSettings()))
    let page = Page(
      id: PageID(sourcePlace: "1"),
      picture: .derived(ResizeOperation(size: Size(width: 20, height: 30)), [.drawn(Bars())]),
      sourceName: "text")
    #expect(try await open.facts(of: page.picture)?.size == Size(width: 20, height: 30))
    #expect(try await open.forecast(page).text == "drawn (PNG, lossless)")
    #expect(page.picture.recipe == "resize(20x30 fit) of bars(3 60x90)")
  }

  @Test("are equal where name, parameters and layers are")
  func equality() {
    #expect(Picture.drawn(Bars(count: 2)) == .drawn(Bars(count: 2)))
    #expect(Picture.drawn(Bars(count: 2)) != .drawn(Bars(count: 3)))
    let entry = EntryReference(source: .main, key: 0, name: "a.png")
    #expect(Picture.drawn(Bars(layers: [.entry(entry)])).entries == [entry])
    #expect(Picture.drawn(Bars(material: [entry])).pictureEntries.isEmpty)
  }
}
