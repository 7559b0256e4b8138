import BookModel
import Diagnostics
import Imaging
import Options
import PipelineFile
import PluginKit
import TestContexts
import Testing

private func check(
  _ text: String, sets: [String] = [], metas: [String] = [], environment: [String: String] = [:],
  needsDestination: Bool = true
) throws -> (pipeline: Pipeline?, problems: [Diagnostic]) {
  let file = try PipelineFile(parsing: Array(text.utf8), file: "x.yaml")
  let overrides = try sets.map { try Override(set: $0) } + metas.map { try Override(meta: $0) }
  return PipelineChecker(registry: TestPlugins.registry, environment: environment)
    .check(file, overrides: overrides, needsDestination: needsDestination)
}

/// The pipeline, which must have no problem at all.
private func checked(
  _ text: String, sets: [String] = [], metas: [String] = [], environment: [String: String] = [:]
) throws -> Pipeline {
  let (pipeline, problems) = try check(text, sets: sets, metas: metas, environment: environment)
  #expect(problems == [])
  return try #require(pipeline)
}

let wholePipeline = """
  leporello: 1
  name: EPUB manga to tagged CBZs
  description: For the shelf.

  source:
    files: "inbox/**/*.{epub,cbz}"
    exclude: ["**/draft/**"]
    archive: { namesEncoding: cp932 }

  stages:
    - metadata: { from: [embedded, filename] }
    - drop
    - paper: newsprint
      id: inner
      where: role != cover
      when: direction == rtl
    - paper: { strength: 0.25 }
      where: role == cover

  sink:
    cbz:
      path: "library/{series}/{series} [[v{volume:00}]][ - {title}].cbz"
      exists: skip
      names: number

  """

@Suite("Checking a pipeline that is right")
struct SoundPipelineTests {
  @Test("everything written is there, typed and in order")
  func whole() throws {
    let pipeline = try checked(wholePipeline)
    #expect(pipeline.name == "EPUB manga to tagged CBZs")
    #expect(pipeline.description == "For the shelf.")
    #expect(pipeline.sources.count == 1)
    #expect(pipeline.sources[0].files.map(\.text) == ["inbox/**/*.{epub,cbz}"])
    #expect(pipeline.sources[0].exclude.map(\.text) == ["**/draft/**"])
    #expect(!pipeline.sources[0].recursive)
    let archive = try #require(pipeline.sources[0].readers.first as? TestPlugins.ArchiveReader)
    #expect(archive.settings.namesEncoding == "cp932")
    #expect(pipeline.sources[0].readers.count == 2)

    #expect(pipeline.stages.map(\.id) == ["metadata", "drop", "inner", "paper"])
    #expect(pipeline.stages.map(\.name) == ["metadata", "drop", "paper", "paper"])
    #expect(pipeline.stages.map(\.settingsText) == ["{}", "{}", "{stock: newsprint}", "{strength: 0.25}"])
    #expect(pipeline.stageThatNeedsPages?.id == "drop")
    #expect(try pipeline.stages[2].applies(to: SampleBook.kaze))
    #expect(try !pipeline.stages[2].applies(to: SampleBook.named()))
    #expect(try pipeline.stages[3].applies(to: SampleBook.named()))

    #expect(pipeline.sinks.count == 1)
    #expect(pipeline.sinks[0].name == "cbz")
    #expect(pipeline.sinks[0].destination.exists == .skip)
    #expect((pipeline.sinks[0].sink as? TestPlugins.CBZ)?.settings.names == .number)
    let path = try #require(pipeline.sinks[0].template).path(for: SampleBook.kaze).path
    #expect(path.display == "library/Kaze/Kaze [v03] - First Wind.cbz")
  }

  @Test(
    "shorter forms mean the same",
    arguments: [
      "leporello: 1\nsink: { cbz: 'out/{series}.cbz' }",
      "leporello: 1\nsink:\n  - cbz: 'out/{series}.cbz'\nsource: a.cbz\nstages:",
      "leporello: 1\nsink: { cbz: { path: 'out/{series}.cbz' } }\nsource:\n  - files: [a.cbz]\nstages: []",
      "leporello: '1'\nsource: [a.cbz, b.cbz]\nsink: { cbz: 'out/{series}.cbz' }",
    ])
  func shortForms(text: String) throws {
    let pipeline = try checked(text)
    #expect(pipeline.sinks[0].template?.text == "out/{series}.cbz")
    #expect(pipeline.stages.isEmpty)
    #expect(pipeline.sources.count == 1)
    #expect(pipeline.sources[0].readers.count == 2)
  }

