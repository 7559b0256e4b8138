import BookModel
import Formats
import Testing

/// One name and what it says; nil where nothing.
struct NameVector: Sendable, CustomTestStringConvertible {
  var name: String
  var series: String?
  var volume: String?
  var number: String?
  var year: Int?
  var title: String?
  var chapter: String?
  var count: Int?

  init(
    _ name: String, _ series: String?, v volume: String? = nil, n number: String? = nil, y year: Int? = nil,
    t title: String? = nil, c chapter: String? = nil, of count: Int? = nil
  ) {
    self.name = name
    self.series = series
    self.volume = volume
    self.number = number
    self.year = year
    self.title = title
    self.chapter = chapter
    self.count = count
  }

  var testDescription: String { name }
}

@Suite("File names")
struct FilenameParserTests {
  /// Names from the wild, after the test tables of other programs.
  static let vectors: [NameVector] = [
    NameVector("Night of 1000 Wolves 001 (2013)", "Night of 1000 Wolves", n: "1", y: 2013),
    NameVector("33475 OMAC v3 2", "33475 OMAC", v: "3", n: "2"),
    NameVector(
      "Arkenstone Vol. 01 - The Smell of Burnt Toast (2020) (digital) (My-brother)", "Arkenstone", v: "1",
      y: 2020,
      t: "The Smell of Burnt Toast"),
    NameVector(
      "The_Arkenstone_v03_(2002)_(Digital)_(DR_&amp;amp;_Quenya-Elves)", "The Arkenstone", v: "3", y: 2002),
    NameVector(
      "Kartalk v01 001 - Fear the Brakes (2004) (digital) (Son of Ultron-EMpire)", "Kartalk", v: "1", n: "1",
      y: 2004,
      t: "Fear the Brakes"),
    NameVector(
      "King of Skittles 01 (of 05) (2020) (digital) (Son of Ultron-Empire)", "King of Skittles", n: "1",
      y: 2020, of: 5),
    NameVector("Jeremy John - Not A Title (2017) (digital-Minutement)", "Jeremy John - Not A Title", y: 2017),
    NameVector("Earth X #½", "Earth X", n: "½"),
    NameVector("The Amazing Spider-Man #78.BEY", "The Amazing Spider-Man", n: "78.BEY"),
    NameVector("Wolverine & the X-Men #27AU", "Wolverine & the X-Men", n: "27AU"),
    NameVector(
      "The Sensational Spider-Man v1 #-1 (1997)", "The Sensational Spider-Man", v: "1", n: "-1", y: 1997),
    NameVector("Test Numeric Year #2 2001-02-24", "Test Numeric Year", n: "2", y: 2001),
    NameVector("Batman '89 (2021) ", "Batman '89", y: 2021),
    NameVector(
      "Blade Runner Free Comic Book Day 2021 (2021)", "Blade Runner Free Comic Book Day 2021", y: 2021),
    NameVector(
      "Elephantmen 2259 #008 - Simple Truth 03 (of 06) (2021)", "Elephantmen 2259", v: "3", n: "8", y: 2021,
      t: "Simple Truth"),
    NameVector("Bloodshot Book 03 (2020)", "Bloodshot", v: "3", y: 2020, t: "Book 03"),
    NameVector(
      "Wonder Woman #49 DC Sep-Oct 1951 digital [downsized, lightened, 4 missing story pages restored] (Shadowcat-Empire)",
      "Wonder Woman", n: "49", y: 1951),
    NameVector("batman #B01 title (DC)", "batman", n: "B1", t: "title"),
    NameVector(
      "Michel Vaillant #66 100.000.000 $ voor Steve Warson", "Michel Vaillant", n: "66",
      t: "100.000.000 $ voor Steve Warson"),
    NameVector("Karl May #001 Old Shatterhand", "Karl May", n: "1", t: "Old Shatterhand"),
    NameVector("action comics 1024", "action comics", n: "1024"),
    NameVector("Action Comics 1001 (2018)", "Action Comics", n: "1001", y: 2018),
    NameVector("#52", "52", n: "52"),
    NameVector(
      "Monster Island v1 #3 (1957) -- The Revenge Of King Klong (noads)", "Monster Island", v: "1", n: "3",
      y: 1957,
      t: "The Revenge Of King Klong"),
    NameVector(
      "Foobar-Man Annual #121 - The Wrath of Foobar-Man, Part 1 of 2", "Foobar-Man Annual", n: "121",
      t: "The Wrath of Foobar-Man, Part 1 of 2"),
    NameVector("Super Strange Yarns (1957) #92 (1969)", "Super Strange Yarns", v: "1957", n: "92", y: 1969),
    NameVector("Action Spy Tales v1965 #3", "Action Spy Tales", v: "1965", n: "3"),
    NameVector(" X-Men-V1-#067", "X-Men", v: "1", n: "67"),
    NameVector(
      "Aquaman 80th Anniversary 100-Page Super Spectacular (2021) #001 (2021) (Digital) (BlackManta-Empire)",
      "Aquaman 80th Anniversary 100-Page Super Spectacular", v: "2021", n: "1", y: 2021),
    NameVector(
      "The Defenders v1 Annual #01 (1976) (Digital)", "The Defenders Annual", v: "1", n: "1", y: 1976),
    NameVector("X-Men, 2021-08-04 (#02) (digital) (Glorith-HD)", "X-Men", n: "2", y: 2021),
    NameVector(
      "Historys Strongest Disciple Kenichi_v11_c90-98", "Historys Strongest Disciple Kenichi", v: "11",
      c: "90-98"),
    NameVector(
      "Gokukoku no Brynhildr - c001-008 (v01) [TrinityBAKumA]", "Gokukoku no Brynhildr", v: "1", c: "1-8"),
    NameVector(
      "Dance in the Vampire Bund v16-17 (Digital) (NiceDragon)", "Dance in the Vampire Bund", v: "16-17"),
    NameVector(
      "Dance in the Vampire Bund {Special Edition} v03.5 (2019) (Digital) (KG Manga)",
      "Dance in the Vampire Bund",
      v: "3.5", y: 2019),
    NameVector("U12 (Under 12) Vol. 0001 Ch. 0001 - Reiwa Scans (gb)", "U12", v: "1", c: "1"),
    NameVector("Tonikaku Cawaii [Volume 11]", "Tonikaku Cawaii", v: "11"),
    NameVector("Tower Of God S01 014 (CBT) (digital)", "Tower Of God", v: "1", n: "14"),
    NameVector("Beelzebub_153b_RHS", "Beelzebub", n: "153.5"),
    NameVector("Beelzebub_150-153b_RHS", "Beelzebub", n: "150-153.5"),
    NameVector("Kaiju No. 8 036 (2021) (Digital)", "Kaiju No. 8", n: "36", y: 2021),
    NameVector(
      "Seraph of the End - Vampire Reign 093  (2020) (Digital) (LuCaZ)", "Seraph of the End - Vampire Reign",
      n: "93",
      y: 2020),
    NameVector(
      "Umineko no Naku Koro ni - Episode 3 - Banquet of the Golden Witch #02", "Umineko no Naku Koro ni",
      n: "2",
      t: "Banquet of the Golden Witch", c: "3"),
    NameVector("[Suihei Kiki]_Kasumi_Otoko_no_Ko_[Taruby]_v1.1", "Kasumi Otoko no Ko", v: "1.1"),
    NameVector("Yumekui-Merry_DKThias_Chapter11v2", "Yumekui-Merry DKThias", c: "11"),
    NameVector("Vol 1", nil, v: "1"), NameVector("v001", nil, v: "1"),
    NameVector("Vol03_ch15-22", nil, v: "3", c: "15-22"),
    NameVector(
      "Grand Blue Dreaming - SP02 Extra (2019) (Digital) (danke-Empire)", "Grand Blue Dreaming", y: 2019,
      t: "Extra"),
    NameVector("Accel World Chapter 001 Volume 002", "Accel World", v: "2", c: "1"),
    NameVector("幽游白书完全版 第03卷 天下", "幽游白书完全版", v: "3", t: "天下"),
    NameVector("【TFO汉化&Petit汉化】迷你偶像漫画卷2第25话", "迷你偶像漫画", v: "2", c: "25"),
    NameVector("スライム倒して300年、知らないうちにレベルMAXになってました 1-3巻", "スライム倒して300年、知らないうちにレベルMAXになってました", v: "1-3"),
    NameVector("몰?루 아카이브 7.5권", "몰?루 아카이브", v: "7.5"),
    NameVector("Манга Том 1 2 Глава", "Манга", v: "1", c: "2"),
    NameVector(
      "เด็กคนนี้ขอลาออกจากการเป็นเจ้าของปราสาท เล่ม 1 ตอนที่ 3", "เด็กคนนี้ขอลาออกจากการเป็นเจ้าของปราสาท", v: "1", c: "3"),
    NameVector(
      "04 - Asterix the Gladiator (1964) (Digital-Empire) (WebP by Doc MaKS)", "Asterix the Gladiator",
      y: 1964),
    NameVector("Batman & Wildcat (1 of 3)", "Batman & Wildcat", n: "1", of: 3),
    NameVector("Batgirl Vol.2000 #57 (December, 2004)", "Batgirl", v: "2000", n: "57", y: 2004),
    NameVector("Batman Beyond 2.0 001 (2013)", "Batman Beyond 2.0", n: "1", y: 2013),
    NameVector("2000 AD 0366 [1984-04-28] (flopbie)", "2000 AD", n: "366", y: 1984),
    NameVector(
      "Invincible 070.5 - Invincible Returns 1 (2010) (digital) (Minutemen-InnerDemons)", "Invincible",
      n: "70.5",
      y: 2010, t: "Invincible Returns 1"),
    NameVector("Daredevil - t6 - 10 - (2019)", "Daredevil", v: "6", n: "10", y: 2019),
    NameVector("Conquistador_-Tome_2", "Conquistador", v: "2"),
    NameVector("Fables 2010 Vol. 1 Legends in Exile", "Fables 2010", v: "1", t: "Legends in Exile"),
    NameVector("Adventure Time v01 (2012)", "Adventure Time", v: "1", y: 2012),
    NameVector("spawn-chapter-123", "spawn", c: "123"),
  ]

