/// The parser's vocabulary: the words found in file names of comics.
enum FilenameWords {
  /// What a number stands for.
  enum Mark: Hashable, Sendable {
    case volume, chapter, issue, special
    /// The number of books: `of 6`.
    case count
    /// The total number of volumes or chapters: `全31巻`.
    case total
  }

  /// Words that may come before a number, with or without a space: `Vol. 3`, `v3`, `Chapter-12`.
  static let marks: [String: Mark] = [
    "v": .volume, "vol": .volume, "vols": .volume, "volume": .volume, "volumes": .volume, "volumen": .volume,
    "t": .volume, "tome": .volume, "tomes": .volume, "tomo": .volume, "band": .volume, "bd": .volume,
    "bde": .volume,
    "bände": .volume, "deel": .volume, "dl": .volume, "tom": .volume, "díl": .volume, "svazek": .volume,
    "bind": .volume, "cilt": .volume, "jilid": .volume, "tập": .volume, "τόμος": .volume, "т": .volume,
    "том": .volume, "тома": .volume, "тт": .volume, "เล่ม": .volume, "เล่มที่": .volume, "시즌": .volume,
    "s": .volume, "book": .volume,
    "c": .chapter, "ch": .chapter, "chp": .chapter, "chap": .chapter, "chapter": .chapter,
    "chapters": .chapter, "chapitre": .chapter, "chapitres": .chapter, "capitolo": .chapter,
    "capítulo": .chapter,
    "capitulo": .chapter, "cap": .chapter, "kapitel": .chapter, "kapittel": .chapter, "kapitola": .chapter,
    "hoofdstuk": .chapter, "rozdział": .chapter, "розділ": .chapter, "bölüm": .chapter, "chương": .chapter,
    "κεφάλαιο": .chapter, "ep": .chapter, "episode": .chapter, "глава": .chapter, "главы": .chapter,
    "гл": .chapter, "ตอนที่": .chapter, "บทที่": .chapter,
    "issue": .issue, "#": .issue, "n": .issue, "n°": .issue, "nº": .issue, "№": .issue, "heft": .issue,
    "ausgabe": .issue, "nummer": .issue, "numéro": .issue, "número": .issue, "numero": .issue, "núm": .issue,
    "fascicule": .issue, "aflevering": .issue, "albo": .issue, "zeszyt": .issue, "sešit": .issue,
    "číslo": .issue, "häfte": .issue, "hæfte": .issue, "sayı": .issue, "τεύχος": .issue, "выпуск": .issue,
    "вып": .issue, "номер": .issue, "випуск": .issue,
    "sp": .special,
  ]

  /// Marks that, without a dot after them, are words or names.
  static let dotted: Set<String> = ["n", "cap", "dl", "bd"]
  /// Marks that, as the first word of a name, are part of it.
  static let names: Set<String> = ["tom", "band", "bind"]
  /// Marks that belong to the title if a volume follows: `Episode 0 v01`, `Book 02 v03`.
  static let weakMarks: Set<String> = ["book", "s", "episode", "ep", "n°", "nº", "№", "号"]
  /// Words after a number that mark the last book of a series.
  static let endWords: Set<String> = ["end", "fin", "完", "完结", "完結"]

  /// Marks that follow their number: `2 Глава`.
  static let marksBehind: Set<String> = ["глава", "главы", "том", "тома", "выпуск"]

  /// Volume words clear enough to be trusted in a title.
  static let volumeWordsOfTitles: Set<String> = [
    "v", "vol", "vols", "volume", "volumes", "volumen", "tome", "tomo", "band", "bd", "deel", "том", "тома",
    "เล่ม",
    "เล่มที่", "第",
  ]

  /// One-character counters in Chinese, Japanese and Korean, after a number (第3巻) and in some cases before it
  /// (卷3).
  static let counters: [Character: Mark] = [
    "卷": .volume, "巻": .volume, "册": .volume, "冊": .volume, "集": .volume, "辑": .volume, "輯": .volume,
    "권": .volume,
    "话": .chapter, "話": .chapter, "回": .chapter, "章": .chapter, "화": .chapter, "회": .chapter, "장": .chapter,
    "号": .issue, "號": .issue, "期": .issue, "호": .issue,
  ]
  static let countersInFront: Set<Character> = ["卷", "巻", "册", "冊"]
  static let ordinalSigns: Set<Character> = ["第", "제"]
  /// Characters before a total: `全31巻`.
  static let totals: Set<Character> = ["全", "共", "전", "총"]

  /// Words between a number and its total.
  static let ofWords: Set<String> = ["of", "von", "de"]

  /// Words that introduce a number without being a mark: they are cut from the end of a series' name only if
  /// an issue number follows.
  static let numberWords: Set<String> = ["no", "nr", "n°", "№", "issue", "#"]

  /// Remarks about the scan or the publisher that may appear in place of a title.
  static let asides: Set<String> = [
    "digital", "c2c", "noads", "scan", "scans", "scanlation", "scanlations", "webrip", "fcbd", "repaired",
    "dc", "marvel", "idw", "完", "完结", "完結", "完了", "全巻", "セット", "완결", "완",
  ]

