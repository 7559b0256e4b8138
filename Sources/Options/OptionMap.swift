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

  public subscript(key: String) -> Value? { pairs.first { $0.key == key }?.value }

  public static var optionKind: OptionKind { .map(Value.optionKind) }

  /// A mapping; text from a flag is read as `key=value`, several of them parted by commas.
  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> OptionMap? {
    if node.isNull { return OptionMap() }
    guard let pairs = node.pairs ?? flagPairs(node) else {
      decoder.reportMismatch(optionKind, node)
      return nil
    }
    let outer = decoder.optionName
    defer { decoder.optionName = outer }
    var values: [Pair] = []
    for pair in pairs {
      decoder.optionName = "\(outer).\(pair.key)"
      guard let value = Value.decode(pair.value, &decoder) else { continue }
      values.append(Pair(key: pair.key, value: value))
    }
    return values.count == pairs.count ? OptionMap(values) : nil
  }

  /// What `key=value,key=value` says. A comma parts two pairs only where `word=` follows, so that values may
  /// hold commas of their own. A flag given several times comes as a list.
  private static func flagPairs(_ node: YAMLNode) -> [YAMLNode.Pair]? {
    guard node.range == .nowhere else { return nil }
    if let items = node.items {
      let pairs = items.map(flagPairs)
      return pairs.contains { $0 == nil } ? nil : pairs.flatMap { $0 ?? [] }
    }
    guard let text = node.scalar else { return nil }
    var pairs: [YAMLNode.Pair] = []
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let split = piece.firstIndex(of: "=")
      let key = split.map { piece[..<$0].trimmingSpaces } ?? ""
      if let split, !key.isEmpty, !key.contains(" ") {
        let value = YAMLNode.text(String(piece[piece.index(after: split)...]))
        pairs.append(YAMLNode.Pair(key: String(key), keyRange: .nowhere, value: value))
      } else if let last = pairs.indices.last, let begun = pairs[last].value.scalar {
        pairs[last].value = .text(begun + "," + piece)
      } else {
        return nil
      }
    }
    return pairs
  }

  public var optionText: String {
    "{" + pairs.map { "\($0.key.optionText): \($0.value.optionText)" }.joined(separator: ", ") + "}"
  }
}
