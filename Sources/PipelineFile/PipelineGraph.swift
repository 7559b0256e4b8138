import PluginKit

/// A pipeline as a diagram: where books come from, what happens to them in which order, and where they go.
/// For Mermaid, which GitHub and GitLab draw inside Markdown, and for Graphviz.
public struct PipelineGraph: Sendable {
  private let title: String
  private var nodes: [Node] = []
  private var edges: [(from: String, to: String)] = []

  private enum Kind { case source, grouping, stage, sink }

  private struct Node {
    var id: String
    var kind: Kind
    /// The first line is the name; the others give details.
    var lines: [String]
  }

  public init(of pipeline: Pipeline) {
    title = pipeline.name ?? "pipeline"
    var ends = addSources(pipeline.sources)
    func group(_ name: String, _ settings: String) {
      add(Node(id: name, kind: .grouping, lines: [name] + PipelineGraph.settings(settings)), behind: ends)
      ends = [name]
    }
    if let gather = pipeline.gather { group("gather", gather.settingsText) }
    for (index, stage) in pipeline.stages.enumerated() {
      let id = "stage\(index + 1)"
      add(Node(id: id, kind: .stage, lines: PipelineGraph.lines(of: stage)), behind: ends)
      ends = [id]
    }
    if let divide = pipeline.divide { group("divide", divide.settingsText) }
    for (index, sink) in pipeline.sinks.enumerated() {
      let id = "sink\(index + 1)"
      var ends = ends
      for (place, stage) in sink.stages.enumerated() {
        let branch = "\(id)stage\(place + 1)"
        add(Node(id: branch, kind: .stage, lines: PipelineGraph.lines(of: stage)), behind: ends)
        ends = [branch]
      }
      var lines = [sink.id == sink.name ? sink.name : "\(sink.id) (\(sink.name))"]
      if let path = sink.destination.path { lines.append(path) }
      let settings = PipelineGraph.settings(sink.settingsText)
      add(Node(id: id, kind: .sink, lines: lines + settings), behind: ends)
    }
  }

  private mutating func addSources(_ sources: [SourceSpec]) -> [String] {
    var ids: [String] = []
    for (index, source) in sources.enumerated() {
      let patterns = (source.files + source.folders).map(\.text)
      let excluded = source.exclude.map { "not " + $0.text }
      let id = "source\(index + 1)"
      let lines = patterns.isEmpty ? ["files named on the command line"] : patterns
      nodes.append(Node(id: id, kind: .source, lines: lines + excluded))
      ids.append(id)
    }
    return ids
  }

  private mutating func add(_ node: Node, behind ends: [String]) {
    nodes.append(node)
    for end in ends { edges.append((end, node.id)) }
  }

  private static func lines(of stage: PipelineStage) -> [String] {
    var lines = [stage.id == stage.name ? stage.name : "\(stage.id) (\(stage.name))"]
    lines += settings(stage.settingsText)
    if let pages = stage.statedSelection { lines.append("where \(pages)") }
    if let books = stage.when { lines.append("when \(books.text)") }
    return lines
  }

  /// `{max: 3}` without its braces, cut short if long; nothing for defaults.
  private static func settings(_ text: String) -> [String] {
    let inner = text.dropFirst().dropLast()
    guard !inner.isEmpty else { return [] }
    return [inner.count > 72 ? inner.prefix(71) + "…" : String(inner)]
  }

  // MARK: Languages

  /// A Mermaid flowchart.
  public var mermaid: String {
    var out =
      "---\ntitle: \"\(title.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline })\"\n---\nflowchart TD\n"
    for node in nodes {
      let label = node.lines.map(PipelineGraph.mermaid).joined(separator: "<br/>")
      let (open, close) =
        switch node.kind {
        case .source: ("[/", "/]")
        case .grouping: ("{{", "}}")
        case .stage: ("[", "]")
        case .sink: ("[(", ")]")
        }
      out += "  \(node.id)\(open)\"\(label)\"\(close)\n"
    }
    for edge in edges { out += "  \(edge.from) --> \(edge.to)\n" }
    return out
  }

  /// A directed graph in Graphviz's language.
  public var dot: String {
    var out = "digraph \"\(PipelineGraph.dot(title))\" {\n  rankdir=TB;\n"
    out += "  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
    for node in nodes {
      let label = node.lines.map(PipelineGraph.dot).joined(separator: "\\n")
      let shape =
        switch node.kind {
        case .source: ", shape=folder, style=solid"
        case .grouping: ", shape=hexagon, style=solid"
        case .stage: ""
        case .sink: ", shape=cylinder, style=solid"
        }
      out += "  \(node.id) [label=\"\(label)\"\(shape)];\n"
    }
    for edge in edges { out += "  \(edge.from) -> \(edge.to);\n" }
    return out + "}\n"
  }

  /// Text inside a quoted label, with Mermaid's entity codes.
  private static func mermaid(_ text: String) -> String {
    text.reduce(into: "") { out, character in
      switch character {
      case "\"": out += "#quot;"
      case "#": out += "#35;"
      case "<": out += "#lt;"
      case ">": out += "#gt;"
      case "&": out += "#amp;"
      // Otherwise labels are interpreted as Markdown.
      case "`", "*", "_": out += "#\(character.asciiValue ?? 0);"
      case _ where character.isNewline: out += " "
      default: out.append(character)
      }
    }
  }

  private static func dot(_ text: String) -> String {
    text.reduce(into: "") { out, character in
      if character == "\"" || character == "\\" { out += "\\" }
      out += character.isNewline ? " " : String(character)
    }
  }
}
