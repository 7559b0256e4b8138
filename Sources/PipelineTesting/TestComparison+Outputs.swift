import Archives
import BookModel
import Diagnostics
import Options
import PipelineFile

extension TestComparison {
  func outputs() -> [TestDifference] {
    let expected = test.settings.expect.outputs
    guard !expected.isEmpty else { return [] }
    guard expected.count == actual.outputs.count else {
      return [
        difference(
          ["outputs"], expected: counted(expected.count, "output"), actual: "\(actual.outputs.count)",
          remarks: actual.outputs.map(\.path))
      ]
    }
    return zip(expected, actual.outputs).enumerated().flatMap { index, pair in
      output(["outputs", "\(index)"], pair.0, pair.1)
    }
  }

  private func output(_ path: [String], _ expected: OutputExpectation, _ output: TestActual.Output)
    -> [TestDifference]
  {
    var found: [TestDifference] = []
    if let wanted = expected.path, TestWorkplace.normalized(wanted) != output.path {
      found.append(
        difference(path + ["path"], expected: TestWorkplace.normalized(wanted), actual: output.path))
    }
    if let hash = expected.sha256, hash.lowercased() != output.sha256 {
      found.append(
        difference(path + ["sha256"], expected: hash, actual: output.sha256 ?? "a folder has none"))
    }
    found += BookComparison(self, output.book, at: path, of: nil).differences(from: expected)
    do throws(Diagnostic) { found += try contents(path, expected, output) } catch {
      found.append(difference(path, expected: "an output that can be read", actual: error.description))
    }
    return found
  }

  private func contents(
    _ path: [String], _ expected: OutputExpectation, _ output: TestActual.Output
  ) throws(Diagnostic) -> [TestDifference] {
    var found: [TestDifference] = []
    let container = try Containers.open(output.file, scratch: scratch, limits: limits)
    let entries = container.entries.filter { $0.kind == .file }
    let names = entries.map(\.path.text)
    if let wanted = expected.entries, wanted != names {
      found.append(
        difference(
          path + ["entries"], expected: counted(wanted.count, "entry", "entries"),
          actual: counted(names.count, "entry", "entries"),
          remarks: LineDifference.lines(from: wanted, to: names)))
    }
    for (index, pattern) in expected.has.enumerated() where !names.contains(where: { matches($0, pattern) }) {
      found.append(
        difference(
          path + ["has", "\(index)"], expected: pattern, actual: "it is not among the \(names.count) entries")
      )
    }
    for (index, pattern) in expected.lacks.enumerated() {
      guard let name = names.first(where: { matches($0, pattern) }) else { continue }
      found.append(difference(path + ["lacks", "\(index)"], expected: "no \(pattern)", actual: name))
    }
    func read(_ name: String) throws(Diagnostic) -> [UInt8]? {
      guard let entry = entries.first(where: { $0.path.text == name }) else { return nil }
      return try container.read(entry)
    }
    for pair in expected.contains.pairs {
      let text = try read(pair.key).map { String(decoding: $0, as: UTF8.self) }
      if let text, text.contains(pair.value) { continue }
      found.append(
        difference(
          path + ["contains", pair.key], expected: "text with \(pair.value)",
          actual: text.map { "\($0.count) characters without it" } ?? "there is no \(pair.key)"))
    }
    for pair in expected.hashes.pairs {
      let hash = try read(pair.key).map { SHA256.hexText(of: $0) }
      if hash == pair.value.lowercased() { continue }
      found.append(
        difference(
          path + ["hashes", pair.key], expected: pair.value, actual: hash ?? "there is no \(pair.key)"))
    }
    return found
  }
}

/// What changed between two lists of lines, without the lines that stayed.
enum LineDifference {
  /// Lines shown at most.
  private static let most = 24

  /// `- ` before a line that is gone, `+ ` before one that is new.
  static func lines(from old: [String], to new: [String]) -> [String] {
    guard old.count <= 2000, new.count <= 2000 else {
      return zip(old, new).first { $0 != $1 }.map { ["- \($0)", "+ \($1)"] } ?? []
    }
    var lines: [(at: Int, text: String)] = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, let line, _): lines.append((offset * 2, "- \(line)"))
      case .insert(let offset, let line, _): lines.append((offset * 2 + 1, "+ \(line)"))
      }
    }
    let sorted = lines.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element.text)
    let rest = sorted.count - most
    return sorted.prefix(most) + (rest > 0 ? ["… and \(rest) more"] : [])
  }
}
