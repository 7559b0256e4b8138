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
  /// The option being read; inside nested groups with the names above it: `encode.quality`.
  public var optionName = ""
  public private(set) var problems: [Diagnostic] = []
  /// What is odd, though it can be carried out.
  public private(set) var warnings: [Diagnostic] = []
  /// What the option being read takes, where its declaration says more than its type: a range.
  var declaredKind: OptionKind?

  public init(file: String?, owner: String) {
    self.file = file
    self.owner = owner
  }

  /// Where a node stands; nowhere for nodes that come from the command line.
  public func place(_ range: SourceRange) -> Place {
    range == .nowhere ? Place() : Place(file: file, range: range)
  }

  /// What is being read, for messages: the owner, or an option of it.
  var subject: String { optionName.isEmpty ? owner : "'\(optionName)' of \(owner)" }

  /// The owner's own name, as quoted in what it is called: `drop` of `stage 'drop'`.
  private var ownerName: String {
    let parts = owner.split(separator: "'")
    return parts.count > 1 ? String(parts[1]) : "NAME"
  }

  /// Reports a problem. What comes from the command line is a usage error, whatever the rule says of files.
  public mutating func report(_ rule: Rule, _ message: String, at range: SourceRange, remedy: String? = nil) {
    let rule = range == .nowhere ? rule.with(category: .usage) : rule
    problems.append(.error(rule, message, at: place(range), remedy: remedy))
  }

  /// Warns of options that are written, but change nothing beside what else is said.
  ///
  /// - Parameters:
  ///   - node: the mapping they may stand in.
  ///   - reason: what makes them useless, as it follows a colon.
  public mutating func warnUseless(_ options: [String], in node: YAMLNode, _ reason: String) {
    for pair in node.pairs ?? [] where options.contains(pair.key) && !pair.value.isNull {
      warnings.append(
        .warning(
          .noEffect, "'\(pair.key)' of \(owner) has no effect: \(reason)", at: place(pair.keyRange),
          remedy: "leave it out"))
    }
  }

  /// Warns that a plugin with these settings does nothing at all.
  public mutating func warnIdle(_ node: YAMLNode, _ reason: String) {
    warnings.append(
      .warning(
        .noEffect, "\(owner) has no effect: \(reason)", at: place(node.range), remedy: "leave it out"))
  }

  /// Says what the option takes instead of the node given.
  public mutating func reportMismatch(_ kind: OptionKind, _ node: YAMLNode) {
    let kind = declaredKind ?? kind
    let given = node.isNull ? node.kindName : node.scalar.map { "'\($0.shortened())'" } ?? node.kindName
    // `path: {series}.cbz` is the commonest way to get a mapping where text was meant.
    let isBare = node.pairs?.contains { $0.value.isNull } == true
    report(
      .optionValue, "\(subject) takes \(kind.shortExpectation), not \(given)", at: node.range,
      remedy: isBare
        ? "put quotes around text that begins with '{'"
        : kind.shortExpectation == kind.expectation ? nil : "`leporello plugins \(ownerName)` lists them all")
  }
}

extension Rule {
  public static let optionUnknown = Rule(
    "unknown-option", .pipeline, "The reader, stage or sink has no such option.",
    advice: "Use the suggested option; `leporello plugins NAME` lists them all.")
  public static let optionValue = Rule(
    "option-value", .pipeline, "An option has a value of the wrong kind or outside its range.",
    advice: """
      Use a value of the kind named in the message; `leporello plugins NAME` lists every option with its \
      values and default.
      """)
  public static let noEffect = Rule(
    "no-effect", .pipeline, "A part of a pipeline has no effect.",
    advice: "Leave out the part that is named, or change the setting beside it that makes it useless.")
  public static let optionRepeated = Rule(
    "option-repeated", .usage, "An option is given twice.",
    advice: "Keep one of the two.")
}

extension String: OptionValue {
  public static var optionKind: OptionKind { .text }
  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> String? {
    if let text = node.scalar { return text }
    decoder.reportMismatch(.text, node)
    return nil
  }
  /// The text, in quotes where YAML or a list would otherwise take it for something else.
  public var optionText: String {
    let special = #",[]{}"'#&*!|>%@`\"#
    let isPlain =
      !isEmpty && first != " " && last != " " && first != "-" && first != "?"
      && !["~", "null"].contains(lowercased())
      && !contains(": ") && last != ":"
      && !unicodeScalars.contains { special.unicodeScalars.contains($0) || $0.value < 0x20 }
    guard !isPlain else { return self }
    return "\"" + unicodeScalars.map(String.escaped).joined() + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": "\\\(scalar)"
    case "\n": "\\n"
    case "\t": "\\t"
    case _ where scalar.value < 0x20: "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
    default: String(scalar)
    }
  }
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
    if let text = node.scalar, let near = closestMatch(to: text, in: optionKind.words) {
      decoder.report(
        .optionValue, "\(decoder.subject) takes \(optionKind.shortExpectation), not '\(text.shortened())'",
        at: node.range,
        remedy: "did you mean '\(near)'?")
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
    case .scalar where node.range == .nowhere: items = node.flagItems
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
  /// Nothing where nothing is written, else a value.
  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> Wrapped?? {
    node.isNull ? .some(nil) : Wrapped.decode(node, &decoder).map { .some($0) }
  }
  public var optionText: String { self?.optionText ?? "" }
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
