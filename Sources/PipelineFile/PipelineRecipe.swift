public import BookModel
import Options
import PluginKit

extension Pipeline {
  /// The files that stages have read and those of plugins in folders, sorted by name: their contents also
  /// determine what is written.
  public var files: [FilePath] {
    let all = stages + sinks.flatMap(\.stages) + books.flatMap { $0.stages.values }
    let used = Set(all.map(\.name) + sinks.map(\.name) + sources.flatMap { $0.readers.map(\.name) })
    let plugins = registry.all.filter { used.contains($0.name) }.flatMap { $0.description.files }
    return Set(all.flatMap(\.stage.files) + plugins).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Everything that determines what a sink writes for a book from a source, in canonical form: two runs of
  /// the same program over the same file with the same text write the same bytes. Settings that only select
  /// books or say how to treat existing files are not included.
  public func recipe(source: Int, sink: Int) -> String {
    let sink = sinks[sink]
    var lines = sources[source].readersText.map { "reader \($0)" }
    if let gather { lines.append("gather \(gather.settingsText)") }
    lines += stages.map { "stage \($0.recipe)" }
    if let divide { lines.append("divide \(divide.settingsText)") }
    lines += sink.stages.map { "stage \($0.recipe)" }
    let used = Set((stages + sink.stages).map(\.id))
    for book in books {
      let changed = book.stages.filter { used.contains($0.key) }.sorted { $0.key < $1.key }
      guard !changed.isEmpty else { continue }
      lines.append("book \(book.match.recipe)")
      lines += changed.map { "  stage \($0.value.recipe)" }
    }
    lines += remaking.overrides.compactMap { override in
      if case .metadata = override.kind { "meta \(override.text)" } else { nil }
    }
    lines.append("sink \(sink.name) \(sink.settingsText) \((sink.destination.path ?? "").optionText)")
    return lines.joined(separator: "\n")
  }
}

extension PipelineStage {
  fileprivate var recipe: String { "\(id) \(name) \(settingsText) \(conditionsText)" }
}

extension BookMatch {
  fileprivate var recipe: String {
    [path?.text, series, number, hash].map { ($0 ?? "").optionText }.joined(separator: " ")
  }
}