  /// Names of our own, for the edges of the rules.
  static let edges: [NameVector] = [
    NameVector("", nil), NameVector("-", nil), NameVector("()", nil), NameVector("[Group]", nil),
    NameVector("Akira", "Akira"), NameVector("001", nil, n: "1"),
    NameVector("Akira.v01.c02", "Akira", v: "1", c: "2"),
    NameVector("X-Men (2019) 003 (digital)", "X-Men", n: "3", y: 2019),
    NameVector("Spider-Man 2099 001", "Spider-Man 2099", n: "1"),
    NameVector("Spider-Man 2099", "Spider-Man 2099"),
    NameVector("Catch-22", "Catch-22"), NameVector("Goodbye, Eri v01", "Goodbye, Eri", v: "1"),
    NameVector("Overlord, Vol. 3: The Bloody Valkyrie", "Overlord", v: "3", t: "The Bloody Valkyrie"),
    NameVector("Mini Series 2 of 4", "Mini Series", n: "2", of: 4),
    NameVector("Foo (09-10 1943)", "Foo", y: 1943),
    NameVector("Foo Issue #25", "Foo", n: "25"), NameVector("Foo Issue 25", "Foo", n: "25"),
    NameVector("Foo # 7", "Foo", n: "7"),
    NameVector("Foo c01-c04", "Foo", c: "1-4"), NameVector("Foo c001-006x1", "Foo", c: "1-6"),
    NameVector("Foo 02-24-2001 #3", "Foo", n: "3", y: 2001),
    NameVector("Foo (unclosed 003", "Foo (unclosed", n: "3"),
    NameVector("Foo 第１０話", "Foo", c: "10"), NameVector("Foo #blessed", "Foo #blessed"),
    NameVector("52 Monster_Island_v1_#2__repaired__c2c", "Monster Island", v: "1", n: "2"),
    NameVector("Avatar 3D (2010)", "Avatar 3D", y: 2010),
    NameVector("Foo 007 (2020-2021)", "Foo", n: "7", y: 2020),
    NameVector("第3巻", nil, v: "3"), NameVector("Tex Willer n. 12", "Tex Willer", n: "12"),
    NameVector("Foo #001-scan", "Foo", n: "1"), NameVector("Foo #12-13", "Foo", n: "12-13"),
    NameVector("Foo v02.kepub", "Foo", v: "2"),
    NameVector("The Jungle Book 3", "The Jungle Book", n: "3"),
  ]

