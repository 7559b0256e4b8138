public import Diagnostics

extension Rule {
  public static let flagUnknown = Rule(
    "unknown-flag", .usage, "The command has no such flag.",
    advice: "Use the suggested flag; `leporello COMMAND --help` lists them.")
  public static let flagValue = Rule(
    "flag-value", .usage, "A flag lacks its value, or takes none.",
    advice: """
      Write --name VALUE or --name=VALUE. A flag that is only switched on takes no value, and --no-name \
      switches it off.
      """)
}

/// What a command line says, once its flags are told from its words.
public struct ParsedArguments: Sendable {
  /// Everything that is no flag, byte for byte: names of files need not be UTF-8.
  public fileprivate(set) var words: [[UInt8]] = []
  private var groups: [String: YAMLNode] = [:]
  /// Words that stand behind a flag which takes some words and not these: names of files, or values misspelt.
  public fileprivate(set) var doubtful: [DoubtfulWord] = []

  /// The options given for a group, as the mapping a pipeline file would have; nil where none was given.
  public subscript(group: String) -> YAMLNode? { groups[group] }

  fileprivate mutating func add(_ text: String, to flag: FlagDeclaration, of group: FlagGroup)
    throws(Diagnostic)
  {
    let path = flag.path.isEmpty ? group.shortForm.map { [$0] } ?? [] : flag.path
    let node = groups[group.name] ?? .map([])
    guard let added = node.adding(.text(text), at: path[...], kind: flag.kind) else {
      throw .error(.optionRepeated, "--\(flag.name) is given twice", remedy: "keep one of them")
    }
    groups[group.name] = added
  }

  fileprivate mutating func mention(_ group: FlagGroup) {
    if groups[group.name] == nil { groups[group.name] = .map([]) }
  }
}

/// A word behind a flag that would have taken it, had it been one of the flag's values.
public struct DoubtfulWord: Hashable, Sendable {
  public let word: [UInt8]
  /// Without its dashes.
  public let flag: String
  public let values: [String]

  /// The value that was most likely meant; nil where none is near.
  public var meant: String? { closestMatch(to: String(decoding: word, as: UTF8.self), in: values) }
}

/// Tells flags from words: `--name VALUE`, `--name=VALUE`, `--no-name`, `-x VALUE`, `-xVALUE`, `-xy`; behind `--`
/// everything is a word.
public struct FlagParser: Sendable {
  private let groups: [FlagGroup]
  private let names: [String: Found]
  private let letters: [Character: Found]

  private struct Found: Sendable {
    var flag: FlagDeclaration
    var group: FlagGroup
  }

