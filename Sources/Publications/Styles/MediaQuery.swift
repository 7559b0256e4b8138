import BookModel

/// What a page is shown on, as media queries ask for it: a screen of plain resolution, in color and not dark.
public struct MediaEnvironment: Sendable, Hashable {
  /// In CSS pixels.
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// A reader's screen, for documents that state no size.
  public static let reader = MediaEnvironment(width: 600, height: 800)
}

/// The condition of an `@media` rule, an import or a `media` attribute (Media Queries 4).
///
/// Words nobody knows are never true: the types that single programs read (`amzn-kf8`) are left out like print.
public struct MediaQuery: Sendable, Hashable {
  private let alternatives: [String]

  public init(_ text: String) {
    alternatives = StyleText.split(text.lowercased(), at: UInt8(ascii: ",")).filter { !$0.isEmpty }
  }

  /// An empty condition is always true.
  public func matches(_ environment: MediaEnvironment) -> Bool {
    alternatives.isEmpty || alternatives.contains { MediaQuery.holds($0, environment) == true }
  }

  /// Nil where it cannot be known, which neither it nor its contrary makes true.
  private static func holds(_ query: String, _ environment: MediaEnvironment, depth: Int = 0) -> Bool? {
    var words = StyleText.words(spaced(query))[...]
    guard depth < 16, let first = words.first else { return nil }
    if first == "only" { words = words.dropFirst() }
    let isNegated = first == "not"
    if isNegated { words = words.dropFirst() }
    var result: Bool?
    var connection = "and"
    for (place, word) in words.enumerated() {
      if word == "and" || word == "or" {
        connection = word
        continue
      }
      let isInner = word == "not" && place > 0
      if isInner { return nil }
      let one = word.hasPrefix("(") ? feature(word, environment, depth) : isType(word)
      result = place == 0 ? one : combined(result, one, connection)
    }
    // A type that nobody knows is false, and not that type is true.
    return isNegated ? result.map { !$0 } : result
  }

  /// `and(` and `)and` are written, too.
  private static func spaced(_ query: String) -> String {
    query.replacing("and(", with: "and (").replacing(")and", with: ") and")
  }

  private static func combined(_ left: Bool?, _ right: Bool?, _ connection: String) -> Bool? {
    if connection == "or" { return left == true || right == true ? true : left == nil ? nil : right }
    return left == false || right == false ? false : left == nil ? nil : right
  }

  private static func isType(_ word: String) -> Bool { word == "all" || word == "screen" }

  private static func feature(_ text: String, _ environment: MediaEnvironment, _ depth: Int) -> Bool? {
    let inner = text.dropFirst().dropLast(text.hasSuffix(")") ? 1 : 0).trimmed
    if inner.hasPrefix("(") || inner.hasPrefix("not ") || inner.hasPrefix("not(") {
      return holds(inner.replacing("not(", with: "not ("), environment, depth: depth + 1)
    }
    guard let colon = inner.firstIndex(of: ":") else { return comparison(inner, environment) }
    let value = inner[inner.index(after: colon)...].trimmed
    return stated(inner[..<colon].trimmed, value, environment)
  }

  private static func stated(_ name: String, _ value: String, _ environment: MediaEnvironment) -> Bool? {
    let plain = name.replacing("-webkit-", with: "").replacing("-moz-", with: "").replacing(
      "device-", with: "")
    switch plain {
    case "orientation": return value == (environment.width > environment.height ? "landscape" : "portrait")
    case "prefers-color-scheme": return value == "light" || value == "no-preference"
    case "prefers-reduced-motion", "prefers-contrast": return value == "no-preference"
    default: break
    }
    for (prefix, relation) in [("min-", ">="), ("max-", "<="), ("", "=")] where plain.hasPrefix(prefix) {
      guard let own = own(String(plain.dropFirst(prefix.count)), environment), let asked = number(value)
      else {
        continue
      }
      return compare(own, relation, asked)
    }
    // `min--moz-device-pixel-ratio`, as it was once spelled.
    if plain.hasPrefix("min-"), plain.hasSuffix("pixel-ratio"), let asked = number(value) {
      return 1 >= asked
    }
    return nil
  }

  /// `width >= 600px`, `400px <= width <= 700px`, or a feature's name alone.
  private static func comparison(_ text: String, _ environment: MediaEnvironment) -> Bool? {
    var spaced = text
    for mark in ["<=", ">="] { spaced = spaced.replacing(mark, with: " \(mark) ") }
    let words = spaced.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.count == 1 {
      if words[0] == "color" { return true }
      return own(words[0], environment).map { $0 > 0 }
    }
    func side(_ word: String) -> Double? { number(word) ?? own(word, environment) }
    var result: Bool?
    for place in stride(from: 0, to: words.count - 2, by: 2) {
      guard let left = side(words[place]), let right = side(words[place + 2]) else { return nil }
      result = combined(result ?? true, compare(left, words[place + 1], right), "and")
    }
    return result
  }

  private static func compare(_ left: Double, _ relation: String, _ right: Double) -> Bool? {
    switch relation {
    case ">=": left >= right
    case "<=": left <= right
    case ">": left > right
    case "<": left < right
    case "=": left == right
    default: nil
    }
  }

  private static func own(_ feature: String, _ environment: MediaEnvironment) -> Double? {
    switch feature {
    case "width": environment.width
    case "height": environment.height
    case "aspect-ratio": environment.height > 0 ? environment.width / environment.height : nil
    // Dots in one CSS pixel.
    case "resolution", "pixel-ratio": 1
    case "color": 8
    case "monochrome", "grid", "color-index": 0
    default: nil
    }
  }

  /// Lengths in pixels, resolutions in dots per pixel, ratios as a fraction.
  private static func number(_ text: String) -> Double? {
    if let slash = text.firstIndex(of: "/") {
      guard let left = Double(text[..<slash].trimmed),
        let right = Double(text[text.index(after: slash)...].trimmed),
        right > 0
      else { return nil }
      return left / right
    }
    for (unit, factor) in [("dppx", 1), ("dpi", 1 / 96.0), ("dpcm", 2.54 / 96), ("x", 1)]
    where text.hasSuffix(unit) {
      if let number = Double(text.dropLast(unit.count).trimmed) { return number * factor }
    }
    if case .pixels(let pixels) = StyleLength(text) { return pixels }
    return nil
  }
}
