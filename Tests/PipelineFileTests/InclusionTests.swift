import BookModel
import Diagnostics
import Options
import PipelineFile
import PluginKit
import Testing

/// Checks `main.yaml` among files that exist only here.
private func check(_ main: String, _ files: [String: String]) throws -> (
  pipeline: Pipeline?, problems: [Diagnostic], file: PipelineFile
) {
  let file = try PipelineFile(parsing: Array(main.utf8), file: "dir/main.yaml") { path throws(Diagnostic) in
    guard let text = files[path.display] else { throw .error(.includeUnreadable, "no such file") }
    return Array(text.utf8)
  }
  let (pipeline, problems) = PipelineChecker(registry: TestPlugins.registry).check(file)
  return (pipeline, problems, file)
}

@Suite("Including files")
struct InclusionTests {
  @Test("stages of another file stand where they are included, with the variables they use")
  func stages() throws {
    let fragment = """
      leporello: 1
      vars: { most: 7, list: none.txt }
      stages:
        - drop: { max: "${most}", hashes: "${list}" }
        - include: inner.yaml
      sink: { folder: elsewhere }
      """
    let main = """
      leporello: 1
      vars: { most: 9 }
      stages:
        - metadata
        - include: parts/a.yaml
      sink: { cbz: x.cbz }
      """
    let (pipeline, problems, file) = try check(
      main, ["dir/parts/a.yaml": fragment, "dir/parts/inner.yaml": "stages: [paper: cream]"])
    #expect(problems.isEmpty, "\(problems)")
    let checked = try #require(pipeline)
    #expect(checked.stages.map(\.name) == ["metadata", "drop", "paper"])
    #expect(checked.stages[1].settingsText == "{max: 9, hashes: none.txt}")
    #expect(checked.sinks.map(\.name) == ["cbz"])
    #expect(file.included.map(\.file) == ["dir/parts/a.yaml", "dir/parts/inner.yaml"])
  }

  @Test("at the top, a file's own keys win, later files over earlier ones; names are joined one by one")
  func top() throws {
    let first = """
      name: not taken
      vars: { place: first, kind: cbz }
      limits: { maxPages: 100, maxEntries: 200 }
      onDamage: blank
      stages: [drop]
      books: [{ match: { series: Kaze }, stages: [drop: { max: 1 }] }]
      """
    let second = "vars: { place: second }\nonFailure: fail-fast\nonDamage: skip"
    let main = """
      leporello: 1
      include: [first.yaml, second.yaml]
      vars: { kind: zip }
      limits: { maxPages: 50 }
      books: [{ match: { series: kaze }, stages: [drop: { max: 2 }] }]
      sink: { cbz: "${place}/x.${kind}" }
      """
    let (pipeline, problems, _) = try check(main, ["dir/first.yaml": first, "dir/second.yaml": second])
    #expect(problems.isEmpty, "\(problems)")
    let checked = try #require(pipeline)
    #expect(checked.name == nil)
    #expect(checked.sinks[0].template?.text == "second/x.zip")
    #expect(checked.limits.maxPages == 50 && checked.limits.maxEntries == 200)
    #expect(checked.policies.onDamage == .skip && checked.policies.onFailure == .stop)
    #expect(checked.stages.map(\.name) == ["drop"])
    #expect(checked.stage(checked.stages[0], for: SampleBook.kaze).settingsText == "{max: 2}")
  }

  @Test("a branch of a sink includes stages too")
  func branch() throws {
    let main = "leporello: 1\nsink: [{ cbz: x.cbz }, { folder: y, stages: [{ include: a.yaml }] }]"
    let (pipeline, problems, _) = try check(main, ["dir/a.yaml": "stages: [drop]"])
    #expect(problems.isEmpty, "\(problems)")
    #expect(pipeline?.sinks[1].stages.map(\.name) == ["drop"])
    #expect(pipeline?.sinks.map(\.id) == ["cbz", "folder"])
  }

  @Test(
    "what is wrong in an included file is told at its line and column",
    arguments: [
      ("stages:\n  - papper: cream", "dir/a.yaml:2:5", "unknown-plugin"),
      ("stages:\n  - drop: { max: lots }", "dir/a.yaml:2:18", "option-value"),
      ("stages:\n  - drop:\n    where: first and rol == x", "dir/a.yaml:3:22", "unknown-fact"),
      ("stages:\n  - drop: { hashes: \"${nothing}\" }", "dir/a.yaml:2:22", "unknown-variable"),
      ("stages: [drop]\nvras: { a: b }", "dir/a.yaml:2:1", "unknown-key"),
      ("stages: [drop\n", "dir/a.yaml:2:1", "yaml-syntax"),
      ("- drop", "dir/a.yaml:1:1", "pipeline-shape"),
      ("leporello: 2\nstages: []", "dir/a.yaml:1:12", "pipeline-version"),
      ("vars: {}", "dir/main.yaml:3:14", "pipeline-shape"),
      ("stages: [{ include: a.yaml }]", "dir/a.yaml:1:21", "include-cycle"),
      ("stages: [{ include: ../dir/./main.yaml }]", "dir/a.yaml:1:21", "include-cycle"),
      ("stages: [{ include: b.yaml }]", "dir/a.yaml:1:21", "include-unreadable"),
      ("stages: [{ include: [drop] , where: first }]", "dir/a.yaml:1:30", "unknown-key"),
    ])
  func places(_ fragment: String, _ place: String, _ rule: String) throws {
    let main = "leporello: 1\nstages:\n  - include: a.yaml\nsink: { cbz: x.cbz }"
    let (pipeline, problems, _) = try check(main, ["dir/a.yaml": fragment])
    #expect(pipeline == nil)
    #expect(problems.contains { $0.place.description == place && $0.rule.id == rule }, "\(problems)")
  }

  @Test("files that include each other without end are stopped, in depth and in number")
  func bounded() throws {
    var files: [String: String] = [:]
    for index in 0..<20 { files["dir/\(index).yaml"] = "stages: [{ include: \(index + 1).yaml }]" }
    files["dir/20.yaml"] = "stages: [drop]"
    let main = "leporello: 1\nstages: [{ include: 0.yaml }]\nsink: { cbz: x.cbz }"
    #expect(try check(main, files).problems.contains { $0.rule == .includeLimit })

    // Each file includes the next one many times.
    for index in 0..<8 {
      let item = "{ include: \(index + 1).yaml }"
      files["dir/\(index).yaml"] =
        "stages: [" + Array(repeating: item, count: 40).joined(separator: ", ") + "]"
    }
    let (_, problems, file) = try check(main, files)
    #expect(problems.contains { $0.rule == .includeLimit })
    #expect(file.included.count <= 64)
  }
}
