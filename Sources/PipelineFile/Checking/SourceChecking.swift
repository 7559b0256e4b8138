import BookModel
public import Diagnostics
import Options
import PluginKit

extension Rule {
  public static let sourceReturns = Rule(
    "source-returns", .pipeline, "Sources are moved to a place where the pipeline finds them again.",
    advice: "Move them to a folder that no pattern matches, or leave that folder out with 'exclude:'.")
}

/// A source's options in addition to those of readers.
struct SourceOptions: OptionGroup {
  var files: [String] = []
  var folders: [String] = []
  var exclude: [String] = []
  var recursive = false
  var books = FolderBooks.auto
  var settle = TimeSpan(seconds: 0)
  var after = SourceDisposal.keep

  static let options: [Option<SourceOptions>] = [
    Option("files", \.files, shortForm: true, "Patterns for files: inbox/**/*.{epub,cbz}."),
    Option("folders", \.folders, "Patterns for folders: scans/*. Each holds books, or is one."),
    Option("exclude", \.exclude, "Patterns for files and folders to skip."),
    Option("recursive", \.recursive, "Whether to look for books in all subfolders."),
    Option("books", \.books, FolderBooks.summary),
    Option(
      "settle", \.settle, "Leave sources that changed more recently than this to the next run: 10s, 5m."),
    Option(
      "after", \.after,
      "What to do with a source once every output is verified and holds all its pages: keep, trash or move: FOLDER."
    ),
  ]
}

extension PipelineCheck {
  /// The sources below `source:`, one or a list; a list of patterns alone means the files of one source.
  mutating func sources(_ written: YAMLNode?) -> [SourceSpec] {
    guard let items = written?.items, items.contains(where: { $0.pairs != nil }) else {
      return [source(written ?? .map([]))]
    }
    return items.map { source($0) }
  }

  private mutating func source(_ written: YAMLNode) -> SourceSpec {
    var node = written.expanded(SourceOptions.declarations)
    for set in sets(of: "source") { node = node.setting(.text(set.value), at: set.path) }
    let pairs = node.pairs ?? []
    let part = PipelineGrammar.source
    let readers = registry.readers.map { PipelineKey($0.name, $0.summary, .object([])) }
    checkKeys(of: node, in: PipelinePart(part.name, part.keys + readers))
    var decoder = OptionDecoder(file: file, owner: "source")
    let ownPairs = pairs.filter { part[$0.key] != nil }
    let options =
      SourceOptions.decode(YAMLNode(.mapping(ownPairs), range: node.range), &decoder) ?? SourceOptions()
    problems += decoder.problems
    let made = registry.readers.compactMap { reader($0, node) }
    let spec = SourceSpec(
      files: globs(node["files"]), folders: globs(node["folders"]),
      exclude: globs(node["exclude"]),
      recursive: options.recursive, books: options.books, settle: options.settle, after: options.after,
      readers: made.map(\.reader), readersText: made.map(\.text))
    checkReturning(spec, node)
    return spec
  }

  /// Warns if the next run would find a source again after it was moved away.
  private mutating func checkReturning(_ source: SourceSpec, _ node: YAMLNode) {
    guard case .move(let folder) = source.after, let after = node["after"] else { return }
    let parts = folder.split(separator: "/").map(String.init).filter { $0 != "." }
    let names = registry.readers.flatMap { $0.fileExtensions }.map { parts + ["book.\($0)"] }
    let isSameRoot = { (glob: Glob) in glob.isAbsolute == folder.hasPrefix("/") }
    let isFound = names.contains { name in
      source.files.contains { isSameRoot($0) && $0.matches(name) }
        && !source.exclude.contains { glob in
          glob.isAbsolute ? glob.matches(name) : name.indices.contains { glob.matches(Array(name[$0...])) }
        }
    }
    guard isFound else { return }
    warn(
      .sourceReturns, "sources moved to '\(folder)' are found again by 'files' in the next run", after.range,
      "add exclude: \"\(folder.hasSuffix("/") ? folder : folder + "/")**\", or choose another folder")
  }

  private mutating func globs(_ node: YAMLNode?) -> [Glob] {
    var globs: [Glob] = []
    for item in node?.items ?? [node].compactMap(\.self) where item.scalar != nil && !item.isNull {
      do throws(Diagnostic) { globs.append(try Glob(item, file: file)) } catch { problems.append(error) }
    }
    return globs
  }

  private mutating func reader(_ type: ReaderKind, _ source: YAMLNode) -> (
    reader: any ReadyReader, text: String
  )? {
    let pair = source.pairs?.first { $0.key == type.name }
    var options = pair?.value ?? .map([])
    for set in sets(of: [type.name], as: .reader) {
      options = options.expanded(type.declarations).setting(.text(set.value), at: set.path)
    }
    if let pair { checkConsent(to: type, "reader", pair.keyRange) }
    return make(type, kind: "reader", options: options, named: pair?.keyRange ?? source.range)
      .map { (consent.applied(to: $0.plugin, type), "\(type.name) \($0.settingsText)") }
  }
}
