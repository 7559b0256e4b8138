import BookModel
import Catalogue
import Diagnostics
import Effects
import Engine
import Foundation
import PipelineFile
import PluginKit
import Testing

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
