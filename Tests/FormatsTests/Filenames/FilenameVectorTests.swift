import BookModel
import Formats
import Testing

/// What one project's test suite says of a name, read as that project reads names.
struct DialectVector: Sendable, CustomTestStringConvertible {
  enum Dialect: Sendable {
    /// comicfn2dict: keeps zeros, takes a volume for the number.
    case comicfn2dict
    /// ComicTagger: drops zeros, takes a volume for the number.
    case comicTagger
    /// ComicTagger with the protofolius scheme.
    case protofolius
    /// Kavita: drops zeros, keeps volumes apart.
    case kavita

    var rules: FilenameRules {
      var rules = FilenameRules()
      rules.volumeAsNumber = self != .kavita
      rules.zeros = self == .comicfn2dict ? .keep : .drop
      rules.letterScheme = self == .protofolius ? .protofolius : .none
      return rules
    }
  }

  var row: Int
  var dialect: Dialect
  var name: String
  /// `series | volume | number or chapter | year`: empty for none, `–` where the suite does not say.
  var columns: String
  /// `field=value` for everything else the suite says.
  var others: [String]

  init(_ row: Int, _ dialect: Dialect, _ name: String, _ columns: String, _ others: String...) {
    self.row = row
    self.dialect = dialect
    self.name = name
    self.columns = columns
    self.others = others
  }

  var testDescription: String { "#\(row) \(name)" }
}

