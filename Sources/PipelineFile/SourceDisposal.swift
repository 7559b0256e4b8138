import Diagnostics
public import Options

/// What happens to a source once all its outputs are safe: `keep`, `trash` or `{ move: FOLDER }`.
public enum SourceDisposal: OptionValue, Hashable {
  case keep
  case trash
  /// Move it into a folder under its own name.
  case move(String)

  public static let optionKind = OptionKind.keyword(
    ["keep", "trash"],
    or: .group([
      OptionDeclaration(name: "move", kind: .text, defaultText: "", summary: "The folder it is moved to.")
    ]))

  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> SourceDisposal? {
    switch node.scalar {
    case "keep": return .keep
    case "trash": return .trash
    case let word?:
      guard let near = closestMatch(to: word, in: ["keep", "trash", "move"]), word != "move" else { break }
      decoder.report(
        .optionValue, "'after' takes keep, trash or { move: FOLDER }, not '\(word.shortened())'",
        at: node.range,
        remedy: "did you mean '\(near)'?")
      return nil
    case nil: break
    }
    if let pairs = node.pairs, pairs.count == 1, pairs[0].key == "move", !pairs[0].value.isNull,
      let folder = pairs[0].value.scalar, !folder.isEmpty
    {
      return .move(folder)
    }
    let given = node.isNull ? "nothing" : node.scalar.map { "'\($0.shortened())'" } ?? node.kindName
    decoder.report(
      .optionValue, "'after' takes keep, trash or { move: FOLDER }, not \(given)", at: node.range,
      remedy: "such as after: { move: done }")
    return nil
  }

  public var optionText: String {
    switch self {
    case .keep: "keep"
    case .trash: "trash"
    case .move(let folder): "{move: \(folder.optionText)}"
    }
  }
}
