import BookModel
public import Diagnostics
import Options
import PluginKit

extension Rule {
  public static let sinksCollide = Rule(
    "sinks-collide", .pipeline, "Two sinks of a pipeline would write to the same path.",
    advice: "Give each sink its own path: another folder, another extension, a word in the name.")
  public static let readsOwnOutput = Rule(
    "reads-own-output", .pipeline,
    "A pipeline writes into the folders it reads, so that the next run would read its outputs.",
    advice: """
      Write to a folder that no pattern of the source matches, or leave that folder out with 'exclude:'.
      """)
}

extension PipelineCheck {
  /// Checks where all sinks write, against each other and against the sources.
  mutating func checkDestinations(_ sinks: [SinkSpec], _ sources: [SourceSpec]) {
    var seen: [String: SourceRange] = [:]
    for sink in sinks {
      guard let kind = registry.sink(named: sink.name), !kind.isInPlace,
        let path = sink.options.expanded(DestinationOptions.declarations)["path"], let text = path.scalar,
        !path.isNull
      else { continue }
      if let first = seen.updateValue(path.range, forKey: text.caseFolded) {
        let line = first == .nowhere ? "" : ", as on line \(first.start.line)"
        report(
          .sinksCollide, "two sinks write to '\(text.shortened())'\(line)", path.range,
          "give each a folder or an extension of its own")
      }
      for source in sources { checkOwnOutput(path, text, endings: kind.fileExtensions, source, sink.name) }
    }
  }

  /// Warns if a source's pattern matches what the sink writes.
  private mutating func checkOwnOutput(
    _ path: YAMLNode, _ text: String, endings: [String], _ source: SourceSpec, _ sink: String
  ) {
    // Only whether it parses; problems with the template itself are reported where it is created.
    guard let template = try? PathTemplate(parsing: text) else { return }
    let ending = template.fileExtension.isEmpty ? endings.first.map { "." + $0 } ?? "" : ""
    let sample = template.sample + ending
    let parts = sample.split(separator: "/").map(String.init).filter { $0 != "." }
    guard !parts.contains("..") else { return }
    let isExcluded = source.exclude.contains { glob in
      glob.isAbsolute ? glob.matches(parts) : parts.indices.contains { glob.matches(Array(parts[$0...])) }
    }
    let pattern = (source.files + source.folders).first {
      $0.isAbsolute == sample.hasPrefix("/") && $0.matches(parts)
    }
    guard let pattern, !isExcluded else { return }
    let folder = parts.count > 1 ? parts[0] + "/**" : sample
    warn(
      .readsOwnOutput, "what sink '\(sink)' writes matches the source's pattern '\(pattern.text)'",
      path.range,
      "write to another folder, or add 'exclude: \"\(folder)\"' to the source")
  }
}

extension PathTemplate {
  /// The path with sample text in place of every field.
  fileprivate var sample: String { PathTemplate.sample(parts) }

  private static func sample(_ parts: [Part]) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .field: "x"
      case .optional(let inner): sample(inner)
      }
    }.joined()
  }
}