@Suite("File names, by the tables of other projects")
struct FilenameVectorTests {
  static let vectors: [DialectVector] = [
    .init(1, .comicfn2dict, "Night of 1000 Wolves 001 (2013)", "Night of 1000 Wolves||001|2013"),
    .init(2, .comicfn2dict, "33475 OMAC v3 2", "33475 OMAC|3|2|"),
    .init(
      3, .comicfn2dict, "Arkenstone Vol. 01 - The Smell of Burnt Toast (2020) (digital) (My-brother)",
      "Arkenstone|01|01|2020", "title=The Smell of Burnt Toast", "format=Digital",
      "scanInformation=My-brother"),
    .init(
      4, .comicfn2dict, "The_Arkenstone_v03_(2002)_(Digital)_(DR_&amp;amp;_Quenya-Elves)",
      "The Arkenstone|03|03|2002", "format=Digital", "scanInformation=DR & Quenya-Elves"),
    .init(
      5, .comicfn2dict, "Kartalk v01 001 - Fear the Brakes (2004) (digital) (Son of Ultron-EMpire)",
      "Kartalk|01|001|2004", "title=Fear the Brakes", "scanInformation=Son of Ultron-EMpire"),
    .init(
      6, .comicfn2dict, "King of Skittles 01 (of 05) (2020) (digital) (Son of Ultron-Empire)",
      "King of Skittles||01|2020", "count=5"),
    .init(
      7, .comicfn2dict, "Jeremy John - Not A Title (2017) (digital-Minutement)",
      "Jeremy John - Not A Title|||2017",
      "title=", "format=Digital", "scanInformation=Minutement"),
    .init(8, .comicfn2dict, "Earth X #½", "Earth X||½|"),
    .init(9, .comicfn2dict, "The Amazing Spider-Man #78.BEY", "The Amazing Spider-Man||78.BEY|"),
    .init(10, .comicfn2dict, "Wolverine & the X-Men #27AU", "Wolverine & the X-Men||27AU|"),
    .init(
      11, .comicfn2dict, "The Sensational Spider-Man v1 #-1 (1997)", "The Sensational Spider-Man|1|-1|1997"),
    .init(
      12, .comicfn2dict, "Test Numeric Year #2 2001-02-24", "Test Numeric Year||2|2001", "date=2001-02-24"),
    .init(13, .comicTagger, "Batman '89 (2021) ", "Batman '89|||2021"),
    .init(
      14, .comicTagger, "Blade Runner Free Comic Book Day 2021 (2021)",
      "Blade Runner Free Comic Book Day 2021|||2021", "format=FCBD"),
    .init(
      15, .comicfn2dict, "Elephantmen 2259 #008 - Simple Truth 03 (of 06) (2021)",
      "Elephantmen 2259|03|008|2021", "title=Simple Truth", "volumeCount=6", "count="),
    .init(16, .comicfn2dict, "Bloodshot Book 03 (2020)", "Bloodshot|03|03|2020", "title=Book 03"),
    .init(
      17, .comicfn2dict,
      "Wonder Woman #49 DC Sep-Oct 1951 digital [downsized, lightened, 4 missing story pages restored] (Shadowcat-Empire)",
      "Wonder Woman||49|1951", "publisher=DC", "date=1951-09", "title=", "format=Digital",
      "scanInformation=downsized, lightened, 4 missing story pages restored, Shadowcat-Empire"),
    .init(
      18, .protofolius, "batman #B01 title (DC)", "batman||B1|", "title=title", "publisher=DC",
      "format=biography/best of"),
    .init(
      19, .comicTagger, "Michel Vaillant #66 100.000.000 $ voor Steve Warson", "Michel Vaillant||66|",
      "title=100.000.000 $ voor Steve Warson"),
    .init(20, .comicTagger, "Karl May #001 Old Shatterhand", "Karl May||1|", "title=Old Shatterhand"),
    .init(21, .comicTagger, "action comics 1024", "action comics||1024|"),
    .init(22, .comicTagger, "Action Comics 1001 (2018)", "Action Comics||1001|2018"),
    .init(23, .comicTagger, "#52", "52||52|"),
    .init(
      24, .comicTagger, "52 Monster_Island_v1_#2__repaired__c2c", "Monster Island|1|2|", "alternateNumber=52",
      "scanInformation=repaired, c2c"),
    .init(
      25, .comicTagger, "Monster Island v1 #3 (1957) -- The Revenge Of King Klong (noads)",
      "Monster Island|1|3|1957", "title=The Revenge Of King Klong", "scanInformation=noads"),
    .init(
      26, .comicTagger, "Foobar-Man Annual #121 - The Wrath of Foobar-Man, Part 1 of 2",
      "Foobar-Man Annual||121|",
      "title=The Wrath of Foobar-Man, Part 1 of 2", "format=Annual", "count="),
    .init(27, .comicTagger, "Super Strange Yarns (1957) #92 (1969)", "Super Strange Yarns|1957|92|1969"),
    .init(28, .comicTagger, "Action Spy Tales v1965 #3", "Action Spy Tales|1965|3|"),
    .init(29, .comicTagger, " X-Men-V1-#067", "X-Men|1|67|"),
    .init(
      30, .comicTagger,
      "Aquaman 80th Anniversary 100-Page Super Spectacular (2021) #001 (2021) (Digital) (BlackManta-Empire)",
      "Aquaman 80th Anniversary 100-Page Super Spectacular|2021|1|2021"),
    .init(
      31, .comicTagger, "The Defenders v1 Annual #01 (1976) (Digital)", "The Defenders Annual|1|1|1976",
      "format=Annual", "scanInformation=Digital"),
    .init(
      32, .comicTagger, "X-Men, 2021-08-04 (#02) (digital) (Glorith-HD)", "X-Men||2|2021", "date=2021-08-04"),
    .init(
      33, .kavita, "Historys Strongest Disciple Kenichi_v11_c90-98",
      "Historys Strongest Disciple Kenichi|11|90-98|"),
    .init(
      34, .kavita, "Gokukoku no Brynhildr - c001-008 (v01) [TrinityBAKumA]", "Gokukoku no Brynhildr|1|1-8|",
      "scanInformation=TrinityBAKumA"),
    .init(
      35, .kavita, "Dance in the Vampire Bund v16-17 (Digital) (NiceDragon)",
      "Dance in the Vampire Bund|16-17||"),
    .init(
      36, .kavita, "Dance in the Vampire Bund {Special Edition} v03.5 (2019) (Digital) (KG Manga)",
      "–|3.5||2019",
      "format=Digital", "scanInformation=Special Edition, KG Manga"),
    .init(
      37, .kavita, "U12 (Under 12) Vol. 0001 Ch. 0001 - Reiwa Scans (gb)", "U12|1|1|",
      "scanInformation=Under 12, Reiwa Scans, gb"),
    .init(38, .kavita, "Tonikaku Cawaii [Volume 11]", "Tonikaku Cawaii|11||"),
    .init(39, .kavita, "Tower Of God S01 014 (CBT) (digital)", "Tower Of God|1|14|"),
    .init(40, .kavita, "Beelzebub_153b_RHS", "Beelzebub||153.5|", "scanInformation=RHS"),
    .init(41, .kavita, "Beelzebub_150-153b_RHS", "Beelzebub||150-153.5|"),
    .init(42, .kavita, "Kaiju No. 8 036 (2021) (Digital)", "Kaiju No. 8||36|2021"),
    .init(
      43, .kavita, "Seraph of the End - Vampire Reign 093  (2020) (Digital) (LuCaZ)",
      "Seraph of the End - Vampire Reign||93|2020"),
    .init(
      44, .kavita, "Umineko no Naku Koro ni - Episode 3 - Banquet of the Golden Witch #02",
      "Umineko no Naku Koro ni||2|"),
    .init(
      45, .kavita, "[Suihei Kiki]_Kasumi_Otoko_no_Ko_[Taruby]_v1.1", "Kasumi Otoko no Ko|1.1||",
      "scanInformation=Suihei Kiki, Taruby"),
    .init(46, .kavita, "Yumekui-Merry_DKThias_Chapter11v2", "–||11|", "scanInformation=v2"),
    .init(47, .kavita, "Love Hina - Special", "?|||", "format=Special", "title=Special"),
    .init(48, .kavita, "Vol 1", "|1||"), .init(48, .kavita, "v001", "|1||"),
    .init(48, .kavita, "Vol03_ch15-22", "|3|15-22|"),
    .init(
      49, .kavita, "Grand Blue Dreaming - SP02 Extra (2019) (Digital) (danke-Empire)",
      "Grand Blue Dreaming|||2019", "special=2", "format=Special"),
    .init(50, .kavita, "Accel World Chapter 001 Volume 002", "Accel World|2|1|"),
    .init(51, .kavita, "幽游白书完全版 第03卷 天下", "–|3||"),
    .init(52, .kavita, "【TFO汉化&Petit汉化】迷你偶像漫画卷2第25话", "–|2|25|"),
    .init(53, .kavita, "スライム倒して300年、知らないうちにレベルMAXになってました 1-3巻", "–|1-3||"),
    .init(54, .kavita, "몰?루 아카이브 7.5권", "–|7.5||"), .init(55, .kavita, "Манга Том 1 2 Глава", "Манга|1|2|"),
    .init(
      56, .kavita, "เด็กคนนี้ขอลาออกจากการเป็นเจ้าของปราสาท เล่ม 1 ตอนที่ 3",
      "เด็กคนนี้ขอลาออกจากการเป็นเจ้าของปราสาท|1|3|"),
    .init(
      57, .kavita, "04 - Asterix the Gladiator (1964) (Digital-Empire) (WebP by Doc MaKS)",
      "Asterix the Gladiator|||1964", "scanInformation=04, Empire, WebP by Doc MaKS"),
    .init(58, .kavita, "Batman & Wildcat (1 of 3)", "Batman & Wildcat||1|", "count=3"),
    .init(59, .kavita, "Batgirl Vol.2000 #57 (December, 2004)", "Batgirl|2000|57|2004", "date=2004-12"),
    .init(60, .kavita, "Batman Beyond 2.0 001 (2013)", "Batman Beyond 2.0||1|2013"),
    .init(
      61, .kavita, "2000 AD 0366 [1984-04-28] (flopbie)", "2000 AD||366|1984", "date=1984-04-28",
      "scanInformation=flopbie"),
    .init(
      62, .kavita, "Invincible 070.5 - Invincible Returns 1 (2010) (digital) (Minutemen-InnerDemons)",
      "Invincible||70.5|2010"),
    .init(63, .kavita, "Daredevil - t6 - 10 - (2019)", "Daredevil|6|10|2019"),
    .init(64, .kavita, "Conquistador_-Tome_2", "Conquistador|2||"),
    .init(65, .kavita, "Bd Fr-Aldebaran-Antares-t6", "Aldebaran-Antares|6||", "scanInformation=Bd Fr"),
    .init(66, .kavita, "Fables 2010 Vol. 1 Legends in Exile", "Fables 2010|1||"),
    .init(67, .kavita, "Adventure Time v01 (2012)", "–|1||2012"),
    .init(68, .kavita, "spawn-chapter-123", "spawn||123|"),
  ]

