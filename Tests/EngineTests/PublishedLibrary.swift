import Archives
import BookModel
import Catalogue
import Diagnostics
import Effects
import Foundation
import Imaging
import Inputs
import Options
import PipelineFile
import PluginKit
import Sinks
import Synchronization
import Testing

@testable import Engine

/// Comic archives with a list of them beside: a part with a line for each book, and `index.txt`, which names it.
struct ListingSink: Sink, PublishingSink {
  typealias Settings = ComicOutputOptions
  static let name = "listing"
  static let summary = "Writes books and a list of them."
  static let example = "listing: { path: shelf/ }"
  static let fileExtensions = ["cbz"]
  static let output = OutputKind.file

  /// What publishing fails with, by the titles it may not meet.
  static let forbidden = "Forbidden"

  let cbz: CBZSink
  init(_ settings: Settings) { cbz = CBZSink(settings) }

  func begin(_ book: Book, _ output: OutputTarget, in context: any BookContext) async throws(Diagnostic)
    -> any SinkSession
  { Session(try await cbz.begin(book, output, in: context)) }

  func verify(_ output: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest {
    try cbz.verify(output, against: manifest)
  }

  func publish(_ books: [PublishedBook]) throws(Diagnostic) -> Edition {
    var edition = Edition()
    var lines: [String] = []
    for book in books {
      guard case .string(let title) = book.record["title"] else { continue }
      guard title != Self.forbidden else { throw .error(.destinationExists, "'\(title)' may not be listed") }
      lines.append("\(book.path.display): \(title)")
    }
    let part = edition.add("data/list.txt", Array(lines.joined(separator: "\n").utf8))
    edition.point("index.txt", Array(part.utf8))
    return edition
  }

  /// Used by one task at a time, as all sessions are.
  private final class Session: SinkSession {
    private let inner: any SinkSession
    private let title = Mutex<JSON?>(nil)
    init(_ inner: any SinkSession) { self.inner = inner }
    var record: JSON? { title.withLock { $0 } }
    func write(_ page: RenderedPage) throws(Diagnostic) { try inner.write(page) }
    func finish(_ book: Book) throws(Diagnostic) -> OutputManifest {
      title.withLock { $0 = .members(("title", .string(book.metadata.title ?? book.source.stem))) }
      return try inner.finish(book)
    }
  }
}

/// A library of folders of pictures, and what is made of it.
struct Library: Sendable {
  let folder: TemporaryFolder
  /// The folder its books lie in.
  var source = "library"
  var options = ""
  var after = ""

  init() throws { folder = try TemporaryFolder() }

  func add(_ name: String) throws {
    let picture = try encodePicture(
      Raster(size: Size(width: 8, height: 12), layout: .gray) { $0.update(repeating: 100) }, as: .png,
      EncodeRequest()
    ).bytes
    let path = folder.path("\(source)/\(name)/1.png").display
    try FileManager.default.createDirectory(
      atPath: folder.path("\(source)/\(name)").display, withIntermediateDirectories: true)
    try Data(picture + Array(name.utf8)).write(to: URL(filePath: path))
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: folder.path(path).display) }
  func move(_ path: String, _ to: String) throws {
    try FileManager.default.moveItem(atPath: folder.path(path).display, toPath: folder.path(to).display)
  }
  func text(_ path: String) throws -> String {
    try String(contentsOfFile: folder.path(path).display, encoding: .utf8)
  }
  func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(path).display).sorted()
  }
  /// The lines of the list that readers find.
  func listed() throws -> [String] {
    try text("shelf/" + text("shelf/index.txt")).split(separator: "\n").map(String.init)
  }

  func pipeline(sink: String = "listing") throws -> Pipeline {
    let text = """
      leporello: 1
      source: { folder: {}\(after) }
      sink: { \(sink): { path: "\(folder.path("shelf").display)/{source.stem}.cbz"\(options) } }
      """
    let file = try PipelineFile(parsing: Array(text.utf8), file: "test.yaml")
    let checked = PipelineChecker(registry: Registry.builtIn.with(ListingSink.self)).check(file)
    return try #require(checked.pipeline, "\(checked.problems.map(\.message))")
  }

  /// Runs over all books that are there.
  func run(
    sink: String = "listing", remembers: Bool = true, isWhole: Bool = true
  ) async throws -> (summary: RunSummary, places: [PlaceReceipt]) {
    let pipeline = try pipeline(sink: sink)
    let resources = RunResources(limits: Limits(), settings: RunSettings())
    let effect = try WriteOutputs(
      pipeline, resources, RunSettings(), ledger: remembers ? try Ledger(at: folder.path("l.sqlite")) : nil)
    let jobs = try names(source).map { Job(RunInput(path: folder.path("\(source)/\($0)"), isFolder: true)) }
    let runner = Runner(effect)
    let planned = try #require(try await runner.plan(jobs))
    let places = Mutex<[PlaceReceipt]>([])
    let summary = await runner.carryOut(planned, isWhole: isWhole) { event in
      if case .place(let place) = event { places.withLock { $0.append(place) } }
    }
    return (summary, places.withLock { $0 })
  }
}

extension Library {
  /// Another one, whose books go to the same shelf.
  init(beside other: Library, named name: String) throws {
    self = other
    source = name
  }

  /// When each file of the shelf was written.
  func times() throws -> [String: Date] {
    var times: [String: Date] = [:]
    let root = folder.path("shelf").display
    for case let name as String in FileManager.default.enumerator(atPath: root) ?? .init() {
      let attributes = try FileManager.default.attributesOfItem(atPath: root + "/" + name)
      times[name] = attributes[.modificationDate] as? Date
    }
    return times
  }

  /// The id of each book, by its path.
  func ids() throws -> [String: String] {
    var ids: [String: String] = [:]
    for name in try names("shelf/.leporello/books") {
      let record = try JSONSerialization.jsonObject(with: Data(text("shelf/.leporello/books/\(name)").utf8))
      let members = try #require(record as? [String: Any])
      ids[try #require(members["path"] as? String)] = try #require(members["book"] as? String)
    }
    return ids
  }
}
