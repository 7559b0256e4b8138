/// The words file names of comics are written in: the one vocabulary of the parser.
enum FilenameWords {
  /// What a number stands for.
  enum Mark: Hashable, Sendable {
    case volume, chapter, issue, special
    /// How many books there are: `of 6`.
    case count
  }

  /// Words that may stand in front of a number, with or without a space: `Vol. 3`, `v3`, `Chapter-12`.
  static let marks: [String: Mark] = [
    "v": .volume, "vol": .volume, "vols": .volume, "volume": .volume, "volumes": .volume, "volumen": .volume,
    "t": .volume, "tome": .volume, "tomo": .volume, "band": .volume, "том": .volume, "тома": .volume,
    "เล่ม": .volume, "เล่มที่": .volume, "시즌": .volume, "s": .volume, "book": .volume,
    "c": .chapter, "ch": .chapter, "chp": .chapter, "chap": .chapter, "chapter": .chapter,
    "chapters": .chapter,
    "chapitre": .chapter, "capitolo": .chapter, "kapitel": .chapter, "ep": .chapter, "episode": .chapter,
    "глава": .chapter, "главы": .chapter, "ตอนที่": .chapter, "บทที่": .chapter,
    "issue": .issue, "#": .issue, "sp": .special,
  ]

  /// Marks that follow their number in running text: `2 Глава`.
  static let marksBehind: Set<String> = ["глава", "главы", "том", "тома"]

  /// Volume words plain enough to be believed in a title.
  static let volumeWordsOfTitles: Set<String> = [
    "v", "vol", "vols", "volume", "volumes", "volumen", "tome", "tomo", "band", "том", "тома", "เล่ม", "เล่มที่",
    "第",
  ]

  /// One-character counters of Chinese, Japanese and Korean behind a number (第3巻), some also in front (卷3).
  static let counters: [Character: Mark] = [
    "卷": .volume, "巻": .volume, "册": .volume, "冊": .volume, "권": .volume,
    "话": .chapter, "話": .chapter, "回": .chapter, "章": .chapter, "화": .chapter, "회": .chapter, "장": .chapter,
  ]
  static let countersInFront: Set<Character> = ["卷", "巻", "册", "冊"]
  static let ordinalSigns: Set<Character> = ["第", "제"]

  /// Words between a number and how many there are.
  static let ofWords: Set<String> = ["of", "von", "de"]

  /// Words that introduce a number without being a mark: they end a series' name only where the number does.
  static let numberWords: Set<String> = ["no", "nr", "n°", "№", "issue", "#"]

  /// What is said of the scan or the publisher where a title could stand.
  static let asides: Set<String> = [
    "digital", "c2c", "noads", "scan", "scans", "scanlation", "scanlations", "webrip", "fcbd", "repaired",
    "dc",
    "marvel", "idw",
  ]

  /// Folders that hold books without being named after a series.
  static let plainFolders: Set<String> = [
    "", ".", "..", "inbox", "in", "out", "output", "download", "downloads", "desktop", "documents", "library",
    "books", "ebooks", "comics", "manga", "tmp", "temp", "data", "new", "home",
  ]

  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november",
    "december",
  ]

  /// 1 to 12 for a month's English name, whole or its first three or four letters.
  static func month(_ word: String) -> Int? {
    let lower = word.lowercased()
    guard lower.count >= 3 else { return nil }
    return months.firstIndex { $0 == lower || lower.count <= 4 && $0.hasPrefix(lower) }.map { $0 + 1 }
  }
}
