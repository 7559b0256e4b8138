public import Diagnostics
import Options

extension Rule {
  public static let variableUnused = Rule(
    "unused-variable", .pipeline, "A pipeline file declares a variable and never uses it.",
    advice: "Remove the variable, or use it as ${NAME}; check whether its name is spelled in two ways.")
  public static let variableUnknown = Rule(
    "unknown-variable", .pipeline, "A pipeline file uses a variable that it does not declare.",
    advice: "Declare it: under 'vars:' with a value, or under 'env:' to take it from the environment.")
  public static let variableUnset = Rule(
    "variable-unset", .pipeline, "A pipeline file needs an environment variable that is not set.",
    advice: "Set the environment variable, or give it a default: ${NAME:-default}.")
  public static let variableSyntax = Rule(
    "variable-syntax", .pipeline, "A variable is not well-formed.",
    advice: """
      Write variables as ${NAME} or ${NAME:-default}, with letters, digits and '_'; $$ stands for a dollar \
      sign.
      """)
}

/// Replaces `${NAME}` and `${NAME:-default}` by their values; `$$` is a `$`.
///
/// Names come from `vars:`, where a variable may use those above it, and from the environment, limited to
/// those that `env:` lists. Text from the command line is never changed.
struct Variables {
  private let file: String?
  private let environment: [String: String]
  private var values: [String: String] = [:]
  private var declaredEnvironment: Set<String> = []
  private(set) var problems: [Diagnostic] = []
  /// The number of bytes substituted so far; the limit is the same as for the size of a file.
  private var filledBytes = 0
  private static let mostFilledBytes = YAMLLimits().maxBytes
  /// The names that have been used.
  private var used: Set<String> = []

  /// - Parameter sets: the values from `--set vars.NAME=VALUE`.
  init(root: YAMLNode, file: String?, environment: [String: String], sets: [(name: String, value: String)]) {
    self.file = file
    self.environment = environment
    if let env = root["env"] { declare(env) }
    if let vars = root["vars"] { define(vars, sets) }
    for set in sets where values[set.name] == nil {
      let near = closestMatch(to: set.name, in: values.keys.sorted())
      problems.append(
        .error(
          .overrideTarget, "the pipeline has no variable '\(set.name)'",
          remedy: near.map { "did you mean '\($0)'?" }))
    }
  }

  private mutating func declare(_ env: YAMLNode) {
    for item in env.items ?? [env] where !item.isNull {
      if let name = item.scalar, Variables.isName(name) {
        declaredEnvironment.insert(name)
      } else {
        report(
          .variableSyntax, "'env' lists names of environment variables", item.range, "such as env: [HOME]")
      }
    }
  }

  private mutating func define(_ vars: YAMLNode, _ sets: [(name: String, value: String)]) {
    guard let pairs = vars.pairs else {
      if !vars.isNull { report(.variableSyntax, "'vars' takes a mapping of names and values", vars.range) }
      return
    }
    for pair in pairs {
      if !Variables.isName(pair.key) {
        report(
          .variableSyntax, "'\(pair.key)' is not a valid variable name", pair.keyRange,
          "use letters, digits and '_'")
      } else if declaredEnvironment.contains(pair.key) {
        report(.variableSyntax, "'\(pair.key)' is under both 'vars' and 'env'", pair.keyRange)
      }
      if let set = sets.last(where: { $0.name == pair.key }) {
        values[pair.key] = set.value
      } else if let text = substitute(pair.value).scalar {
        values[pair.key] = text
      } else {
        values[pair.key] = ""
        report(.variableSyntax, "a variable is text, not \(pair.value.kindName)", pair.value.range)
      }
    }
  }

