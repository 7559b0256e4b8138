import Diagnostics

/// Parses a path template or other text with fields; see `PathTemplate` for the grammar.
struct PathTemplateParser {
  private let text: ScalarText
  private let isPath: Bool
  private var index = 0

  init(_ text: ScalarText, isPath: Bool = true) {
    self.text = text
    self.isPath = isPath
  }

  mutating func parse() throws(Diagnostic) -> [PathTemplate.Part] {
    if isPath, text.scalars.first == "~", text.scalars.count == 1 || text.scalars[1] == "/" {
      throw text.error(
        .templateSyntax, "'~' does not mean your home folder here", at: 0..<1,
        remedy: "write the folder out, or declare 'env: [HOME]' and write ${HOME}")
    }
    let parts = try parts(insideOptional: nil)
    if parts.isEmpty {
      throw text.error(.templateSyntax, "the \(isPath ? "path" : "text") is empty", at: 0..<0)
    }
    return parts
  }

  /// Parts up to the end or, inside an optional part that began at `start`, up to the closing `]`.
  private mutating func parts(insideOptional start: Int?) throws(Diagnostic) -> [PathTemplate.Part] {
    var parts: [PathTemplate.Part] = []
    var literal = ""
    func flush(_ parts: inout [PathTemplate.Part], _ literal: inout String) {
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = ""
    }
    while index < text.scalars.count {
      let scalar = text.scalars[index]
      switch scalar {
      case "{", "}", "[", "]":
        if index + 1 < text.scalars.count, text.scalars[index + 1] == scalar {
          literal.unicodeScalars.append(scalar)
          index += 2
        } else if scalar == "{" {
          flush(&parts, &literal)
          parts.append(.field(try field()))
        } else if scalar == "[", start == nil {
          flush(&parts, &literal)
          parts.append(try optional())
        } else if scalar == "]", start != nil {
          index += 1
          flush(&parts, &literal)
          return parts
        } else {
          throw stray(scalar, insideOptional: start != nil)
        }
      case "\0":
        throw text.error(
          .templateSyntax, "a \(isPath ? "path" : "text") cannot hold a zero character", at: index..<index + 1
        )
      default:
        literal.unicodeScalars.append(scalar)
        index += 1
      }
    }
    if let start {
      throw text.error(
        .templateSyntax, "the optional part that begins here has no ']'", at: start..<start + 1,
        remedy: "write '[[' for a bracket in the name")
    }
    flush(&parts, &literal)
    return parts
  }

  private func stray(_ scalar: Unicode.Scalar, insideOptional: Bool) -> Diagnostic {
    let message =
      scalar == "[" && insideOptional
      ? "optional parts cannot be nested" : "a single '\(scalar)' is not allowed here"
    return text.error(
      .templateSyntax, message, at: index..<index + 1,
      remedy: "write '\(scalar)\(scalar)' for the character itself")
  }

  private mutating func optional() throws(Diagnostic) -> PathTemplate.Part {
    let start = index
    index += 1
    let inner = try parts(insideOptional: start)
    let hasField = inner.contains { part in
      if case .field = part { true } else { false }
    }
    guard hasField else {
      throw text.error(
        .templateSyntax, "the optional part has no field", at: start..<index,
        remedy: "write '[[' and ']]' for brackets in the name")
    }
    return .optional(inner)
  }

  /// `{name}`, `{name:000}`, `{name|default}`, `{name!}`; padding may precede the others.
  private mutating func field() throws(Diagnostic) -> PathTemplate.Field {
    let start = index
    guard let end = text.scalars[start...].firstIndex(of: "}") else {
      throw text.error(
        .templateSyntax, "the field that begins here has no '}'", at: start..<start + 1,
        remedy: "write '{{' for a brace in the name")
    }
    index = end + 1
    let nameEnd = text.scalars[start + 1..<end].firstIndex { ":|!".unicodeScalars.contains($0) } ?? end
    var field = try named(start + 1..<nameEnd)
    var rest = nameEnd
    if rest < end, text.scalars[rest] == ":" {
      let digits = text.scalars[rest + 1..<end].prefix { $0 == "0" }.count
      guard digits > 0 else { throw wrongPadding(rest..<end) }
      guard field.fact.isNumeric else {
        throw text.error(
          .templateSyntax, "'\(field.name)' is not a number and cannot be padded",
          at: rest..<rest + 1 + digits)
      }
      guard digits <= 20 else { throw wrongPadding(rest..<end) }
      field.digits = digits
      rest += 1 + digits
    }
    switch rest < end ? text.scalars[rest] : nil {
    case nil: break
    case "|": field.fallback = text.text(rest + 1..<end)
    case "!" where rest + 1 == end: field.isRequired = true
    case "!": throw text.error(.templateSyntax, "nothing may follow '!'", at: rest + 1..<end)
    default: throw wrongPadding(rest..<end)
    }
    return field
  }

  private func wrongPadding(_ stretch: Range<Int>) -> Diagnostic {
    text.error(
      .templateSyntax, "after ':' there must be zeros, one for each digit", at: stretch,
      remedy: "such as {volume:00}")
  }

  private func named(_ stretch: Range<Int>) throws(Diagnostic) -> PathTemplate.Field {
    let name = text.text(stretch)
    guard let fact = BookFact(name: name) else {
      let near = closestMatch(to: name, in: BookFact.names)
      throw text.error(
        .templateSyntax, name.isEmpty ? "a field's name is missing" : "there is no field '\(name)'",
        at: stretch,
        remedy: near.map { "did you mean '\($0)'?" }
          ?? "fields are metadata such as {series}, and {source.stem}")
    }
    return PathTemplate.Field(name: name, fact: fact)
  }
}
