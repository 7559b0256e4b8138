public import Diagnostics

extension LintReport {
  /// The report as SARIF 2.1.0.
  ///
  /// - Parameter version: the program's version.
  public func sarif(version: String) -> JSON {
    SARIF(version: version, results: findings, rules: counts.map { ($0.rule.rule, $0.rule.severity) }).json
  }
}
