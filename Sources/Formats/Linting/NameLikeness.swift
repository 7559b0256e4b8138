import BookModel

/// Which spellings probably mean the same name, and how they differ.
enum NameLikeness {
  /// Articles of several languages, which may come first, after a comma, or be left out.
  private static let articles: Set<String> = [
    "the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il", "lo", "gli", "het",
    "de",
  ]
  /// Shorter names may differ by one letter and still be different names.
  private static let shortest = 6

  /// A key shared by spellings that differ only in form: letters and digits without accents and case, no
  /// article at either end, `&` as a word, and people's names regardless of their order.
  static func key(_ name: String, in field: MetadataField = .series) -> String {
    var words = words(of: name)
    if field == .credits {
      words.sort()
    } else if words.count > 1, let first = words.first, articles.contains(first) {
      words.removeFirst()
    } else if words.count > 1, let last = words.last, articles.contains(last), name.contains(",") {
      words.removeLast()
    }
    let key = words.joined()
    return key.isEmpty ? name.caseFolded : key
  }

  private static func words(of name: String) -> [String] {
    plain(name).canonicallyDecomposed.split { scalar in
      !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        && scalar.properties.generalCategory != .nonspacingMark
    }.map { word in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: word.filter { $0.properties.generalCategory != .nonspacingMark })
      return String(text).lowercased()
    }
  }

  /// The name with encoding damage repaired, full-width letters made plain, and `&` as a word.
  private static func plain(_ name: String) -> String {
    narrow(name.withMojibakeRepaired).split(separator: "&", omittingEmptySubsequences: false).joined(
      separator: " and ")
  }

  private static func narrow(_ name: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      let isWide = (0xFF01...0xFF5E).contains(scalar.value)
      text.append(isWide ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar)
    }
    return String(text)
  }

  // MARK: groups

  /// The indices of names that are probably the same, because their keys are equal or differ in one letter.
  /// Every other name is a group of its own.
  static func groups(of names: [String], in field: MetadataField) -> [[Int]] {
    let keys = names.map { key($0, in: field) }
    var parents = Array(names.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index { index = parents[index] }
      return index
    }
    func join(_ one: Int, _ other: Int) {
      let (a, b) = (root(one), root(other))
      parents[max(a, b)] = min(a, b)
    }
    var firsts: [String: Int] = [:]
    for (index, key) in keys.enumerated() {
      if let first = firsts[key] { join(first, index) } else { firsts[key] = index }
    }
    for (one, other) in neighbors(Array(firsts.keys)) {
      if let a = firsts[one], let b = firsts[other], isOneLetterOff(names[a], names[b], one, other) {
        join(a, b)
      }
    }
    let grouped = Dictionary(grouping: names.indices, by: root)
    return grouped.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Pairs of keys that become equal when each loses at most one letter.
  private static func neighbors(_ keys: [String]) -> [(String, String)] {
    var shortened: [String: [String]] = [:]
    var pairs: [(String, String)] = []
    for key in keys.sorted() where key.count >= shortest && key.count <= 80 {
      let characters = Array(key)
      var variants: Set<String> = [key]
      for index in characters.indices {
        variants.insert(String(characters[..<index] + characters[(index + 1)...]))
      }
      var seen: Set<String> = []
      for variant in variants {
        for other in shortened[variant, default: []] where seen.insert(other).inserted {
          pairs.append((other, key))
        }
        shortened[variant, default: []].append(key)
      }
    }
    return pairs
  }

  /// Whether one letter is different, missing, or swapped with the next. Only long names qualify, with equal
  /// digits and Roman numerals and in alphabetic scripts.
  private static func isOneLetterOff(_ one: String, _ other: String, _ key: String, _ otherKey: String)
    -> Bool
  {
    guard key.filter(\.isNumber) == otherKey.filter(\.isNumber), isLettered(key), isLettered(otherKey) else {
      return false
    }
    let (last, otherLast) = (words(of: one).last ?? "", words(of: other).last ?? "")
    let isNumbered = [last, otherLast].contains {
      $0.count == 1 || FilenameNumerals.roman($0.uppercased()) != nil
    }
    guard !isNumbered || last == otherLast else { return false }
    return distance(Array(key), Array(otherKey)) == 1
  }

  private static func isLettered(_ key: String) -> Bool {
    !key.unicodeScalars.contains(where: FilenameWords.isEastern)
  }

  /// 1 if one letter is different or missing, or two neighbors are swapped; 2 for anything else.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    let front = zip(one, other).prefix { $0 == $1 }.count
    let rest = one[front...]
    let otherRest = other[front...]
    let behind = zip(rest.reversed(), otherRest.reversed()).prefix { $0 == $1 }.count
    let (a, b) = (Array(rest.dropLast(behind)), Array(otherRest.dropLast(behind)))
    if a.count <= 1, b.count <= 1 { return 1 }
    return a.count == 2 && b == Array(a.reversed()) ? 1 : 2
  }

  // MARK: differences

  /// How two spellings of a name differ, in a few words.
  static func difference(_ one: String, _ other: String, in field: MetadataField) -> String {
    let (a, b) = (one.withMojibakeRepaired, other.withMojibakeRepaired)
    if one.canonicallyComposed.isIdentical(to: other.canonicallyComposed) {
      return "accents are stored differently"
    }
    if a != one || b != other, a == b || a.caseFolded == b.caseFolded {
      return "letters are garbled by a wrong encoding"
    }
    if narrow(one) == narrow(other) { return "letters are wide" }
    if one.caseFolded == other.caseFolded { return "letter case differs" }
    guard key(one, in: field) == key(other, in: field) else { return "one letter differs" }
    let (words, otherWords) = (words(of: one), words(of: other))
    if words.joined() == otherWords.joined() {
      let isAccent = one.filter { !$0.isLetter } == other.filter { !$0.isLetter }
      return isAccent ? "accents differ" : "blanks or punctuation differ"
    }
    if field == .credits || words.sorted() == otherWords.sorted() {
      return words.sorted() == otherWords.sorted() && field != .series
        ? "the order of words differs" : "the place of the article differs"
    }
    return "an article is missing"
  }
}
