import Diagnostics

/// A set of options declared once: the declaration serves decoding, checking, `--help`, schema and docs.
///
///     struct Settings: OptionGroup {
///       var max = 3
///       static let options = [Option("max", \.max, in: 0...1000, "Pages a book may lose before it fails.")]
///     }
public protocol OptionGroup: OptionValue {
  /// The group with every default in place.
  init()
  static var options: [Option<Self>] { get }
  /// Rules that span several options; reports through the decoder.
  func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder)
}

/// One declared option of a group.
public struct Option<Group: Sendable>: Sendable {
  public let declaration: OptionDeclaration
  let decode: @Sendable (inout Group, YAMLNode, inout OptionDecoder) -> Void
  let text: @Sendable (Group) -> String

  private init<Value: OptionValue>(
    _ name: String, _ path: any WritableKeyPath<Group, Value> & Sendable, _ kind: OptionKind,
    _ summary: String,
    _ isShortForm: Bool, _ defaultText: String, check: @escaping @Sendable (Value) -> Bool
  ) {
    declaration = OptionDeclaration(
      name: name, kind: kind, defaultText: defaultText, summary: summary, isShortForm: isShortForm)
    let isNarrowed = kind != Value.optionKind
    decode = { group, node, decoder in
      decoder.declaredKind = isNarrowed ? kind : nil
      defer { decoder.declaredKind = nil }
      guard let value = Value.decode(node, &decoder) else { return }
      if check(value) { group[keyPath: path] = value } else { decoder.reportMismatch(kind, node) }
    }
    text = { $0[keyPath: path].optionText }
  }

  /// An option of any kind. `shortForm` marks the one that `plugin: value` stands for.
  public init<Value: OptionValue>(
    _ name: String, _ path: any WritableKeyPath<Group, Value> & Sendable, shortForm: Bool = false,
    _ summary: String
  ) where Group: OptionGroup {
    self.init(name, path, Value.optionKind, summary, shortForm, Group()[keyPath: path].optionText) { _ in true
    }
  }

  /// A whole number within a range.
  public init(
    _ name: String, _ path: any WritableKeyPath<Group, Int> & Sendable, in range: ClosedRange<Int>,
    shortForm: Bool = false, _ summary: String
  ) where Group: OptionGroup {
    self.init(
      name, path, .integer(range), summary, shortForm, Group()[keyPath: path].optionText,
      check: { range.contains($0) })
  }

  /// A whole number within a range, or nothing.
  public init(
    _ name: String, _ path: any WritableKeyPath<Group, Int?> & Sendable, in range: ClosedRange<Int>,
    shortForm: Bool = false, _ summary: String
  ) where Group: OptionGroup {
    self.init(
      name, path, .integer(range), summary, shortForm, Group()[keyPath: path].optionText,
      check: { $0.map(range.contains) ?? true })
  }

  /// A word, or a whole number within a range.
  public init<Keyword: OptionEnumeration & Hashable>(
    _ name: String, _ path: any WritableKeyPath<Group, KeywordOr<Keyword, Int>> & Sendable,
    in range: ClosedRange<Int>, shortForm: Bool = false, _ summary: String
  ) where Group: OptionGroup {
    self.init(
      name, path, .keyword(Keyword.allCases.map(\.rawValue), or: .integer(range)), summary, shortForm,
      Group()[keyPath: path].optionText,
      check: { if case .value(let value) = $0 { range.contains(value) } else { true } })
  }

  /// A word, or a number within a range.
  public init<Keyword: OptionEnumeration & Hashable>(
    _ name: String, _ path: any WritableKeyPath<Group, KeywordOr<Keyword, Double>> & Sendable,
    in range: ClosedRange<Double>, shortForm: Bool = false, _ summary: String
  ) where Group: OptionGroup {
    self.init(
      name, path, .keyword(Keyword.allCases.map(\.rawValue), or: .number(range)), summary, shortForm,
      Group()[keyPath: path].optionText,
      check: { if case .value(let value) = $0 { range.contains(value) } else { true } })
  }

