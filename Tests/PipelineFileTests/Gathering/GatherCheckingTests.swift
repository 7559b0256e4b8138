import BookModel
import Catalogue
import Diagnostics
import PipelineFile
import PluginKit
import Testing

private func check(
  _ text: String, _ sets: [String] = [], registry: Registry = TestPlugins.registry
) throws -> (pipeline: Pipeline?, problems: [Diagnostic]) {
  let file = try PipelineFile(parsing: Array(text.utf8), file: "x.yaml")
  return PipelineChecker(registry: registry).check(file, overrides: try sets.map { try Override(set: $0) })
}

@Suite("Checking gather and divide")
struct GatherCheckingTests {
  private static let named = "sink: { cbz: \"{title}.cbz\" }"

  @Test(
    "tells one mistake at its place",
    arguments: [
      (
        "gather: ⟦~⟧", "pipeline-shape", "'gather' says nothing",
        "leave it out, or say how: gather: { by: … }"
      ),
      (
        "gather: ⟦{⟧ order: name }", "gather-key", "'gather' does not say which sources belong together",
        "for example gather: \"{series} v{volume}\", or gather: folder"
      ),
      (
        "gather: ⟦foldr⟧", "gather-key", "'foldr' has no field, so all sources would be one book",
        "did you mean 'folder'?"
      ),
      (
        "gather: ⟦\"series\"⟧", "gather-key", "'series' has no field, so all sources would be one book",
        "name fields, such as \"{series} v{volume}\", or write folder or tree"
      ),
      ("gather: \"{⟦serie⟧}\"", "template-syntax", "there is no field 'serie'", "did you mean 'series'?"),
      (
        "gather: \"{series} {⟦part⟧}\"", "template-syntax",
        "'{part}' is always empty: sources are not parts of a divided book", "leave it out, or add 'divide:'"
      ),
      (
        "gather: { by: ⟦folder⟧, list: { A: a.cbz } }", "gather-key", "'gather' has both 'by' and 'list'",
        "leave one of them out"
      ),
      (
        "gather: { list: ⟦{}⟧ }", "gather-key", "the list of 'gather' is empty", "name a book and its sources"
      ),
      (
        "gather: { list: { ⟦A⟧: [] } }", "gather-key", "'A' has no sources", "give it patterns: [\"a/*.cbz\"]"
      ),
      (
        "gather: { list: { A: a.cbz, ⟦a⟧: b.cbz } }", "gather-key", "two books of the list are called 'a'",
        nil
      ),
      (
        "gather: { list: { A: \"a⟦{⟧b\" } }", "glob-syntax", nil, nil
      ),
      (
        "gather: { list: { A: a.cbz }, ⟦order⟧: name }", "no-effect",
        "'order' of 'gather' changes nothing: the list says which sources belong together, and in which order",
        "leave it out"
      ),
      (
        "gather: { by: folder, order: name, ⟦from⟧: filename }", "no-effect",
        "'from' of 'gather' changes nothing: neither folders nor this order need fields", "leave it out"
      ),
      (
        "gather: { by: folder, from: ⟦[]⟧ }", "gather-key",
        "'from' is empty, so nothing is known about the sources", "leave it out"
      ),
      (
        "gather: { by: folder, order: ⟦numbers⟧ }", "option-value",
        "'order' of 'gather' takes one of: number, name, given, not 'numbers'", "did you mean 'number'?"
      ),
      (
        "gather: { ⟦bi⟧: folder }", nil, "'gather' has no option 'bi'", "did you mean 'by'?"
      ),
      (
        "divide: ⟦~⟧", "pipeline-shape", "'divide' says nothing",
        "leave it out, or say how: divide: { by: … }"
      ),
      (
        "divide: ⟦chapter⟧", "option-value",
        "'by' of 'divide' takes one of: chapters, stories, pages, bytes, not 'chapter'",
        "did you mean 'chapters'?"
      ),
      (
        "divide: ⟦pages⟧", "divide-size", "'divide' does not say how many pages a part may have",
        "add pages: 200"
      ),
      (
        "divide: { by: ⟦bytes⟧ }", "divide-size", "'divide' does not say how many bytes a part may have",
        "add bytes: 200MB"
      ),
      (
        "divide: { pages: ⟦0⟧ }", "option-value",
        "'pages' of 'divide' takes a whole number from 1 to 1000000, not '0'", nil
      ),
      (
        "divide: { bytes: ⟦0⟧ }", "divide-size", "a part of 0 bytes holds nothing", "for example bytes: 200MB"
      ),
      (
        "divide: { pages: 3, ⟦level⟧: 2 }", "no-effect",
        "'level' of 'divide' changes nothing: parts end at openings; add 'at: chapter'", "leave it out"
      ),
      (
        "divide: { by: chapters, ⟦pages⟧: 9 }", "no-effect",
        "'pages' of 'divide' changes nothing: books are divided by chapters", "leave it out"
      ),
      (
        "divide: { by: stories, ⟦at⟧: chapter }", "no-effect",
        "'at' of 'divide' changes nothing: books are divided by stories", "leave it out"
      ),
      (
        "divide: { pages: 9, number: ⟦\"{number}\"⟧ }", "divide-alike",
        "all parts would get the same number: '{number}'", "for example number: \"{number}.{part}\""
      ),
      (
        "divide: { pages: 9, title: \"{⟦prt⟧}\" }", "template-syntax", "there is no field 'prt'",
        "did you mean 'part'?"
      ),
    ] as [(String, String?, String?, String?)])
  func mistake(_ text: String, _ rule: String?, _ message: String?, _ remedy: String?) throws {
    let marked = Marked("leporello: 1\n\(text)\n\(Self.named)")
    let (_, problems) = try check(marked.text)
    #expect(problems.count == 1, "\(problems)")
    let problem = try #require(problems.first)
    if let rule { #expect(problem.rule.id == rule) }
    if let message { #expect(problem.message == message) }
    if message != nil, remedy != nil { #expect(problem.remedy == remedy) }
    #expect(marked.place(of: problem) == marked.place)
  }

  @Test(
    "sinks need a name for each part, and know parts only behind 'divide'",
    arguments: [
      (
        "divide: chapters\nsink: { cbz: ⟦\"{series}.cbz\"⟧ }",
        "all parts of a divided book would be written to one path"
      ),
      (
        "divide: chapters\nsink: { folder: { path: ⟦out/⟧ } }",
        "all parts of a divided book would be written to one path"
      ),
      ("sink: { cbz: \"{series} {⟦part⟧:00}.cbz\" }", "'{part}' is always empty: no book is divided"),
      ("divide: chapters\nsink: { cbz: \"{series}[ {part}].cbz\" }", nil),
      ("divide: chapters\nsink: { cbz: \"{number}.cbz\" }", nil),
    ] as [(String, String?)])
  func sinks(_ text: String, _ message: String?) throws {
    let marked = Marked("leporello: 1\n" + text)
    let (_, problems) = try check(marked.text)
    #expect(problems.map(\.message) == [message].compactMap(\.self))
    if let problem = problems.first { #expect(marked.place(of: problem) == marked.place) }
  }

  @Test(
    "neither stands before a sink that changes sources in place",
    arguments: ["gather: folder", "divide: chapters"])
  func inPlace(_ text: String) throws {
    let (pipeline, problems) = try check("leporello: 1\n\(text)\nsink: in-place", registry: .builtIn)
    #expect(pipeline == nil && problems.map(\.rule.id) == ["gather-in-place"])
  }

  @Test("what is written is there")
  func written() throws {
    let spec = try #require(
      try soundPipeline("divide: { by: bytes, bytes: 2KiB, at: chapter, level: 2 }\n\(Self.named)").divide)
    #expect(spec.measure == .bytes(2048) && spec.border == .chapter(level: 2) && spec.needsByteCounts)
    #expect(try soundPipeline("divide: { pages: 9 }\n\(Self.named)").divide?.measure == .pages(9))
    #expect(try soundPipeline("divide: stories\n\(Self.named)").divide?.measure == .stories)
    #expect(try soundPipeline("divide: {}\n\(Self.named)").divide?.measure == .chapters(level: 1))
    let plain = try soundPipeline("sink: { cbz: x.cbz }")
    #expect(plain.gather == nil && plain.divide == nil)
  }

  @Test("the command line changes both, or brings them")
  func overrides() throws {
    let text = "gather: { by: folder, order: given }\ndivide: { pages: 9 }\n\(Self.named)"
    let pipeline = try soundPipeline(text, sets: ["gather.by=tree", "divide.pages=7"])
    #expect(pipeline.gather?.key == .folder(.tree) && pipeline.gather?.order == .given)
    #expect(pipeline.divide?.measure == .pages(7))
    let brought = try soundPipeline(Self.named, sets: ["gather.by={series}", "divide.by=stories"])
    #expect(brought.gather != nil && brought.divide?.measure == .stories)
    let (_, problems) = try check("leporello: 1\n\(Self.named)", ["gather.by=folders", "divide.level=0"])
    #expect(problems.map(\.rule.id) == ["gather-key", "option-value"])
    #expect(problems.allSatisfy { $0.rule.category == .usage })
  }

  @Test("what is resumed goes by them, and the picture of a pipeline shows them")
  func recipe() throws {
    let text = "gather: { by: folder, order: name }\nstages: [drop]\ndivide: { pages: 9 }\n\(Self.named)"
    let pipeline = try soundPipeline(text)
    let recipe = pipeline.recipe(source: 0, sink: 0)
    #expect(recipe.contains("\ngather {by: folder, order: name}\nstage drop"))
    #expect(recipe.contains("\ndivide {pages: 9}\n"))
    let graph = PipelineGraph(of: pipeline)
    #expect(graph.mermaid.contains("gather{{\"gather<br/>by: folder, order: name\"}}"))
    #expect(
      graph.mermaid.contains(
        "source1 --> gather\n  gather --> stage1\n  stage1 --> divide\n  divide --> sink1"))
    #expect(graph.dot.contains("divide [label=\"divide\\npages: 9\", shape=hexagon"))
  }

  @Test("an included file may bring them; the file's own stand")
  func include() throws {
    let shared = "leporello: 1\ngather: folder\ndivide: chapters\n"
    let main = "leporello: 1\ninclude: a.yaml\ngather: tree\n\(Self.named)"
    let file = try PipelineFile(parsing: Array(main.utf8), file: "x.yaml") { _ throws(Diagnostic) in
      Array(shared.utf8)
    }
    let (pipeline, problems) = PipelineChecker(registry: TestPlugins.registry).check(file)
    #expect(problems == [])
    #expect(pipeline?.gather?.key == .folder(.tree) && pipeline?.divide?.measure == .chapters(level: 1))
  }

  // MARK: Tests in pipeline files

  @Test(
    "a test may have several books",
    arguments: [
      ("books: [{ name: a.cbz }, { name: b.cbz }]", nil),
      ("inputs: [a.cbz, b.cbz]", nil),
      ("input: a.cbz\n    book: ⟦{}⟧", "the test has both an input and a generated book"),
      ("inputs: [a.cbz]\n    books: ⟦[{ name: b.cbz }]⟧", "the test has both an input and a generated book"),
      ("input: a.cbz\n    inputs: ⟦[b.cbz]⟧", "the test says twice which books to use"),
      ("inputs: ⟦[]⟧", "'inputs' of the test is empty"),
      ("books: [{ name: a.cbz }, { name: ⟦A.cbz⟧ }]", "two books of the test are called 'A.cbz'"),
      ("books: [{ name: a.cbz, metadata: { ⟦serie⟧: x } }]", nil as String??),
      (
        "books: [{ name: a.cbz, pages: [{ side: ⟦left⟧ }] }]",
        "only an EPUB can say on which side a page lies"
      ),
    ] as [(String, String??)])
  func tests(_ text: String, _ message: String??) throws {
    let marked = Marked(
      """
      leporello: 1
      \(Self.named)
      tests:
        - name: t
          \(text)
          expect: { outputs: [{ path: x.cbz, metadata: { number: 3 }, pageCount: 3, pages: { 1: copied } }] }
      """)
    let (pipeline, problems) = try check(marked.text)
    if marked.place.isEmpty {
      #expect(problems == [])
      #expect(pipeline?.tests.first?.settings.expect.outputs.first?.pageCount == 3)
    } else {
      #expect(problems.count == 1, "\(problems)")
      if let problem = problems.first { #expect(marked.place(of: problem) == marked.place) }
      if let message = message ?? nil { #expect(problems.map(\.message) == [message]) }
    }
  }

  @Test("what outputs are expected to be like is checked as for one book")
  func outputs() throws {
    let marked = Marked(
      """
      leporello: 1
      \(Self.named)
      tests:
        - { name: t, input: a.cbz, expect: { outputs: [x.cbz, { pages: { ⟦none⟧: copied } }] } }
      """)
    let (_, problems) = try check(marked.text)
    #expect(problems.map(\.rule.id) == ["test-page"])
  }
}
