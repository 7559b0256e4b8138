public import Diagnostics

extension Rule {
  /// The rules that Reports declares.
  public static let reports: [Rule] = [
    .reportInTheWay
  ]
}
