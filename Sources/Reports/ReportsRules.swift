public import Diagnostics

extension Rule {
  /// The rules declared by Reports.
  public static let reports: [Rule] = [
    .reportInTheWay
  ]
}
