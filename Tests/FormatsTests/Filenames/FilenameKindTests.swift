import BookModel
import Formats
import Testing

/// Names as shops, servers and readers of other languages give them.
///
/// What is expected is `series|volume|number or chapter|date`, `*` for what does not matter, and behind it what else
/// counts: `t=` the title, `of=` the count, `scan=` what is said of the scan, `run` where the year is a run's.
@Suite("File names, by kinds")
struct FilenameKindTests {
  static let titles: [(String, String)] = [
    (
      "Lantern 100 - Letters from the Ferry v01 (2021) (Digital) (Grp)",
      "Lantern 100 - Letters from the Ferry|1||2021"
    ),
    ("Lantern 9 - The Tide Vol. 2", "Lantern 9 - The Tide|2||"),
    ("1204 - A Year of Rain v01 (2019) (Digital) (Grp)", "1204 - A Year of Rain|1||2019"),
    ("Songs of Glass Episode.0 v01 (2018) (Digital) (Grp)", "Songs of Glass Episode.0|1||2018"),
    ("Songs of Glass Episode 0 v01", "Songs of Glass Episode 0|1||"),
    ("80--EIGHTY v01 (2020) (Digital) (Grp)", "80--EIGHTY|1||2020"),
    ("80--EIGHTY 003 (2020)", "80--EIGHTY||3|2020"),
    ("400 (1998)", "400|||1998"),
    ("400 (1998) (Digital) (Grp)", "400|||1998"),
    ("004 (1998)", "||4|1998"),
    ("Lantern 100 - Letters from the Ferry c004 (2021)", "Lantern 100 - Letters from the Ferry||4|2021"),
    ("Lantern 2199 - Other Voices #04", "Lantern 2199 - Other Voices||4|"),
    ("Lantern 10 v01 (2013)", "Lantern 10|1||2013"),
    ("Lantern No. 8 v01 (2021)", "Lantern No. 8|1||2021"),
    ("Lantern n° 8 v01 (2021)", "Lantern n° 8|1||2021"),
    ("Lantern Nº8 v01 (2021)", "Lantern Nº8|1||2021"),
    ("Lantern 19th v01 (2003)", "Lantern 19th|1||2003"),
    ("7 Million Lanterns v01 (2010)", "7 Million Lanterns|1||2010"),
    ("Lantern Company - The 12th Ferry v02", "Lantern Company - The 12th Ferry|2||"),
    ("Catch 31 v02 - The Tide (2011)", "Catch 31|2||2011|t=The Tide"),
    ("1711 005 (2005)", "1711||5|2005"),
    ("James Lantern 007 v01", "James Lantern 007|1||"),
    ("Lantern Part 02 v03", "Lantern Part 02|3||"),
    ("Lantern Book 02 v03", "Lantern Book 02|3||"),
    ("Lantern 3-5 v02", "Lantern 3-5|2||"),
    ("Ranma ½ v01", "Ranma ½|1||"),
    ("Lantern 100 - Letters Vol 3 #5", "Lantern 100 - Letters|3|5|"),
    ("Lantern 9 Band 2", "Lantern 9|2||"),
    ("灯籠9 - 風 第2巻", "灯籠9 - 風|2||"),
    ("Lantern 9 - Le vent Tome 2", "Lantern 9 - Le vent|2||"),
    ("1204 - A Year of Rain", "1204 - A Year of Rain|||"),
    ("Lantern 9 - The Tide 003 (2011)", "Lantern 9 - The Tide||3|2011"),
    ("Kite 12 (v02)", "Kite|2|12|"),
  ]

