import BookModel
import Formats
import Options
import Testing

@Suite("Rules for file names")
struct FilenameRulesTests {
  private func parse(_ name: String, _ change: (inout FilenameRules) -> Void = { _ in }) -> ParsedName {
    var rules = FilenameRules()
    change(&rules)
    return FilenameParser.parse(name, rules: rules)
  }

  @Test("a volume is the number too where the name has no other, and where it is no year")
  func volumeAsNumber() {
    #expect(parse("Foo v03").number == nil)
    #expect(parse("Foo v03") { $0.volumeAsNumber = true }.number?.text == "3")
    #expect(parse("Foo v03 c7") { $0.volumeAsNumber = true }.number == nil)
    #expect(parse("Foo v3 #5") { $0.volumeAsNumber = true }.number?.text == "5")
    #expect(parse("Foo v2016") { $0.volumeAsNumber = true }.number == nil)
    var rules = FilenameRules()
    rules.volumeAsNumber = true
    let metadata = FilenameParser.metadata(ofStem: "Foo v03", rules: rules)
    #expect(metadata.volume?.text == "3" && metadata.number?.text == "3" && metadata.seriesVolume == nil)
  }

  @Test("a French tome is the volume, or the number where that is wanted and no other is there")
  func tome() {
    #expect(parse("Foo T22").volume?.text == "22")
    #expect(parse("Foo T22") { $0.tome = .number }.number?.text == "22")
    #expect(parse("Foo Tome 6") { $0.tome = .number }.volume == nil)
    #expect(parse("Foo v6") { $0.tome = .number }.volume?.text == "6")
  }

  @Test(
    "a dash begins a title behind a number, elsewhere only where that is wanted",
    arguments: [
      ("Foo - Bar (2017)", "Foo - Bar", nil, "Foo", "Bar"), ("Foo - Bar", "Foo - Bar", nil, "Foo", "Bar"),
      ("Foo 3 - Bar", "Foo", "Bar", "Foo", "Bar"), ("Foo - Bar 3", "Foo - Bar", nil, "Foo - Bar", nil),
      ("Spider-Man", "Spider-Man", nil, "Spider-Man", nil),
    ] as [(String, String, String?, String, String?)])
  func dashTitle(_ stem: String, _ series: String, _ title: String?, _ always: String, _ splitTitle: String?)
  {
    #expect(parse(stem).series == series && parse(stem).title == title)
    let name = parse(stem) { $0.dashTitle = .always }
    #expect(name.series == always && name.title == splitTitle)
  }

  @Test(
    "a number in front is what the rule says",
    arguments: [
      (
        "04 - Asterix", "auto: Asterix (04)", "series: 04 - Asterix", "number: Asterix #4",
        "alternate: Asterix alt 4"
      ),
      (
        "52 Foo v1 #2", "auto: 52 Foo #2", "series: 52 Foo #2", "number: Foo #2 (52)",
        "alternate: Foo #2 alt 52"
      ),
      (
        "52 Foo_Bar #2", "auto: 52 Foo Bar #2", "series: 52 Foo Bar #2", "number: Foo Bar #2 (52)",
        "alternate: Foo Bar #2 alt 52"
      ),
      (
        "52 Foo_Bar_#2", "auto: Foo Bar #2 alt 52", "series: 52 Foo Bar #2", "number: Foo Bar #2 (52)",
        "alternate: Foo Bar #2 alt 52"
      ),
      ("52", "auto:  #52", "series:  #52", "number:  #52", "alternate:  #52"),
    ])
  func leadingNumber(_ stem: String, _ auto: String, _ series: String, _ number: String, _ alternate: String)
  {
    for (rule, expected) in zip(FilenameRules.LeadingNumber.allCases, [auto, series, number, alternate]) {
      let name = parse(stem) { $0.leadingNumber = rule }
      var text = "\(rule.rawValue): \(name.series ?? "")"
      if let number = name.number { text += " #\(number)" }
      if let number = name.alternateNumber { text += " alt \(number)" }
      if let rest = name.scanInformation { text += " (\(rest))" }
      #expect(text == expected)
    }
  }

  @Test(
    "zeros in front of numbers go, or stay",
    arguments: [
      ("Foo #001", "1", "001"), ("Foo #001-008", "1-8", "001-008"), ("Foo #B01", "B1", "B01"),
      ("Foo #-01", "-1", "-01"),
      ("Foo #000", "0", "000"), ("Foo #0.5", "0.5", "0.5"), ("Foo #001½", "1½", "001½"),
      ("Foo #10.05", "10.05", "10.05"),
      ("Foo 007", "7", "007"), ("Foo #007.LR", "7.LR", "007.LR"),
    ])
  func zeros(_ stem: String, _ dropped: String, _ kept: String) {
    #expect(parse(stem).number?.text == dropped)
    #expect(parse(stem) { $0.zeros = .keep }.number?.text == kept)
  }

