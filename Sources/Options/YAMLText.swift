import Diagnostics

/// The text of a YAML file, known to be UTF-8 without characters YAML forbids, so that libyaml, which gives no
/// place for those, never meets them.
struct YAMLText {
  /// Without a byte order mark.
  let bytes: [UInt8]

  init(_ raw: [UInt8], file: String?) throws(Diagnostic) {
    if raw.starts(with: [0xFF, 0xFE]) || raw.starts(with: [0xFE, 0xFF]) {
      throw .error(
        .yamlEncoding, "the file is UTF-16 text", at: Place(file: file), remedy: "save it as UTF-8")
    }
    bytes = raw.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(raw.dropFirst(3)) : raw
    var position = SourcePosition(line: 1, column: 1)
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    scan: while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: break scan
      case .error:
        throw YAMLText.error("the file is not UTF-8 text", position, file, "save it as UTF-8")
      case .scalarValue(let scalar):
        guard YAMLText.isAllowed(scalar) else {
          let code = String(scalar.value, radix: 16, uppercase: true)
          throw YAMLText.error(
            "a control character (U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)) is not allowed here",
            position, file, "remove it, or write it as an escape in double quotes")
        }
        if scalar == "\n" {
          position = SourcePosition(line: position.line + 1, column: 1)
        } else {
          position.column += 1
        }
      }
    }
  }

  private static func error(
    _ message: String, _ position: SourcePosition, _ file: String?, _ remedy: String
  ) -> Diagnostic {
    let end = SourcePosition(line: position.line, column: position.column + 1)
    return .error(
      .yamlEncoding, message, at: Place(file: file, range: SourceRange(position, end)), remedy: remedy)
  }

  /// YAML 1.2.2, rule 1 (`c-printable`).
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0x09, 0x0A, 0x0D, 0x85, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// A problem of libyaml's in words that say what to do.
  func explain(_ found: YAMLScanProblem, file: String?) -> Diagnostic {
    let (message, position, remedy) = unquoted(found) ?? misindented(found) ?? other(found)
    let end = SourcePosition(line: position.line, column: position.column + 1)
    return .error(
      .yamlSyntax, message, at: Place(file: file, range: SourceRange(position, end)), remedy: remedy)
  }

  private typealias Explanation = (message: String, position: SourcePosition, remedy: String?)

  /// The commonest mistake: a path template or pattern that begins with a character YAML takes for its own.
  private func unquoted(_ found: YAMLScanProblem) -> Explanation? {
    guard let (first, column) = value(onLine: found.position.line) else { return nil }
    let isMistaken =
      switch found.problem {
      case "did not find expected key", "did not find expected node content",
        "did not find expected '-' indicator":
        first == "{" || first == "["
      case "did not find expected alphabetic or numeric character": first == "*" || first == "&"
      default: false
      }
    guard isMistaken else { return nil }
    return (
      "text that begins with '\(first)' needs quotes",
      SourcePosition(line: found.position.line, column: column),
      "write it in double quotes"
    )
  }

  /// A line that libyaml takes for the rest of the one above.
  private func misindented(_ found: YAMLScanProblem) -> Explanation? {
    guard found.problem == "mapping values are not allowed in this context" else { return nil }
    let before = line(found.position.line).prefix(found.position.column - 1)
    if String(String.UnicodeScalarView(before)).contains(": ") {
      return (
        "there is a second ': ' on this line", found.position,
        "put quotes around text that holds ': ', or braces around keys of its own: { key: value }"
      )
    }
    return (
      "this line is indented as if it continued the one above", found.position,
      "put a ':' at the end of the line above, or fix the indentation"
    )
  }

  private func other(_ found: YAMLScanProblem) -> Explanation {
    let next = line(found.position.line).dropFirst(found.position.column - 1).first
    let begun = "that begins on line \(found.contextPosition.line)"
    switch found.problem {
    case _ where next == "\t" && found.problem.hasPrefix("found"):
      return ("there is a tab where spaces are needed", found.position, "indent with spaces")
    case "found character that cannot start any token":
      return (
        "text cannot begin with '\(next.map { String($0) } ?? "")'", found.position, "put quotes around it"
      )
    case "did not find expected key":
      return ("a key was expected here", found.position, "check the indentation of this line")
    case "did not find expected '-' indicator":
      return (
        "a list item ('- …') was expected here", found.position,
        "give all items of a list the same indentation"
      )
    case "could not find expected ':'":
      return ("a ':' is missing here", found.position, "write 'key: value', with a space after the ':'")
    case "did not find expected ',' or ']'" where hasComment(found.contextPosition.line, found.position.line),
      "did not find expected ',' or '}'" where hasComment(found.contextPosition.line, found.position.line):
      return (
        "a '#' after a space begins a comment, so the rest of the line is ignored",
        found.contextPosition, "put quotes around a color or text that begins with '#'"
      )
    case "found unknown escape character":
      return (
        "a backslash in double quotes begins an escape, but this is not one", found.position,
        "use single quotes, or write paths with '/'"
      )
    case "did not find expected ',' or ']'":
      return (
        "the list \(begun) has no ']' or ',' here", found.position,
        "put quotes around text that begins with '['"
      )
    case "did not find expected ',' or '}'":
      return (
        "the mapping \(begun) has no '}' or ',' here", found.position,
        "put quotes around text that begins with '{'"
      )
    case "found unexpected end of stream" where found.context?.contains("quoted scalar") == true:
      return ("the text that begins here has no closing quote", found.contextPosition, nil)
    default: return (found.problem + (found.context.map { " " + $0 } ?? ""), found.position, nil)
    }
  }

  /// Whether one of the lines from one up to another holds a `#` that YAML takes for a comment's.
  private func hasComment(_ first: Int, _ end: Int) -> Bool {
    (first..<max(first + 1, min(end, first + 8))).contains { number in
      let scalars = line(number)
      return scalars.indices.dropFirst().contains { scalars[$0] == "#" && scalars[$0 - 1] == " " }
    }
  }

  private func line(_ number: Int) -> [Unicode.Scalar] {
    let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) {
      $0.isNewline
    }
    return lines.indices.contains(number - 1) ? Array(lines[number - 1].unicodeScalars) : []
  }

  /// The first character behind the line's first `: `, or `- `, and its column.
  private func value(onLine number: Int) -> (first: Unicode.Scalar, column: Int)? {
    let scalars = line(number)
    let mark = scalars.indices.first { index in
      ":-".unicodeScalars.contains(scalars[index]) && index + 1 < scalars.count && scalars[index + 1] == " "
        && (scalars[index] == ":" || scalars[..<index].allSatisfy { $0 == " " })
    }
    guard let mark, let index = scalars[(mark + 1)...].firstIndex(where: { $0 != " " }) else { return nil }
    // `- key: value` holds a pair, whose value is meant.
    let rest = scalars[index...]
    if scalars[mark] == "-",
      let colon = rest.indices.first(where: {
        rest[$0] == ":" && $0 + 1 < rest.endIndex && rest[$0 + 1] == " "
      }),
      let value = scalars[(colon + 1)...].firstIndex(where: { $0 != " " })
    {
      return (scalars[value], value + 1)
    }
    return (scalars[index], index + 1)
  }
}
