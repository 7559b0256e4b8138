/// Numbers written in letters: Chinese and Japanese numerals, and Roman numerals.
enum FilenameNumerals {
  private static let digits: [Character: Int] = [
    "〇": 0, "零": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "两": 2, "兩": 2,
    "壹": 1, "贰": 2, "貳": 2, "叁": 3, "參": 3, "肆": 4, "伍": 5, "陆": 6, "陸": 6, "柒": 7, "捌": 8, "玖": 9, "壱": 1,
    "弐": 2, "参": 3,
  ]
  private static let units: [Character: Int] = ["十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000]

  static func isNumeral(_ character: Character) -> Bool {
    digits[character] != nil || units[character] != nil || character == "廿"
  }

  /// 23 for `二十三`, 105 for `一百零五` and `一〇五`; nil for text that is not a number.
  static func value(_ text: some StringProtocol) -> Int? {
    let text = text.map { $0 == "廿" ? "二十" : String($0) }.joined()
    guard !text.isEmpty, text.count <= 8 else { return nil }
    if text.allSatisfy({ digits[$0] != nil }) {
      return text.reduce(0) { $0 * 10 + (digits[$1] ?? 0) }
    }
    var sum = 0
    var digit: Int?
    var lastUnit = 10_000
    for character in text {
      if let value = digits[character] {
        guard digit == nil || digit == 0 else { return nil }
        digit = value
      } else if let unit = units[character], unit < lastUnit {
        sum += (digit ?? 1) * unit
        digit = nil
        lastUnit = unit
      } else {
        return nil
      }
    }
    return sum + (digit ?? 0)
  }

  /// The text with its numerals beside counters as digits: `第十二话` → `第12话`, `卷三` → `卷3`. Without a sign
  /// before it, a numeral counts only if it and its counter are the whole text: `もう一回` is not a chapter.
  static func counted(_ text: Substring) -> String {
    let characters = Array(text)
    var result = ""
    var index = 0
    while index < characters.count {
      let end = characters[index...].firstIndex { !isNumeral($0) } ?? characters.count
      guard end > index else {
        result.append(characters[index])
        index += 1
        continue
      }
      let before = index > 0 ? characters[index - 1] : nil
      let behind = end < characters.count ? characters[end] : nil
      let isCounted = behind.map { FilenameWords.counters[$0] != nil } ?? false
      let isSigned = before.map {
        FilenameWords.ordinalSigns.contains($0) || FilenameWords.totals.contains($0)
      }
      let isAlone = index == 0 && end + 1 == characters.count
      let isVolume =
        before.map(FilenameWords.countersInFront.contains) == true
        && (behind == nil || behind?.isLetter == false)
      if isCounted && (isSigned == true || isAlone) || isVolume,
        let value = value(String(characters[index..<end]))
      {
        result += String(value)
      } else {
        result += String(characters[index..<end])
      }
      index = end
    }
    return result
  }

  /// 4 for `IV`; nil for anything but a capitalized Roman numeral below 40.
  static func roman(_ text: some StringProtocol) -> Int? {
    let values: [Character: Int] = ["I": 1, "V": 5, "X": 10]
    let numbers = text.compactMap { values[$0] }
    guard !numbers.isEmpty, numbers.count == text.count, numbers.count <= 7 else { return nil }
    var sum = 0
    for (index, number) in numbers.enumerated() {
      sum += index + 1 < numbers.count && numbers[index + 1] > number ? -number : number
    }
    return sum < 40 && String(text) == written(sum) ? sum : nil
  }

  private static func written(_ number: Int) -> String {
    let ones = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
    return String(repeating: "X", count: number / 10) + ones[number % 10]
  }
}
