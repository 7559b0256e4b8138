public import Diagnostics

extension Rule {
  public static let yamlSyntax = Rule(
    "yaml-syntax", .pipeline, "The file is not well-formed YAML.",
    advice: """
      Check the line that is named and the one above it for an unclosed quote, a tab used as indentation, or \
      a colon without a space behind it. Text that begins with { [ * & # ! | > % @ needs quotes.
      """)
  public static let yamlEncoding = Rule(
    "yaml-encoding", .pipeline, "The file is not UTF-8 text.",
    advice: "Save the file as UTF-8.")
  public static let yamlEmpty = Rule(
    "yaml-empty", .pipeline, "The file is empty.",
    advice: "Begin with 'leporello: 1', or let `leporello init` write a file to start from.")
  public static let yamlDuplicateKey = Rule(
    "duplicate-key", .pipeline, "A mapping has the same key twice.",
    advice: "Keep one of the two; in a list of stages, put '- ' before the second.")
  public static let yamlUnsupported = Rule(
    "yaml-unsupported", .pipeline,
    "The file uses a part of YAML that is not supported: merge keys, custom tags, several documents.",
    advice: "Write one document a file, without merge keys (<<) or tags of your own.")
  public static let yamlLimit = Rule(
    "yaml-limit", .limit, "A YAML file is too large or too deep.",
    advice: "Split the file, or remove what repeats itself in it.")
}

/// What a YAML file may cost.
public struct YAMLLimits: Hashable, Sendable {
  public var maxBytes = 4 << 20
  /// Collections inside collections; at most this many calls deep do parser and readers recurse.
  public var maxDepth = 64
  /// Nodes in all, those that aliases stand for counted each time.
  public var maxNodes = 200_000

  public init() {}
}

/// Reads one YAML 1.2 document into nodes that remember where they were written.
///
/// Scalars stay text. Aliases are replaced by what they stand for, which keeps the place of its anchor. Left out
/// on purpose, and refused with a word: merge keys, tags other than the core schema's, several documents, keys
/// that are no text.
public struct YAMLParser: Sendable {
  /// The file's name, for messages.
  public let file: String?
  public let limits: YAMLLimits

  public init(file: String?, limits: YAMLLimits = YAMLLimits()) {
    self.file = file
    self.limits = limits
  }

  /// - Throws: the first problem, with its place: `yaml-…` and `duplicate-key`.
  public func parse(_ bytes: [UInt8]) throws(Diagnostic) -> YAMLNode {
    guard bytes.count <= limits.maxBytes else {
      throw .error(
        .yamlLimit, "the file is larger than \(ByteCount(limits.maxBytes).optionText)", at: Place(file: file))
    }
    let text = try YAMLText(bytes, file: file)
    guard let events = YAMLEventStream(text.bytes) else {
      throw .error(.yamlLimit, "not enough memory to read the file", at: Place(file: file))
    }
    var builder = YAMLTreeBuilder(events: events, text: text, file: file, limits: limits)
    return try builder.document()
  }

  public func parse(_ text: String) throws(Diagnostic) -> YAMLNode { try parse(Array(text.utf8)) }
}

/// Builds the tree from events, counting as it goes.
private struct YAMLTreeBuilder {
  let events: YAMLEventStream
  let text: YAMLText
  let file: String?
  let limits: YAMLLimits
  /// What anchors stand for, and what each use of one costs.
  private var anchors: [String: Measured] = [:]
  private var nodeCount = 0

  private struct Measured {
    var node: YAMLNode
    var nodeCount: Int
    var height: Int
  }

  init(events: YAMLEventStream, text: YAMLText, file: String?, limits: YAMLLimits) {
    self.events = events
    self.text = text
    self.file = file
    self.limits = limits
  }

  mutating func document() throws(Diagnostic) -> YAMLNode {
    var root: YAMLNode?
    while true {
      let event = try next()
      switch event.kind {
      case .boundary: continue
      case .documentStart:
        guard root == nil else {
          throw error(
            .yamlUnsupported, "a second document begins here", event.range, "keep one document in a file")
        }
      case .streamEnd:
        guard let root, !root.isNull else {
          throw .error(
            .yamlEmpty, "the file is empty", at: Place(file: file), remedy: "begin with 'leporello: 1'")
        }
        return root
      default: root = try node(event, depth: 0).node
      }
    }
  }

