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
private struct ListingSink: Sink, PublishingSink {
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
private struct Library: Sendable {
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

@Suite("Publishing")
struct PublishingTests {
  private var library: Library

  init() throws {
    library = try Library()
    for name in ["A", "B", "C"] { try library.add(name) }
  }

  @Test("lists every book of the place, those of earlier runs included", arguments: [true, false])
  func all(remembers: Bool) async throws {
    let first = try await library.run(remembers: remembers)
    #expect(first.places.map(\.publication) == [.init(isNew: true, books: 3)])
    #expect(try library.listed() == ["A.cbz: A", "B.cbz: B", "C.cbz: C"])
    for name in ["A", "B", "C"] { try library.remove("library/\(name)") }
    try library.add("D")
    _ = try await library.run(remembers: remembers)
    #expect(try library.listed() == ["A.cbz: A", "B.cbz: B", "C.cbz: C", "D.cbz: D"])
  }

  @Test("writes nothing where nothing changed")
  func unchanged() async throws {
    _ = try await library.run()
    let before = try library.times()
    let again = try await library.run()
    #expect(again.places.map(\.publication) == [.init(isNew: false, books: 3)])
    #expect(try library.times() == before)
  }

  @Test("leaves out books whose outputs are not there anymore")
  func missing() async throws {
    _ = try await library.run()
    try library.remove("shelf/B.cbz")
    try library.remove("library/B")
    _ = try await library.run()
    #expect(try library.listed() == ["A.cbz: A", "C.cbz: C"])
  }

  @Test("keeps the former edition's parts for those who read it, and no older ones")
  func generations() async throws {
    _ = try await library.run()
    let first = try library.text("shelf/index.txt")
    try library.add("D")
    _ = try await library.run()
    let second = try library.text("shelf/index.txt")
    #expect(try library.names("shelf/data").count == 2)
    try library.add("E")
    _ = try await library.run()
    let third = try library.text("shelf/index.txt")
    #expect(Set([first, second, third]).count == 3)
    #expect(try library.names("shelf/data").map { "data/" + $0 } == [second, third].sorted())
  }

  @Test("leaves the former publication whole where it fails, and the run with it")
  func failure() async throws {
    _ = try await library.run()
    let before = try library.listed()
    try library.add(ListingSink.forbidden)
    let failed = try await library.run()
    #expect(failed.summary.exitStatus() == 1)
    #expect(failed.places.map(\.publication) == [nil])
    #expect(try library.listed() == before)
  }

  @Test("never replaces a file that is no part of a publication")
  func foreign() async throws {
    try FileManager.default.createDirectory(
      atPath: library.folder.path("shelf").display, withIntermediateDirectories: true)
    _ = try library.folder.write("mine", to: "shelf/index.txt")
    for _ in 1...2 {
      let run = try await library.run()
      #expect(run.places.flatMap(\.diagnostics).map(\.rule.id) == ["place-not-ours"])
      #expect(try library.text("shelf/index.txt") == "mine")
    }
  }

  @Test("goes by what lies there where a run ended between a record and its output")
  func interrupted() async throws {
    _ = try await library.run()
    // The record of a version whose output never got its name.
    let records = try library.names("shelf/.leporello/books")
    let record = try library.text("shelf/.leporello/books/\(records[0])")
    let stale = record.replacing("\"title\":", with: "\"title\":\"Never written\",\"old\":")
      .replacing(/"stamp":"[0-9a-f]+"/, with: "\"stamp\":\"0\"")
    _ = try library.folder.write(
      stale, to: "shelf/.leporello/books/\(records[0].prefix(33))0000000000000000.json")
    _ = try await library.run()
    #expect(try library.listed() == ["A.cbz: A", "B.cbz: B", "C.cbz: C"])
  }

  @Test("tells of a damaged record, and lists the others")
  func damaged() async throws {
    _ = try await library.run()
    let records = try library.names("shelf/.leporello/books")
    _ = try library.folder.write("{", to: "shelf/.leporello/books/\(records[0])")
    let run = try await library.run()
    #expect(run.places.flatMap(\.diagnostics).map(\.rule.id) == ["record-unreadable"])
    #expect(try library.listed().count == 2)
  }

  @Test("two runs at once publish one after the other, and the last has all books")
  func atOnce() async throws {
    let other = try Library(beside: library, named: "other")
    for name in ["X", "Y"] { try other.add(name) }
    let both = [library, other]
    let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
      for library in both { group.addTask { try await library.run(remembers: false).summary.exitStatus() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == [0, 0])
    #expect(try library.listed().count == 5)
  }

  @Test("keeps a book's id where its output is written anew")
  func ids() async throws {
    _ = try await library.run(remembers: false)
    let before = try library.ids()
    try library.remove("shelf/A.cbz")
    _ = try await library.run(remembers: false)
    #expect(try library.ids() == before)
  }
}

@Suite("What vanished sources left")
struct GoneTests {
  private var library: Library

