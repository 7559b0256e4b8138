import BookModel
import Foundation
import Testing

@testable import Engine

@Suite("A book's identity")
struct BookIdentityTests {
  private let folder: URL
  private let ledger: Ledger

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "identity-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    ledger = try Ledger(at: FilePath(folder.appending(path: "l.sqlite").path))
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  /// A source that is there or not.
  private func source(_ name: String, isThere: Bool = true) throws -> FilePath {
    let file = folder.appending(path: name)
    if isThere { try Data("x".utf8).write(to: file) }
    return FilePath(file.path)
  }

  private func metadata(
    _ series: String? = nil, _ number: String? = nil, _ language: String? = nil, isbn: String? = nil
  ) -> Metadata {
    var metadata = Metadata()
    metadata.set(\.series, to: series, from: Origin(.commandLine))
    metadata.set(\.number, to: number.flatMap { BookNumber($0) }, from: Origin(.commandLine))
    metadata.set(\.language, to: language, from: Origin(.commandLine))
    metadata.set(
      \.identifiers, to: isbn.map { [Identifier(scheme: "isbn", value: $0)] }, from: Origin(.commandLine))
    return metadata
  }

  @Test("a source that changes in its place stays the same book")
  func path() throws {
    defer { remove() }
    let a = try source("a")
    let id = try ledger.identify(BookIdentity(source: a, sha256: "1"))
    #expect(try ledger.identify(BookIdentity(source: a, sha256: "2")) == id)
  }

  @Test("a renamed source is the same book, also when it changes later on")
  func renamed() throws {
    defer { remove() }
    let id = try ledger.identify(BookIdentity(source: source("a", isThere: false), sha256: "1"))
    let b = try source("b")
    #expect(try ledger.identify(BookIdentity(source: b, sha256: "1")) == id)
    #expect(try ledger.identify(BookIdentity(source: b, sha256: "2")) == id)
  }

  @Test("a copy beside its original is a book of its own")
  func copied() throws {
    defer { remove() }
    let id = try ledger.identify(BookIdentity(source: source("a"), sha256: "1"))
    #expect(try ledger.identify(BookIdentity(source: source("b"), sha256: "1")) != id)
  }

  @Test("one that comes back under the name a renamed one had is another book")
  func nameReused() throws {
    defer { remove() }
    let id = try ledger.identify(BookIdentity(source: source("a", isThere: false), sha256: "1"))
    #expect(try ledger.identify(BookIdentity(source: source("b"), sha256: "1")) == id)
    #expect(try ledger.identify(BookIdentity(source: source("a"), sha256: "1")) != id)
  }

  @Test("a better scan elsewhere is known by its identifiers, or by series, number and language")
  func names() throws {
    defer { remove() }
    func identity(_ name: String, _ sha256: String, _ metadata: Metadata, isThere: Bool = false) throws
      -> BookIdentity
    {
      BookIdentity(
        source: try source(name, isThere: isThere), sha256: sha256,
        names: BookIdentity.names(of: metadata))
    }
    let one = try ledger.identify(identity("a", "1", metadata(isbn: "978-3-16-148410-0")))
    let two = try ledger.identify(identity("b", "2", metadata("Echo", "2", "en")))
    #expect(one != two)
    #expect(try ledger.identify(identity("c", "3", metadata("Echo", "3", "en"), isThere: true)) != two)
    #expect(try ledger.identify(identity("d", "4", metadata("Echo", "2", "fr"), isThere: true)) != two)
    #expect(try ledger.identify(identity("e", "5", metadata("ECHO", "2", "en"), isThere: true)) == two)
    // It has another source now, which is still there.
    #expect(try ledger.identify(identity("f", "6", metadata("Echo", "2", "en"), isThere: true)) != two)
    #expect(try ledger.identify(identity("g", "7", metadata(isbn: "9783161484100"), isThere: true)) == one)
  }

  @Test("the same first sight gives the same id, whatever the ledger")
  func deterministic() throws {
    defer { remove() }
    let book = BookIdentity(source: "/in/a", sha256: "1", part: 2)
    let other = try Ledger(at: FilePath(folder.appending(path: "m.sqlite").path))
    #expect(try other.identify(BookIdentity(source: "/in/z", sha256: "9")) != ledger.identify(book))
    #expect(try other.identify(book) == ledger.identify(book))
  }

  @Test("the books that one source is divided into are told apart")
  func parts() throws {
    defer { remove() }
    let a = try source("a")
    let ids = try (1...3).map { try ledger.identify(BookIdentity(source: a, sha256: "1", part: $0)) }
    #expect(Set(ids).count == 3)
    #expect(try (1...3).map { try ledger.identify(BookIdentity(source: a, sha256: "1", part: $0)) } == ids)
  }

  @Test("the version changes with the contents and with the metadata, not with where a field comes from")
  func version() {
    let one = BookIdentity.version(contents: ["1"], metadata: metadata("Echo"))
    #expect(one != BookIdentity.version(contents: ["2"], metadata: metadata("Echo")))
    #expect(one != BookIdentity.version(contents: ["1"], metadata: metadata("Echo", "1")))
    var other = Metadata()
    other.set(\.series, to: "Echo", from: Origin(.filename))
    #expect(one == BookIdentity.version(contents: ["1"], metadata: other))
  }
}