  private mutating func node(_ event: YAMLEvent, depth: Int) throws(Diagnostic) -> Measured {
    try count(1, depth: depth, event.range)
    switch event.kind {
    case .scalar(let text, let isPlain, let anchor, let tag):
      let isText = try isTextTag(tag, event.range)
      let node = YAMLNode(.scalar(text, isPlain: isPlain && !isText), range: event.range)
      return keep(Measured(node: node, nodeCount: 1, height: 0), under: anchor)
    case .sequenceStart(let anchor, let tag):
      _ = try isTextTag(tag, event.range)
      return keep(try sequence(from: event.range, depth: depth), under: anchor)
    case .mappingStart(let anchor, let tag):
      _ = try isTextTag(tag, event.range)
      return keep(try mapping(from: event.range, depth: depth), under: anchor)
    case .alias(let name):
      guard let found = anchors[name] else {
        throw error(
          .yamlSyntax, "'*\(name)' is not defined above", event.range,
          "put quotes around text that begins with '*'")
      }
      try count(found.nodeCount - 1, depth: depth + found.height, event.range)
      return found
    default:
      throw error(.yamlSyntax, "something is missing here", event.range)
    }
  }

  private mutating func sequence(from start: SourceRange, depth: Int) throws(Diagnostic) -> Measured {
    var items: [YAMLNode] = []
    var total = 1
    var height = 0
    while true {
      let event = try next()
      if case .sequenceEnd = event.kind {
        let range = enclosing(start, last: items.last?.range, end: event.range)
        return Measured(node: YAMLNode(.sequence(items), range: range), nodeCount: total, height: height)
      }
      let item = try node(event, depth: depth + 1)
      items.append(item.node)
      total += item.nodeCount
      height = max(height, item.height + 1)
    }
  }

  private mutating func mapping(from start: SourceRange, depth: Int) throws(Diagnostic) -> Measured {
    var pairs: [YAMLNode.Pair] = []
    var seen: [String: SourceRange] = [:]
    var total = 1
    var height = 0
    while true {
      let event = try next()
      if case .mappingEnd = event.kind {
        let range = enclosing(start, last: pairs.last?.value.range, end: event.range)
        return Measured(node: YAMLNode(.mapping(pairs), range: range), nodeCount: total, height: height)
      }
      let key = try node(event, depth: depth + 1)
      let name = try keyName(key.node)
      if let first = seen.updateValue(key.node.range, forKey: name) {
        throw error(
          .yamlDuplicateKey, "'\(name)' is there twice", key.node.range,
          "the first one is on line \(first.start.line); keep one of them")
      }
      let value = try node(try next(), depth: depth + 1)
      pairs.append(YAMLNode.Pair(key: name, keyRange: key.node.range, value: value.node))
      total += key.nodeCount + value.nodeCount
      height = max(height, value.height + 1)
    }
  }

  private func keyName(_ key: YAMLNode) throws(Diagnostic) -> String {
    guard case .scalar(let name, let isPlain) = key.value else {
      throw error(
        .yamlUnsupported, "\(key.kindName) cannot be a key", key.range,
        "put quotes around text that begins with '{' or '['")
    }
    if name.isEmpty { throw error(.yamlSyntax, "a key is missing before ':'", key.range) }
    if isPlain, name == "<<" {
      throw error(
        .yamlUnsupported, "merge keys ('<<') are not supported", key.range,
        "repeat the options in each place")
    }
    return name
  }

  /// Whether a tag makes a scalar text whatever it looks like; refuses tags that are not YAML's own.
  private func isTextTag(_ tag: String?, _ range: SourceRange) throws(Diagnostic) -> Bool {
    let core = "tag:yaml.org,2002:"
    switch tag {
    case nil: return false
    case "!", core + "str": return true
    case let tag? where ["int", "float", "bool", "null", "seq", "map"].contains { tag == core + $0 }:
      return false
    case let tag?:
      throw error(
        .yamlUnsupported, "the tag '\(tag)' is not supported", range,
        "put quotes around text that begins with '!'")
    }
  }

  private mutating func keep(_ node: Measured, under anchor: String?) -> Measured {
    if let anchor { anchors[anchor] = node }
    return node
  }

  private mutating func count(_ nodes: Int, depth: Int, _ range: SourceRange) throws(Diagnostic) {
    nodeCount += nodes
    if nodeCount > limits.maxNodes {
      throw error(
        .yamlLimit, "the file holds more than \(limits.maxNodes) values", range, "aliases count each time")
    }
    if depth > limits.maxDepth {
      throw error(.yamlLimit, "the file is nested deeper than \(limits.maxDepth) levels", range)
    }
  }

  /// The stretch of a collection. A block collection's own end lies in front of whatever follows it, lines below.
  private func enclosing(_ start: SourceRange, last: SourceRange?, end: SourceRange) -> SourceRange {
    let isFlow = end.end > end.start
    return SourceRange(start.start, isFlow ? end.end : max(start.start, last?.end ?? end.end))
  }

  private func next() throws(Diagnostic) -> YAMLEvent {
    do { return try events.next() } catch { throw text.explain(error, file: file) }
  }

  private func error(_ rule: Rule, _ message: String, _ range: SourceRange, _ remedy: String? = nil)
    -> Diagnostic
  {
    .error(rule, message, at: Place(file: file, range: range), remedy: remedy)
  }
}
