import Archives
import BookModel
import Diagnostics
import Imaging
import Options
import PipelineFile
import PluginKit
import Sinks
import Synchronization
import Testing

@testable import Engine

/// A comic archive that also needs a thumbnail and a narrow picture of every page. It notes what it gets.
private struct ThumbnailSink: Sink {
  typealias Settings = ComicOutputOptions
  static let name = "thumbnails"
  static let summary = "Writes a book with thumbnails."
  static let example = "thumbnails: { path: a.cbz }"
  static let fileExtensions = ["cbz"]
  static let output = OutputKind.file

  static let seen = Mutex<[String: [Int: [String: RenderedPicture]]]>([:])

  let cbz: CBZSink
  init(_ settings: Settings) { cbz = CBZSink(settings) }

  var renditions: [Rendition] {
    var small = PictureEncoding()
    small.format = .jpeg
    return [
      Rendition("thumb", within: Size(width: 20, height: 20), encoding: small),
      Rendition("narrow", width: 40),
    ]
  }

  func begin(_ book: Book, _ output: OutputTarget, in context: any BookContext) async throws(Diagnostic)
    -> any SinkSession
  { Session(try await cbz.begin(book, output, in: context), place: context.scratch.display) }

  func verify(_ output: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest {
    try cbz.verify(output, against: manifest)
  }

  private final class Session: SinkSession {
    let inner: any SinkSession
    let place: String
    init(_ inner: any SinkSession, place: String) {
      self.inner = inner
      self.place = place
    }
    func write(_ page: RenderedPage) throws(Diagnostic) {
      ThumbnailSink.seen.withLock { $0[place, default: [:]][page.index] = page.renditions }
      try inner.write(page)
    }
    func finish(_ book: Book) throws(Diagnostic) -> OutputManifest { try inner.finish(book) }
  }
}

@Suite("Renditions that a sink asks for")
struct RenditionTests {
  private let whole: WholeRun

  init() throws {
    var whole = try WholeRun()
    whole.registry = whole.registry.with(ThumbnailSink.self).with(BarsStage.self)
    self.whole = whole
  }

  private func made(_ stages: [String], jobs: Int = 2) async throws -> (
    WholeRun.Result, [Int: [String: RenderedPicture]]
  ) {
    var run = whole
    run.settings.jobs = jobs
    let result = try await run.run(stages, sink: "thumbnails")
    return (result, ThumbnailSink.seen.withLock { $0[whole.settings.scratch] ?? [:] })
  }

  @Test("come beside pages that stay copied, in the sizes and formats asked for")
  func copied() async throws {
    defer { whole.remove() }
    try whole.addPage("1.jpg", Size(width: 80, height: 160))
    try whole.addPage("2.png", Size(width: 30, height: 15), as: .png)
    let (result, pages) = try await made([])
    #expect(result.how == [.copied, .copied])
    let first = try #require(pages[0])
    let second = try #require(pages[1])
    #expect(first["thumb"]?.facts.size == Size(width: 10, height: 20))
    #expect(first["narrow"]?.facts.size == Size(width: 40, height: 80))
    #expect(first["narrow"]?.image.format == .jpeg)
    // Never larger than the page; the format is the page's own, or what is said.
    #expect(second["narrow"]?.facts.size == Size(width: 30, height: 15))
    #expect(second["narrow"]?.image.format == .png)
    #expect(second["thumb"]?.facts.size == Size(width: 20, height: 10))
    #expect(second["thumb"]?.image.format == .jpeg)
    for picture in first.values {
      let raster = try decodePicture(picture.image.bytes)
      #expect(raster.size == picture.facts.size && picture.facts.byteCount == picture.image.bytes.count)
      #expect(raster.samples[0] < 60 && (raster.samples.last ?? 0) > 200)
    }
  }

  @Test(
    "show the page as it is written, whichever way it was made",
    arguments: [
      ("rotate: 90", Making.lossless), ("levels: { gamma: 2 }", .reencoded), ("bars: 2", .drawn),
      ("crop: 16", .lossless), ("encode: webp", .reencoded),
    ])
  func worked(_ stage: String, _ how: Making) async throws {
    defer { whole.remove() }
    try whole.addPage("1.jpg", Size(width: 160, height: 192))
    let (result, pages) = try await made([stage])
    #expect(result.how.allSatisfy { $0 == how })
    let written = try result.rasters()
    #expect(pages.count == written.count)
    for (index, page) in written.enumerated() {
      let narrow = try #require(pages[index]?["narrow"])
      let size = Rendition("narrow", width: 40).box
      #expect(narrow.facts.size == ResizeGeometry(page.size, in: size, .fit, enlarge: false).scaled)
      let raster = try decodePicture(narrow.image.bytes)
      #expect(abs(Int(raster.samples[0]) - Int(page.samples[0])) < 12)
    }
  }

  @Test("are the same at any number of jobs")
  func deterministic() async throws {
    defer { whole.remove() }
    for number in 1...5 { try whole.addPage("\(number).jpg", Size(width: 100 + number, height: 150)) }
    let (_, one) = try await made(["levels: { gamma: 1.2 }"], jobs: 1)
    let (_, many) = try await made(["levels: { gamma: 1.2 }"], jobs: 4)
    #expect(one == many && one.count == 5)
  }

  @Test("are missing, with a warning, where a copied page cannot be decoded")
  func undecodable() async throws {
    defer { whole.remove() }
    try whole.addPage("1.jpg", Size(width: 80, height: 160))
    try whole.add("2.jp2", Self.jpeg2000)
    let (result, pages) = try await made([])
    #expect(result.receipt.status == .written)
    #expect(result.how == [.copied, .copied])
    #expect(pages[0]?.count == 2 && pages[1]?.isEmpty == true)
    #expect(result.receipt.diagnostics.contains { $0.rule == .renditionMissing })
  }

  /// A bare codestream of 3 by 2 gray pixels, without data.
  private static let jpeg2000: [UInt8] =
    [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0] + [0, 0, 0, 3, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 8)
    + [0, 0, 0, 3, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 8) + [0, 1, 7, 1, 1]
    + [0xFF, 0x90, 0, 10, 0, 0, 0, 0, 0, 14, 0, 1] + [0xFF, 0x93] + [0xFF, 0xD9]

  @Test("of a damaged page show the blank in its place")
  func damaged() async throws {
    defer { whole.remove() }
    try whole.addPage("1.jpg", Size(width: 80, height: 160))
    try whole.add("2.jpg", [0xFF, 0xD8, 0xFF, 0xE0, 0])
    var lenient = whole
    lenient.settings.onDamage = .blank
    let result = try await lenient.run([], sink: "thumbnails")
    #expect(result.receipt.status == .damaged)
    let pages = ThumbnailSink.seen.withLock { $0[whole.settings.scratch] ?? [:] }
    #expect(pages[1]?["thumb"]?.facts.size == Size(width: 10, height: 20))
  }
}
