import BookModel
public import Diagnostics
import Formats
import Options

extension Rule {
  public static let overrideSyntax = Rule(
    "override-syntax", .usage, "A --set or --meta is not well-formed.",
    advice: "Write --set STAGE.OPTION=VALUE and --meta FIELD=VALUE.")
  public static let overrideTarget = Rule(
    "override-target", .usage, "A --set names a stage, reader or sink that the pipeline does not have.",
    advice: "Use a name from the pipeline: a stage or its id, a sink, a reader, source or vars.")
}

/// A change made to a pipeline on the command line.
public struct Override: Hashable, Sendable {
  let kind: Kind
  /// As given.
  let text: String

  enum Kind: Hashable, Sendable {
    /// `owner` is a stage's ID or name, the name of a reader or sink, `source`, or `vars`.
    case option(owner: String, path: [String], value: String)
    case metadata(MetadataAssignment)
  }

  /// `--set STAGE.OPTION=VALUE`; further dots lead to options of nested groups.
  ///
  /// - Throws: `override-syntax`.
  public init(set text: String) throws(Diagnostic) {
    guard let split = text.firstIndex(of: "=") else {
      throw Override.malformed("--set", text, "STAGE.OPTION=VALUE")
    }
    let names = text[..<split].split(separator: ".", omittingEmptySubsequences: false).map(\.trimmed)
    guard names.count >= 2, !names.contains("") else {
      throw Override.malformed("--set", text, "STAGE.OPTION=VALUE")
    }
    self.text = text
    kind = .option(
      owner: names[0], path: Array(names.dropFirst()), value: String(text[text.index(after: split)...]))
  }

  /// `--meta FIELD=VALUE`; an empty value removes the field.
  ///
  /// - Throws: `override-syntax`, and whatever `MetadataAssignment` throws.
  public init(meta text: String) throws(Diagnostic) {
    guard let split = text.firstIndex(of: "="), split != text.startIndex else {
      throw Override.malformed("--meta", text, "FIELD=VALUE")
    }
    self.text = text
    kind = .metadata(
      try MetadataAssignment(stating: text[..<split].trimmed, String(text[text.index(after: split)...])))
  }

  private static func malformed(_ flag: String, _ text: String, _ form: String) -> Diagnostic {
    .error(.overrideSyntax, "\(flag) takes \(form), not '\(text)'")
  }
}

extension YAMLNode {
  /// The mapping with the value at a path of keys replaced.
  func setting(_ value: YAMLNode, at path: some Collection<String>) -> YAMLNode {
    guard let key = path.first else { return value }
    var pairs = pairs ?? []
    let index = pairs.firstIndex { $0.key == key }
    let old = index.map { pairs[$0].value } ?? .map([])
    let new = old.setting(value, at: path.dropFirst())
    if let index {
      pairs[index].value = new
    } else {
      pairs.append(Pair(key: key, keyRange: .nowhere, value: new))
    }
    return YAMLNode(.mapping(pairs), range: range)
  }

  /// This mapping of options overridden by another; nested groups are merged in the same way.
  func overlaid(by other: YAMLNode) -> YAMLNode {
    guard var merged = pairs, let others = other.pairs else { return other.isNull ? self : other }
    for pair in others {
      if let index = merged.firstIndex(where: { $0.key == pair.key }) {
        merged[index] = Pair(
          key: pair.key, keyRange: pair.keyRange, value: merged[index].value.overlaid(by: pair.value))
      } else {
        merged.append(pair)
      }
    }
    return YAMLNode(.mapping(merged), range: range)
  }

  /// Options as a mapping: an empty one for no value; a bare value becomes the option it is the short form
  /// of.
  func expanded(_ options: [OptionDeclaration]) -> YAMLNode {
    if pairs != nil { return self }
    if isNull { return YAMLNode(.mapping([]), range: range) }
    guard let short = options.first(where: \.isShortForm) else { return self }
    return YAMLNode(.mapping([Pair(key: short.name, keyRange: range, value: self)]), range: range)
  }
}