  /// Folders that contain books but are not named after a series.
  static let plainFolders: Set<String> = [
    "", ".", "..", "inbox", "in", "out", "output", "download", "downloads", "desktop", "documents", "library",
    "books", "ebooks", "comics", "manga", "tmp", "temp", "data", "new", "home",
  ]

  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november",
    "december",
  ]

  /// 1 to 12 for the English name of a month, in full or as its first three or four letters.
  static func month(_ word: String) -> Int? {
    let lower = word.lowercased()
    guard lower.count >= 3 else { return nil }
    return months.firstIndex { $0 == lower || lower.count <= 4 && $0.hasPrefix(lower) }.map { $0 + 1 }
  }
}

/// Words for the form of publication and for publishers.
extension FilenameWords {
  /// Forms of publication as they occur in names (in lower case, with spaces for hyphens), and how they are
  /// written.
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
  /// Those trusted at the end of a series' name; most others are part of the name (MAD Magazine).
  private static let formatsOfSeries: Set<String> = [
    "annual", "tpb", "trade paperback", "omnibus", "hardcover", "hc", "one shot", "oneshot", "graphic novel",
    "gn", "fcbd",
  ]
  /// Words that name a special of some series rather than a story: `Love Hina - Special`, `Omake`.
  static let specialWords: Set<String> = [
    "special", "specials", "omake", "extra", "extras", "bonus", "spezial", "sonderheft", "sonderband",
    "especial",
    "especiales", "speciale", "hors série", "hors serie", "hs", "side story", "side stories", "gaiden",
    "epilogue",
    "prologue", "спецвыпуск", "экстра", "おまけ", "番外編", "番外篇", "番外", "特別編", "特別篇", "外伝", "特典", "특별편", "외전",
    "번외편",
  ]
  /// Words that say what kind of book it is, and so do not name a series.
  static let kindWords: Set<String> = [
    "oneshot", "one shot", "oneshots", "annual", "tpb", "omnibus", "no volume", "no chapter",
    "unknown volume",
    "volume unknown", "no number", "unnumbered", "preview", "anthology", "graphic novel", "gn", "hc",
    "hardcover", "artbook",
    "art book", "fanbook", "fan book", "guidebook", "sampler", "fcbd", "ваншот", "読切", "読み切り", "短編", "단편",
  ]

  /// The text in lower case, with spaces for hyphens.
  static func plain(_ text: some StringProtocol) -> String {
    String(text.lowercased().map { $0 == "-" ? " " : $0 })
  }

  /// Whether a text only says what kind of book it is.
  static func isKind(_ text: some StringProtocol) -> Bool {
    specialWords.contains(plain(text)) || kindWords.contains(plain(text))
  }

  /// The form of publication that a text names.
  static func format(_ text: some StringProtocol) -> String? { formats[plain(text)] }

  /// The form that the name of a series ends in.
  static func format(ofSeries series: String) -> String? {
    let words = series.lowercased().split { $0 == " " || $0 == "-" }
    if series.lowercased().contains("free comic book day") { return "FCBD" }
    for count in [2, 1] where words.count > count {
      let text = words.suffix(count).joined(separator: " ")
      if formatsOfSeries.contains(text) { return formats[text] }
    }
    return nil
  }

  /// Publishers: in lower case, and as they are written.
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
  /// Publishers that a word outside brackets identifies reliably enough.
  static let barePublishers: Set<String> = ["dc", "marvel", "idw"]

  static func publisher(_ text: some StringProtocol) -> String? { publishers[text.lowercased()] }

  /// Shelf names that shops and downloads put in brackets in front of a name.
  static let shelves: Set<String> = [
    "manga", "comic", "comics", "novel", "一般コミック", "成年コミック", "一般漫画", "成年漫画", "同人誌", "同人", "漫画", "コミック", "雑誌",
    "画集", "小説", "ラノベ", "中文", "日文", "日本語", "english", "chinese",
  ]

  /// Whether a bracketed text names the scanner or translator of a book.
  static func isScan(_ text: String) -> Bool {
    let lower = text.lowercased()
    return scanWords.contains { lower.contains($0) }
  }
  private static let scanWords = [
    "汉化", "漢化", "翻訳", "翻译", "翻譯", "扫图", "掃圖", "嵌字", "字幕", "汉组", "漢組", "组", "組", "scan", "raw", "fansub", "번역",
    "스캔",
    "dl版", "digital", "自炊", ".com", ".net", ".org",
  ]

  /// Whether a character is Chinese, Japanese or Korean.
  static func isEastern(_ scalar: Unicode.Scalar) -> Bool {
    (0x3040...0x30FF).contains(scalar.value) || (0x3400...0x9FFF).contains(scalar.value)
      || (0xAC00...0xD7A3).contains(scalar.value)
  }

  /// Shelf prefixes, which never belong to the name of a series.
  static let shelfPrefixes: [[String]] = [["bd", "fr"], ["bd"]]

  /// The editions that letters before a number stand for in the protofolius scheme, used in the Low
  /// Countries.
  static let protofolius: [Character: String] = [
    "B": "biography/best of", "C": "compact edition", "E": "entertainment/puzzle edition",
    "F": "family book edition", "J": "jubilee edition", "N": "newly brought out/restyled edition",
    "O": "old edition (or oblong format)", "P": "pocket edition", "S": "special edition",
    "X": "X-rated edition",
  ]
}