  @Test("without a path the sink is enough where the command line says it")
  func noDestination() throws {
    let (pipeline, problems) = try check("leporello: 1\nsink: cbz\n", needsDestination: false)
    #expect(problems == [])
    #expect(pipeline?.sinks[0].template == nil)
  }

  @Test("a stage takes its own pages where nothing is said, and says that nobody stated them")
  func defaultSelection() async throws {
    let pipeline = try checked(
      "leporello: 1\nstages: [drop, { drop: { max: 1 }, id: mine, where: first }, paper]\nsink: { cbz: x.cbz }"
    )
    var book = SampleBook.named(pages: 3)
    book.pages[2].roles = [.deleted]
    let context = NoContext()
    let own = try await pipeline.stages[0].selection(in: book, context: context, sourceNumbers: [:])
    #expect(book.pages.map(own.contains) == [false, false, true])
    #expect(!own.isStated)
    let stated = try await pipeline.stages[1].selection(in: book, context: context, sourceNumbers: [:])
    #expect(book.pages.map(stated.contains) == [true, false, false])
    #expect(stated.isStated)
    let all = try await pipeline.stages[2].selection(in: book, context: context, sourceNumbers: [:])
    #expect(book.pages.map(all.contains) == [true, true, true])
  }
}

@Suite("Variables")
struct VariableTests {
  private let text = """
    leporello: 1
    env: [LIBRARY]
    vars:
      size: 3
      twice: ${size}${size}
    stages:
      - drop: { max: "${twice}" }
    sink: { cbz: "${LIBRARY:-out}/$$5 ${none:-}{series}.cbz" }

    """

  @Test("take the place of their names; the environment only where declared")
  func values() throws {
    let known = text.replacing("${none:-}", with: "")
    var pipeline = try checked(known)
    #expect(pipeline.stages[0].settingsText == "{max: 33}")
    #expect(pipeline.sinks[0].template?.text == "out/$5 {series}.cbz")
    pipeline = try checked(known, sets: ["vars.size=4"], environment: ["LIBRARY": "/lib", "HOME": "/root"])
    #expect(pipeline.stages[0].settingsText == "{max: 44}")
    #expect(pipeline.sinks[0].template?.text == "/lib/$5 {series}.cbz")
  }

  @Test(
    "mistakes are told at their place",
    arguments: [
      ("sink: { cbz: '⟦${none}⟧/x.cbz' }", "unknown-variable", "there is no variable 'none'"),
      ("sink: { cbz: '⟦${HOME}⟧/x.cbz' }", "unknown-variable", "there is no variable 'HOME'"),
      (
        "env: HOME\nsink: { cbz: '⟦${HOME}⟧/x.cbz' }", "variable-unset",
        "the environment variable 'HOME' is not set"
      ),
      ("sink: { cbz: 'a⟦${⟧x.cbz' }", "variable-syntax", "the '${' that begins here has no '}'"),
      (
        "vars: { a: 1 }\nsink: { cbz: '⟦${a:x}⟧.cbz' }", "variable-syntax",
        "a default is written ${a:-default}"
      ),
      ("vars: { ⟦1a⟧: 1 }\nsink: { cbz: x.cbz }", "variable-syntax", "'1a' is not a valid variable name"),
      ("vars: { a: ⟦[1]⟧ }\nsink: { cbz: x.cbz }", "variable-syntax", "a variable is text, not a list"),
      ("vars: { a: '⟦${b}⟧', b: 1 }\nsink: { cbz: x.cbz }", "unknown-variable", "there is no variable 'b'"),
      (
        "env: [A]\nvars: { ⟦A⟧: 1 }\nsink: { cbz: x.cbz }", "variable-syntax",
        "'A' is under both 'vars' and 'env'"
      ),
    ])
  func problems(marked: String, rule: String, message: String) throws {
    let yaml = Marked("leporello: 1\n" + marked)
    let (pipeline, problems) = try check(yaml.text)
    #expect(pipeline == nil)
    #expect(problems.map(\.message) == [message])
    #expect(problems.map(\.rule.id) == [rule])
    #expect(problems.map(yaml.place) == [yaml.place])
  }

