import Diagnostics
import Options

/// How programs interpret YAML text if, unlike this one, they infer the type of a scalar from its form.
enum YAMLValue {
  /// The text as a JSON value; nil if it is not YAML.
  static func json(_ text: String) -> JSON? {
    do throws(Diagnostic) { return json(try YAMLParser(file: nil).parse(Array(text.utf8))) } catch {
      return nil
    }
  }

  /// A node as a JSON value: numbers and booleans as in the core schema of YAML 1.2, everything else as text.
  static func json(_ node: YAMLNode) -> JSON {
    switch node.value {
    case .sequence(let items): return .array(items.map(json))
    case .mapping(let pairs): return .object(pairs.map { JSON.Member($0.key, json($0.value)) })
    case .scalar(let text, let isPlain):
      if node.isNull { return .null }
      if isPlain, text == "true" || text == "false" { return .bool(text == "true") }
      return isPlain && isNumber(text) ? .numeral(text) : .string(text)
    }
  }

  /// How other readers, of YAML 1.1 (PyYAML, Ruby) or 1.2, interpret an unquoted word.
  static func readings(of word: String) -> [JSON] {
    var readings: [JSON] = []
    switch word.lowercased() {
    case "yes", "on", "true": readings.append(.bool(true))
    case "no", "off", "false": readings.append(.bool(false))
    case "null", "~", "": readings.append(.null)
    default: break
    }
    if isNumber(word) { readings.append(.numeral(word)) }
    // Digits after a zero: an octal number in YAML 1.1, a decimal one in 1.2.
    if word.count > 1, word.first == "0", word.allSatisfy({ $0.isASCII && $0.isNumber }) {
      readings += [Int(word), Int(word, radix: 8)].compactMap { $0 }.map(JSON.integer)
    }
    return readings
  }

  /// Whether text is a number in JSON's syntax (RFC 8259, section 6).
  private static func isNumber(_ text: String) -> Bool {
    var rest = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let whole = rest.prefix { $0.isASCII && $0.isNumber }
    guard !whole.isEmpty, whole == "0" || whole.first != "0" else { return false }
    rest = rest.dropFirst(whole.count)
    if rest.first == "." {
      let part = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      guard !part.isEmpty else { return false }
      rest = rest.dropFirst(1 + part.count)
    }
    return rest.isEmpty
  }
}