  static let joined: [(String, String)] = [
    ("LanternFold_vol1_1500000321", "LanternFold|1||"),
    ("Lantern_Omnibus_1512345678", "Lantern Omnibus|||"),
    ("Lantern_Omnibus_1512345678123", "Lantern Omnibus|||"),
    ("Lantern 012 1512345678", "Lantern||12|"),
    ("LanternFold_1_1500000321", "LanternFold||1|"),
    ("Lantern-Fold-Tales-1500000321", "Lantern Fold Tales|||"),
    ("Tales-of-Lantern-045", "Tales of Lantern||45|"),
    ("Tales-of-Lantern-045-(2014)-(digital-Grp)", "Tales of Lantern||45|2014|scan=Grp"),
    ("Tales-of-Lantern-045 (2014) (digital)", "Tales of Lantern||45|2014"),
    ("Tales-of-Lantern-045-2014", "Tales of Lantern||45|2014"),
    ("Tales-of-Lantern-7", "Tales of Lantern||7|"),
    ("Tales-of-Lantern-2019-05", "Tales of Lantern|||2019-05"),
    ("Tales-of-Lantern-#12", "Tales of Lantern||12|"),
    ("tales-of-lantern-v3", "tales of lantern|3||"),
    ("tales-of-lantern-ch-012", "tales of lantern||12|"),
    ("the-lantern-12", "*||12|"),
    ("the-lantern", "the-lantern|||"),
    ("Spider-Man-12", "*||12|"),
    ("Lantern-003", "Lantern||3|"),
    ("lantern-and-the-tide-v2-003", "lantern and the tide|2|3|"),
    ("the.lantern.012.2014.digital", "the lantern||12|2014"),
    ("the.lantern.12.2014.digital", "the lantern||12|2014"),
    ("the.lantern.v2.012.2014", "the lantern|2|12|2014"),
    ("the.lantern.2014.05.17", "the lantern|||2014-05-17"),
    ("The.Lantern.12.5", "The Lantern||12.5|"),
    ("The.Lantern.v03.5", "The Lantern|3.5||"),
    ("Tin.Lantern.v02.006.(of.06).(2011).(digital-Grp)", "Tin Lantern|2|6|2011|of=6"),
    ("Tin.Lantern.v02.006.(of.06).(2011).(Son of Ultron-Grp)", "Tin Lantern|2|6|2011|of=6"),
    ("Tin.Lantern.006 (2011) (digital)", "Tin Lantern||6|2011"),
    ("Tin Lantern v02.006 (2011)", "Tin Lantern|2|6|2011"),
    ("Tin.Lantern.Vol.2.#006", "Tin Lantern|2|6|"),
    ("S.H.I.E.L.D. 003 (2014)", "S.H.I.E.L.D.||3|2014"),
    ("Dr.Lantern (2014)", "Dr.Lantern|||2014"),
    ("Amazing Lantern-Man -001 (1997)", "Amazing Lantern-Man||-1|1997"),
    ("Amazing Lantern-Man -1 (1997)", "Amazing Lantern-Man||-1|1997"),
    ("Amazing Lantern-Man −1 (1997)", "Amazing Lantern-Man||-1|1997"),
    ("Amazing Lantern-Man v1 -1 (1997)", "Amazing Lantern-Man|1|-1|1997"),
    ("Amazing_Lantern_Man_-001_(1997)", "Amazing Lantern Man||-1|1997"),
    ("Lanterns 018.NOW (2013)", "Lanterns||18.NOW|2013"),
    ("Lanterns 1.MU (2017)", "Lanterns||1.MU|2017"),
    ("Lanterns 001.MU", "Lanterns||1.MU|"),
    ("Lanterns 78.BEY (2021)", "Lanterns||78.BEY|2021"),
    ("Lanterns v2 78.BEY (2021)", "Lanterns|2|78.BEY|2021"),
    ("Lanterns.018.NOW.(2013)", "Lanterns||18.NOW|2013"),
    ("Lanterns ½ (2013)", "Lanterns||½|2013"),
    ("Lanterns 1½ (2013)", "Lanterns||1½|2013"),
    ("Lanterns 001½ (2013)", "Lanterns||1½|2013"),
    ("Lanterns 27AU (2013)", "Lanterns||27AU|2013"),
    ("Lanterns 1AU (2013)", "Lanterns||1AU|2013"),
    ("Lanterns 012A (2013)", "Lanterns||12A|2013"),
    ("Lanterns 5AM (2013)", "Lanterns 5AM|||2013"),
    ("Lanterns 3D (2013)", "Lanterns 3D|||2013"),
    ("Lanterns 20XX (2013)", "Lanterns 20XX|||2013"),
    ("Lantern (2016-2019) #12", "Lantern||12|2016|run"),
    ("Lantern (2016-2019) 012", "Lantern||12|2016|run"),
    ("Lantern 012 (2016-2019)", "Lantern||12|2016|run"),
    ("Lantern (2016–2019) #12", "Lantern||12|2016|run"),
    ("Lantern (2016-) #12", "Lantern||12|2016|run"),
    ("Lantern (2016-present) #12", "Lantern||12|2016|run"),
    ("Lantern (2016-2019) #12 (2017)", "Lantern|2016|12|2017"),
    ("Lantern (2016-19) #12", "Lantern||12|2016|run"),
    ("Lantern 2016-2019 #12", "Lantern||12|2016|run"),
    ("Lantern Magazine 2019-05", "Lantern Magazine|||2019-05"),
    ("Lantern Magazine 05-2019", "Lantern Magazine|||2019-05"),
    ("Lantern Magazine (2019-05)", "Lantern Magazine|||2019-05"),
    ("Lantern Magazine 2019.05.17", "Lantern Magazine|||2019-05-17"),
    ("Lantern Magazine 17.05.2019", "Lantern Magazine|||2019-05-17"),
    ("Lantern Magazine 20190517", "Lantern Magazine|||2019-05-17"),
    ("Lantern Magazine May 2019", "Lantern Magazine|||2019-05"),
    ("Lantern Magazine 2019-05 #3", "Lantern Magazine||3|2019-05"),
    ("Lantern Magazine 2019-05-17", "Lantern Magazine|||2019-05-17"),
    ("Amazing Lantern-Man - 001 (1997)", "Amazing Lantern-Man||1|1997"),
    ("Amazing Lantern-Man #-1 (1997)", "Amazing Lantern-Man||-1|1997"),
    ("Lanterns #1.MU (2017)", "Lanterns||1.MU|2017"),
    ("Lanterns 012a (2013)", "Lanterns||12a|2013"),
    ("Tin.Lantern.006.(2011)", "Tin Lantern||6|2011"),
    ("Tin.Lantern.v2.#006", "Tin Lantern|2|6|"),
  ]

