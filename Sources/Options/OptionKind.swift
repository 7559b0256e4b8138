/// What values an option takes: one description from which checking messages, `--help`, the JSON Schema and
/// the documentation are made.
public indirect enum OptionKind: Hashable, Sendable {
  case text
  case flag
  case integer(ClosedRange<Int>?)
  case number(ClosedRange<Double>?)
  /// One of a few words; a plain `444` or `no` is its text.
  case enumeration([String])
  /// Bytes, written `512MiB`, `1GB` or as a plain number.
  case byteCount
  /// Pixels, written `1072x1448`.
  case size
  /// A length on a page, written `12` (pixels) or `2%` (a share of a side).
  case length
  /// A color, written `#rgb`, `#rrggbb` or a name.
  case color
  case list(OptionKind)
  /// Keys chosen by the user, each with a value of one kind.
  case map(OptionKind)
  case group([OptionDeclaration])
  /// One of a few words, or else a value of another kind.
  case keyword([String], or: OptionKind)

  /// What to write, in a few words: `a whole number from 1 to 100`, `one of: ltr, rtl`.
  public var expectation: String {
    switch self {
    case .text: "text"
    case .flag: "true or false"
    case .integer(let range): "a whole number" + OptionKind.span(range)
    case .number(let range): "a number" + OptionKind.span(range)
    case .enumeration(let words): "one of: " + words.joined(separator: ", ")
    case .byteCount: "a size in bytes such as 512MiB"
    case .size: "a size in pixels such as 1072x1448"
    case .length: "pixels such as 12 or a share such as 2%"
    case .color: "a color such as #ffffff or white"
    case .list(let kind): "a list, each item " + kind.expectation
    case .map(let kind): "a mapping, each value " + kind.expectation
    case .group(let options): "a mapping of " + options.map(\.name).joined(separator: ", ")
    case .keyword(let words, let kind):
      (words.map { "'\($0)'" } + [kind.expectation]).joined(separator: " or ")
    }
  }

  /// The same for messages, where a long list of words would bury what is said.
  var shortExpectation: String {
    guard case .enumeration(let words) = self, words.count > 16 else { return expectation }
    return "one of \(words.count) words: " + words.prefix(8).joined(separator: ", ") + "…"
  }

  /// Whether a text is a value of this kind and hardly anything else: a number, a size, a color by its digits.
  func isUnmistakable(_ text: String) -> Bool {
    func isNumber(_ text: some StringProtocol) -> Bool { !text.isEmpty && Double(String(text)) != nil }
    switch self {
    case .integer, .number: return isNumber(text)
    case .length: return isNumber(text.hasSuffix("%") ? text.dropLast() : text[...])
    case .size:
      let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      return sides.count == 2 && sides.allSatisfy(isNumber)
    case .color: return text.hasPrefix("#")
    case .keyword(_, let kind): return kind.isUnmistakable(text)
    default: return false
    }
  }

  /// The placeholder behind a flag in `--help`.
  public var placeholder: String {
    switch self {
    case .text: "TEXT"
    case .flag: "yes|no"
    case .integer, .number: "N"
    case .enumeration(let words): words.joined(separator: "|")
    case .byteCount: "BYTES"
    case .size: "WxH"
    case .length: "N|N%"
    case .color: "COLOR"
    case .list(let kind): kind.placeholder + ",…"
    case .map(let kind): "KEY=" + kind.placeholder + ",…"
    case .group: "{…}"
    case .keyword(let words, let kind): (words + [kind.placeholder]).joined(separator: "|")
    }
  }

  private static func span<Bound>(_ range: ClosedRange<Bound>?) -> String {
    guard let range else { return "" }
    return " from \(range.lowerBound) to \(range.upperBound)"
  }
}

extension String {
  /// A name without what is easily written otherwise: `Kobo Libra 2` and `kobo-libra2` are one.
  public var looselySpelled: String { lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" } }
}

/// A declared option without the type it is decoded into: what help, schema and documentation need.
public struct OptionDeclaration: Hashable, Sendable {
  /// As written in pipeline files: camelCase. Flags are the same in kebab-case.
  public let name: String
  public let kind: OptionKind
  /// The value taken when nothing is said, as it would be written; empty where there is none.
  public let defaultText: String
  /// One sentence.
  public let summary: String
  /// Whether `plugin: value` without a mapping means this option.
  public let isShortForm: Bool

  public init(name: String, kind: OptionKind, defaultText: String, summary: String, isShortForm: Bool = false)
  {
    self.name = name
    self.kind = kind
    self.defaultText = defaultText
    self.summary = summary
    self.isShortForm = isShortForm
  }

  /// The name as a flag, without the dashes: `namesEncoding` becomes `names-encoding`.
  public var flagName: String {
    name.reduce(into: "") { flag, letter in
      if letter.isUppercase { flag += "-" }
      flag += letter.lowercased()
    }
  }
}