  init() throws {
    library = try Library()
    for name in ["A", "B", "C"] { try library.add(name) }
  }

  @Test("stays unless the pipeline says otherwise")
  func kept() async throws {
    _ = try await library.run(sink: "cbz")
    try library.remove("library/B")
    let run = try await library.run(sink: "cbz")
    #expect(run.places.isEmpty)
    #expect(try library.names("shelf").contains("B.cbz"))
  }

  @Test("is removed where it says so; a source that is renamed leaves nothing behind either")
  mutating func removed() async throws {
    library.options = ", gone: remove"
    _ = try await library.run(sink: "cbz")
    try library.remove("library/B")
    try library.move("library/C", "library/C2")
    let run = try await library.run(sink: "cbz")
    #expect(run.places.flatMap(\.gone).map(\.fate) == [.removed, .removed])
    #expect(try library.names("shelf") == ["A.cbz", "C2.cbz"])
    // Nothing is left to do.
    #expect(try await library.run(sink: "cbz").places.isEmpty)
  }

  @Test("is not published where it is to be hidden, and comes back with its source")
  mutating func hidden() async throws {
    library.options = ", gone: hide"
    _ = try await library.run()
    try library.move("library/B", "away")
    let run = try await library.run()
    #expect(run.places.flatMap(\.gone).map(\.fate) == [.hidden])
    #expect(try library.listed() == ["A.cbz: A", "C.cbz: C"])
    #expect(try library.names("shelf").contains("B.cbz"))
    try library.move("away", "library/B")
    _ = try await library.run()
    #expect(try library.listed() == ["A.cbz: A", "B.cbz: B", "C.cbz: C"])
  }

  @Test("is removed from the publication and its records, too")
  mutating func removedAndPublished() async throws {
    library.options = ", gone: remove"
    _ = try await library.run()
    try library.remove("library/B")
    _ = try await library.run()
    #expect(try library.listed() == ["A.cbz: A", "C.cbz: C"])
    #expect(try library.names("shelf/.leporello/books").count == 2)
  }

  @Test("stays where somebody has changed it")
  mutating func changed() async throws {
    library.options = ", gone: remove"
    _ = try await library.run(sink: "cbz")
    try library.remove("library/B")
    _ = try library.folder.write("mine now", to: "shelf/B.cbz")
    let run = try await library.run(sink: "cbz")
    #expect(run.places.flatMap(\.gone).map(\.fate) == [.kept("it is not as it was written")])
    #expect(try library.text("shelf/B.cbz") == "mine now")
  }

  @Test("stays where all that lay beside its source is missing as well: the disk may not be there")
  mutating func unmounted() async throws {
    library.options = ", gone: remove"
    _ = try await library.run(sink: "cbz")
    for name in ["A", "B", "C"] { try library.remove("library/\(name)") }
    let run = try await library.run(sink: "cbz")
    #expect(run.places.isEmpty)
    #expect(try library.names("shelf") == ["A.cbz", "B.cbz", "C.cbz"])
  }

  @Test("stays, and that is said, where an input was not found")
  mutating func notWhole() async throws {
    library.options = ", gone: remove"
    _ = try await library.run(sink: "cbz")
    try library.remove("library/B")
    let run = try await library.run(sink: "cbz", isWhole: false)
    #expect(run.places.flatMap(\.diagnostics).map(\.rule.id) == ["gone-unknown"])
    #expect(try library.names("shelf") == ["A.cbz", "B.cbz", "C.cbz"])
  }

  @Test("cannot be told without a ledger")
  mutating func needsLedger() async throws {
    library.options = ", gone: remove"
    let effect = try WriteOutputs(
      try library.pipeline(sink: "cbz"), RunResources(limits: Limits(), settings: RunSettings()),
      RunSettings())
    #expect(throws: Diagnostic.self) { try effect.checkGone() }
  }

  @Test("cannot be told from sources that were moved away, and cannot be hidden where nothing is published")
  mutating func checked() async throws {
    library.options = ", gone: remove"
    library.after = ", after: trash"
    #expect(try problems("cbz") == ["gone-moved"])
    library.options = ", gone: hide"
    library.after = ""
    #expect(try problems("cbz") == ["gone-hidden"])
    #expect(try problems("listing") == [])
  }

  private func problems(_ sink: String) throws -> [String] {
    let text = """
      leporello: 1
      source: { folder: {}\(library.after) }
      sink: { \(sink): { path: "shelf/{source.stem}.cbz"\(library.options) } }
      """
    let file = try PipelineFile(parsing: Array(text.utf8), file: "test.yaml")
    return PipelineChecker(registry: Registry.builtIn.with(ListingSink.self)).check(file).problems.map(
      \.rule.id)
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
