import BookModel
import Diagnostics
import Options
import PluginKit

/// What a source takes beside the options of readers.
struct SourceOptions: OptionGroup {
  var files: [String] = []
  var folders: [String] = []
  var exclude: [String] = []
  var recursive = false

  static let options: [Option<SourceOptions>] = [
    Option("files", \.files, shortForm: true, "Patterns for files: inbox/**/*.{epub,cbz}."),
    Option("folders", \.folders, "Patterns for folders: scans/*. Each holds books, or is one."),
    Option("exclude", \.exclude, "Patterns for files and folders to pass over."),
    Option("recursive", \.recursive, "Whether to ask of every folder below a folder what it is."),
  ]
}

extension PipelineCheck {
  private static let plannedSourceKeys = ["settle", "after"]

  mutating func source(_ written: YAMLNode?) -> SourceSpec {
    var node = written ?? .map([])
    if let items = node.items, items.contains(where: { $0.pairs != nil }) {
      if items.count > 1 { reportNotYet("a second source", items[1].range) }
      node = items[0]
    }
    node = node.expanded(SourceOptions.declarations)
    for set in sets(of: "source") { node = node.setting(.text(set.value), at: set.path) }
    let pairs = node.pairs ?? []
    let names = registry.readers.map { $0.name }
    let own = SourceOptions.declarations.map(\.name)
    checkKeys(of: node, known: own + names, planned: PipelineCheck.plannedSourceKeys, owner: "a source")
    var decoder = OptionDecoder(file: file, owner: "source")
    let ownPairs = pairs.filter { own.contains($0.key) }
    let options =
      SourceOptions.decode(YAMLNode(.mapping(ownPairs), range: node.range), &decoder) ?? SourceOptions()
    problems += decoder.problems
    return SourceSpec(
      files: globs(node["files"]), folders: globs(node["folders"]),
      exclude: globs(node["exclude"]),
      recursive: options.recursive, readers: registry.readers.compactMap { reader($0, node) })
  }

  private mutating func globs(_ node: YAMLNode?) -> [Glob] {
    var globs: [Glob] = []
    for item in node?.items ?? [node].compactMap(\.self) where item.scalar != nil && !item.isNull {
      do throws(Diagnostic) { globs.append(try Glob(item, file: file)) } catch { problems.append(error) }
    }
    return globs
  }

  private mutating func reader(_ type: ReaderKind, _ source: YAMLNode) -> (any ReadyReader)? {
    let pair = source.pairs?.first { $0.key == type.name }
    var options = pair?.value ?? .map([])
    for set in sets(of: [type.name], as: .reader) {
      options = options.expanded(type.declarations).setting(.text(set.value), at: set.path)
    }
    return make(type, kind: "reader", options: options, named: pair?.keyRange ?? source.range)?.plugin
  }
}
