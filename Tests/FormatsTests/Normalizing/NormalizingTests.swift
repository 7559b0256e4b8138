import BookModel
import Diagnostics
import Formats
import Testing

/// One field normalized; nil where it is gone.
func normalized(
  _ field: MetadataField, _ value: MetadataValue, only ids: Set<String>? = nil,
  aliases: AliasTable = AliasTable()
) -> (value: MetadataValue?, result: Normalization) {
  var metadata = Metadata()
  metadata.set(field, to: value, from: Origin(.embedded, "ComicInfo.xml"))
  let rules = NormalizationRule.all.filter { ids?.contains($0.id) ?? true }
  let result = Normalizer(rules: rules, aliases: aliases).normalize(metadata)
  return (result.metadata[field]?.value, result)
}

@Suite("normalizing")
struct NormalizingTests {
  private func text(_ field: MetadataField, _ text: String) -> String? {
    normalized(field, .text(text)).value?.text
  }

  @Test(
    "numbers",
    arguments: [
      ("001", "1"), ("000", "0"), ("0", "0"), ("-1", "-1"), ("-001", "-1"), ("½", "½"), ("1½", "1½"),
      ("1.MU", "1.MU"), ("001.MU", "1.MU"), ("22.1", "22.1"), ("022.10", "22.10"), ("1.05", "1.05"),
      ("3.0", "3"), ("03.00", "3"), ("2.0b", "2.0b"), ("1.0.2", "1.0.2"), ("016-017", "16-17"),
      ("16–17", "16-17"), ("1-2-3", "1-2-3"), ("027AU", "27AU"), ("#5", "5"), ("# 05", "5"), ("№7", "7"),
      ("#", "#"), ("#B01", "#B01"), ("B01", "B01"), ("１２", "12"), ("－3", "-3"), ("0.5", "0.5"),
      ("1/2", "1/2"),
      ("100.000.000", "100.000.000"), ("Annual 1", "Annual 1"), ("٣", "٣"),
    ])
  func numbers(written: String, expected: String) throws {
    let number = try #require(BookNumber(written))
    #expect(normalized(.number, .number(number)).value?.text == expected)
  }

  @Test(
    "mojibake is repaired only where it can have been nothing else",
    arguments: [
      ("PokÃ©mon", "Pokémon"), ("AstÃ©rix et ObÃ©lix", "Astérix et Obélix"), ("Itâ€™s", "It’s"),
      ("KÃ¶ln", "Köln"),
      ("PokÃƒÂ©mon", "Pokémon"), ("æ—¥æœ¬èªž", "日本語"), ("ÐœÐ¸Ñ€", "Мир"),
      ("CAFÉ…", "CAFÉ…"), ("NÃO", "NÃO"), ("MAÇÃ–", "MAÇÃ–"), ("É", "É"), ("“CAFÉ”", "“CAFÉ”"), ("ÃŸ", "ß"),
      ("Pokémon – PokÃ©mon", "Pokémon – PokÃ©mon"), ("ÀÉÎÕÜ", "ÀÉÎÕÜ"), ("日本語", "日本語"), ("plain", "plain"),
    ])
  func mojibake(written: String, expected: String) {
    #expect(text(.title, written) == expected)
  }