  private static func isName(_ text: String) -> Bool {
    text.first?.isNumber == false
      && text.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// A node with all variables in its scalars replaced.
  mutating func substitute(_ node: YAMLNode) -> YAMLNode {
    switch node.value {
    case .scalar(let text, let isPlain):
      guard text.contains("$"), node.range != .nowhere else { return node }
      return YAMLNode(.scalar(substitute(ScalarText(node, file: file)), isPlain: isPlain), range: node.range)
    case .sequence(let items): return YAMLNode(.sequence(items.map { substitute($0) }), range: node.range)
    case .mapping(let pairs):
      let pairs = pairs.map { YAMLNode.Pair(key: $0.key, keyRange: $0.keyRange, value: substitute($0.value)) }
      return YAMLNode(.mapping(pairs), range: node.range)
    }
  }

  private mutating func substitute(_ text: ScalarText) -> String {
    var out = ""
    var index = 0
    let scalars = text.scalars
    while index < scalars.count {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if scalars[index] == "$", next == "$" {
        out += "$"
        index += 2
      } else if scalars[index] == "$", next == "{" {
        guard let end = scalars[index...].firstIndex(of: "}") else {
          problems.append(
            text.error(
              .variableSyntax, "the '${' that begins here has no '}'", at: index..<index + 2,
              remedy: "write '$$' for a '$'"))
          return out
        }
        let filled = value(text, index..<end + 1)
        filledBytes += filled.utf8.count
        // A variable may use another twice, and that one a third: the substituted text can double with every
        // line.
        guard filledBytes <= Variables.mostFilledBytes else {
          if !problems.contains(where: { $0.rule == .yamlLimit }) {
            problems.append(
              text.error(
                .yamlLimit,
                "variables expand to more than \(ByteCount(Variables.mostFilledBytes).optionText) of text",
                at: index..<end + 1))
          }
          return out
        }
        out += filled
        index = end + 1
      } else {
        out.unicodeScalars.append(scalars[index])
        index += 1
      }
    }
    return out
  }

  /// The value of the variable at a range of a text, braces included.
  private mutating func value(_ text: ScalarText, _ stretch: Range<Int>) -> String {
    let inner = text.text(stretch.lowerBound + 2..<stretch.upperBound - 1)
    let colon = inner.firstIndex(of: ":")
    let name = colon.map { String(inner[..<$0]) } ?? inner
    used.insert(name)
    let tail = colon.map { inner[$0...] } ?? ""
    guard tail.isEmpty || tail.hasPrefix(":-") else {
      problems.append(
        text.error(.variableSyntax, "a default is written ${\(name):-default}", at: stretch))
      return ""
    }
    let fallback = tail.isEmpty ? nil : String(tail.dropFirst(2))
    if let value = values[name] { return value.isEmpty ? fallback ?? "" : value }
    guard declaredEnvironment.contains(name) else {
      let near = closestMatch(to: name, in: values.keys.sorted() + declaredEnvironment.sorted())
      problems.append(
        text.error(
          .variableUnknown, "there is no variable '\(name)'", at: stretch,
          remedy: near.map { "did you mean '\($0)'?" }
            ?? "declare it under 'vars:', or under 'env:' to take it from the environment"))
      return ""
    }
    if let value = environment[name], !value.isEmpty { return value }
    if let fallback { return fallback }
    problems.append(
      text.error(
        .variableUnset, "the environment variable '\(name)' is not set", at: stretch,
        remedy: "set it, or give a default: ${\(name):-default}"))
    return ""
  }

  /// Warnings about declared names that are unused after everything has been substituted.
  func unused(in root: YAMLNode) -> [Diagnostic] {
    let variables = (root["vars"]?.pairs ?? []).map { ($0.key, $0.keyRange) }
    let names = (root["env"]?.items ?? [root["env"]].compactMap(\.self)).compactMap { item in
      item.scalar.map { ($0, item.range) }
    }
    // Declarations in an included file may be for other files that include it.
    let unused = (variables + names).filter { name, range in
      range.file == nil && !used.contains(name) && Variables.isName(name)
    }
    return unused.map { name, range in
      .warning(
        .variableUnused, "the variable '\(name)' is never used", at: Place(file: file, range: range),
        remedy: "leave it out, or use it: ${\(name)}")
    }
  }

  private mutating func report(_ rule: Rule, _ message: String, _ range: SourceRange, _ remedy: String? = nil)
  {
    problems.append(.error(rule, message, at: Place(file: file, range: range), remedy: remedy))
  }
}
