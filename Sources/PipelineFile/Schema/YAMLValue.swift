import Diagnostics
import Options

/// What YAML text is to programs that, unlike this one, give scalars a type by how they look.
enum YAMLValue {
  /// Text as a JSON value; nil where it is no YAML.
  static func json(_ text: String) -> JSON? {
    do throws(Diagnostic) { return json(try YAMLParser(file: nil).parse(Array(text.utf8))) } catch {
      return nil
    }
  }

  /// A node as a JSON value: numbers and truth values as the core schema of YAML 1.2 has them, all else as text.
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

  /// What other readers, of YAML 1.1 (PyYAML, Ruby) or of 1.2, make of a word that is written without quotes.
  static func readings(of word: String) -> [JSON] {
    var readings: [JSON] = []
    switch word.lowercased() {
    case "yes", "on", "true": readings.append(.bool(true))
    case "no", "off", "false": readings.append(.bool(false))
    case "null", "~", "": readings.append(.null)
    default: break
    }
    if isNumber(word) { readings.append(.numeral(word)) }
    // Digits behind a zero: a number to the base of eight in YAML 1.1, of ten in 1.2.
    if word.count > 1, word.first == "0", word.allSatisfy({ $0.isASCII && $0.isNumber }) {
      readings += [Int(word), Int(word, radix: 8)].compactMap { $0 }.map(JSON.integer)
    }
    return readings
  }

  /// Whether text is a number as JSON writes one (RFC 8259, 6).
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
