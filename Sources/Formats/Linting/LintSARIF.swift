public import Diagnostics

extension LintReport {
  /// The report as SARIF 2.1.0 (OASIS), which code hosts and editors show.
  ///
  /// - Parameter version: of the program.
  public func sarif(version: String) -> JSON {
    let met = counts.map(\.rule)
    let indices = Dictionary(uniqueKeysWithValues: met.enumerated().map { ($0.element.rule, $0.offset) })
    let rules = met.map { rule in
      JSON.members(
        ("id", .string(rule.id)), ("shortDescription", .members(("text", .string(rule.summary)))),
        ("defaultConfiguration", .members(("level", .string(rule.severity.rawValue)))))
    }
    let driver = JSON.members(
      ("name", "leporello"), ("version", .string(version)), ("rules", .array(rules)))
    let results = findings.map { finding in
      JSON.members(
        ("ruleId", .string(finding.rule.id)), ("ruleIndex", indices[finding.rule].map(JSON.integer)),
        // SARIF has the same three words: note, warning, error.
        ("level", .string(finding.severity.rawValue)),
        ("message", .members(("text", .string(LintReport.text(finding))))),
        ("locations", .array([LintReport.location(finding.place)])))
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

  private static func text(_ finding: Diagnostic) -> String {
    let entry = finding.place.entry.map { "\($0): " } ?? ""
    return entry + finding.message + (finding.remedy.map { "; \($0)" } ?? "")
  }

  private static func location(_ place: Place) -> JSON {
    .members(
      (
        "physicalLocation",
        .members(("artifactLocation", .members(("uri", .string(uri(place.file ?? ""))))))
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
