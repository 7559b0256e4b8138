/// A JSON value that prints the same bytes every time: members stay in the order given.
public indirect enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  /// A number as a document that was read has it: written back digit for digit.
  case numeral(String)
  case string(String)
  case array([JSON])
  case object([Member])

  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSON

    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// An object without the members whose value is nil.
  public static func members(_ members: (String, JSON?)...) -> JSON {
    self.members(members)
  }

  /// The same of members that were put together before.
  public static func members(_ members: [(String, JSON?)]) -> JSON {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// The value of an object's member, the first of that name; nil for anything else.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text, on one line, or indented by two spaces a level.
  public func text(pretty: Bool = false) -> String {
    var out = ""
    write(to: &out, indent: pretty ? 0 : nil)
    return out
  }

  private func write(to out: inout String, indent: Int?) {
    switch self {
    case .null: out += "null"
    case .bool(let value): out += value ? "true" : "false"
    case .integer(let value): out += String(value)
    case .number(let value): out += value.isFinite ? "\(value)" : "null"
    case .numeral(let text): out += text
    case .string(let value): JSON.quote(value, to: &out)
    case .array(let values):
      JSON.list(values, "[", "]", to: &out, indent: indent) { value, out, inner in
        value.write(to: &out, indent: inner)
      }
    case .object(let members):
      JSON.list(members, "{", "}", to: &out, indent: indent) { member, out, inner in
        JSON.quote(member.name, to: &out)
        out += inner == nil ? ":" : ": "
        member.value.write(to: &out, indent: inner)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], _ open: String, _ close: String, to out: inout String, indent: Int?,
    _ body: (Element, inout String, Int?) -> Void
  ) {
    out += open
    let inner = indent.map { $0 + 2 }
    for (index, element) in elements.enumerated() {
      if index > 0 { out += "," }
      if let inner { out += "\n" + String(repeating: " ", count: inner) }
      body(element, &out, inner)
    }
    if let indent, !elements.isEmpty { out += "\n" + String(repeating: " ", count: indent) }
    out += close
  }

  private static func quote(_ text: String, to out: inout String) {
    out += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    out += "\""
  }
}

extension JSON: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Diagnostic {
  /// The diagnostic as machines get it.
  public var json: JSON {
    .members(
      ("severity", .string(severity.rawValue)), ("rule", .string(rule.id)), ("message", .string(message)),
      ("file", place.file.map(JSON.string)), ("line", place.range.map { .integer($0.start.line) }),
      ("column", place.range.map { .integer($0.start.column) }),
      ("endLine", place.range.map { .integer($0.end.line) }),
      ("endColumn", place.range.map { .integer($0.end.column) }), ("entry", place.entry.map(JSON.string)),
      ("page", place.page.map(JSON.integer)), ("remedy", remedy.map(JSON.string)))
  }
}