  @Test("what names of the wild say", arguments: vectors)
  func namesOfTheWild(_ vector: NameVector) { check(vector) }

  @Test("the edges of the rules", arguments: edges)
  func edgeCases(_ vector: NameVector) { check(vector) }

  private func check(_ vector: NameVector) {
    let name = FilenameParser.parse(vector.name)
    #expect(name.series == vector.series)
    #expect(name.volume?.text == vector.volume)
    #expect(name.number?.text == vector.number)
    #expect(name.chapter?.text == vector.chapter)
    #expect(name.date?.year == vector.year)
    #expect(name.count == vector.count)
    #expect(name.title == vector.title)
  }

  @Test("whatever the pieces and their order, a series is never left with loose ends, and nothing traps")
  func everySmallName() {
    let pieces = ["A", "v1", "#2", "(2001)", "(x)", "-", "3", "004", "of 5", "c6-c7", "第8巻", "["]
    var names = [""]
    for _ in 0..<3 {
      names = names.flatMap { name in [name] + pieces.map { name.isEmpty ? $0 : "\(name) \($0)" } }
      names = Array(Set(names))
    }
    names += names.map { $0.filter { $0 != " " } }
    for name in names {
      let parsed = FilenameParser.parse(name)
      #expect(parsed.series?.first.map { !" -,:".contains($0) } ?? true, "\(name)")
      #expect(parsed.series?.last.map { !" -,:".contains($0) } ?? true, "\(name)")
      #expect(parsed.title?.isEmpty != true, "\(name)")
      #expect(parsed == FilenameParser.parse(" \(name) "), "\(name)")
    }
  }

