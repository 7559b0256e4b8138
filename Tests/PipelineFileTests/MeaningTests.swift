import Catalogue
import Diagnostics
import PipelineFile
import PluginKit
import Testing

/// The warnings and errors of a marked text, each `place: rule`.
private func found(in marked: Marked, reviewing: Bool = false) throws -> [String] {
  let file = try PipelineFile(parsing: Array(marked.text.utf8), file: "x.yaml")
  let problems =
    PipelineChecker(registry: .builtIn).check(file).problems
    + (reviewing ? SharingReview.problems(of: file) : [])
  return problems.map { "\(marked.place(of: $0)): \($0.rule.id)" }
}

private func pipeline(_ stages: String) -> String {
  "leporello: 1\nstages:\n\(stages)\nsink: { cbz: 'out/{series}.cbz' }\n"
}

@Suite("What a pipeline means")
struct MeaningTests {
  @Test(
    "a condition that can never hold is told",
    arguments: [
      "number < 1", "number == 0", "number > 5 and number < 3", "number > 5 and number < 6", "number == 1.5",
      "first and number > 1", "first and not first", "width < 1", "aspect > 2 and aspect < 1",
      "side == left and side == right", "format == png and format != png", "role == cover and role != cover",
      "name == \"a\" and name == \"b\"", "not (number >= 1)", "number in [2, 3] and number > 3",
      "(number < 1 or width < 0) and role == cover", "number == 1 and not first",
      "number >= 2 and number <= 3 and not number in [2, 3]",
    ])
  func never(_ condition: String) throws {
    let marked = Marked(pipeline("  - drop:\n    where: ⟦'\(condition)'⟧"))
    #expect(try found(in: marked) == ["\(marked.place): never-holds"])
  }

  @Test(
    "a condition that may hold is not",
    arguments: [
      "number < 2", "number > 5 or number < 3", "number > 5 and number < 7", "first and number < 3",
      "role == cover and role == story", "not role == cover", "width > 1000 and height > 1000",
      "name ~ \"*a*\" and name ~ \"*b*\"", "first or last", "first and last", "aspect > 1 and aspect < 1.1",
      "bookmark == \"\"",
    ])
  func sometimes(_ condition: String) throws {
    #expect(try found(in: Marked(pipeline("  - drop:\n    where: '\(condition)'"))) == [])
  }

  @Test(
    "a condition that leaves nothing out is told",
    arguments: ["number >= 1", "first or not first", "width > 0 or width < 1 or number > 0"])
  func always(_ condition: String) throws {
    let marked = Marked(pipeline("  - drop:\n    where: ⟦'\(condition)'⟧"))
    #expect(try found(in: marked) == ["\(marked.place): no-effect"])
  }

  @Test(
    "conditions on books are understood, too",
    arguments: [
      ("month > 12", ["never-holds"]), ("direction == rtl and direction == ltr", ["never-holds"]),
      ("pages < 1", ["never-holds"]), ("pages >= 1", ["no-effect"]),
      ("year < 1900 and year > 2000", ["never-holds"]),
      ("not year < 1900", []), ("not year < 1900 and not year >= 1900", []),
      ("genres == Horror and genres == Comedy", []), ("series == A and series == B", ["never-holds"]),
    ])
  func books(_ condition: String, _ rules: [String]) throws {
    let problems = try found(in: Marked(pipeline("  - metadata:\n    when: '\(condition)'")))
    #expect(problems.map { String($0.split(separator: " ").last ?? "") } == rules)
  }

  @Test("too many alternatives are not looked at, and take no time")
  func manyAlternatives() throws {
    let condition = (1...60).map { "(number == \($0) or width == \($0))" }.joined(separator: " and ")
    #expect(try found(in: Marked(pipeline("  - drop:\n    where: '\(condition)'"))) == [])
  }

