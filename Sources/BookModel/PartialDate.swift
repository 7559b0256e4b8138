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

  /// Reads `2010`, `2010-07`, `2010-07-04` and dates with a time behind them, whose day is taken as written.
  public init?(iso text: String) {
    let date = text.trimmed.prefix { $0 != "T" && $0 != " " }
    let parts = date.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts[0].count == 4 else { return nil }
    let numbers = parts.map { Int($0) }
    guard let year = numbers[0], numbers.allSatisfy({ $0 != nil }) else { return nil }
    self.init(year: year, month: numbers.count > 1 ? numbers[1] : nil, day: numbers.count > 2 ? numbers[2] : nil)
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
