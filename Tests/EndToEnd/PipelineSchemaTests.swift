import Foundation
import Testing

/// `leporello schema`, held against a validator of its own and against `check`.
@Suite("Schema of pipeline files")
struct PipelineSchemaTests {
  /// Writes the schema and all files into the sandbox and lets the validator judge them: nil is valid.
  private func judged(_ files: [String: String], in sandbox: Sandbox) async throws -> [String: String?] {
    let schema = try await sandbox.run(expecting: 0, "schema").standardOutput
    try sandbox.write(schema, to: "schema.json")
    for (name, text) in files { try sandbox.write(text, to: name) }
    let script = Sandbox.package.appending(path: "Tests/Tools/check_schema.py")
    let outcome = try await sandbox.tool("python3", [script.path, "schema.json"] + files.keys.sorted())
    try #require(outcome.status == 0, "\(outcome)")
    return try JSONDecoder().decode([String: String?].self, from: Data(outcome.standardOutput.utf8))
  }

  @Test("it is deterministic, says which draft it is in, and describes every key, plugin and option")
  func described() async throws {
    let sandbox = try await Sandbox()
    let text = try await sandbox.run(expecting: 0, "schema").standardOutput
    #expect(try await sandbox.run(expecting: 0, "schema").standardOutput == text)
    let schema = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    let keys = try #require(schema["properties"] as? [String: [String: Any]])
    for (name, key) in keys {
      #expect((key["description"] as? String)?.hasSuffix(".") == true, "\(name)")
      #expect(key["examples"] != nil, "\(name)")
    }
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    let device = try #require(definitions["stage-device"])
    #expect(device["title"] as? String == "stage device")
    #expect(device["examples"] != nil && device["description"] != nil)
    let forms = try #require(device["anyOf"] as? [[String: Any]])
    let options = try #require(forms.compactMap { $0["properties"] as? [String: [String: Any]] }.first)
    #expect(options["enlarge"]?["default"] as? Bool == false)
    #expect(options.values.allSatisfy { $0["description"] != nil })
    let levels = try #require((options["levels"]?["anyOf"] as? [[String: Any]])?.first)
    let range = try #require((levels["anyOf"] as? [[String: Any]])?.first)
    #expect(range["minimum"] as? Int == 2 && range["maximum"] as? Int == 256)
  }

  @Test("every ready-made pipeline is valid")
  func shipped() async throws {
    var files: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: PipelineTests.pipelines.path)
    where name.hasSuffix(".yaml") {
      files[name] = try String(contentsOf: PipelineTests.pipelines.appending(path: name), encoding: .utf8)
    }
    #expect(!files.isEmpty)
    for (name, complaint) in try await judged(files, in: try await Sandbox()) {
      #expect(complaint == nil, "\(name)")
    }
  }

  @Test("every plugin's example is valid")
  func examples() async throws {
    let sandbox = try await Sandbox()
    let list = try await sandbox.run(expecting: 0, "plugins").standardOutput
    var names: [String] = []
    for line in list.split(separator: "\n") where line.hasPrefix("  ") && !line.hasPrefix("   ") {
      names.append(String(line.dropFirst(2).prefix { $0 != " " }))
    }
    #expect(names.count > 20)
    var files: [String: String] = [:]
    for name in Set(names) {
      let text = try await sandbox.run(expecting: 0, "plugins", name).standardOutput
      let parts = text.components(separatedBy: "in a pipeline file:\n")
      for index in parts.indices.dropFirst() {
        let kind = ["reader", "stage", "sink"].first { kind in
          parts[index - 1].split(separator: "\n").contains { $0.hasPrefix("\(kind) \(name):") }
        }
        let lines = parts[index].components(separatedBy: "\n").prefix { $0.hasPrefix("  ") }
        files["\(name)-\(index).yaml"] = whole(lines.map { String($0.dropFirst(2)) }, try #require(kind))
      }
    }
    for (name, complaint) in try await judged(files, in: sandbox) {
      #expect(complaint == nil, "\(files[name] ?? "")")
    }
  }

  /// A pipeline around an example: an item of a list of stages, what stands below `source:` or `sink:`, or whole keys.
  private func whole(_ lines: [String], _ kind: String) -> String {
    let below = { (key: String) in "\(key):\n" + lines.map { "  \($0)" }.joined(separator: "\n") + "\n" }
    let sink = "sink: { cbz: x.cbz }\n"
    let first = lines.first { !$0.hasPrefix("#") } ?? ""
    if first.hasPrefix("- ") { return "leporello: 1\n" + below("stages") + sink }
    if ["stages", "source", "sink", "leporello"].contains(where: { first.hasPrefix($0 + ":") }) {
      let text = lines.joined(separator: "\n") + "\n"
      return (text.contains("leporello:") ? "" : "leporello: 1\n") + text
        + (text.contains("sink:") ? "" : sink)
    }
    return "leporello: 1\n" + (kind == "sink" ? below("sink") : below("source") + sink)
  }

  @Test("what is right and looks odd to other readers of YAML is right in both")
  func odd() async throws {
    let sandbox = try await Sandbox()
    var files: [String: String] = [:]
    for (index, text) in PipelineSamples.right.enumerated() { files["right-\(index).yaml"] = text }
    let answers = try await judged(files, in: sandbox)
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      let outcome = try await sandbox.run(["check", name])
      #expect(outcome.status == 0, "\(text)\n\(outcome)")
      #expect(answers[name] == .some(nil), "\(text)\n\(answers[name] ?? nil ?? "")")
    }
  }

  @Test("what is wrong is wrong in both, and what only its meaning makes wrong is so in check alone")
  func broken() async throws {
    #expect(PipelineSamples.broken.count >= 30)
    let sandbox = try await Sandbox()
    var files: [String: String] = [:]
    for (index, sample) in PipelineSamples.broken.enumerated() { files["broken-\(index).yaml"] = sample.text }
    let answers = try await judged(files, in: sandbox)
    for (index, sample) in PipelineSamples.broken.enumerated() {
      let outcome = try await sandbox.run(["check", "--strict", "--json", "broken-\(index).yaml"])
      #expect(outcome.status == (sample.isWarning ? 5 : 3), "\(sample.text)\n\(outcome)")
      #expect(outcome.standardOutput.contains("\"rule\":\"\(sample.rule)\""), "\(sample.text)\n\(outcome)")
      let isValid = answers["broken-\(index).yaml"] == .some(nil)
      #expect(isValid == sample.isAboutMeaning, "\(sample.text)")
    }
  }
}