  static let languages: [(String, String)] = [
    ("Lantern Bd. 3", "Lantern|3||"),
    ("Lantern Bd.3", "Lantern|3||"),
    ("Lantern Bd03", "Lantern|3||"),
    ("Lantern Bd. 12 - Der Wind", "Lantern|12|||t=Der Wind"),
    ("Lantern Heft 12", "Lantern||12|"),
    ("Lantern, Heft 12: Der Wind", "Lantern||12||t=Der Wind"),
    ("Lantern Ausgabe 12", "Lantern||12|"),
    ("Lantern n°12", "Lantern||12|"),
    ("Lantern N°12 - Le vent", "Lantern||12||t=Le vent"),
    ("Lantern n°12 Le vent (2011)", "Lantern||12|2011|t=Le vent"),
    ("Lantern Nº 12", "Lantern||12|"),
    ("Lantern nº12", "Lantern||12|"),
    ("Lantern n.º 12", "Lantern||12|"),
    ("Lantern No.12", "Lantern||12|"),
    ("Lantern Nr.12", "Lantern||12|"),
    ("Lantern Número 12", "Lantern||12|"),
    ("Lantern numéro 12", "Lantern||12|"),
    ("Lantern n.12", "Lantern||12|"),
    ("Lantern Deel 3", "Lantern|3||"),
    ("Lantern deel 3 - De wind", "Lantern|3|||t=De wind"),
    ("Lantern Dl. 3", "Lantern|3||"),
    ("Lantern Tom 3", "Lantern|3||"),
    ("Lantern zeszyt 12", "Lantern||12|"),
    ("Lantern Tomo 3", "Lantern|3||"),
    ("Lantern Tome IV - Le vent", "Lantern|4|||t=Le vent"),
    ("Lantern Vol. II", "Lantern|2||"),
    ("Lantern Band III", "Lantern|3||"),
    ("Lantern fascicule 5", "Lantern||5|"),
    ("Lantern Capítulo 12", "Lantern||12|"),
    ("Lantern Cap. 12", "Lantern||12|"),
    ("Lantern Cilt 3", "Lantern|3||"),
    ("Lantern Tập 3", "Lantern|3||"),
    ("Фонарь №12", "Фонарь||12|"),
    ("Фонарь № 12", "Фонарь||12|"),
    ("Фонарь Т.3", "Фонарь|3||"),
    ("Фонарь т. 3", "Фонарь|3||"),
    ("Фонарь Т3", "Фонарь|3||"),
    ("Фонарь вып. 5", "Фонарь||5|"),
    ("Фонарь Выпуск 5", "Фонарь||5|"),
    ("Фонарь вып.5", "Фонарь||5|"),
    ("Фонарь 3 том", "Фонарь|3||"),
    ("Фонарь т.3 гл.12", "Фонарь|3|12|"),
    ("Фонарь Том 3 Глава 12", "Фонарь|3|12|"),
    ("灯笼 第三卷", "灯笼|3||"),
    ("灯笼第三卷", "灯笼|3||"),
    ("灯笼 卷三", "灯笼|3||"),
    ("灯笼 三卷", "灯笼|3||"),
    ("灯笼 第十二话", "灯笼||12|"),
    ("灯笼 第二十话", "灯笼||20|"),
    ("灯笼 第一百零五话", "灯笼||105|"),
    ("灯笼 第一〇五話", "灯笼||105|"),
    ("灯笼 第百二十話", "灯笼||120|"),
    ("灯籠 第二十三巻", "灯籠|23||"),
    ("灯籠 第１２巻", "灯籠|12||"),
    ("灯籠 第三巻 第十二話", "灯籠|3|12|"),
    ("もう一回", "もう一回|||"),
    ("灯籠 全31巻", "灯籠|||"),
    ("灯籠 全三巻", "灯籠|||"),
    ("灯籠 全31卷完", "灯籠|||"),
    ("灯籠(全31巻)", "灯籠|||"),
    ("灯籠 全31巻 完結", "灯籠|||"),
    ("등불 전12권", "등불|||"),
    ("第05巻", "|5||"),
    ("第05巻 完", "|5||"),
    ("[灯籠][山野太郎][東立]V1End", "灯籠|1||"),
    ("[灯籠][山野太郎][東立]Vol.02", "灯籠|2||"),
    ("[灯籠][山野太郎][東立][第03卷]", "灯籠|3||"),
    ("[灯籠][山野太郎][Vol.02]", "灯籠|2||"),
    ("【灯籠】【山野太郎】【第二卷】", "灯籠|2||"),
    ("[灯籠][山野太郎][Vol.01-Vol.34]", "灯籠|1-34||"),
    ("[灯籠][山野太郎][Vol_02]", "灯籠|2||"),
    ("[漫画][灯籠][Vol.02]", "灯籠|2||"),
    ("(灯籠)(Vol 2)", "灯籠|2||"),
    ("[Lantern][Ann Ash][Vol.02]", "Lantern|2||"),
    ("Lantern Vol.01-Vol.34", "Lantern|1-34||"),
    ("灯籠 第01巻-第09巻", "灯籠|1-9||"),
    ("灯籠 第01～09巻", "灯籠|1-9||"),
    ("(一般コミック) [山田花子] 灯籠の猫 第01巻", "灯籠の猫|1||"),
    ("[山田花子] 灯籠の猫 第01巻", "灯籠の猫|1||"),
    ("[山田花子×海野太郎] 灯籠の猫 全03巻", "灯籠の猫|||"),
    ("[汉化组] 灯笼 第01卷", "灯笼|1|||scan=汉化组"),
    ("Lantern Band 3", "Lantern|3||"),
    ("Lantern n° 12", "Lantern||12|"),
    ("Lantern Nr. 12", "Lantern||12|"),
    ("Lantern Tome 4 - Le vent", "Lantern|4|||t=Le vent"),
    ("灯籠 第12話", "灯籠||12|"),
    ("灯籠 12巻", "灯籠|12||"),
    ("灯籠 第01-09巻", "灯籠|1-9||"),
    ("등불 04권 (완결)", "등불|4||"),
    ("등불 제12화", "등불||12|"),
    ("등불 제 12 화", "등불||12|"),
    ("등불 시즌2 12화", "등불|2|12|"),
    ("(C97) [Circle (Artist)] Lantern Book (Parody)", "Lantern Book|||"),
    ("(C101) [Circle (Artist)] Lantern Book (Parody) [English]", "Lantern Book|||"),
    ("(C97) [サークル (山田花子)] 灯籠の本 (灯籠) [DL版]", "灯籠の本|||"),
    ("(COMIC1☆15) [Circle (Artist)] Lantern Book", "Lantern Book|||"),
    ("(例大祭16) [Circle (Artist)] Lantern Book", "Lantern Book|||"),
    ("[Circle (Artist)] Lantern Book (C97)", "Lantern Book|||"),
    ("[C97] [Circle] Lantern Book 2", "Lantern Book||2|"),
    ("灯籠 2019年5月号", "灯籠|||2019-05"),
    ("灯籠 2019年12号", "灯籠||12|2019"),
    ("灯籠 第12号", "灯籠||12|"),
    ("灯笼 第12期", "灯笼||12|"),
    ("灯籠 第3集", "灯籠|3||"),
    ("Lantern (1995) Heft 5", "Lantern||5|1995"),
    ("鉄人28号 第05巻", "鉄人28号|5||"),
    ("Lantern.n.12", "Lantern||12|"),
    ("Lantern.Vol.03.(2014)", "Lantern|3||2014"),
    ("1984 (2021)", "1984|||2021"),
    ("Area 51", "Area||51|"),
    ("[灯籠][山野太郎][東立]V1End", "灯籠|1||"),
  ]

