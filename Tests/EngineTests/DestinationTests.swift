import BookModel
import Diagnostics
import Foundation
import Inputs
import PipelineFile
import Testing

@testable import Engine

@Suite("Where outputs go")
struct DestinationRuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var path: String
    var sources: [String]
    var key: String?
    var mirrored: [[String]] = []
    var part = (1, 1)
    var expected: String

    var testDescription: String { "\(path) of \(sources) → \(expected)" }
  }

  static let cases = [
    Case(path: "out.cbz", sources: ["in/a.zip"], expected: "out.cbz"),
    Case(path: "out/", sources: ["in/a.zip"], expected: "out/a.cbz"),
    Case(path: "out/", sources: ["in/x/a.zip"], mirrored: [["x"]], expected: "out/x/a.cbz"),
    Case(path: "out/", sources: ["in/a.zip"], part: (3, 12), expected: "out/a - 03.cbz"),
    Case(path: "out/", sources: ["in/a.zip"], part: (7, 120), expected: "out/a - 007.cbz"),
    Case(path: "out/{source.stem}.cbz", sources: ["in/a.zip"], expected: "out/a.cbz"),
    Case(path: "out/{source.folder}/x", sources: ["in/a.zip"], expected: "out/in/x.cbz"),
    // Of what was gathered, the key is the name, and what all sources have in common is mirrored.
    Case(path: "out/", sources: ["a.zip", "b.zip"], key: "Kite v1", expected: "out/Kite v1.cbz"),
    Case(path: "out/", sources: ["a.zip", "b.zip"], key: "Kite 1/2", expected: "out/Kite 1-2.cbz"),
    Case(
      path: "out/", sources: ["in/x/1/a.zip", "in/x/2/b.zip"], key: "K",
      mirrored: [["x", "1"], ["x", "2"]],
      expected: "out/x/K.cbz"),
  ]

  @Test("follows from path and sources", arguments: cases)
  func destination(_ one: Case) throws {
    let rule = try DestinationRule(try pipeline(to: one.path).sinks[0])
    let (path, told) = try rule.destination(
      of: job(one.sources, key: one.key, mirrored: one.mirrored), nil, part: one.part)
    #expect(path.display == one.expected)
    #expect(told.isEmpty)
  }

  @Test(
    "fields of books need the book; those of the source do not",
    arguments: [("out/{series}.cbz", true), ("out/{source.stem}.cbz", false), ("out/", false)])
  func needs(_ path: String, _ needsBook: Bool) throws {
    #expect(try DestinationRule(try pipeline(to: path).sinks[0]).needsBook == needsBook)
  }

  @Test("one file for several jobs, or several parts, is refused")
  func severalIntoOne() throws {
    let rule = try DestinationRule(try pipeline(to: "out.cbz").sinks[0])
    try rule.check(jobs: 1)
    #expect(throws: Diagnostic.self) { try rule.check(jobs: 2) }
    #expect {
      _ = try rule.destination(of: job(["a.zip"]), nil, part: (1, 2))
    } throws: {
      ($0 as? Diagnostic)?.rule.id == "several-into-one"
    }
  }
}

@Suite("Outputs in each other's way")
struct DestinationConflictsTests {
  private let folder: TemporaryFolder
  private let resources = RunResources(limits: Limits(), settings: RunSettings())

  init() throws { folder = try TemporaryFolder() }

  struct Case: Sendable, CustomTestStringConvertible {
    var what: String
    var options = ""
    /// Names of outputs by job.
    var outputs: [[String]]
    var existing: [String] = []
    var own: [String] = []
    /// The rule that an output fails with, or what becomes of it.
    var expected: [[String]]

    var testDescription: String { what }
  }

