import BookModel
public import Diagnostics
import Options

extension Rule {
  public static let includeUnreadable = Rule(
    "include-unreadable", .pipeline, "A file that a pipeline includes cannot be read.",
    advice: "Check the name: it is relative to the folder of the including file.")
  public static let includeCycle = Rule(
    "include-cycle", .pipeline, "A file includes itself, directly or through others.",
    advice: "Remove one of the includes.")
  public static let includeLimit = Rule(
    "include-limit", .pipeline, "Files include each other too deeply, or there are too many of them.",
    advice: "Combine parts into fewer files.")
}

/// Inserts the files that a pipeline includes.
///
///     include: house.yaml               # a file or a list; supplies whatever this file does not say itself
///     stages:
///       - include: fragments/clean.yaml # inserts the stages of that file, with the variables they use
///
/// An included file is written like a pipeline and may include others. Paths are relative to the file that
/// contains them. At the top level, the file's own keys override included ones, and later included files
/// override earlier ones; `vars` and `limits` are merged name by name, `env` and `books` are concatenated,
/// and `name`, `description` and `tests` apply only to their own file.
struct Inclusion {
  /// Returns the bytes of a file.
  let read: (FilePath) throws(Diagnostic) -> [UInt8]
  /// The files read so far, in order.
  private(set) var files: [(file: String, source: [UInt8])] = []
  private(set) var problems: [Diagnostic] = []
  private var count = 0

  static let maxDepth = 8
  static let maxFiles = 64

  init(read: @escaping (FilePath) throws(Diagnostic) -> [UInt8]) { self.read = read }

  /// A file's tree with all included files inserted.
  mutating func resolved(_ root: YAMLNode, file: String) -> YAMLNode {
    resolved(root, Chain(files: [FilePath(file).withoutDots], file: file))
  }

  /// The chain of includes that led to the current file, which comes last.
  private struct Chain {
    var files: [FilePath]
    /// The file's name as displayed.
    var file: String
  }

  private mutating func resolved(_ root: YAMLNode, _ chain: Chain) -> YAMLNode {
    guard var pairs = root.pairs else { return root }
    var lifted: [YAMLNode] = []
    for index in pairs.indices {
      switch pairs[index].key {
      case "stages": pairs[index].value = spliced(pairs[index].value, chain, &lifted)
      case "sink", "books": pairs[index].value = branches(pairs[index].value, chain, &lifted)
      default: break
      }
    }
    var included: [YAMLNode] = []
    for pair in pairs where pair.key == "include" { included += fragments(pair.value, chain) }
    pairs.removeAll { $0.key == "include" }
    var base: [YAMLNode.Pair] = []
    for fragment in lifted + included { base = Inclusion.joined(fragment.pairs ?? [], over: base) }
    return YAMLNode(.mapping(Inclusion.joined(pairs, over: base)), range: root.range)
  }

  // MARK: Stages

  /// A list of stages with the included ones inserted.
  private mutating func spliced(_ node: YAMLNode, _ chain: Chain, _ lifted: inout [YAMLNode]) -> YAMLNode {
    guard let items = node.items else { return node }
    var stages: [YAMLNode] = []
    for item in items {
      guard let pairs = item.pairs, let include = pairs.first(where: { $0.key == "include" }) else {
        stages.append(item)
        continue
      }
      for other in pairs where other.keyRange != include.keyRange {
        problems.append(
          .error(
            .keyUnknown, "'\(other.key)' is beside 'include'", at: place(other.keyRange, chain),
            remedy: "write it inside the included file, or copy the stage"))
      }
      for fragment in fragments(include.value, chain) {
        guard let list = fragment["stages"], list.items != nil else {
          let name = fragment.range.file ?? ""
          problems.append(
            .error(
              .pipelineShape, "'\(name)' has no list of stages to put here",
              at: place(include.value.range, chain),
              remedy: "give it 'stages:', or include it at the top of the file"))
          continue
        }
        stages += list.items ?? []
        lifted.append(fragment.keeping(["vars", "env"]))
      }
    }
    return YAMLNode(.sequence(stages), range: node.range)
  }

  /// Handles nodes that have their own `stages:`: sinks and entries of `books:`, one or a list.
  private mutating func branches(_ node: YAMLNode, _ chain: Chain, _ lifted: inout [YAMLNode]) -> YAMLNode {
    switch node.value {
    case .scalar: return node
    case .sequence(let items):
      var resolved: [YAMLNode] = []
      for item in items { resolved.append(branches(item, chain, &lifted)) }
      return YAMLNode(.sequence(resolved), range: node.range)
    case .mapping(var pairs):
      for index in pairs.indices where pairs[index].key == "stages" {
        pairs[index].value = spliced(pairs[index].value, chain, &lifted)
      }
      return YAMLNode(.mapping(pairs), range: node.range)
    }
  }

  // MARK: Files

  /// The trees of the files that an `include` names; files that cannot be read are reported and left out.
  private mutating func fragments(_ node: YAMLNode, _ chain: Chain) -> [YAMLNode] {
    (node.items ?? [node]).compactMap { fragment($0, chain) }
  }

