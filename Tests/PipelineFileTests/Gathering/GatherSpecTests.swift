import BookModel
import Diagnostics
import Formats
import PipelineFile
import Testing

/// The checked pipeline of a text, which must have no problem.
func soundPipeline(_ text: String, sets: [String] = []) throws -> Pipeline {
  let file = try PipelineFile(parsing: Array("leporello: 1\n\(text)\n".utf8), file: "x.yaml")
  let (pipeline, problems) = PipelineChecker(registry: TestPlugins.registry)
    .check(file, overrides: try sets.map { try Override(set: $0) })
  #expect(problems == [])
  return try #require(pipeline)
}

@Suite("Which sources become one book")
struct GatherSpecTests {
  private static func spec(_ text: String, sets: [String] = []) throws -> GatherSpec {
    try #require(
      try soundPipeline("gather: \(text)\nsink: { cbz: \"{source.stem}.cbz\" }", sets: sets).gather)
  }

  /// Groups as lists of paths.
  private static func groups(
    _ text: String, _ paths: [String], root: String? = nil
  ) throws -> (paths: [[String]], groups: [GatherGroup], told: [Diagnostic]) {
    let candidates = paths.map { GatherCandidate(path: FilePath($0), root: root.map { FilePath($0) }) }
    let (groups, told) = try spec(text).groups(of: candidates)
    return (groups.map { $0.members.map { paths[$0.source] } }, groups, told)
  }

  @Test(
    "sources with one key are one book, in order",
    arguments: [
      (
        "\"{series} v{volume}\"", ["K v1 c2.cbz", "J v1 c1.cbz", "K v01 c1.cbz"],
        [["K v01 c1.cbz", "K v1 c2.cbz"], ["J v1 c1.cbz"]]
      ),
      ("\"{series}\"", ["k c10.cbz", "K c9.cbz", "K c9.5.cbz"], [["K c9.cbz", "K c9.5.cbz", "k c10.cbz"]]),
      // Numbers that begin anew in each volume go behind the volumes.
      (
        "\"{series}\"", ["K v2 c1.cbz", "K v1 c2.cbz", "K v1 c1.cbz"],
        [["K v1 c1.cbz", "K v1 c2.cbz", "K v2 c1.cbz"]]
      ),
      // Chapters that no volume has yet go by their numbers.
      (
        "\"{series}\"", ["K c3.cbz", "K v1 c2.cbz", "K v1 c1.cbz"],
        [["K v1 c1.cbz", "K v1 c2.cbz", "K c3.cbz"]]
      ),
      ("\"{series}\"", ["K v10.cbz", "K v9.cbz"], [["K v9.cbz", "K v10.cbz"]]),
      ("{ by: \"{series}\", order: given }", ["K c2.cbz", "K c1.cbz"], [["K c2.cbz", "K c1.cbz"]]),
      ("folder", ["a/2.cbz", "b/1.cbz", "a/1.cbz"], [["a/1.cbz", "a/2.cbz"], ["b/1.cbz"]]),
      ("{ by: folder, order: name }", ["a/c10.cbz", "a/c9.cbz"], [["a/c9.cbz", "a/c10.cbz"]]),
      ("folder", ["1.cbz", "2.cbz"], [["1.cbz", "2.cbz"]]),
      (
        "{ list: { Two: [\"b/*.cbz\", a/3.cbz], One: \"a/*.cbz\" } }",
        ["a/1.cbz", "a/3.cbz", "b/2.cbz", "b/1.cbz"],
        [["a/1.cbz"], ["b/1.cbz", "b/2.cbz", "a/3.cbz"]]
      ),
    ] as [(String, [String], [[String]])])
  func groups(_ text: String, _ paths: [String], _ groups: [[String]]) throws {
    let found = try Self.groups(text, paths)
    #expect(found.paths == groups)
    #expect(found.told == [])
  }

  @Test("the first folder below the one that is searched, whatever lies in between")
  func tree() throws {
    let paths = ["in/K/v1/c1.cbz", "in/J/c1.cbz", "in/K/v2/c2.cbz", "in/loose.cbz"]
    let found = try Self.groups("tree", paths, root: "./in/")
    #expect(found.paths == [[paths[0], paths[2]], [paths[1]], [paths[3]]])
    #expect(found.told.map(\.rule) == [.gatherAlone])
    #expect(found.groups[0].place == GatherPlace(path: "in/K", stem: "K", folder: "in"))
    #expect(found.groups[0].members.map(\.key) == ["v1/c1.cbz", "v2/c2.cbz"])
  }

  @Test("a source without what the key asks for stays alone, and that is told")
  func alone() throws {
    let found = try Self.groups("\"{series} v{volume}\"", ["K v1 c1.cbz", "K c2.cbz", "K v1 c3.cbz"])
    #expect(found.paths == [["K v1 c1.cbz", "K v1 c3.cbz"], ["K c2.cbz"]])
    #expect(found.told.map(\.message) == ["the source has no 'volume', so it stays a book of its own"])
    #expect(found.told.map(\.place.file) == ["K c2.cbz"])
    #expect(found.groups[1].place == nil)
    #expect(try Self.groups("\"{series}[ v{volume}]\"", ["K c1.cbz", "K c2.cbz"]).told == [])
    #expect(try Self.groups("\"{series} {volume|0}\"", ["K c1.cbz", "K c2.cbz"]).paths.count == 1)
  }

  @Test("two sources of one number are told; so is a pattern of no source")
  func twice() throws {
    let found = try Self.groups("\"{series}\"", ["a/K c1.cbz", "b/K c1.cbz"])
    #expect(found.told.map(\.rule) == [.gatherTwice])
    #expect(found.groups[0].members.map(\.key) == ["a/K c1.cbz", "b/K c1.cbz"])
    let unused = try Self.groups("{ list: { One: [\"*.cbz\", \"*.cbr\"] } }", ["a.cbz", "x.zip"])
    #expect(unused.told.map(\.rule) == [.gatherAlone, .gatherUnused])
  }

  @Test("a book of several sources is called by its key and lies where they do")
  func place() throws {
    let found = try Self.groups("\"{series} v{volume}\"", ["in/K/a/K v1 c1.cbz", "in/K/b/K v1 c2.cbz"])
    #expect(found.groups[0].place == GatherPlace(path: "in/K/K v1", stem: "K v1", folder: "K"))
    #expect(try Self.groups("folder", ["Vol. 3/1.cbz", "Vol. 3/2.cbz"]).groups[0].place?.stem == "Vol. 3")
  }

  @Test("books are read beforehand only where more than names is asked for")
  func needs() throws {
    #expect(try Self.spec("\"{series}\"").needsBooks)
    #expect(try !Self.spec("{ by: \"{series}\", from: [filename, folder] }").needsBooks)
    #expect(try Self.spec("folder").needsBooks)
    #expect(try !Self.spec("{ by: folder, order: name }").needsBooks)
    #expect(try !Self.spec("{ list: { One: a.cbz } }").needsBooks)
  }

  @Test("the facts of chapters come from every place, those of the key from the ones that are named")
  func book() throws {
    let spec = try Self.spec("{ by: folder, from: [filename] }")
    var books = (1...2).map { number in
      SampleBook.named(
        [.title: "T\(number)", .publisher: "Ash"], stem: "K c\(number)", folder: "K", pages: 2)
    }
    books[0].numberSourcePages()
    let (groups, _) = spec.groups(of: books.map { GatherCandidate(book: $0) })
    let (book, told) = spec.book(of: groups[0], from: books)
    #expect(told == [])
    #expect(book.outline.map(\.title) == ["T1", "T2"] && book.pages.count == 4)
    #expect(book.source.stem == "K" && book.source.pageCount == 4 && book.source.reader == "epub")
    // The stage that chooses later finds what names said.
    let chosen = MetadataChoice().metadata(of: book)
    #expect(chosen.series == "K" && chosen.publisher == "Ash" && chosen.title == nil && chosen.number == nil)
    let single = spec.book(
      of: spec.groups(of: [GatherCandidate(book: books[0])]).groups[0], from: [books[0]])
    #expect(single.book.pages == books[0].pages && single.book.source == books[0].source)
  }
}