  @Test(
    "invisible characters go, joiners that join and marks of direction that are needed stay",
    arguments: [
      ("\u{FEFF}a\u{200B}b\u{AD}c\u{7}", "abc"), ("a\u{200D}b", "ab"), ("👩\u{200D}🚀", "👩\u{200D}🚀"),
      ("क्\u{200D}ष", "क्\u{200D}ष"), ("क\u{200D}\u{200D}a", "कa"), ("\u{200E}abc\u{200F}", "abc"),
      ("אבג\u{200F}!", "אבג\u{200F}!"), ("a\u{FFFF}\u{1FFFE}b", "ab"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ])
  func invisible(written: String, expected: String) {
    #expect(text(.title, written).map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
  }

  @Test(
    "HTML in summaries",
    arguments: [
      ("<p>a</p><p>b</p>", "a\n\nb"), ("&lt;p&gt;a &amp;amp; b&lt;/p&gt;", "a & b"),
      ("Tom&#39;s &#x2026;", "Tom's …"),
      ("AT&T; R&D", "AT&T; R&D"), ("He reads <Batman> and x < y > z", "He reads <Batman> and x < y > z"),
      ("1 <3 you", "1 <3 you"), ("&unknown; &#xFFFFFFFF; &#0;", "&unknown; &#xFFFFFFFF; &#0;"),
      ("a&nbsp;b", "a b"), ("1. [Storia] «A»  {I 1}\n    Testo: B", "1. [Storia] «A»  {I 1}\n    Testo: B"),
    ])
  func html(written: String, expected: String) {
    let result = text(.summary, written)?.replacing("\u{A0}", with: " ")
    #expect(result == expected)
  }

  @Test("a literal entity in a title stays as typed (F31)")
  func literalEntity() { #expect(text(.title, "Salt &amp; Pepper <b>") == "Salt &amp; Pepper <b>") }

  @Test(
    "languages",
    arguments: [
      ("jpn", "ja"), ("EN_us", "en-US"), ("English", "en"), ("日本語", "ja"), ("jp", "ja"), ("cn", "zh"),
      ("kr", "kr"),
      ("Portuguese (Brazil)", "pt-BR"), ("Elvish", "Elvish"),
    ])
  func languages(written: String, expected: String) { #expect(text(.language, written) == expected) }

  @Test(
    "age ratings never become stricter",
    arguments: [
      ("ma 15+", "MA15+"), ("teen", "Teen"), ("teen plus", "Teen Plus"), ("mature", "Mature"), ("M", "M"),
      ("All Ages", "Everyone"), ("13+", "Teen"), ("Ages 10 and up", "Everyone 10+"), ("18+", "R18+"),
      ("16+", "16+"), ("T+", "T+"), ("PG-13", "PG-13"), ("ComicsCode", "ComicsCode"),
    ])
  func ageRatings(written: String, expected: String) { #expect(text(.ageRating, written) == expected) }

  @Test("of a list only the items that differ are told")
  func items() {
    let credits = [Credit("Ann Ash", .writer), Credit("Unknown", .writer), Credit("Bo Birk", .inker)]
    let removed = normalized(.credits, .credits(credits)).result
    #expect(removed.changes.map(\.diagnostic.message) == ["credits: 'Unknown (writer)' → nothing"])
    let repeated = normalized(.characters, .list(["Robin", "Robin"])).result
    #expect(repeated.changes.map(\.diagnostic.message) == ["characters: 'Robin, Robin' → 'Robin'"])
    let composed = normalized(.genres, .list(["Cafe\u{301}", "Drama"])).result
    #expect(composed.changes.map(\.diagnostic.message) == ["genres: 'Cafe\u{301}' → 'Caf\u{E9}'"])
  }

  @Test("a free text without a scheme is no wrong number")
  func freeIdentifier() {
    func remarks(_ scheme: String, _ value: String) -> Int {
      normalized(.identifiers, .identifiers([Identifier(scheme: scheme, value: value)])).result.remarks.count
    }
    #expect(remarks("", "code.google.com.something") == 0)
    #expect(remarks("gtin", "9780306406158") == 1)
    #expect(remarks("", "978-0-306-40615-8") == 1)
  }

  @Test("an age rating without counterpart is reported, whatever becomes of it")
  func unknownRating() {
    let result = normalized(.ageRating, .text("T+")).result
    #expect(result.remarks.map(\.rule.id) == ["normalize-age-ratings"])
    #expect(result.changes.isEmpty)
    #expect(normalized(.ageRating, .text("Teen")).result.remarks.isEmpty)
  }

  @Test(
    "identifiers are called what their digits prove",
    arguments: [
      ("gtin", "978-0-306-40615-7", "isbn:9780306406157"), ("gtin", "0-306-40615-2", "isbn:0306406152"),
      ("isbn", "080442957x", "isbn:080442957X"), ("gtin", "4006381333931", "ean:4006381333931"),
      ("gtin", "036000291452", "upc:036000291452"), ("upc", "03600029145200111", "upc:03600029145200111"),
      ("gtin", "4006381333932", "4006381333932"), ("isbn", "9780306406158", "9780306406158"),
      ("gtin", "B00EXAMPLE1", "B00EXAMPLE1"), ("gtin", "B00EXAMPL3", "asin:B00EXAMPL3"),
      ("gtin", "0F8FAD5B-D9CB-469F-A165-70867728950E", "uuid:0f8fad5b-d9cb-469f-a165-70867728950e"),
      ("", "urn:isbn:9780306406157", "isbn:9780306406157"), ("gtin", "urn:metron:12", "metron:12"),
      ("asin", "0306406152", "asin:0306406152"), ("uuid", "4006381333931", "uuid:4006381333931"),
      ("gtin", "00000000", "00000000"), ("comicvine", "036000291452", "comicvine:036000291452"),
    ])
  func identifiers(scheme: String, value: String, expected: String) {
    let identifier = Identifier(scheme: scheme, value: value)
    #expect(normalized(.identifiers, .identifiers([identifier])).value?.text == expected)
  }

  @Test("what stands for nothing goes field by field; issues 0 and -1 and books called Unknown stay")
  func sentinels() throws {
    var metadata = Metadata()
    let origin = Origin(.embedded)
    let minusOne = try #require(BookNumber("-1"))
    metadata.set(\.count, to: 0, from: origin)
    metadata.set(\.alternateCount, to: -1, from: origin)
    metadata.set(\.volumeCount, to: -1, from: origin)
    metadata.set(\.seriesVolume, to: -1, from: origin)
    metadata.set(\.startYear, to: -1, from: origin)
    metadata.set(\.volume, to: minusOne, from: origin)
    metadata.set(\.ageRating, to: "unknown", from: origin)
    metadata.set(\.language, to: "und", from: origin)
    metadata.set(\.credits, to: [Credit("Unknown", .writer)], from: origin)
    metadata.set(\.number, to: minusOne, from: origin)
    metadata.set(\.alternateNumber, to: minusOne, from: origin)
    metadata.set(\.storyArcs, to: [StoryArc(name: "Unknown", number: "-1")], from: origin)
    metadata.set(\.title, to: "Unknown", from: origin)
    metadata.set(\.series, to: "Unknown", from: origin)
    let result = Normalizer().normalize(metadata).metadata
    #expect(result.fields == [.title, .series, .number, .alternateNumber, .storyArcs])
    var zero = Metadata()
    zero.set(\.number, to: BookNumber("0"), from: origin)
    zero.set(\.seriesVolume, to: 0, from: origin)
    #expect(Normalizer().normalize(zero).metadata.fields == [.number, .seriesVolume])
  }

  @Test("3 of 6 is a number and a count, unless another count is known")
  func counts() throws {
    let number = try #require(BookNumber("03 (of 06)"))
    let (value, result) = normalized(.number, .number(number))
    #expect(value?.text == "3")
    #expect(result.metadata.count == 6)
    #expect(result.metadata[.count]?.origin == Origin(.embedded, "ComicInfo.xml, normalized"))
    var metadata = Metadata()
    metadata.set(\.number, to: number, from: Origin(.embedded))
    metadata.set(\.count, to: 4, from: Origin(.embedded))
    let other = Normalizer().normalize(metadata)
    #expect(other.metadata.count == 4 && other.metadata.number?.text == "3 (of 06)")
    #expect(other.remarks.map(\.rule.id).contains("normalize-counts"))
  }

  @Test("dates are reported, never made up (F34)")
  func dates() {
    var metadata = Metadata()
    metadata.set(\.date, to: PartialDate(year: 1950, month: 3), from: Origin(.embedded))
    metadata.set(\.startYear, to: 1963, from: Origin(.embedded))
    let result = Normalizer().normalize(metadata)
    #expect(result.metadata == metadata)
    #expect(result.remarks.map(\.message) == ["date 1950-03 is before the series began (1963)"])
  }

  @Test("a direction is never guessed (F39)", arguments: [true, false])
  func direction(isManga: Bool) {
    var metadata = Metadata()
    metadata.set(\.isManga, to: isManga, from: Origin(.embedded))
    metadata.set(\.language, to: "ja", from: Origin(.embedded))
    #expect(Normalizer().normalize(metadata).metadata.direction == nil)
    metadata.set(\.direction, to: .rightToLeft, from: Origin(.embedded))
    #expect(Normalizer().normalize(metadata).remarks.isEmpty == isManga)
  }

  @Test("what the command line sets stands as typed")
  func commandLine() {
    var metadata = Metadata()
    metadata.set(\.number, to: BookNumber("010"), from: Origin(.commandLine))
    metadata.set(\.series, to: " A  B", from: Origin(.pipeline))
    let result = Normalizer().normalize(metadata)
    #expect(result.metadata.number?.text == "010")
    #expect(result.metadata.series == "A B")
  }

  @Test("a change says rule, field, before and after, and the value where it comes from")
  func reported() {
    var metadata = Metadata()
    metadata.set(\.series, to: "Kite ", from: Origin(.filename))
    let result = Normalizer().normalize(metadata)
    #expect(
      result.diagnostics.map(\.description) == ["note: series: 'Kite ' → 'Kite' [normalize-whitespace]"])
    #expect(result.metadata[.series]?.origin == Origin(.filename, "normalized"))
  }
}
