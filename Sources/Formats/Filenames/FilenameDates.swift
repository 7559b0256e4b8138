import BookModel

/// Dates as they occur in file names.
enum FilenameDates {
  private static let years = 1900...2099

  /// `2021-08-04`, `02-24-2001`, `17.05.2019`, `2019-05`, `05-2019`, `20190517`; nil for anything else.
  static func date(_ text: Substring) -> PartialDate? {
    if text.utf8.count == 8, text.allSatisfy(FilenameNumber.isDigit) {
      return date(year: text.prefix(4), month: text.dropFirst(4).prefix(2), day: text.suffix(2))
    }
    for separator in ["-", "."] as [Character] {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      guard (2...3).contains(parts.count),
        parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(FilenameNumber.isDigit) })
      else { continue }
      let isYearFirst = parts[0].count == 4
      guard isYearFirst || parts[parts.count - 1].count == 4 else { return nil }
      if parts.count == 2 {
        let (year, month) = isYearFirst ? (parts[0], parts[1]) : (parts[1], parts[0])
        return month.count == 2 ? date(year: year, month: month, day: nil) : nil
      }
      if isYearFirst { return date(year: parts[0], month: parts[1], day: parts[2]) }
      // With dots the day comes first; with hyphens the month does, unless its value rules that out.
      let isDayFirst = separator == "." || (Int(parts[0]) ?? 0) > 12
      return isDayFirst
        ? date(year: parts[2], month: parts[1], day: parts[0])
        : date(year: parts[2], month: parts[0], day: parts[1])
    }
    return nil
  }

  private static func date(year: Substring, month: Substring, day: Substring?) -> PartialDate? {
    guard let year = Int(year), years.contains(year), let month = Int(month), (1...12).contains(month) else {
      return nil
    }
    guard let day else { return PartialDate(year: year, month: month) }
    return Int(day).flatMap { PartialDate(year: year, month: month, day: $0) }
  }

  /// The year a series began: 2016 for `2016-2019` and `2016-19`.
  static func run(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(FilenameNumber.isDigit) }), parts[0].count == 4,
      let first = Int(parts[0]), years.contains(first), let last = Int(parts[1])
    else { return nil }
    switch parts[1].count {
    case 4: return years.contains(last) && last >= first ? first : nil
    // `2016-12` is December 2016.
    case 2: return last > 12 && last > first % 100 ? first : nil
    default: return nil
    }
  }

  /// `2019年5月号`, `2019年5月17日`, `2019年12号`: the date, the issue number, and the number of characters used.
  static func counted(_ text: Substring) -> (date: PartialDate, issue: String?, count: Int)? {
    var rest = text
    guard let year = number(before: "年", &rest), year.count == 4, let value = Int(year), years.contains(value)
    else { return nil }
    if let month = number(before: "月", &rest), var date = date(year: year, month: month, day: nil) {
      if let day = number(before: "日", &rest), let whole = self.date(year: year, month: month, day: day) {
        date = whole
      }
      if let sign = rest.first, "号號".contains(sign) { rest.removeFirst() }
      return (date, nil, text.count - rest.count)
    }
    guard let issue = number(before: "号", &rest) ?? number(before: "號", &rest),
      let date = PartialDate(year: value)
    else { return nil }
    return (date, String(issue), text.count - rest.count)
  }

  private static func number(before counter: Character, _ rest: inout Substring) -> Substring? {
    let digits = rest.prefix(while: FilenameNumber.isDigit)
    guard !digits.isEmpty, rest.dropFirst(digits.count).first == counter else { return nil }
    rest = rest.dropFirst(digits.count + 1)
    return digits
  }
}
