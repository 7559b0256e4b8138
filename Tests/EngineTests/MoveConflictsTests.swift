import BookModel
import Diagnostics
import Foundation
import Inputs
import PipelineFile
import Testing

@testable import Effects
@testable import Engine

@Suite("Moves in each other's way")
struct MoveConflictsTests {
  private let folder: TemporaryFolder
  private let resources = RunResources(limits: Limits(), settings: RunSettings())

  init() throws { folder = try TemporaryFolder() }

  struct Case: Sendable, CustomTestStringConvertible {
    var what: String
    /// What is to be moved where, in the order it is asked for; to its own name: it stays.
    var moves: [(String, String)]
    var others: [String] = []
    /// In the order in which they are done: the file, and its new name, the rule it fails with or `stays`.
    var expected: [(String, String)]

    var testDescription: String { what }
  }

  static let cases = [
    Case(what: "free names", moves: [("a", "b"), ("c", "d")], expected: [("a", "b"), ("c", "d")]),
    Case(
      what: "a name that is given up is taken behind it", moves: [("1", "2"), ("2", "3"), ("3", "4")],
      expected: [("3", "4"), ("2", "3"), ("1", "2")]),
    Case(
      what: "a circle", moves: [("1", "2"), ("2", "1"), ("3", "4")],
      expected: [("3", "4"), ("1", "rename-cycle"), ("2", "rename-cycle")]),
    Case(
      what: "one name for two", moves: [("a", "x"), ("b", "X")],
      expected: [("a", "destination-collides"), ("b", "destination-collides")]),
    Case(
      what: "the name of a file that stays", moves: [("a", "b"), ("b", "b")],
      expected: [("a", "destination-collides"), ("b", "stays")]),
    Case(
      what: "the name of another file", moves: [("a", "x"), ("b", "y")], others: ["x"],
      expected: [("b", "y"), ("a", "destination-exists")]),
    Case(
      what: "a name that is there in other letter case", moves: [("a", "Hen")], others: ["hen"],
      expected: [("a", "destination-exists")]),
    Case(what: "letter case alone", moves: [("fox", "Fox")], expected: [("fox", "Fox")]),
  ]

  @Test("are settled before anything moves", arguments: cases)
  func settled(_ one: Case) throws {
    for name in one.others + one.moves.map(\.0) { try folder.write(name, to: name) }
    var planned = one.moves.map { from, to in
      plannedJob(
        job([folder.path(from).display]), [from == to ? .stay : .move(to: folder.path(to))], resources)
    }
    try MoveConflicts.settle(&planned)
    let settled = planned.map { job in
      let name = job.job.source.path.nameText
      switch job.outputs[0].fate {
      case .move(let to): return "\(name) → \(to.nameText)"
      case .stay: return "\(name) → stays"
      case .fail(let diagnostic, _): return "\(name) → \(diagnostic.rule.id)"
      default: return "\(name) → \(job.outputs[0].fate)"
      }
    }
    #expect(settled == one.expected.map { "\($0) → \($1)" })
  }
}
