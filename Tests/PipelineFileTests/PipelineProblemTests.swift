import Diagnostics
import PipelineFile
import PluginKit
import Testing

private func problems(of text: String) throws -> [Diagnostic] {
  let file = try PipelineFile(parsing: Array(text.utf8), file: "x.yaml")
  let (pipeline, problems) = PipelineChecker(registry: TestPlugins.registry).check(file)
  #expect((pipeline == nil) == problems.contains { $0.severity == .error })
  return problems
}

@Suite("Checking a pipeline that is wrong")
struct PipelineProblemTests {
  @Test(
    "tells one mistake at its place",
    arguments: [
      // The file as a whole.
      (
        "⟦n⟧ame: x\nsink: { cbz: x.cbz }", "pipeline-version", "the file does not state its version",
        "begin with 'leporello: 1'"
      ),
      (
        "leporello: ⟦2⟧\nsink: { cbz: x.cbz }", "pipeline-version",
        "this program reads version 1 of pipeline files, not '2'", nil
      ),
      ("⟦- a⟧", "pipeline-shape", "a pipeline file is a mapping, not a list", nil),
      (
        "leporello: 1\n⟦sorce⟧: a\nsink: { cbz: x.cbz }", "unknown-key",
        "unknown key 'sorce' in a pipeline file", "did you mean 'source'?"
      ),
      (
        "leporello: 1\n⟦steps⟧: [drop]\nsink: { cbz: x.cbz }", "unknown-key",
        "unknown key 'steps' in a pipeline file", "here it is called 'stages'"
      ),
      (
        "leporello: 1\n⟦sinks⟧: a\nsink: { cbz: x.cbz }", "unknown-key",
        "unknown key 'sinks' in a pipeline file", "did you mean 'sink'?"
      ),
      (
        "leporello: 1\ninclude: ⟦a⟧\nsink: { cbz: x.cbz }", "include-unreadable",
        "cannot include 'a': files cannot be included here", nil
      ),
      (
        "leporello: 1\nlimits: { ⟦maxPage⟧: 5 }\nsink: { cbz: x.cbz }", "unknown-option",
        "limits has no option 'maxPage'", "did you mean 'maxPages'?"
      ),
      (
        "leporello: 1\nlimits: { maxPages: ⟦0⟧ }\nsink: { cbz: x.cbz }", "option-value",
        "'maxPages' of limits takes a whole number from 1 to 1000000, not '0'", nil
      ),
      (
        "leporello: 1\nonDamage: ⟦blnk⟧\nsink: { cbz: x.cbz }", "option-value",
        "'onDamage' of the pipeline takes one of: fail, skip, blank, keep, not 'blnk'",
        "did you mean 'blank'?"
      ),
      (
        "leporello: 1\nonFailure: ⟦stop⟧\nsink: { cbz: x.cbz }", "option-value",
        "'onFailure' of the pipeline takes one of: keep-going, fail-fast, not 'stop'", nil
      ),
      (
        "leporello: 1\nname: ⟦[a]⟧\nsink: { cbz: x.cbz }", "pipeline-shape", "'name' takes text, not a list",
        nil
      ),
      // Sources.
      (
        "leporello: 1\nsource: { ⟦fiels⟧: a }\nsink: { cbz: x.cbz }", "unknown-key",
        "unknown key 'fiels' in a source", "did you mean 'files'?"
      ),
      (
        "leporello: 1\nsource: { files: a, settle: ⟦5 years⟧ }\nsink: { cbz: x.cbz }", "option-value",
        "'settle' of source takes a time such as 10s, 5m or 1h, not '5 years'", nil
      ),
      (
        "leporello: 1\nsource: { files: a, after: ⟦trsh⟧ }\nsink: { cbz: x.cbz }", "option-value",
        "'after' takes keep, trash or { move: FOLDER }, not 'trsh'", "did you mean 'trash'?"
      ),
      (
        "leporello: 1\nsource: { files: a, after: ⟦move⟧ }\nsink: { cbz: x.cbz }", "option-value",
        "'after' takes keep, trash or { move: FOLDER }, not 'move'", "such as after: { move: done }"
      ),
      (
        "leporello: 1\nsource: { files: \"in/**/*.cbz\", after: ⟦{ move: in/done }⟧ }\nsink: { cbz: x.cbz }",
        "source-returns", "sources moved to 'in/done' are found again by 'files' in the next run", nil
      ),
      (
        "leporello: 1\nsource: [{ files: a }, { ⟦fiels⟧: b }]\nsink: { cbz: x.cbz }", "unknown-key",
        "unknown key 'fiels' in a source", "did you mean 'files'?"
      ),
      (
        "leporello: 1\nsource: { files: \"a⟦{⟧b\" }\nsink: { cbz: x.cbz }", "glob-syntax",
        "the '{' has no '}'", nil
      ),
      (
        "leporello: 1\nsource: { recursive: ⟦maybe⟧ }\nsink: { cbz: x.cbz }", "option-value",
        "'recursive' of source takes true or false, not 'maybe'", nil
      ),
      (
        "leporello: 1\nsource: { archive: { ⟦namesEncodng⟧: x } }\nsink: { cbz: x.cbz }", "unknown-option",
        "reader 'archive' has no option 'namesEncodng'", "did you mean 'namesEncoding'?"
      ),
      // Stages.
      (
        "leporello: 1\nstages: ⟦d⟧rop\nsink: { cbz: x.cbz }", "pipeline-shape",
        "'stages' takes a list, not text", "put '- ' in front of each stage"
      ),
      (
        "leporello: 1\nstages: [⟦papper⟧]\nsink: { cbz: x.cbz }", "unknown-plugin",
        "there is no stage 'papper'", "did you mean 'paper'?"
      ),
      (
        "leporello: 1\nstages: [⟦cbz⟧: {}]\nsink: { cbz: x.cbz }", "unknown-plugin",
        "there is no stage 'cbz'", "'cbz' is a sink: it belongs under 'sink:'"
      ),
      (
        "leporello: 1\nstages: [⟦archive⟧]\nsink: { cbz: x.cbz }", "unknown-plugin",
        "there is no stage 'archive'", "'archive' is a reader: its options belong under 'source:'"
      ),
      (
        "leporello: 1\nstages:\n  - paper: { ⟦strenght⟧: 1 }\nsink: { cbz: x.cbz }", "unknown-option",
        "stage 'paper' has no option 'strenght'", "did you mean 'strength'?"
      ),
      (
        "leporello: 1\nstages:\n  - paper: ⟦craem⟧\nsink: { cbz: x.cbz }", "option-value",
        "'stock' of stage 'paper' takes one of: cream, newsprint, not 'craem'", "did you mean 'cream'?"
      ),
      (
        "leporello: 1\nstages:\n  - paper:\n    ⟦strength⟧: 1\nsink: { cbz: x.cbz }", "unknown-key",
        "'strength' is beside stage 'paper', not among its options", nil
      ),
      (
        "leporello: 1\nstages:\n  - drop: { max: 1, ⟦where⟧: first }\nsink: { cbz: x.cbz }", "unknown-option",
        "'where' is among the options of stage 'drop', not beside it", nil
      ),
      (
        "leporello: 1\nstages:\n  - drop: {}\n    ⟦paper⟧: cream\nsink: { cbz: x.cbz }", "pipeline-shape",
        "'paper' is a second stage in one item", "put '- ' in front of it"
      ),
      (
        "leporello: 1\nstages:\n  - ⟦i⟧d: x\nsink: { cbz: x.cbz }", "pipeline-shape", "the stage has no name",
        nil
      ),
      (
        "leporello: 1\nstages:\n  - ⟦[drop]⟧\nsink: { cbz: x.cbz }", "pipeline-shape",
        "a stage is a name or a mapping, not a list", nil
      ),
      (
        "leporello: 1\nstages:\n  - join: ⟦left⟧\nsink: { cbz: x.cbz }", "option-value",
        "stage 'join' takes a mapping of options, not text", "it has no options"
      ),
      (
        "leporello: 1\nstages: [drop, ⟦drop⟧]\nsink: { cbz: x.cbz }", "stage-twice",
        "stage 'drop' is used twice, first on line 2", "give it an 'id:' beside the name"
      ),
      (
        "leporello: 1\nstages: [{ drop: , id: a }, { drop: , id: ⟦a⟧ }]\nsink: { cbz: x.cbz }", "stage-twice",
        "the id 'a' is used twice, first on line 2", nil
      ),
      (
        "leporello: 1\nstages: [{ drop: , id: ⟦a.b⟧ }]\nsink: { cbz: x.cbz }", "pipeline-shape",
        "'id' takes a name of letters, digits and '-', not 'a.b'", nil
      ),
      (
        "leporello: 1\nstages:\n  - drop:\n    where: ⟦rol⟧ == x\nsink: { cbz: x.cbz }", "unknown-fact",
        "there is no page fact 'rol'", "did you mean 'role'?"
      ),
      (
        "leporello: 1\nstages:\n  - drop:\n    when: ⟦role⟧ == x\nsink: { cbz: x.cbz }", "unknown-fact",
        "there is no book fact 'role'", "'role' is about pages: use it in 'where:'"
      ),
      (
        "leporello: 1\nstages:\n  - drop:\n    where: ⟦[first]⟧\nsink: { cbz: x.cbz }", "predicate-syntax",
        "a condition is text, not a list", nil
      ),
      (
        "leporello: 1\nstages:\n  - ⟦broken⟧\nsink: { cbz: x.cbz }", "option-value",
        "cannot read the list of hashes", nil
      ),
      // Sinks.
      ("⟦l⟧eporello: 1\n", "missing-sink", "the pipeline does not say what to write", nil),
      ("leporello: 1\nsink: ⟦[]⟧", "missing-sink", "the list of sinks is empty", nil),
      ("leporello: 1\nsink: ⟦cbz⟧", "missing-sink", "sink 'cbz' does not say where books go", nil),
      (
        "leporello: 1\nsink: { ⟦cbx⟧: x.cbz }", "unknown-plugin", "there is no sink 'cbx'",
        "did you mean 'cbz'?"
      ),
      (
        "leporello: 1\nsink: { cbz: { path: x.cbz, ⟦exsts⟧: skip } }", "unknown-option",
        "sink 'cbz' has no option 'exsts'", "did you mean 'exists'?"
      ),
      (
        "leporello: 1\nsink: { cbz: { path: x.cbz, ⟦naems⟧: keep } }", "unknown-option",
        "sink 'cbz' has no option 'naems'", "did you mean 'names'?"
      ),
      (
        "leporello: 1\nsink: { cbz: { path: x.cbz, exists: ⟦skp⟧ } }", "option-value",
        "'exists' of sink 'cbz' takes one of: fail, skip, replace, not 'skp'", "did you mean 'skip'?"
      ),
      (
        "leporello: 1\nsink: { cbz: { path: \"{⟦sereis⟧}.cbz\" } }", "template-syntax",
        "there is no field 'sereis'", "did you mean 'series'?"
      ),
      (
        "leporello: 1\nsink: { cbz: { path: ⟦{series}⟧ } }", "option-value",
        "'path' of sink 'cbz' takes text, not a mapping", "put quotes around text that begins with '{'"
      ),
      (
        "leporello: 1\nsink: [{ cbz: x.cbz }, { ⟦cbz⟧: y.cbz }]", "sink-twice",
        "sink 'cbz' is used twice, first on line 2", "give it an 'id:' beside the name"
      ),
      (
        "leporello: 1\nsink: [{ cbz: x.cbz, id: a }, { cbz: y.cbz, id: ⟦a⟧ }]", "sink-twice",
        "the id 'a' is used twice, first on line 2", nil
      ),
      (
        "leporello: 1\nsink: { cbz: x.cbz, ⟦folder⟧: x }", "pipeline-shape",
        "'folder' is a second sink in one item", "make a list of sinks: put '- ' in front of each"
      ),
      (
        "leporello: 1\nsink: { cbz: x.cbz, stages: [⟦papper⟧] }", "unknown-plugin",
        "there is no stage 'papper'", "did you mean 'paper'?"
      ),
      (
        "leporello: 1\nstages: [drop]\nsink: [{ cbz: x.cbz }, { folder: y, stages: [⟦drop⟧] }]",
        "stage-twice",
        "stage 'drop' is used twice, first on line 2", "give it an 'id:' beside the name"
      ),
      (
        "leporello: 1\nstages: [paper]\nsink: [{ cbz: x.cbz }, { folder: y, stages: [⟦join⟧] }]",
        "stage-order",
        "'join' comes after 'paper': the seam shows", nil
      ),
      (
        "leporello: 1\nsink:\n  cbz:\n  ⟦path⟧: x.cbz", "unknown-key",
        "'path' is beside sink 'cbz', not among its options",
        "indent it below 'cbz:'; beside a sink there can only be id, stages"
      ),
      (
        "leporello: 1\nsink: { cbz: ⟦x.epub⟧ }", "sink-extension", "sink 'cbz' does not write '.epub' files",
        "its extensions are .cbz, .zip"
      ),
      // Books.
      (
        "leporello: 1\nsink: { cbz: x.cbz }\nbooks: [{ match: { hash: ⟦12345xyz⟧ } }]", "option-value",
        "'hash' takes the SHA-256 of a file, or its first 8 digits or more, not '12345xyz'", nil
      ),
      (
        "leporello: 1\nsink: { cbz: x.cbz }\nbooks: [⟦{⟧ stages: [] }]", "pipeline-shape",
        "the entry does not say which book it is for", nil
      ),
      (
        "leporello: 1\nsink: { cbz: x.cbz }\nstages: [drop]\nbooks: [{ match: { series: x }, stages: [⟦paper⟧: cream] }]",
        "unknown-plugin", "the pipeline has no stage 'paper'", "stages can be changed here, but not added"
      ),
      (
        "leporello: 1\nsink: { cbz: x.cbz }\nstages: [drop]\nbooks: [{ match: { series: x }, stages: [drop: { max: ⟦x⟧ }] }]",
        "option-value", "'max' of stage 'drop' takes a whole number from 0 to 1000, not 'x'", nil
      ),
      // Warnings.
      (
        "leporello: 1\nstages: [paper, ⟦join⟧]\nsink: { cbz: x.cbz }", "stage-order",
        "'join' comes after 'paper': the seam shows", nil
      ),
      (
        "leporello: 1\nstages:\n  - metadata:\n    where: ⟦first⟧\nsink: { cbz: x.cbz }", "no-effect",
        "'where' has no effect: stage 'metadata' works on the book as a whole",
        "to choose books, write 'when:'"
      ),
      (
        "leporello: 1\nstages:\n  - drop:\n    where: role == ⟦advertisment⟧\nsink: { cbz: x.cbz }",
        "predicate-word", "'advertisment' is not one of the usual words", "did you mean 'advertisement'?"
      ),
    ] as [(String, String, String, String?)])
  func oneMistake(marked: String, rule: String, message: String, remedy: String?) throws {
    let yaml = Marked(marked)
    let found = try problems(of: yaml.text).filter { $0.rule != .sinkMissing || rule == "missing-sink" }
    try #require(found.count == 1, "\(found.map(\.description))")
    #expect(found[0].rule.id == rule)
    #expect(found[0].message == message)
    if let remedy { #expect(found[0].remedy == remedy) }
    #expect(yaml.place(of: found[0]) == yaml.place)
    #expect(found[0].place.file == "x.yaml")
  }

  @Test("tells all mistakes at once, in the order of the file")
  func allMistakes() throws {
    let text = """
      leporello: 2
      stages:
        - papper
        - paper: { stock: craem, strenght: 1, strength: 7 }
          where: rol == x
          when: sereis == x
      sink: { cbx: "{tilte}.cbz" }
      sorce: a
      """
    let found = try problems(of: text)
    #expect(
      found.map { "\($0.place.range?.start.line ?? 0):\($0.place.range?.start.column ?? 0) \($0.rule.id)" }
        == [
          "1:12 pipeline-version", "3:5 unknown-plugin", "4:21 option-value", "4:28 unknown-option",
          "4:51 option-value", "5:12 unknown-fact", "6:11 unknown-fact", "7:9 unknown-plugin",
          "8:1 unknown-key",
        ])
  }

  @Test("reads like a compiler's message")
  func rendered() throws {
    let text = "leporello: 1\nstages:\n  - paper: { strenght: 1 }\nsink: { cbz: x.cbz }\n"
    var renderer = DiagnosticRenderer()
    renderer.add(source: Array(text.utf8), of: "x.yaml")
    #expect(
      renderer.text(try problems(of: text)) == """
        x.yaml:3:14: error: stage 'paper' has no option 'strenght' [unknown-option]
              - paper: { strenght: 1 }
                         ^^^^^^^^
            did you mean 'strength'?

        """)
  }

  @Test("what one mistake of a plugin's settings hides is not reported twice")
  func noEcho() throws {
    #expect(try problems(of: "leporello: 1\nstages: [broken: { x: 1 }]\nsink: { cbz: x.cbz }").count == 1)
  }
}
