import Foundation
import Testing

/// The same input and pipeline give the same bytes, whatever the machine is set to.
@Suite("Determinism")
struct DeterminismTests {
  @Test("jobs, language, time zone, working folder and earlier runs change no byte of the result")
  func sameBytes() async throws {
    let sandbox = try await Sandbox("F05-blank-page")
    try sandbox.copy(PipelineTests.fixtures.appending(path: "paper-fox-1.epub"), to: "fox.epub")
    try sandbox.copy(PipelineTests.fixtures.appending(path: "tin-robot-3.cbz"), to: "robot.cbz")
    let turkish = try await sandbox.locale("tr_TR")
    for input in ["fox.epub", "robot.cbz", "placed.epub"] {
      try await sandbox.run(expecting: 0, "convert", input, "-o", "a/x.cbz", "--jobs", "1")
      try await sandbox.run(
        expecting: 0, "convert", input, "-o", "b/y.cbz", "--jobs", "8", environment: turkish)
      try await sandbox.run(
        expecting: 0, "convert", "../here/\(input)", "-o", "c/z.cbz",
        environment: ["LC_ALL": "C", "TZ": "Pacific/Auckland"])
      let first = try sandbox.data("a/x.cbz")
      #expect(try first == sandbox.data("b/y.cbz"), "\(input), eight jobs and Turkish")
      #expect(try first == sandbox.data("c/z.cbz"), "\(input), another zone and path")
      for folder in ["a", "b", "c"] { try sandbox.remove(folder) }
    }
  }

  @Test(
    "a run over many books writes the same files with one job and with eight, and reports in the same order (F45)"
  )
  func manyBooks() async throws {
    let sandbox = try await Sandbox("F45-hard-names")
    var orders: [[String]] = []
    for (jobs, folder) in [("1", "one"), ("8", "eight")] {
      let outcome = try await sandbox.run([
        "convert", "in", "-o", "\(folder)/{series} #{number}.cbz", "--collisions", "number", "--jobs", jobs,
        "--json",
      ])
      #expect(outcome.status == 1, "\(outcome)")
      orders.append(try outcome.receipts().map(\.source.path))
    }
    #expect(orders[0] == orders[1])
    let names = try sandbox.files(in: "one")
    #expect(try names == sandbox.files(in: "eight") && names.count == 5)
    for name in names { #expect(try sandbox.data("one/\(name)") == sandbox.data("eight/\(name)")) }
  }

  @Test("a result converted again is the same bytes", arguments: ["fox.epub", "robot.cbz", "sketches"])
  func idempotent(_ input: String) async throws {
    let sandbox = try await Sandbox()
    let sources = [
      "fox.epub": "paper-fox-1.epub", "robot.cbz": "tin-robot-3.cbz", "sketches": "harbor-sketches",
    ]
    try sandbox.copy(PipelineTests.fixtures.appending(path: try #require(sources[input])), to: input)
    try await sandbox.run(expecting: 0, "convert", input, "-o", "once/result.cbz")
    try await sandbox.run(expecting: 0, "convert", "once/result.cbz", "-o", "twice/result.cbz")
    #expect(try sandbox.data("once/result.cbz") == sandbox.data("twice/result.cbz"))
  }
}
