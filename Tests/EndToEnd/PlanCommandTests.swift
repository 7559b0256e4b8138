import Foundation
import Testing

@Suite("Plans")
struct PlanCommandTests {
  private func sandbox() async throws -> Sandbox {
    let sandbox = try await Sandbox("deleted")
    try sandbox.write(
      """
      leporello: 1
      name: "all \\"parts\\""
      source: { files: "in/*.cbz", exclude: "in/x*" }
      stages:
        - metadata
        - drop: { max: 5 }
        - grayscale
          where: role != cover and width > 5
        - pair: { detect: true }
          when: series == S
      sink: { cbz: { path: "out/{series}.cbz", exists: skip } }
      """.replacing("- grayscale\n", with: "- grayscale: {}\n"), to: "p.yaml")
    return sandbox
  }

  private func plan(_ outcome: Outcome) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any])
  }

  @Test("JSON tells a book's destination, what changes of its metadata, and how each page will be made")
  func json() async throws {
    let sandbox = try await sandbox()
    let outcome = try await sandbox.run(
      expecting: 0, "plan", "p.yaml", "book.cbz", "--json", "--meta", "number=7")
    #expect(outcome.standardOutput.split(separator: "\n").count == 1)
    let plan = try plan(outcome)
    #expect(plan["destination"] as? String == "out/S.cbz" && plan["fate"] as? String == "new")
    let changes = try #require(plan["changes"] as? [[String: Any]])
    let number = try #require(changes.first { $0["field"] as? String == "number" })
    #expect(number["after"] as? String == "7" && number["origin"] as? String == "commandLine")
    let pages = try #require(plan["pages"] as? [[String: Any]])
    #expect(!pages.isEmpty)
    for page in pages {
      #expect(page["name"] is String && page["recipe"] is String && page["width"] is Int, "\(page)")
      #expect((page["sources"] as? [String])?.count == 1)
      #expect(["copied", "re-encoded", "lossless"].contains(page["how"] as? String))
    }
    #expect(plan["readsPixels"] as? [String] == ["pair"])
  }

  @Test("without pixels, stages that must see them are named as undecided and nothing is decoded")
  func noPixels() async throws {
    let sandbox = try await sandbox()
    let text = try await sandbox.run(expecting: 0, "plan", "p.yaml", "book.cbz", "--no-pixels")
    #expect(text.standardOutput.contains("undecided, since no picture was decoded: pair"))
    let plan = try plan(
      try await sandbox.run(expecting: 0, "plan", "p.yaml", "book.cbz", "--no-pixels", "--json"))
    #expect(plan["undecided"] as? [String] == ["pair"])
    #expect(plan["readsPixels"] == nil)
    #expect((plan["pages"] as? [Any])?.count == 4)
  }

  @Test("with --exit-code, status 5 says that something would be written")
  func exitCode() async throws {
    let sandbox = try await sandbox()
    try await sandbox.run(expecting: 5, "plan", "p.yaml", "book.cbz", "--exit-code")
    try await sandbox.run(expecting: 0, "plan", "p.yaml", "book.cbz")
    try await sandbox.run(expecting: 0, "run", "p.yaml", "book.cbz")
    try await sandbox.run(expecting: 0, "plan", "p.yaml", "book.cbz", "--exit-code")
    try await sandbox.run(
      expecting: 5, "plan", "p.yaml", "book.cbz", "--exit-code", "--set", "cbz.exists=replace")
    try sandbox.write("no book", to: "broken.cbz")
    try await sandbox.run(
      expecting: 1, "plan", "p.yaml", "book.cbz", "broken.cbz", "--exit-code")
  }

  @Test("the pipeline is drawn for Mermaid and for Graphviz, whatever its texts hold")
  func graph() async throws {
    let sandbox = try await sandbox()
    let mermaid = try await sandbox.run(expecting: 0, "plan", "p.yaml", "--graph", "mermaid").standardOutput
    for expected in [
      "flowchart TD", "source1[/\"in/#42;.cbz<br/>not in/x#42;\"/]", "stage1[\"metadata\"]",
      "where role != cover and width #gt; 5", "when series == S", "sink1[(\"cbz<br/>out/{series}.cbz\")]",
      "source1 --> stage1", "stage4 --> sink1",
    ] { #expect(mermaid.contains(expected), "\(expected)\n\(mermaid)") }
    let dot = try await sandbox.run(expecting: 0, "plan", "p.yaml", "--graph", "dot").standardOutput
    #expect(dot.hasPrefix("digraph \"all \\\"parts\\\"\" {"))
    #expect(dot.contains("stage2 [label=\"drop\\nmax: 5\"];") && dot.contains("stage4 -> sink1;"))
    #expect(dot.filter { $0 == "{" }.count >= 1 && dot.hasSuffix("}\n"))
  }
}
