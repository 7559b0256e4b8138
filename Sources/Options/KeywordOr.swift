import Diagnostics

/// A value that may also be said by a word: `gap: auto` or `gap: 12`.
public enum KeywordOr<Keyword: OptionEnumeration & Hashable, Value: OptionValue & Hashable>: OptionValue,
  Hashable
{
  case keyword(Keyword)
  case value(Value)

  public static var optionKind: OptionKind {
    .keyword(Keyword.allCases.map(\.rawValue), or: Value.optionKind)
  }

  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> KeywordOr? {
    if let text = node.scalar, let word = Keyword(rawValue: text) { return .keyword(word) }
    var trial = decoder
    if let value = Value.decode(node, &trial) { return .value(value) }
    if let text = node.scalar, let near = closestMatch(to: text, in: Keyword.allCases.map(\.rawValue)) {
      decoder.report(
        .optionValue, "\(decoder.subject) takes \(optionKind.expectation), not '\(text.shortened())'",
        at: node.range,
        remedy: "did you mean '\(near)'?")
    } else {
      decoder.reportMismatch(optionKind, node)
    }
    return nil
  }

  public var optionText: String {
    switch self {
    case .keyword(let word): word.optionText
    case .value(let value): value.optionText
    }
  }
}
