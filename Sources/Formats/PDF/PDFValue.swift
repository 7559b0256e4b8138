/// A value of a PDF (ISO 32000-1 §7.3).
public indirect enum PDFValue: Sendable, Hashable {
  case name(String)
  case integer(Int)
  case real(Double)
  case bool(Bool)
  /// Text for people: written as UTF-16 where it isn't ASCII (§7.9.2.2).
  case text(String)
  /// Bytes of a string object.
  case bytes([UInt8])
  case array([PDFValue])
  case dictionary([(name: String, value: PDFValue)])
  case reference(Int)

  public static func == (left: PDFValue, right: PDFValue) -> Bool { left.written == right.written }
  public func hash(into hasher: inout Hasher) { hasher.combine(written) }

  /// As it stands in the file.
  public var written: String {
    switch self {
    case .name(let name): "/" + PDFValue.escaped(name)
    case .integer(let value): String(value)
    case .real(let value): PDFValue.decimal(value)
    case .bool(let value): value ? "true" : "false"
    case .text(let text): PDFValue.hexadecimal(PDFValue.encoded(text))
    case .bytes(let bytes): PDFValue.hexadecimal(bytes)
    case .array(let values): "[" + values.map(\.written).joined(separator: " ") + "]"
    case .dictionary(let entries):
      "<<" + entries.map { "/\(PDFValue.escaped($0.name)) \($0.value.written)" }.joined(separator: " ") + ">>"
    case .reference(let number): "\(number) 0 R"
    }
  }

  /// At most four decimals, without an exponent, which PDF doesn't know.
  private static func decimal(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "0" }
    let scaled = Int((value * 10_000).rounded())
    let (whole, part) = (abs(scaled) / 10_000, abs(scaled) % 10_000)
    let sign = scaled < 0 ? "-" : ""
    guard part > 0 else { return sign + String(whole) }
    var digits = String(part)
    digits = String(repeating: "0", count: 4 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  /// §7.3.5: bytes outside the printable ones, and delimiters, as `#xx`.
  private static func escaped(_ name: String) -> String {
    let delimiters = Set("()<>[]{}/%#".utf8)
    return name.utf8.map { byte in
      (0x21...0x7E).contains(byte) && !delimiters.contains(byte)
        ? String(UnicodeScalar(byte)) : "#" + hexadecimalDigits(byte)
    }.joined()
  }

  private static func encoded(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return Array(text.utf8) }
    return [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    "<" + bytes.map(hexadecimalDigits).joined() + ">"
  }

  private static func hexadecimalDigits(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }
}