  @Test(
    "options that another one makes useless are told, each at its name",
    arguments: [
      "  - encode: { format: png, ⟦jpeg⟧: { quality: 80 } }",
      "  - encode: { format: webp, ⟦background⟧: white }",
      "  - encode: { format: webp, webp: { lossless: yes, ⟦quality⟧: 80 } }",
      "  - grayscale: { mode: always, ⟦share⟧: 3 }", "  - resize: { size: 100x100, ⟦background⟧: black }",
      "  - pair: { detect: off, blank: insert, ⟦minConfidence⟧: 0.5 }", "  - turn: { ⟦order⟧: after }",
      "  - rotate: { by: 180, ⟦direction⟧: ccw }", "  - crop: { edges: 2%, ⟦tolerance⟧: 3 }",
      "  - levels: { black: 3, ⟦limit⟧: 9 }", "  - pair\n  - join: { which: all, ⟦gutterColor⟧: white }",
    ])
  func useless(_ stages: String) throws {
    let marked = Marked(pipeline(stages))
    #expect(try found(in: marked) == ["\(marked.place): no-effect"])
  }

  @Test(
    "stages that do nothing as they are set are told",
    arguments: [
      "  - border: ⟦0⟧", "  - sharpen: ⟦0⟧", "  - quantize: ⟦256⟧", "  - crop: ⟦0⟧", "  - levels: ⟦no⟧",
      "  - metadata: ⟦{ from: [] }⟧", "  - grayscale\n  - ⟦grayscale⟧:\n    id: again",
      "  - ⟦encode⟧: png\n  - encode: jpeg\n    id: again",
    ])
  func idle(_ stages: String) throws {
    let marked = Marked(pipeline(stages))
    #expect(try found(in: marked) == ["\(marked.place): no-effect"])
  }