  @Test("numbers that belong to a title stay in it", arguments: titles)
  func inTitles(_ name: String, _ expected: String) { check(name, expected) }

  @Test("names joined by dots and hyphens, odd numbers, dates and runs", arguments: joined)
  func ofJoinedNames(_ name: String, _ expected: String) { check(name, expected) }

  @Test("words and brackets of other languages", arguments: languages)
  func ofLanguages(_ name: String, _ expected: String) { check(name, expected) }

  private func check(_ stem: String, _ expected: String) {
    let name = FilenameParser.parse(stem)
    let columns = [
      name.series ?? "", name.volume?.text ?? "", (name.number ?? name.chapter)?.text ?? "",
      name.date?.description ?? "",
    ]
    let others = [
      "t=\(name.title ?? "")", "of=\(name.count.map(String.init) ?? "")",
      "scan=\(name.scanInformation ?? "")",
      name.isRun ? "run" : "",
    ]
    for (index, part) in expected.split(separator: "|", omittingEmptySubsequences: false).enumerated() {
      guard part != "*" else { continue }
      if index < columns.count {
        #expect(columns[index] == part)
      } else if !part.isEmpty {
        #expect(others.contains(String(part)), "\(part) in \(others)")
      }
    }
  }

  @Test(
    "in a folder that is named after a series, a number in front is the book's, and what follows its title",
    arguments: [
      ("001 - The Beginning", "number=1 title=The Beginning"), ("02. The Tide", "number=2 title=The Tide"),
      ("003 The Storm", "number=3 title=The Storm"),
      ("4 - The Calm (2014)", "number=4 title=The Calm date=2014"),
      ("01 - Gull - The Tide", "number=1 title=The Tide"), ("005 Gull", "number=5"),
      ("12 Angry Gulls", "series=12 Angry Gulls"), ("1984 - The Novel", "series=1984 - The Novel"),
      ("001 - Tern #4", "series=Tern number=4"),
      ("Gull 005 - The Calm", "series=Gull number=5 title=The Calm"),
    ])
  func places(_ stem: String, _ expected: String) {
    let metadata = FilenameParser.metadata(ofStem: stem, inSeries: "Gull")
    let fields: [MetadataField] = [.series, .number, .title, .date]
    let texts = fields.compactMap { field in metadata[field].map { "\(field.rawValue)=\($0.value.text)" } }
    #expect(texts.joined(separator: " ") == expected)
  }

