public import Diagnostics

/// A type an option can have.
public protocol OptionValue: Sendable {
  static var optionKind: OptionKind { get }
  /// Reads a value, or returns nil after reporting why not.
  static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> Self?
  /// The value as it would be written: canonical, so that equal values give equal text.
  var optionText: String { get }
}

/// Collects everything wrong with a set of options; decoding goes on behind each problem.
public struct OptionDecoder: Sendable {
  /// The file the nodes come from, nil for the command line.
  public let file: String?
  /// What the options belong to, for messages: `stage 'drop'`.
  public var owner: String
  /// The option being read.
  public var optionName = ""
  public private(set) var problems: [Diagnostic] = []

  public init(file: String?, owner: String) {
    self.file = file
    self.owner = owner
  }

  /// Where a node stands; without lines for nodes that stand in no file.
  public func place(_ range: SourceRange) -> Place {
    Place(file: file, range: range == .nowhere ? nil : range)
  }

  public mutating func report(_ rule: Rule, _ message: String, at range: SourceRange, remedy: String? = nil) {
    problems.append(.error(rule, message, at: place(range), remedy: remedy))
  }

  /// Says what the option takes instead of the node given.
  public mutating func reportMismatch(_ kind: OptionKind, _ node: YAMLNode) {
    let given = node.scalar.map { "'\($0)'" } ?? node.kindName
    report(.optionValue, "'\(optionName)' of \(owner) takes \(kind.expectation), not \(given)", at: node.range)
  }
}

extension Rule {
  public static let optionUnknown = Rule(
    "unknown-option", .pipeline, "An option is not one that the reader, stage or sink knows.")
  public static let optionValue = Rule(
    "option-value", .pipeline, "An option has a value of the wrong kind or outside its range.")
  public static let optionRepeated = Rule("option-repeated", .pipeline, "An option is given twice.")
}

extension String: OptionValue {
  public static var optionKind: OptionKind { .text }
  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> String? {
    if let text = node.scalar { return text }
    decoder.reportMismatch(.text, node)
    return nil
  }
  public var optionText: String { self }
}

extension Bool: OptionValue {
  public static var optionKind: OptionKind { .flag }
  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> Bool? {
    switch node.scalar?.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default:
      decoder.reportMismatch(.flag, node)
      return nil
    }
  }
  public var optionText: String { self ? "true" : "false" }
}

extension Int: OptionValue {
  public static var optionKind: OptionKind { .integer(nil) }
  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> Int? {
    if let text = node.scalar, let value = Int(text) { return value }
    decoder.reportMismatch(.integer(nil), node)
    return nil
  }
  public var optionText: String { String(self) }
}

extension Double: OptionValue {
  public static var optionKind: OptionKind { .number(nil) }
  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> Double? {
    if let text = node.scalar, let value = Double(text), value.isFinite { return value }
    decoder.reportMismatch(.number(nil), node)
    return nil
  }
  public var optionText: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self) }
}

/// An enumeration whose raw values are the words users write.
public protocol OptionEnumeration: OptionValue, CaseIterable, RawRepresentable where RawValue == String {}

extension OptionEnumeration {
  public static var optionKind: OptionKind { .enumeration(allCases.map(\.rawValue)) }
  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> Self? {
    if let text = node.scalar, let value = Self(rawValue: text) { return value }
    if let text = node.scalar, let near = closestMatch(to: text, in: allCases.map(\.rawValue)) {
      decoder.report(
        .optionValue, "'\(decoder.optionName)' of \(decoder.owner) takes \(optionKind.expectation), not '\(text)'",
        at: node.range, remedy: "did you mean '\(near)'?")
    } else {
      decoder.reportMismatch(optionKind, node)
    }
    return nil
  }
  public var optionText: String { rawValue }
}

extension Array: OptionValue where Element: OptionValue {
  public static var optionKind: OptionKind { .list(Element.optionKind) }
  /// A list, or one item without the brackets; text from a flag is split at commas.
  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> [Element]? {
    let items: [YAMLNode]
    switch node.value {
    case .sequence(let nodes): items = nodes
    case .scalar(let text, _) where node.range == .nowhere:
      items = text.split(separator: ",").map { .text(String($0.trimmingSpaces)) }
    case .scalar: items = node.isNull ? [] : [node]
    case .mapping: items = [node]
    }
    let values = items.compactMap { Element.decode($0, &decoder) }
    return values.count == items.count ? values : nil
  }
  public var optionText: String { "[" + map(\.optionText).joined(separator: ", ") + "]" }
}

extension Optional: OptionValue where Wrapped: OptionValue {
  public static var optionKind: OptionKind { Wrapped.optionKind }
  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> Wrapped?? {
    Wrapped.decode(node, &decoder).map { .some($0) }
  }
  public var optionText: String { self?.optionText ?? "" }
}

/// A mapping whose keys the user chooses, in the order written.
public struct OptionMap<Value: OptionValue & Hashable>: OptionValue, Hashable {
  public var pairs: [Pair]

  public struct Pair: Hashable, Sendable {
    public var key: String
    public var value: Value
    public init(key: String, value: Value) {
      self.key = key
      self.value = value
    }
  }

  public init(_ pairs: [Pair] = []) { self.pairs = pairs }

  public static var optionKind: OptionKind { .map(Value.optionKind) }

  /// A mapping; text from a flag is read as `key=value`, split at commas that stand before a `key=`.
  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> OptionMap? {
    if let pairs = node.pairs {
      let values = pairs.compactMap { pair in
        Value.decode(pair.value, &decoder).map { Pair(key: pair.key, value: $0) }
      }
      return values.count == pairs.count ? OptionMap(values) : nil
    }
    if node.isNull { return OptionMap() }
    if let text = node.scalar, node.range == .nowhere, let split = text.firstIndex(of: "=") {
      let key = String(text[..<split].trimmingSpaces)
      let value = YAMLNode.text(String(text[text.index(after: split)...]))
      return Value.decode(value, &decoder).map { OptionMap([Pair(key: key, value: $0)]) }
    }
    decoder.reportMismatch(optionKind, node)
    return nil
  }

  public var optionText: String {
    "{" + pairs.map { "\($0.key): \($0.value.optionText)" }.joined(separator: ", ") + "}"
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at either end.
  var trimmingSpaces: SubSequence {
    var rest = self[...]
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