  @Test(
    "what only looks alike is left alone",
    arguments: [
      "  - grayscale: always\n    where: first\n  - grayscale: always\n    id: again\n    where: last",
      "  - encode: png\n  - encode: jpeg\n    id: again\n    where: first",
      "  - border: 2\n  - border: 2\n    id: again", "  - encode: { format: keep, jpeg: { quality: 80 } }",
      "  - levels: { gamma: 1.1 }", "  - levels: { auto: yes, black: 3, limit: 9 }",
    ])
  func fine(_ stages: String) throws { #expect(try found(in: Marked(pipeline(stages))) == []) }

  @Test(
    "variables that nothing uses are told",
    arguments: [
      "leporello: 1\nvars: { ⟦shelf⟧: x, used: y }\nsink: { cbz: '${used}/{series}.cbz' }",
      "leporello: 1\nenv: [⟦SHELF⟧]\nsink: { cbz: 'x/{series}.cbz' }",
    ])
  func unused(_ text: String) throws {
    let marked = Marked(text)
    #expect(try found(in: marked) == ["\(marked.place): unused-variable"])
  }

  @Test("a variable that only another one uses is used")
  func usedByAnother() throws {
    let text = "leporello: 1\nvars: { a: x, b: '${a}/y' }\nsink: { cbz: '${b}/{series}.cbz' }"
    #expect(try found(in: Marked(text)) == [])
  }

  @Test("variables that double with every line are refused before they fill the memory")
  func doublingVariables() throws {
    let lines = (1...40).map { "  v\($0): '${v\($0 - 1)}${v\($0 - 1)}'" }
    let text =
      "leporello: 1\nvars:\n  v0: xxxxxxxx\n\(lines.joined(separator: "\n"))\nsink: { cbz: '${v40}.cbz' }"
    #expect(try found(in: Marked(text)).filter { $0.hasSuffix("yaml-limit") }.count == 1)
  }

  @Test(
    "outputs that the source takes in are told",
    arguments: [
      "leporello: 1\nsource: '**/*.cbz'\nsink: { cbz: { path: ⟦'out/{series}.cbz'⟧ } }",
      "leporello: 1\nsource: 'books/*'\nsink: { cbz: { path: ⟦'books/{series}'⟧ } }",
      "leporello: 1\nsource: { folders: 'scans/*' }\nsink: { folder: { path: ⟦'scans/{series}'⟧ } }",
      "leporello: 1\nsource: './*.{epub,cbz}'\nsink: { cbz: { path: ⟦'{series}.cbz'⟧ } }",
    ])
  func ownOutput(_ text: String) throws {
    let marked = Marked(text)
    #expect(try found(in: marked) == ["\(marked.place): reads-own-output"])
  }

  @Test("sinks that write to one path are told, letter case aside")
  func collidingSinks() throws {
    let marked = Marked(
      "leporello: 1\nsink:\n  - cbz: 'a/{title}.cbz'\n  - cbz: { path: ⟦'A/{title}.cbz'⟧ }\n    id: other\n")
    #expect(try found(in: marked) == ["\(marked.place): sinks-collide"])
  }

  @Test("a branch that does again what the last common stage has done is told")
  func repeatedInBranch() throws {
    let marked = Marked(
      "leporello: 1\nstages: [grayscale]\nsink: { cbz: 'a/{title}.cbz', stages: [{ ⟦grayscale⟧: , id: again }] }\n"
    )
    #expect(try found(in: marked) == ["\(marked.place): no-effect"])
  }

  @Test(
    "outputs beside the source are not",
    arguments: [
      "leporello: 1\nsource: '**/*.epub'\nsink: { cbz: { path: 'out/{series}.cbz' } }",
      "leporello: 1\nsource: 'in/**/*.cbz'\nsink: { cbz: { path: 'out/{series}.cbz' } }",
      "leporello: 1\nsource: { files: '**/*.cbz', exclude: 'out/**' }\nsink: { cbz: { path: 'out/{series}.cbz' } }",
      "leporello: 1\nsource: '*.cbz'\nsink: in-place",
    ])
  func otherOutput(_ text: String) throws { #expect(try found(in: Marked(text)) == []) }
}

@Suite("What a pipeline file should not hold when it is handed on")
struct SharingReviewTests {
  @Test(
    "secrets and paths of one machine are told where they stand",
    arguments: [
      ("source: { archive: { password: ⟦sesame⟧ } }", "secret-in-file"),
      ("vars: { API_KEY: ⟦abc⟧ }\nname: ${API_KEY}", "secret-in-file"),
      ("vars: { where: ⟦https://ann:secret@example.org/x⟧ }\nname: ${where}", "secret-in-file"),
      ("name: ⟦ghp_0123456789abcdefghij⟧", "secret-in-file"),
      ("source: ⟦/home/ann/comics/*.cbz⟧", "machine-path"), ("source: ⟦/data/comics/*.cbz⟧", "machine-path"),
      ("source: ⟦~/comics/*.cbz⟧", "machine-path"),
      ("source: ['x/*.cbz', ⟦'/Users/ann/*.cbz'⟧]", "machine-path"),
      ("vars: { inbox: ⟦/home/ann/in⟧ }\nsource: ${inbox}/*.epub", "machine-path"),
    ])
  func told(_ text: String, _ rule: String) throws {
    let marked = Marked("leporello: 1\n\(text)\nsink: { cbz: 'out/{series}.cbz' }\n")
    #expect(try found(in: marked, reviewing: true) == ["\(marked.place): \(rule)"])
  }

  @Test(
    "what comes from elsewhere, prose and conditions are left alone",
    arguments: [
      "env: [PASSWORD]\nsource: { archive: { password: '${PASSWORD:-x}' } }",
      "vars: { inbox: /data/in }\nsource: ${inbox}/*.epub", "name: /home/ann's pipeline",
      "stages: [{ metadata: { set: { notes: '/home/ann', web: 'https://example.org/a' } } }]",
      "stages: [{ metadata: , when: 'source.folder == \"/home/ann\"' }]",
    ])
  func fine(_ text: String) throws {
    let marked = Marked("leporello: 1\n\(text)\nsink: { cbz: 'out/{series}.cbz' }\n")
    #expect(try found(in: marked, reviewing: true) == [])
  }
}
