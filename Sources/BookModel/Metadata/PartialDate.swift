/// A calendar date of which only the year, or year and month, may be known. No time, no zone.
public struct PartialDate: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// 1000 to 9999: earlier years in files are placeholders (calibre writes 0101 for "unknown").
  public let year: Int
  public let month: Int?
  public let day: Int?

  /// Nil for a year outside 1000…9999; a month or day that cannot be is dropped with what follows it.
  public init?(year: Int, month: Int? = nil, day: Int? = nil) {
    guard (1000...9999).contains(year) else { return nil }
    self.year = year
    guard let month, (1...12).contains(month) else {
      self.month = nil
      self.day = nil
      return
    }
    self.month = month
    let days = [31, PartialDate.isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    self.day = day.flatMap { (1...days).contains($0) ? $0 : nil }
  }

  /// Reads `2010`, `2010-07`, `2010-07-04` and dates with a time or zone behind them, whose day is taken as
  /// written; nil where the text does not begin with such a date.
  public init?(iso text: String) {
    let parts = text.trimmed.prefix { $0 != "T" && $0 != " " && $0 != "+" && $0 != "Z" }
      .split(separator: "-", omittingEmptySubsequences: false)
    func number(_ index: Int, digits: ClosedRange<Int>) -> Int? {
      guard index < parts.count, digits.contains(parts[index].utf8.count),
        parts[index].utf8.allSatisfy({ (48...57).contains($0) })
      else { return nil }
      return Int(parts[index])
    }
    guard parts.count <= 4, let year = number(0, digits: 4...4) else { return nil }
    // A fourth part can only be a zone west of Greenwich: `2010-07-04-05:00`.
    let month = number(1, digits: 1...2)
    let day = number(2, digits: 1...2)
    guard parts.count < 2 || month != nil, parts.count < 3 || day != nil else { return nil }
    self.init(year: year, month: month, day: day)
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  public var description: String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
    var text = String(year)
    if let month { text += "-" + two(month) }
    if let day { text += "-" + two(day) }
    return text
  }

  public static func < (left: PartialDate, right: PartialDate) -> Bool {
    (left.year, left.month ?? 0, left.day ?? 0) < (right.year, right.month ?? 0, right.day ?? 0)
  }
}