  private mutating func fragment(_ node: YAMLNode, _ chain: Chain) -> YAMLNode? {
    guard let name = node.scalar, !node.isNull, !name.isEmpty else {
      report(.pipelineShape, "'include' takes the name of a file or a list of them", node, chain)
      return nil
    }
    guard !name.contains("${") else {
      report(.includeUnreadable, "the name of an included file cannot have variables", node, chain)
      return nil
    }
    let named = FilePath(name)
    let path = (named.isAbsolute ? named : FilePath(chain.file).parent.appending(name)).withoutDots
    if let start = chain.files.firstIndex(of: path) {
      let names = (chain.files[start...] + [path]).map(\.display).joined(separator: " → ")
      report(.includeCycle, "'\(name)' includes itself: \(names)", node, chain)
      return nil
    }
    guard chain.files.count <= Inclusion.maxDepth, count < Inclusion.maxFiles else {
      let limit = "\(Inclusion.maxDepth) deep and \(Inclusion.maxFiles) in all"
      report(.includeLimit, "included files are limited: \(limit)", node, chain)
      return nil
    }
    count += 1
    return parsed(path, named: node, chain)
  }

  private mutating func parsed(_ path: FilePath, named node: YAMLNode, _ chain: Chain) -> YAMLNode? {
    let bytes: [UInt8]
    do throws(Diagnostic) { bytes = try read(path) } catch {
      report(
        .includeUnreadable, "cannot include '\(path.display)': \(error.message)", node, chain,
        "the name is relative to the folder of the including file")
      return nil
    }
    files.append((path.display, bytes))
    do throws(Diagnostic) {
      let root = try YAMLParser(file: path.display).parse(bytes).located(in: path.display)
      guard root.pairs != nil else {
        throw .error(
          .pipelineShape, "an included file is a mapping, not \(root.kindName)",
          at: Place(file: path.display, range: root.range), remedy: "put a list of stages under 'stages:'")
      }
      check(root)
      return resolved(root, Chain(files: chain.files + [path], file: path.display))
    } catch {
      problems.append(error)
      return nil
    }
  }

  /// Checks that apply to included files regardless of how they are included.
  private mutating func check(_ root: YAMLNode) {
    for pair in root.pairs ?? [] {
      if pair.key == "leporello", pair.value.scalar != "1" {
        problems.append(
          .error(
            .pipelineVersion, "this program reads version 1 of pipeline files",
            at: Place(range: pair.value.range), remedy: "write 'leporello: 1'"))
      } else if PipelineGrammar.pipeline[pair.key] == nil {
        let (message, remedy) = PipelineGrammar.pipeline.complaint(about: pair.key)
        problems.append(.error(.keyUnknown, message, at: Place(range: pair.keyRange), remedy: remedy))
      }
    }
  }

  private mutating func report(
    _ rule: Rule, _ message: String, _ node: YAMLNode, _ chain: Chain, _ remedy: String? = nil
  ) {
    problems.append(.error(rule, message, at: place(node.range, chain), remedy: remedy))
  }

  private func place(_ range: SourceRange, _ chain: Chain) -> Place { Place(file: chain.file, range: range) }

  // MARK: Joining

  /// A file's own pairs, completed with those of included files.
  private static func joined(_ own: [YAMLNode.Pair], over included: [YAMLNode.Pair]) -> [YAMLNode.Pair] {
    var pairs = own
    for pair in included {
      // Unknown keys were reported when the file was read.
      guard let inclusion = PipelineGrammar.pipeline[pair.key]?.inclusion, inclusion != .kept else {
        continue
      }
      guard let index = pairs.firstIndex(where: { $0.key == pair.key }) else {
        pairs.append(pair)
        continue
      }
      let value = pairs[index].value
      switch inclusion {
      case .joined:
        if value.pairs != nil || value.isNull { pairs[index].value = pair.value.overlaid(by: value) }
      case .appended:
        let items = (pair.value.items ?? [pair.value]) + (value.items ?? [value])
        pairs[index].value = YAMLNode(.sequence(items.filter { !$0.isNull }), range: value.range)
      case .replaced, .kept: break
      }
    }
    return pairs
  }
}

extension YAMLNode {
  /// The same tree, marked as coming from an included file.
  fileprivate func located(in file: String) -> YAMLNode {
    let range = SourceRange(range.start, range.end, in: file)
    switch value {
    case .scalar: return YAMLNode(value, range: range)
    case .sequence(let items): return YAMLNode(.sequence(items.map { $0.located(in: file) }), range: range)
    case .mapping(let pairs):
      let pairs = pairs.map { pair in
        Pair(
          key: pair.key, keyRange: SourceRange(pair.keyRange.start, pair.keyRange.end, in: file),
          value: pair.value.located(in: file))
      }
      return YAMLNode(.mapping(pairs), range: range)
    }
  }

  fileprivate func keeping(_ keys: Set<String>) -> YAMLNode {
    YAMLNode(.mapping((pairs ?? []).filter { keys.contains($0.key) }), range: range)
  }
}

extension FilePath {
  /// The path without `.`, and without `..` where it cancels the folder before it.
  fileprivate var withoutDots: FilePath {
    var parts: [[UInt8]] = []
    for part in bytes.split(separator: UInt8(ascii: "/")).map(Array.init) where part != Array(".".utf8) {
      let isUp = part == Array("..".utf8)
      if isUp, let last = parts.last, last != Array("..".utf8) {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: [UInt8(ascii: "/")])
    return FilePath(bytes: (isAbsolute ? [UInt8(ascii: "/")] : []) + Array(joined))
  }
}
