import BookModel
import Diagnostics
import Foundation
import Testing

@testable import Typesetting

@Suite("Hyphenation patterns")
struct HyphenationTests {
  /// A word with equals signs where it may be divided.
  private func divided(_ word: String, _ hyphenator: Hyphenator) -> String {
    let bytes = Array(word.utf8)
    var text = ""
    var start = 0
    for place in hyphenator.divisions(of: word) {
      text += String(decoding: bytes[start..<place], as: UTF8.self) + "="
      start = place
    }
    return text + String(decoding: bytes[start...], as: UTF8.self)
  }

  private func hyphenator(_ lines: [String], _ encoding: String.Encoding = .utf8) throws -> Hyphenator {
    let bytes = try #require(lines.joined(separator: "\n").data(using: encoding))
    return Hyphenator(try #require(HyphenationDictionary(Array(bytes))), file: "test.dic", sha256: "")
  }

  @Test("odd numbers divide, higher ones overrule lower ones")
  func numbers() throws {
    let hyphenator = try hyphenator([
      "UTF-8", "LEFTHYPHENMIN 1", "RIGHTHYPHENMIN 1", "a1b", "a2bc", "xa3bc", "d1e", "1f.",
    ])
    #expect(divided("zabd", hyphenator) == "za=bd")
    #expect(divided("zabc", hyphenator) == "zabc")
    #expect(divided("xabc", hyphenator) == "xa=bc")
    #expect(divided("ddef", hyphenator) == "dd=e=f")
  }

  @Test("letters are matched whatever their case, and digits like the ends of a word")
  func letters() throws {
    let hyphenator = try hyphenator(["UTF-8", "LEFTHYPHENMIN 1", "RIGHTHYPHENMIN 1", ".ä1b", "c’1d", "c'1d"])
    #expect(divided("ÄBCD", hyphenator) == "Ä=BCD")
    #expect(divided("zäbc", hyphenator) == "zäbc")
    #expect(divided("1äbc", hyphenator) == "1ä=bc")
    #expect(divided("İÄBx", hyphenator) == "İÄBx")
  }

  @Test("the least letters stay together at both ends, counted in letters")
  func leastLetters() throws {
    let all = ["é1é", "e1e"]
    let usual = try hyphenator(["UTF-8"] + all)
    #expect(divided("eeeeee", usual) == "ee=e=e=ee")
    let wide = try hyphenator(["UTF-8", "LEFTHYPHENMIN 3", "RIGHTHYPHENMIN 2"] + all)
    #expect(divided("éééééé", wide) == "ééé=é=éé")
    #expect(divided("eeeeee", wide) == "eee=e=ee")
  }

  @Test("the first of two levels finds the parts of a compound, the second divides these")
  func levels() throws {
    let hyphenator = try hyphenator([
      "UTF-8", "LEFTHYPHENMIN 2", "RIGHTHYPHENMIN 2", "COMPOUNDLEFTHYPHENMIN 2", "COMPOUNDRIGHTHYPHENMIN 3",
      "haus1tür", "NEXTLEVEL", "t1ü", "s1t", "a1u", "ü1r", ".tü1r",
    ])
    #expect(divided("haustür", hyphenator) == "haus=tür", "too few letters would be left beside the border")
    #expect(divided("austür", hyphenator) == "aus=t=ür")
  }

  @Test("files in other encodings are read, those of an unknown one are told")
  func encodings() throws {
    let latin = try hyphenator(["ISO8859-1", "LEFTHYPHENMIN 1", "RIGHTHYPHENMIN 1", "ö1ß"], .isoLatin1)
    #expect(divided("größe", latin) == "grö=ße")
    let cyrillic = try hyphenator(
      ["microsoft-cp1251", "LEFTHYPHENMIN 1", "RIGHTHYPHENMIN 1", "о1в"], .windowsCP1251)
    #expect(divided("слово", cyrillic) == "сло=во")
    #expect(HyphenationDictionary(Array("EBCDIC-nonsense\na1b".utf8)) == nil)
  }

  @Test("divisions that change the spelling are left out, what NOHYPHEN names is kept")
  func spelling() throws {
    let hyphenator = try hyphenator([
      "UTF-8", "LEFTHYPHENMIN 1", "RIGHTHYPHENMIN 1", "NOHYPHEN -,'", "e1e/e=e,1,1", "a1b", "-1c",
    ])
    #expect(divided("xeeabx", hyphenator) == "xeea=bx")
    #expect(divided("xa-cabz", hyphenator) == "xa-ca=bz")
  }

  @Test(
    "no word, however odd, is more than work",
    arguments: [
      "", "a", "ab", String(repeating: "a", count: 254), String(repeating: "ab", count: 500_000), "---",
      "''''", "\u{301}\u{301}\u{301}\u{301}",
    ])
  func oddWords(word: String) throws {
    let hyphenator = try hyphenator(["UTF-8", "a1a", "a1b", "1-1", "%x", "#y", "", "1", "."])
    let divisions = hyphenator.divisions(of: word)
    #expect(divisions.allSatisfy { $0 > 0 && $0 < word.utf8.count })
    #expect(word.utf8.count < 300 || divisions.isEmpty)
  }

  @Test(
    "a dictionary is found by language, region and script",
    arguments: [
      ("en", "hyph_en.dic"), ("en-US", "hyph_en_US.dic"), ("EN-us-x", "hyph_en_US.dic"),
      ("en-GB", "hyph_en.dic"),
      ("de-AT", "hyph_de_DE.dic"), ("sr-Latn", "hyph_sr_Latn.dic"), ("sr", "hyph_sr_Latn.dic"),
      ("no", "hyph_nb_NO.dic"),
    ])
  func languages(tag: String, name: String) throws {
    try withDictionaries(["en", "en_US", "de_DE", "sr_Latn", "nb_NO"]) { library in
      let found = try library.hyphenator(for: tag)
      #expect(found?.file.nameText == name)
    }
  }

  @Test(
    "languages without a dictionary, and what are none, have no hyphens",
    arguments: ["fr", "e", "", "../en", "en/../de", "d"])
  func noLanguage(tag: String) throws {
    try withDictionaries(["en", "de_DE"]) { library in
      let none = try library.hyphenator(for: tag)
      #expect(none == nil)
    }
    let none = try HyphenationLibrary(folders: ["/nowhere"]).hyphenator(for: "en")
    #expect(none == nil)
  }

  @Test("a dictionary that cannot be read is told of once, those that are read are listed")
  func problems() throws {
    try withDictionaries(["en", "de"]) { library in
      let folder = try #require(try library.hyphenator(for: "en")).file.parent
      try Data("EBCDIC-nonsense\na1b\n".utf8).write(to: URL(fileURLWithPath: folder.display + "/hyph_de.dic"))
      for _ in 0..<2 {
        #expect(throws: Diagnostic.self) { try library.hyphenator(for: "de-DE") }
      }
      #expect(library.diagnostics.map(\.rule) == [.hyphenationUnreadable])
      #expect(library.diagnostics.map(\.severity) == [.warning])
      #expect(library.usage.map(\.file.nameText) == ["hyph_en.dic"])
    }
  }

  private func withDictionaries(_ names: [String], _ body: (HyphenationLibrary) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hyphen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in names {
      try Data("UTF-8\na1b\n".utf8).write(to: folder.appendingPathComponent("hyph_\(name).dic"))
    }
    try body(HyphenationLibrary(folders: [FilePath(folder.path)]))
  }

  @Test(
    "words of the installed dictionaries",
    arguments: [
      ("en", "hyphenation", "hy=phen=ation"), ("en", "representative", "rep=re=sen=ta=tive"),
      ("en-GB", "difficult", "dif=fi=cult"), ("de", "Donaudampfschifffahrt", "Do=nau=dampf=schiff=fahrt"),
      ("de-CH", "Silbentrennung", "Sil=ben=tren=nung"), ("fr", "typographique", "ty=po=gra=phique"),
      ("fr", "l’orthographe", "l’or=tho=graphe"),
    ])
  func installed(language: String, word: String, expected: String) throws {
    guard let hyphenator = try HyphenationLibrary().hyphenator(for: language) else {
      print("no hyphenation dictionary for '\(language)' is installed: not tried")
      return
    }
    #expect(divided(word, hyphenator) == expected)
  }
}
