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
            "a control character (U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)) stands here",
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
    let next = character(at: found.position)
    var position = found.position
    let quotes = "put quotes around text that begins with '{', '[', '*', '&', '!', '%', '@' or '`'"
    // Of these the beginning is what helps.
    if found.context?.contains("quoted scalar") == true
      || found.problem.hasPrefix("did not find expected alpha")
    {
      position = found.contextPosition
    }
    let (message, remedy): (String, String?) =
      switch found.problem {
      case _ where next == "\t" && found.problem.hasPrefix("found"):
        ("a tab stands where spaces are needed", "indent with spaces")
      case "found character that cannot start any token":
        ("text cannot begin with '\(next.map { String($0) } ?? "")'", quotes)
      case "mapping values are not allowed in this context":
        (
          "a second ': ' stands on this line",
          "put quotes around text that holds ': ', or check the indentation"
        )
      case "did not find expected key":
        ("a key was expected here", "check the indentation; \(quotes)")
      case "did not find expected '-' indicator":
        ("a list item ('- …') was expected here", "give all items of a list the same indentation")
      case "could not find expected ':'":
        ("a ':' is missing here", "write 'key: value', with a space behind the ':'")
      case "did not find expected ',' or ']'":
        ("the list that begins on line \(found.contextPosition.line) has no ']' or ',' here", quotes)
      case "did not find expected ',' or '}'":
        ("the mapping that begins on line \(found.contextPosition.line) has no '}' or ',' here", quotes)
      case "found unexpected end of stream" where found.context?.contains("quoted scalar") == true:
        ("the text that begins here has no closing quote", nil)
      case "did not find expected alphabetic or numeric character":
        ("a name is missing behind '*' or '&'", quotes)
      default: (found.problem + (found.context.map { " " + $0 } ?? ""), nil)
      }
    let end = SourcePosition(line: position.line, column: position.column + 1)
    return .error(
      .yamlSyntax, message, at: Place(file: file, range: SourceRange(position, end)), remedy: remedy)
  }

  private func character(at position: SourcePosition) -> Character? {
    let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) {
      $0.isNewline
    }
    guard lines.indices.contains(position.line - 1) else { return nil }
    return lines[position.line - 1].unicodeScalars.dropFirst(position.column - 1).first.map(Character.init)
  }
}