  @Test("a name longer than any file's says nothing, and costs nothing")
  func immense() {
    #expect(FilenameParser.parse(String(repeating: "(", count: 100_000)) == ParsedName())
  }

  @Test(
    "a volume beside an issue's number tells runs apart, a year is where a run began, any other is the book's own",
    arguments: [
      ("Foo v2 #3", "series=Foo number=3 seriesVolume=2"), ("Foo v2 c3", "series=Foo volume=2 chapter=3"),
      ("Foo v03 (2012)", "series=Foo volume=3 date=2012"),
      ("Foo v1965 #3", "series=Foo number=3 startYear=1965"),
      ("Foo v1-2", "series=Foo volume=1-2"), ("Foo 4 (of 6)", "series=Foo number=4 count=6"),
    ])
  func metadata(_ name: String, _ expected: String) {
    let metadata = FilenameParser.metadata(ofStem: name)
    #expect(Set(describe(metadata)) == Set(expected.split(separator: " ").map(String.init)))
    #expect(metadata.fields.allSatisfy { metadata[$0]?.origin == Origin(.filename) })
  }

  @Test(
    "a title gives series and volume where it names a volume, and nothing else ever",
    arguments: [
      ("Accel World, Vol 1", "series=Accel World|volume=1"),
      ("Overlord, Vol. 3: The Bloody Valkyrie", "series=Overlord|volume=3"),
      ("One Piece v61", "series=One Piece|volume=61"),
      ("ドラえもん 第3巻", "series=ドラえもん|volume=3"), ("Vol. 3", ""), ("Catch-22", ""),
      ("Terminator T2", ""),
      ("Tower Of God S01", ""), ("Batman #3", ""), ("1984", ""), ("The Jungle Book 03", ""), ("", ""),
    ])
  func titles(_ title: String, _ expected: String) {
    let metadata = FilenameParser.metadata(ofTitle: title)
    #expect(describe(metadata).joined(separator: "|") == expected)
    #expect(metadata.fields.allSatisfy { metadata[$0]?.origin == Origin(.title) })
  }

  @Test(
    "a folder gives the series it is named after, everyday names give none",
    arguments: [
      ("Adventure Time TPB (2012)", "series=Adventure Time TPB"), ("Love Hina", "series=Love Hina"),
      ("Downloads", ""),
      ("inbox", ""), ("", ""), (".", ""), ("Vol 1", ""),
    ])
  func folders(_ folder: String, _ expected: String) {
    let metadata = FilenameParser.metadata(ofFolder: folder)
    #expect(describe(metadata).joined(separator: "|") == expected)
    #expect(metadata.fields.allSatisfy { metadata[$0]?.origin == Origin(.folder) })
  }

  private func describe(_ metadata: Metadata) -> [String] {
    metadata.fields.map { "\($0.rawValue)=\(metadata[$0]?.value.text ?? "")" }
  }
}
