/// Diagnostics as SARIF 2.1.0 (OASIS), which code hosts and editors show.
public struct SARIF: Sendable {
  /// The program's version.
  public var version: String
  /// What was found.
  public var results: [Diagnostic]
  /// The rules to list, with the severity each usually has; every rule met has to be among them to be found by index.
  public var rules: [(rule: Rule, severity: Severity)]

  /// - Parameter rules: nil for those that the results are about, in the order of their ids, each with the gravest severity met.
  public init(version: String, results: [Diagnostic], rules: [(rule: Rule, severity: Severity)]? = nil) {
    self.version = version
    self.results = results
    self.rules = rules ?? SARIF.rules(of: results)
  }

  private static func rules(of results: [Diagnostic]) -> [(rule: Rule, severity: Severity)] {
    var gravest: [Rule: Severity] = [:]
    for result in results { gravest[result.rule] = max(result.severity, gravest[result.rule] ?? .note) }
    return gravest.map { ($0.key, $0.value) }.sorted { $0.0.id < $1.0.id }
  }

  public var json: JSON {
    let indices = Dictionary(
      rules.enumerated().map { ($0.element.rule, $0.offset) }, uniquingKeysWith: { first, _ in first })
    let listed = rules.map { rule, severity in
      JSON.members(
        ("id", .string(rule.id)), ("shortDescription", .members(("text", .string(rule.summary)))),
        ("help", .members(("text", .string(rule.advice)))),
        ("defaultConfiguration", .members(("level", .string(severity.rawValue)))))
    }
    let driver = JSON.members(
      ("name", "leporello"), ("version", .string(version)), ("rules", .array(listed)))
    let results = results.map { result in
      JSON.members(
        ("ruleId", .string(result.rule.id)), ("ruleIndex", indices[result.rule].map(JSON.integer)),
        // SARIF has the same three words: note, warning, error.
        ("level", .string(result.severity.rawValue)),
        ("message", .members(("text", .string(SARIF.text(result))))),
        ("locations", .array([SARIF.location(result.place)])))
    }
    return .members(
      ("$schema", "https://json.schemastore.org/sarif-2.1.0.json"), ("version", "2.1.0"),
      (
        "runs",
        .array([
          .members(
            ("tool", .members(("driver", driver))), ("columnKind", "unicodeCodePoints"),
            ("results", .array(results)))
        ])
      ))
  }

  private static func text(_ result: Diagnostic) -> String {
    let entry = result.place.entry.map { "\($0): " } ?? ""
    return entry + result.message + (result.remedy.map { "; \($0)" } ?? "")
  }

  private static func location(_ place: Place) -> JSON {
    let region = place.range.map { range in
      JSON.members(
        ("startLine", .integer(range.start.line)), ("startColumn", .integer(range.start.column)),
        ("endLine", .integer(range.end.line)), ("endColumn", .integer(range.end.column)))
    }
    return .members(
      (
        "physicalLocation",
        .members(
          ("artifactLocation", .members(("uri", .string(uri(place.file ?? ""))))), ("region", region))
      ))
  }

  /// A path as a URI reference (RFC 3986): what stands in names but not in URIs as percent signs and digits.
  private static func uri(_ path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII, scalar.properties.isAlphabetic || unreserved.contains(byte) {
        text.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }

  private static let unreserved = Set("0123456789-._~/!$&'()*+,;=@".utf8)
}