  /// Where two groups have a flag of one name, the first has it.
  public init(_ groups: [FlagGroup]) {
    self.groups = groups
    let all = groups.flatMap { group in group.flags.map { Found(flag: $0, group: group) } }
    names = Dictionary(all.map { ($0.flag.name, $0) }, uniquingKeysWith: { first, _ in first })
    letters = Dictionary(
      all.compactMap { found in found.flag.letter.map { ($0, found) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// - Throws: rules of category `usage`.
  public func parse(_ arguments: [[UInt8]]) throws(Diagnostic) -> ParsedArguments {
    var parsed = ParsedArguments()
    var rest = arguments[...]
    let dash = UInt8(ascii: "-")
    while let argument = rest.popFirst() {
      if argument == [dash, dash] {
        parsed.words += rest
        break
      } else if argument.starts(with: [dash, dash]) {
        try parseLong(String(decoding: argument.dropFirst(2), as: UTF8.self), &rest, into: &parsed)
      } else if argument.first == dash, argument.count > 1 {
        try parseShort(String(decoding: argument.dropFirst(), as: UTF8.self), &rest, into: &parsed)
      } else {
        parsed.words.append(argument)
      }
    }
    return parsed
  }

  private func parseLong(
    _ argument: String, _ rest: inout ArraySlice<[UInt8]>, into parsed: inout ParsedArguments
  ) throws(Diagnostic) {
    let split = argument.firstIndex(of: "=")
    let name = split.map { String(argument[..<$0]) } ?? argument
    let value = split.map { String(argument[argument.index(after: $0)...]) }
    if let found = names[name] {
      try take(found, value, &rest, into: &parsed)
    } else if name.hasPrefix("no-"), let found = names[String(name.dropFirst(3))], found.flag.kind == .flag,
      !found.flag.path.isEmpty
    {
      guard value == nil else { throw .error(.flagValue, "--\(name) takes no value") }
      try parsed.add("no", to: found.flag, of: found.group)
    } else {
      let near = closestMatch(to: name, in: groups.flatMap { $0.flags.map(\.name) })
      throw .error(
        .flagUnknown, "there is no flag --\(name)",
        remedy: near.map { "did you mean --\($0)?" } ?? "--help lists all flags")
    }
  }

  private func parseShort(
    _ argument: String, _ rest: inout ArraySlice<[UInt8]>, into parsed: inout ParsedArguments
  ) throws(Diagnostic) {
    var left = argument[...]
    while let letter = left.popFirst() {
      guard let found = letters[letter] else {
        throw .error(.flagUnknown, "there is no flag -\(letter)", remedy: "--help lists all flags")
      }
      if case .required = found.flag.argument, !left.isEmpty {
        try parsed.add(String(left.first == "=" ? left.dropFirst() : left), to: found.flag, of: found.group)
        return
      }
      try take(found, nil, &rest, into: &parsed)
    }
  }

  /// Takes a flag with the value written behind `=`, or with the next word where that is its value.
  private func take(
    _ found: Found, _ value: String?, _ rest: inout ArraySlice<[UInt8]>, into parsed: inout ParsedArguments
  ) throws(Diagnostic) {
    let flag = found.flag
    let isBare = flag.path.isEmpty && found.group.shortForm == nil
    let next = rest.first.map { String(decoding: $0, as: UTF8.self) }
    switch flag.argument {
    case _ where value != nil && isBare:
      throw .error(.flagValue, "--\(flag.name) takes no value")
    case .required where value == nil:
      guard let next, !next.hasPrefix("--") else {
        throw .error(.flagValue, "--\(flag.name) needs a value: \(flag.kind.expectation)")
      }
      rest.removeFirst()
      try parsed.add(next, to: flag, of: found.group)
    case .optional(let words) where value == nil:
      if let next, words.contains(where: { $0.looselySpelled == next.looselySpelled }) {
        rest.removeFirst()
        try parsed.add(next, to: flag, of: found.group)
      } else if flag.path.isEmpty {
        if let next, flag.kind.isUnmistakable(next) {
          throw .error(
            .flagValue, "--\(flag.name) takes its value after an equals sign",
            remedy: "write --\(flag.name)=\(next); a file of that name is written ./\(next)")
        }
        parsed.mention(found.group)
        if let word = rest.first, !words.isEmpty, word.first != UInt8(ascii: "-") {
          parsed.doubtful.append(DoubtfulWord(word: word, flag: flag.name, values: words))
        }
      } else {
        try parsed.add("yes", to: flag, of: found.group)
      }
    default: try parsed.add(value ?? "", to: flag, of: found.group)
    }
  }
}

extension YAMLNode {
  /// The mapping with a flag's value put in at the end of a path of keys, mappings made on the way as needed.
  /// A list or map that is there already is added to; for any other value nil is returned.
  func adding(_ value: YAMLNode, at path: ArraySlice<String>, kind: OptionKind) -> YAMLNode? {
    guard let key = path.first else { return self }
    var pairs = pairs ?? []
    let index = pairs.firstIndex { $0.key == key }
    let old = index.map { pairs[$0].value }
    let new: YAMLNode
    if path.count > 1 {
      guard let inner = (old ?? .map([])).adding(value, at: path.dropFirst(), kind: kind) else { return nil }
      new = inner
    } else if let old {
      switch kind {
      case .list: new = .list(old.flagItems + value.flagItems)
      case .map: new = .list((old.items ?? [old]) + [value])
      default: return nil
      }
    } else {
      new = value
    }
    if let index {
      pairs[index].value = new
    } else {
      pairs.append(Pair(key: key, keyRange: .nowhere, value: new))
    }
    return YAMLNode(.mapping(pairs), range: range)
  }

  /// What a list option makes of a flag's text: the parts between commas.
  var flagItems: [YAMLNode] {
    if let items { return items }
    return (scalar ?? "").split(separator: ",").map { .text(String($0.trimmingSpaces)) }
  }
}