  @Test(
    "a name that only says what kind of book it is leaves the series to the folder",
    arguments: [
      "Oneshot", "One-Shot", "No Volume", "Omake", "Special 1", "Annual 2012", "番外編", "Extra (2014)",
    ])
  func kinds(_ stem: String) {
    let name = FilenameParser.parse(stem)
    #expect(name.confidence(of: .series) == .guess)
    #expect(name.number == nil && name.volume == nil)
  }

  @Test(
    "who stands in front of an Eastern title made the book, who scanned it says so",
    arguments: [
      ("(一般コミック) [山田花子] 灯籠の猫 第01巻", "山田花子", "一般コミック"), ("[山田花子×海野太郎] 灯籠の猫", "山田花子+海野太郎", ""),
      ("[汉化组] 灯笼 第01卷", "", "汉化组"), ("[Group] Lantern v1", "", "Group"),
      ("(C97) [Circle (Artist)] Lantern Book (Parody)", "Artist", "C97, Parody"),
    ])
  func creators(_ stem: String, _ creators: String, _ scan: String) {
    let name = FilenameParser.parse(stem)
    #expect(name.creators.joined(separator: "+") == creators)
    #expect(name.scanInformation ?? "" == scan)
  }

  @Test("the years of a run are no date of the book")
  func runs() {
    let metadata = FilenameParser.metadata(ofStem: "Lantern (2016-2019) #12")
    #expect(metadata.date == nil)
    #expect(metadata.startYear == 2016)
  }