  @Test("text from the command line is never touched")
  func commandLine() throws {
    let pipeline = try checked("leporello: 1\nsink: { cbz: x.cbz }", sets: ["cbz.path=$b$$.cbz"])
    #expect(pipeline.sinks[0].template?.text == "$b$$.cbz")
  }
}

@Suite("Overrides from the command line")
struct OverrideTests {
  @Test(
    "--set changes options, of groups and short forms too",
    arguments: [
      (["inner.strength=0.75"], ["{}", "{}", "{stock: newsprint, strength: 0.75}", "{strength: 0.25}"]),
      (["paper.stock=cream"], ["{}", "{}", "{}", "{strength: 0.25}"]),
      (["drop.max=9"], ["{}", "{max: 9}", "{stock: newsprint}", "{strength: 0.25}"]),
      (["drop.max=9", "drop.max=8"], ["{}", "{max: 8}", "{stock: newsprint}", "{strength: 0.25}"]),
      (
        ["metadata.from=title,folder"],
        ["{from: [title, folder]}", "{}", "{stock: newsprint}", "{strength: 0.25}"]
      ),
      (
        ["metadata.set.number=010"], ["{set: {number: 010}}", "{}", "{stock: newsprint}", "{strength: 0.25}"]
      ),
    ])
  func stages(sets: [String], expected: [String]) throws {
    #expect(try checked(wholePipeline, sets: sets).stages.map(\.settingsText) == expected)
  }

  @Test("--set reaches conditions, sources, readers and sinks")
  func others() async throws {
    let pipeline = try checked(
      wholePipeline,
      sets: ["drop.where=first", "source.recursive=yes", "archive.namesEncoding=cp437", "cbz.exists=replace"])
    let book = SampleBook.named(pages: 2)
    let chosen = try await pipeline.stages[1].selection(in: book, context: NoContext(), sourceNumbers: [:])
    #expect(book.pages.map(chosen.contains) == [true, false])
    #expect(pipeline.sources[0].recursive)
    #expect((pipeline.sources[0].readers[0] as? TestPlugins.ArchiveReader)?.settings.namesEncoding == "cp437")
    #expect(pipeline.sinks[0].destination.exists == .replace)
  }

  @Test("a name that a reader and the sink share means the one that has the option")
  func sharedName() throws {
    let text = "leporello: 1\nsink: { folder: 'out/{series}' }"
    let pipeline = try checked(text, sets: ["folder.flat=yes", "folder.exists=skip"])
    #expect((pipeline.sinks[0].sink as? TestPlugins.FolderSink)?.settings.flat == true)
    #expect(pipeline.sinks[0].destination.exists == .skip)
  }

  @Test("--meta keeps its order, in the model's names or ComicInfo's")
  func metas() throws {
    let pipeline = try checked(wholePipeline, metas: ["series=Kaze", "LanguageISO=ja", "title="])
    var metadata = Metadata()
    metadata.set(\.title, to: "Old", from: Origin(.embedded))
    for assignment in pipeline.metadataAssignments {
      assignment.apply(to: &metadata, from: Origin(.commandLine))
    }
    #expect(metadata.series == "Kaze")
    #expect(metadata.language == "ja")
    #expect(metadata.title == nil)
  }