  static let cases = [
    Case(what: "paths of their own", outputs: [["a"], ["b"]], expected: [["a"], ["b"]]),
    Case(
      what: "two jobs with one path", outputs: [["a"], ["a"], ["b"]],
      expected: [["destination-collides"], ["destination-collides"], ["b"]]),
    Case(
      what: "letter case does not tell paths apart", outputs: [["a"], ["A"]],
      expected: [["destination-collides"], ["destination-collides"]]),
    Case(
      what: "two outputs of one job with one path", outputs: [["a", "a"]],
      expected: [["destination-collides", "destination-collides"]]),
    Case(
      what: "numbers are put behind names, free ones only", options: "collisions: number",
      outputs: [["a.cbz"], ["a.cbz"], ["a (2).cbz"], ["a.cbz"]],
      expected: [["a.cbz"], ["a (3).cbz"], ["a (2).cbz"], ["a (4).cbz"]]),
    Case(
      what: "what is there fails an output", outputs: [["a"]], existing: ["a"],
      expected: [["destination-exists"]]),
    Case(
      what: "what is there is left alone", options: "exists: skip", outputs: [["a"]], existing: ["a"],
      expected: [["skip a"]]),
    Case(
      what: "what is there is replaced", options: "exists: replace", outputs: [["a"]], existing: ["a"],
      expected: [["replace a"]]),
    Case(
      what: "what an earlier run wrote is replaced", outputs: [["a"], ["b"]], existing: ["a", "b"],
      own: ["b"],
      expected: [["destination-exists"], ["replace b"]]),
    Case(
      what: "no output takes a source's place", options: "exists: replace", outputs: [["in/0"], ["b"]],
      expected: [["output-is-input"], ["b"]]),
    Case(
      what: "nor that of another job's source", options: "exists: replace", outputs: [["in/1"], ["b"]],
      expected: [["output-is-input"], ["b"]]),
  ]

  @Test("are settled before anything is written", arguments: cases)
  func settled(_ one: Case) throws {
    for name in one.existing { try folder.write("old", to: name) }
    let options = one.options.isEmpty ? "" : ", " + one.options
    let sinks = (0..<(one.outputs.map(\.count).max() ?? 0)).map {
      "{ cbz: { path: out\($0)/\(options) }, id: s\($0) }"
    }
    let written = try pipeline("sink: [\(sinks.joined(separator: ", "))]")
    var planned: [PlannedJob] = []
    for (index, names) in one.outputs.enumerated() {
      let source = try folder.write("source", to: "in/\(index)")
      planned.append(
        plannedJob(job([source.display]), names.map { .write(folder.path($0), replacing: false) }, resources))
    }
    let own = Set(one.own.map { folder.path($0) })
    DestinationConflicts(written.sinks, planned.map(\.job), isOwn: { path, _ in own.contains(path) }).settle(
      &planned)
    let prefix = folder.path("").display
    let settled = planned.map { job in
      job.outputs.map { output in
        let name = String((output.destination?.display ?? "").dropFirst(prefix.count)).drop { $0 == "/" }
        switch output.fate {
        case .write(_, replacing: false): return String(name)
        case .write: return "replace \(name)"
        case .skip: return "skip \(name)"
        case .fail(let diagnostic, _): return diagnostic.rule.id
        case .unchanged, .rewrite, .move, .stay: return "\(output.fate)"
        }
      }
    }
    #expect(settled == one.expected)
  }

  @Test("a path inside a folder that is a book is refused")
  func insideBook() throws {
    try folder.write("page", to: "book/1.png")
    var planned = [
      plannedJob(
        job([folder.path("book").display], isFolder: true),
        [.write(folder.path("book/out.cbz"), replacing: false)], resources)
    ]
    DestinationConflicts(try pipeline(to: "out/").sinks, planned.map(\.job), isOwn: { _, _ in false }).settle(
      &planned)
    guard case .fail(let diagnostic, _) = planned[0].outputs[0].fate else {
      Issue.record("it is not refused")
      return
    }
    #expect(diagnostic.rule.id == "output-inside-input")
  }
}
