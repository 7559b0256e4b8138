public import Diagnostics

/// One node of a YAML document, with the place it was written at.
///
/// Scalars stay text: what `no`, `010` or `1.10` means is decided by the option that reads them, never by YAML.
public struct YAMLNode: Hashable, Sendable {
  public var value: Value
  /// Where the node stands in its file.
  public var range: SourceRange

  public enum Value: Hashable, Sendable {
    /// A scalar's text. `isPlain` is false for quoted and block scalars, which are never null.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([Pair])
  }

  /// One key of a mapping and its value.
  public struct Pair: Hashable, Sendable {
    public var key: String
    public var keyRange: SourceRange
    public var value: YAMLNode

    public init(key: String, keyRange: SourceRange, value: YAMLNode) {
      self.key = key
      self.keyRange = keyRange
      self.value = value
    }
  }

  public init(_ value: Value, range: SourceRange) {
    self.value = value
    self.range = range
  }

  /// A node that stands in no file: a flag's value, an option set by `--set`.
  public static func text(_ text: String) -> YAMLNode {
    YAMLNode(.scalar(text, isPlain: true), range: .nowhere)
  }

  /// A sequence that stands in no file.
  public static func list(_ items: [YAMLNode]) -> YAMLNode { YAMLNode(.sequence(items), range: .nowhere) }

  /// A mapping that stands in no file.
  public static func map(_ pairs: [(String, YAMLNode)]) -> YAMLNode {
    YAMLNode(.mapping(pairs.map { Pair(key: $0, keyRange: .nowhere, value: $1) }), range: .nowhere)
  }

  /// True for a missing value: an empty plain scalar, `~` or `null` (YAML 1.2 core schema, 10.3.2).
  public var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = value else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The text of a scalar, nil for anything else.
  public var scalar: String? { if case .scalar(let text, _) = value { text } else { nil } }

  /// The pairs of a mapping, nil for anything else.
  public var pairs: [Pair]? { if case .mapping(let pairs) = value { pairs } else { nil } }

  /// The items of a sequence, nil for anything else.
  public var items: [YAMLNode]? { if case .sequence(let items) = value { items } else { nil } }

  /// The value under a key of a mapping.
  public subscript(key: String) -> YAMLNode? { pairs?.first { $0.key == key }?.value }

  /// What the node is, for messages: `text`, `a list`, `a mapping`, `nothing`.
  public var kindName: String {
    switch value {
    case .scalar: isNull ? "nothing" : "text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

extension SourceRange {
  /// The range of nodes that come from no file.
  public static let nowhere = SourceRange(
    SourcePosition(line: 0, column: 0), SourcePosition(line: 0, column: 0))
}