  @Test(
    "mistakes are usage errors without a place",
    arguments: [
      ("papper.stock=cream", "the pipeline has no stage, reader or sink 'papper'", "did you mean 'paper'?"),
      ("join.x=1", "the pipeline has no stage, reader or sink 'join'", nil),
      ("paper.strenght=1", "stage 'paper' has no option 'strenght'", "did you mean 'strength'?"),
      ("inner.strength=x", "'strength' of stage 'paper' takes a number from 0.0 to 1.0, not 'x'", nil),
      ("cbz.nmaes=x", "sink 'cbz' has no option 'nmaes'", "did you mean 'names'?"),
      (
        "cbz.path={sereis}.cbz", "there is no field 'sereis', at character 2 of '{sereis}.cbz'",
        "did you mean 'series'?"
      ),
      (
        "drop.where=rol == x", "there is no page fact 'rol', at character 1 of 'rol == x'",
        "did you mean 'role'?"
      ),
      ("vars.x=1", "the pipeline has no variable 'x'", nil),
      ("source.recursiv=yes", "unknown key 'recursiv' in a source", "did you mean 'recursive'?"),
    ] as [(String, String, String?)])
  func mistakes(set: String, message: String, remedy: String?) throws {
    let (pipeline, problems) = try check(wholePipeline, sets: [set])
    #expect(pipeline == nil)
    // 'paper' is the name of two stages: both say it.
    #expect(Set(problems.map(\.message)) == [message])
    if let remedy { #expect(problems.first?.remedy == remedy) }
    #expect(problems.allSatisfy { $0.rule.category == .usage && $0.place == Place() })
  }

  @Test("malformed ones are refused", arguments: ["x", "x=1", ".x=1", "x.=1", "=", "paper.stock"])
  func malformedSets(text: String) {
    let error = #expect(throws: Diagnostic.self) { try Override(set: text) }
    #expect(error?.rule == .overrideSyntax)
  }

  @Test("malformed metadata is refused", arguments: ["x", "=x", "sereis=x", "count=many"])
  func malformedMetas(text: String) {
    let error = #expect(throws: Diagnostic.self) { try Override(meta: text) }
    #expect(error?.rule.category == .usage)
  }
}

@Suite("What is otherwise for single books")
struct BookOverrideTests {
  private let text = """
    leporello: 1
    stages:
      - drop: { max: 1, hashes: h.txt }
      - paper: cream
    sink: { cbz: x.cbz }
    books:
      - match: { path: "inbox/scan-*.epub" }
        stages:
          - drop: { max: 10 }
            where: number in [3, 7]
      - match: { series: kaze, number: 22.10 }
        stages:
          - paper: { strength: 1 }

    """

  @Test("the options named are changed, the others stay")
  func merging() throws {
    let pipeline = try checked(text)
    #expect(
      pipeline.stage(pipeline.stages[0], for: SampleBook.kaze).settingsText == "{max: 10, hashes: h.txt}")
    #expect(pipeline.stage(pipeline.stages[1], for: SampleBook.kaze).settingsText == "{strength: 1}")
    let other = SampleBook.named([.series: "Kaze", .number: "3"], stem: "other")
    #expect(pipeline.stage(pipeline.stages[0], for: other).settingsText == "{max: 1, hashes: h.txt}")
    #expect(pipeline.stage(pipeline.stages[1], for: other).settingsText == "{}")
    let set = try checked(text, sets: ["drop.max=5"])
    #expect(set.stage(set.stages[0], for: SampleBook.kaze).settingsText == "{max: 5, hashes: h.txt}")
  }

  @Test("numbers in them are the source's")
  func sourceNumbers() async throws {
    let pipeline = try checked(text)
    var book = SampleBook.named(pages: 8)
    let numbers = Dictionary(uniqueKeysWithValues: book.pages.enumerated().map { ($1.id.text, $0 + 1) })
    book.pages.removeFirst(2)
    let stage = pipeline.stage(pipeline.stages[0], for: book)
    let chosen = try await stage.selection(in: book, context: NoContext(), sourceNumbers: numbers)
    #expect(book.pages.map(chosen.contains) == [true, false, false, false, true, false])
  }

  @Test(
    "a path may be given from any folder on, or in full",
    arguments: [
      ("inbox/a.epub", "/x/inbox/a.epub", true), ("a.epub", "inbox/a.epub", true),
      ("/x/*/a.epub", "/x/inbox/a.epub", true),
      ("/inbox/a.epub", "/x/inbox/a.epub", false), ("/x/a.epub", "x/a.epub", false),
      ("b.epub", "a.epub", false),
    ])
  func paths(pattern: String, path: String, matches: Bool) throws {
    let pipeline = try checked(
      "leporello: 1\nstages: [drop]\nsink: { cbz: x.cbz }\nbooks: [{ match: { path: \(pattern) }, stages: [drop: { max: 9 }] }]"
    )
    var book = SampleBook.named()
    book.source.path = FilePath(path)
    #expect((pipeline.stage(pipeline.stages[0], for: book).settingsText == "{max: 9}") == matches)
  }
}

/// Gives no facts: for conditions that need none.
struct NoContext: PlainContext {
  var limits: Limits { Limits() }
  func report(_ diagnostic: Diagnostic) {}
  func facts(of picture: Picture) async throws(Diagnostic) -> PictureFacts? { nil }
  func raster(of picture: Picture) async throws(Diagnostic) -> Raster {
    throw .error(.factUnknown, "no pixels here")
  }
  func bytes(of entry: EntryReference) async throws(Diagnostic) -> [UInt8] { [] }
  func stated(_ entry: EntryReference) -> (size: Int?, crc32: UInt32?) { (nil, nil) }
}