  @Test(
    "how sure a field is",
    arguments: [
      ("Foo #3", "series likely, number certain"), ("Foo 3", "series likely, number likely"),
      ("003", "number guess"), ("#52", "series guess, number certain"), ("Foo", "series unsure"),
      ("Foo v3 (2001)", "series likely, volume certain, date certain"),
      ("Foo S01 2", "series likely, number likely, volume likely"),
      ("Foo #2 - Bar", "title likely, series likely, number certain"),
      ("Foo #2 Bar", "title unsure, series likely, number certain"),
      ("Foo - Special", "title unsure, series guess, format unsure"),
      ("Foo #2 (DC) (x)", "series likely, number certain, publisher likely, scanInformation unsure"),
    ])
  func confidences(_ stem: String, _ expected: String) {
    let name = parse(stem)
    let fields = MetadataField.allCases.compactMap { field in
      name.confidence(of: field).map { "\(field.rawValue) \($0.rawValue)" }
    }
    #expect(fields.joined(separator: ", ") == expected)
  }

  @Test("fields that are less sure than asked are not taken")
  func least() {
    var rules = FilenameRules()
    rules.least = .certain
    #expect(
      FilenameParser.metadata(ofStem: "Foo #3 Bar (2001) (x)", rules: rules).fields == [.number, .date])
    rules.least = .likely
    #expect(
      FilenameParser.metadata(ofStem: "Foo #3 Bar (2001) (x)", rules: rules).fields == [
        .series, .number, .date,
      ])
  }

  @Test(
    "what is neither name nor number is a publisher, a form, or scan information",
    arguments: [
      ("Foo #1 (Marvel) (Digital) (Zone-Empire)", "Marvel | Digital | Zone-Empire"),
      ("Foo #1 (Digital-Zone)", " | Digital | Zone"), ("Foo TPB (2012) (Digital)", " | TPB | Digital"),
      ("Foo v1 (c2c) (2048px) (3 covers)", " |  | c2c, 2048px, 3 covers"), ("[Group] Foo v1", " |  | Group"),
      ("Foo (2016-2019) #3", " |  | 2016-2019"), ("Foo #1 Bar c2c", " |  | c2c"),
      ("Foo (One-Shot)", " | One-Shot | "),
      ("Foo c5v2 [x]", " |  | v2, x"), ("Foo FCBD (2010)", " | FCBD | "), ("MAD Magazine 5", " |  | "),
    ])
  func remainder(_ stem: String, _ expected: String) {
    let name = parse(stem)
    #expect("\(name.publisher ?? "") | \(name.format ?? "") | \(name.scanInformation ?? "")" == expected)
  }

  @Test(
    "folders that only name a volume leave the series to the one around",
    arguments: [
      (["Vol 2", "Akira"], "series=Akira volume=2"), (["Akira", "Manga"], "series=Akira"),
      (["Vol 2", "Downloads"], ""), (["Vol 2"], ""), (["Vol 2", "S01", "Tower"], "series=Tower volume=2"),
      (["Downloads", "Akira"], ""), (["a", "b", "c", "d"], "series=a"),
    ])
  func folders(_ folders: [String], _ expected: String) {
    let metadata = FilenameParser.metadata(ofFolders: folders)
    let text = metadata.fields.map { "\($0.rawValue)=\(metadata[$0]?.value.text ?? "")" }
    #expect(text.joined(separator: " ") == expected)
  }

  @Test("options are declared with their defaults")
  func declaration() {
    #expect(FilenameRules().optionText == "{}")
    #expect(FilenameRules.options.map(\.declaration.name).count == 7)
  }

  @Test("whatever the pieces, their order and the rules: every word and number is in some field")
  func nothingLost() {
    let pieces = [
      "Aaa", "Bbb", "v1", "#2", "(2001)", "(2002-2003)", "(Ccc)", "[Ddd-Eee]", "-", "33", "004", "c6-c7",
      "SP5", "(Digital)",
      "(DC)", "Special", "of 8", "(1 of 9)", "T17", "scans", "digital", "1999", "Chapter11v2", "{Fff}",
      "Annual", ":", "Bd", "Fr-Ggg",
    ]
    var random = Dice(seed: 3)
    for _ in 0..<4_000 {
      let stem = (0..<random.roll(1...6)).map { _ in random.pick(pieces) }.joined(
        separator: random.pick([" ", " ", "_"]))
      var rules = FilenameRules()
      rules.zeros = .keep
      rules.volumeAsNumber = random.pick([false, true])
      rules.tome = random.pick(FilenameRules.Tome.allCases)
      rules.dashTitle = random.pick(FilenameRules.DashTitle.allCases)
      rules.leadingNumber = random.pick(FilenameRules.LeadingNumber.allCases)
      rules.letterScheme = random.pick(FilenameRules.LetterScheme.allCases)
      let metadata = FilenameParser.metadata(ofStem: stem, rules: rules)
      let special = FilenameParser.parse(stem, rules: rules).special?.text ?? ""
      let text =
        metadata.fields.map { metadata[$0]?.value.text ?? "" }.joined(separator: " ").lowercased() + " "
        + special
      for word in [
        "aaa", "bbb", "ccc", "ddd", "eee", "fff", "ggg", "dc", "digital", "special", "annual", "scans", "bd",
        "33", "004", "2001", "2002", "2003", "1999", "11", "v2", "17",
      ]
      where stem.lowercased().contains(word) {
        #expect(text.contains(word), "\(word) of \(stem) is not in \(text)")
      }
    }
  }
}