  /// A number within a range.
  public init(
    _ name: String, _ path: any WritableKeyPath<Group, Double> & Sendable, in range: ClosedRange<Double>,
    shortForm: Bool = false, _ summary: String
  ) where Group: OptionGroup {
    self.init(
      name, path, .number(range), summary, shortForm, Group()[keyPath: path].optionText,
      check: { range.contains($0) })
  }
}

extension OptionGroup {
  public static var declarations: [OptionDeclaration] { options.map(\.declaration) }

  public static var optionKind: OptionKind { .group(declarations) }

  public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {}

  /// Reads a mapping, an empty value (all defaults) or the short form. What cannot be read is reported and
  /// keeps its default, so that every problem is found in one pass.
  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> Self? {
    decode(node, over: Self(), &decoder)
  }

  /// The same over options that have been set elsewhere: what the node does not say stays as it was.
  public static func decode(_ node: YAMLNode, over base: Self, _ decoder: inout OptionDecoder) -> Self {
    var group = base
    if node.isNull { return group }
    guard let pairs = node.pairs ?? shortForm(node) else {
      decoder.report(
        .optionValue, "\(decoder.subject) takes a mapping of options, not \(node.kindName)", at: node.range,
        remedy: suggestion(for: node) ?? knownOptions)
      return group
    }
    let outer = decoder.optionName
    for pair in pairs {
      guard let option = options.first(where: { $0.declaration.name == pair.key }) else {
        let near = closestMatch(to: pair.key, in: options.map(\.declaration.name))
        decoder.report(
          .optionUnknown, "\(decoder.subject) has no option '\(pair.key)'", at: pair.keyRange,
          remedy: near.map { "did you mean '\($0)'?" } ?? place(of: pair.key) ?? knownOptions)
        continue
      }
      decoder.optionName = outer.isEmpty ? pair.key : "\(outer).\(pair.key)"
      option.decode(&group, pair.value, &decoder)
      decoder.optionName = outer
    }
    group.validate(node, &decoder)
    return group
  }

  /// The one pair that `plugin: value` stands for; nil where the group has no short form.
  static func shortForm(_ node: YAMLNode) -> [YAMLNode.Pair]? {
    options.first(where: \.declaration.isShortForm).map {
      [YAMLNode.Pair(key: $0.declaration.name, keyRange: node.range, value: node)]
    }
  }

  /// The options that differ from their defaults, as they would be written.
  public var optionText: String {
    let defaults = Self()
    let changed = Self.options.filter { $0.text(self) != $0.text(defaults) }
    return "{" + changed.map { "\($0.declaration.name): \($0.text(self))" }.joined(separator: ", ") + "}"
  }

  /// Where an option stands that was looked for one level too high.
  private static func place(of name: String) -> String? {
    let groups = declarations.filter { option in
      guard case .group(let inner) = option.kind else { return false }
      return inner.contains { $0.name == name }
    }
    guard let first = groups.first?.name else { return nil }
    let names = groups.map { "'\($0.name)'" }.joined(separator: ", ")
    return "it belongs under \(names), as in \(first): { \(name): … }"
  }

  /// The option that a value alone was most likely meant for.
  private static func suggestion(for node: YAMLNode) -> String? {
    guard let text = node.scalar, let option = declarations.first(where: { $0.kind.isUnmistakable(text) })
    else {
      return nil
    }
    return "if you mean that, write { \(option.name): \(text) }"
  }

  private static var knownOptions: String {
    options.isEmpty
      ? "it has no options" : "its options are " + options.map(\.declaration.name).joined(separator: ", ")
  }
}

/// The settings of a plugin that has none.
public struct NoOptions: OptionGroup {
  public static let options: [Option<NoOptions>] = []
  public init() {}
}
