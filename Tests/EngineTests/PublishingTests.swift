import BookModel
import Diagnostics
import Engine
import Foundation
import Testing

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