  @Test(
    "a folder's number belongs to its series, unless it is written as an issue's",
    arguments: [
      ("Area 51", "Area 51"), ("Lantern 012", "Lantern"), ("Lantern 1-12", "Lantern"), ("灯籠 全31巻", "灯籠"),
      ("[山田花子] 灯籠 全31巻 完", "灯籠"), ("Lantern (2016-2019)", "Lantern"),
    ])
  func folders(_ folder: String, _ series: String) {
    #expect(FilenameParser.metadata(ofFolder: folder).series == series)
  }

  @Test(
    "numbers in letters",
    arguments: [("第百二十話", "120"), ("第一〇五話", "105"), ("卷三", "3"), ("第廿三卷", "23"), ("もう一回", "")])
  func numerals(_ stem: String, _ number: String) {
    let name = FilenameParser.parse(stem)
    #expect((name.volume ?? name.chapter)?.text ?? "" == number)
  }

  @Test("a name is read as it is written, whatever was read just before")
  func repeated() {
    let (composed, decomposed) = ("Caf\u{E9} 3", "Cafe\u{301} 3")
    for stem in [composed, decomposed, composed, decomposed] {
      let series = FilenameParser.parse(stem).series ?? ""
      #expect(Array(series.utf8) == Array(stem.utf8.dropLast(2)))
    }
    var asNumber = FilenameRules()
    asNumber.volumeAsNumber = true
    #expect(FilenameParser.metadata(ofStem: "Kite v3").volume?.text == "3")
    #expect(FilenameParser.metadata(ofStem: "Kite v3", rules: asNumber).number?.text == "3")
    #expect(FilenameParser.metadata(ofStem: "Kite v3").volume?.text == "3")
  }
}
