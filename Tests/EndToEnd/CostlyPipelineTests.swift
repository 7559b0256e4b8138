import Foundation
import Testing

/// Small pipeline files that would cost much: each is refused by a limit that has a name and a flag.
@Suite("Pipelines that ask for too much")
struct CostlyPipelineTests {
  private func sandbox(_ rest: String) async throws -> Sandbox {
    let sandbox = try await Sandbox()
    try sandbox.write("leporello: 1\n\(rest)\nsink: { cbz: \"out/{source.stem}.cbz\" }\n", to: "p.yaml")
    return sandbox
  }

  @Test("too many stages are the only problem that is told, and a flag or the file may allow them")
  func stages() async throws {
    let many = (1...1_001).map { "\n  - metadata: {}\n    id: m\($0)" }.joined()
    let sandbox = try await sandbox("stages:\(many)")
    let outcome = try await sandbox.run(expecting: 3, "check", "p.yaml")
    let told = outcome.standardOutput + outcome.standardError
    #expect(told.contains("there are 1001 stages, more than the limit of 1000"), "\(outcome)")
    #expect(told.components(separatedBy: "error: ").count == 2, "\(outcome)")
    try await sandbox.run(expecting: 0, "check", "p.yaml", "--max-stages", "1001")
    try sandbox.write(
      "leporello: 1\nlimits: { maxStages: 2 }\nstages: [metadata, stories, pair]\nsink: { cbz: x.cbz }\n",
      to: "few.yaml")
    try await sandbox.run(expecting: 3, "check", "few.yaml")
    try await sandbox.run(expecting: 0, "check", "few.yaml", "--max-stages", "3")
  }

  @Test("the stages before several sinks count for each")
  func branches() async throws {
    let sandbox = try await Sandbox()
    let sinks = (1...300).map { "\n  - cbz: \"\($0)/{source.stem}.cbz\"\n    id: s\($0)" }.joined()
    try sandbox.write(
      "leporello: 1\nstages: [metadata, stories, pair, { drop: { max: 1 } }]\nsink:\(sinks)\n", to: "p.yaml")
    let outcome = try await sandbox.run(expecting: 3, "check", "p.yaml")
    let told = outcome.standardOutput + outcome.standardError
    #expect(told.contains("1200 stages for all sinks together"), "\(outcome)")
  }

  @Test("so do the comparisons of a condition")
  func comparisons() async throws {
    let condition = Array(repeating: "name ~ \"*a*\"", count: 1_001).joined(separator: " or ")
    let sandbox = try await sandbox("stages:\n  - grayscale: {}\n    where: \(condition)")
    let outcome = try await sandbox.run(expecting: 3, "check", "p.yaml")
    let told = outcome.standardOutput + outcome.standardError
    #expect(told.contains("more than 1000 comparisons"), "\(outcome)")
    try await sandbox.run(expecting: 0, "check", "p.yaml", "--max-comparisons", "1001")
  }

  @Test(
    "the books of a test are counted before they are drawn",
    arguments: [
      ("{ size: 60000x60000 }", "3600000000 pixels|60000x60000 pixels"),
      ("{ size: 20000x20000, times: 6 }", "more than 2000000000 pixels together"),
      ("{ size: 1x1, times: 5000 }, { size: 1x1, times: 5000 }", "10000 pages, more than the limit of 9000"),
    ])
  func drawn(_ pages: String, _ message: String) async throws {
    let sandbox = try await sandbox(
      "tests:\n  - name: x\n    book: { pages: [\(pages)] }\n    expect: { pageCount: 1 }")
    let outcome = try await sandbox.run(expecting: 1, "test", "p.yaml", "--max-pages", "9000")
    let told = outcome.standardOutput + outcome.standardError
    let isTold = message.split(separator: "|").contains { told.replacing("×", with: "x").contains($0) }
    #expect(isTold, "\(outcome)")
  }
}