  @Test("every row, all columns", arguments: vectors)
  func vector(_ vector: DialectVector) throws {
    let name = FilenameParser.parse(vector.name, rules: vector.dialect.rules)
    let columns = vector.columns.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    try #require(columns.count == 4)
    switch columns[0] {
    case "–": break
    // Nothing that would keep the folder from being asked.
    case "?": #expect(name.series == nil || name.confidence(of: .series) == .guess)
    default: #expect(name.series ?? "" == columns[0])
    }
    #expect(name.volume?.text ?? "" == columns[1])
    #expect((name.number ?? name.chapter)?.text ?? "" == columns[2])
    #expect(name.date.map { String($0.year) } ?? "" == columns[3])
    for other in vector.others {
      let parts = other.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      #expect(text(of: parts[0], in: name) == parts[1], "\(parts[0])")
    }
  }

  @Test("every row is there")
  func rows() {
    #expect(Set(Self.vectors.map(\.row)) == Set(1...68))
  }

  @Test("every field says how sure it is, and one that is not there says nothing", arguments: vectors)
  func confidences(_ vector: DialectVector) {
    let name = FilenameParser.parse(vector.name, rules: vector.dialect.rules)
    let fields: [(MetadataField, Bool)] = [
      (.series, name.series != nil), (.volume, name.volume != nil), (.number, name.number != nil),
      (.chapter, name.chapter != nil), (.title, name.title != nil), (.date, name.date != nil),
      (.count, name.count != nil), (.volumeCount, name.volumeCount != nil),
      (.publisher, name.publisher != nil),
      (.format, name.format != nil), (.scanInformation, name.scanInformation != nil),
      (.alternateNumber, name.alternateNumber != nil),
    ]
    for (field, isThere) in fields { #expect((name.confidence(of: field) != nil) == isThere, "\(field)") }
  }

  @Test("every letter and digit of a name is in some field: nothing is dropped", arguments: vectors)
  func nothingDropped(_ vector: DialectVector) {
    var rules = FilenameRules()
    rules.zeros = .keep
    let name = FilenameParser.parse(vector.name, rules: rules)
    let fields = FilenameVectorTests.fields.map { text(of: $0, in: name) }.joined(separator: " ").lowercased()
    // Words that only say what the number beside them is, and months, which numbers stand for.
    let marks: Set<String> = [
      "v", "vol", "volume", "c", "ch", "chapter", "episode", "of", "t", "tome", "s", "sep", "oct", "december",
      "том", "глава", "เล่ม", "ตอนที่", "amp", "book",
    ]
    // Words that are cut within.
    let cut = ["153b", "150-153b", "chapter11v2", "迷你偶像漫画卷2第25话"]
    let words = vector.name.split { !($0.isLetter || $0.isNumber || $0 == "½") }.map { $0.lowercased() }
    for word in words where !marks.contains(word) && !cut.contains(word) {
      let digits = word.filter(\.isNumber)
      let value = Int(word).map(String.init) ?? word
      #expect(
        [word, value].contains(where: fields.contains) || !digits.isEmpty && fields.contains(digits),
        "\(word) of \(vector.name) in \(fields)")
    }
  }

  private static let fields = [
    "series", "volume", "number", "chapter", "title", "date", "count", "volumeCount", "publisher", "format",
    "scanInformation", "alternateNumber", "special",
  ]

  private func text(of field: String, in name: ParsedName) -> String {
    switch field {
    case "series": name.series ?? ""
    case "volume": name.volume?.text ?? ""
    case "number": name.number?.text ?? ""
    case "chapter": name.chapter?.text ?? ""
    case "title": name.title ?? ""
    case "date": name.date?.description ?? ""
    case "count": name.count.map(String.init) ?? ""
    case "volumeCount": name.volumeCount.map(String.init) ?? ""
    case "publisher": name.publisher ?? ""
    case "format": name.format ?? ""
    case "scanInformation": name.scanInformation ?? ""
    case "alternateNumber": name.alternateNumber?.text ?? ""
    case "special": name.special?.text ?? ""
    default: "no field \(field)"
    }
  }
}
