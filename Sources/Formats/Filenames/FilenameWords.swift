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

/// Words for what a book is published as, and by whom.
extension FilenameWords {
  /// Forms of publication as names have them, in lower case with hyphens as spaces, and as they are written.
  private static let formats: [String: String] = [
    "annual": "Annual", "anthology": "Anthology", "box set": "Box Set", "digital": "Digital",
    "digital chapter": "Digital Chapter", "director's cut": "Director's Cut",
    "directors cut": "Director's Cut",
    "giant size": "Giant Size", "graphic novel": "Graphic Novel", "gn": "Graphic Novel",
    "hardcover": "Hardcover", "hc": "Hardcover", "hd upscaled": "HD-Upscaled", "king size": "King-Size",
    "limited series": "Limited Series", "magazine": "Magazine", "manga": "Manga", "omnibus": "Omnibus",
    "one shot": "One-Shot", "oneshot": "One-Shot", "1 shot": "One-Shot", "pdf": "PDF", "pdf rip": "PDF-Rip",
    "preview": "Preview", "prologue": "Prologue", "single issue": "Single Issue", "scanlation": "Scanlation",
    "script": "Script", "sketch": "Sketch", "tpb": "TPB", "trade paperback": "Trade Paperback",
    "trade paper back": "Trade Paperback", "web": "Web", "web comic": "Web Comic", "webcomic": "Web Comic",
    "web rip": "Web-Rip", "webrip": "Web-Rip", "fcbd": "FCBD", "special": "Special",
  ]
  /// Those believed at the end of a series' name, where most others are part of it (MAD Magazine).
  private static let formatsOfSeries: Set<String> = [
    "annual", "tpb", "trade paperback", "omnibus", "hardcover", "hc", "one shot", "oneshot", "graphic novel",
    "gn", "fcbd",
  ]
  /// Words behind a dash that name no story: `Love Hina - Special`.
  static let specialWords: Set<String> = ["special", "specials", "omake", "extra", "extras", "bonus"]

  /// The form of publication that a text is the name of.
  static func format(_ text: some StringProtocol) -> String? {
    formats[String(text.lowercased().map { $0 == "-" ? " " : $0 })]
  }

  /// The form that a series' name ends in.
  static func format(ofSeries series: String) -> String? {
    let words = series.lowercased().split { $0 == " " || $0 == "-" }
    if series.lowercased().contains("free comic book day") { return "FCBD" }
    for count in [2, 1] where words.count > count {
      let text = words.suffix(count).joined(separator: " ")
      if formatsOfSeries.contains(text) { return formats[text] }
    }
    return nil
  }

  /// Publishers, in lower case, as they are written.
  private static let publishers: [String: String] = [
    "dc": "DC", "dc comics": "DC Comics", "marvel": "Marvel", "marvel comics": "Marvel Comics", "idw": "IDW",
    "idw publishing": "IDW Publishing", "image comics": "Image Comics", "image": "Image",
    "dark horse": "Dark Horse", "dark horse comics": "Dark Horse Comics", "boom! studios": "BOOM! Studios",
    "dynamite": "Dynamite", "dynamite entertainment": "Dynamite Entertainment", "valiant": "Valiant",
    "vertigo": "Vertigo", "archie comics": "Archie Comics", "fantagraphics": "Fantagraphics",
    "oni press": "Oni Press", "titan comics": "Titan Comics", "viz": "Viz", "viz media": "Viz Media",
    "kodansha": "Kodansha", "kodansha comics": "Kodansha Comics", "shueisha": "Shueisha",
    "shogakukan": "Shogakukan", "kadokawa": "Kadokawa", "square enix": "Square Enix",
    "yen press": "Yen Press",
    "seven seas": "Seven Seas", "tokyopop": "Tokyopop", "glénat": "Glénat", "glenat": "Glénat",
    "dargaud": "Dargaud", "dupuis": "Dupuis", "casterman": "Casterman", "delcourt": "Delcourt",
    "le lombard": "Le Lombard", "lombard": "Le Lombard", "panini": "Panini", "panini comics": "Panini Comics",
    "bonelli": "Bonelli", "rebellion": "Rebellion",
  ]
  /// Those that a word outside of brackets names for certain enough.
  static let barePublishers: Set<String> = ["dc", "marvel", "idw"]

  static func publisher(_ text: some StringProtocol) -> String? { publishers[text.lowercased()] }

  /// Prefixes of shelves, which no series is called by.
  static let shelfPrefixes: [[String]] = [["bd", "fr"], ["bd"]]

  /// The editions that letters before a number stand for in the protofolius scheme of the Low Countries.
  static let protofolius: [Character: String] = [
    "B": "biography/best of", "C": "compact edition", "E": "entertainment/puzzle edition",
    "F": "family book edition", "J": "jubilee edition", "N": "newly brought out/restyled edition",
    "O": "old edition (or oblong format)", "P": "pocket edition", "S": "special edition",
    "X": "X-rated edition",
  ]
}
