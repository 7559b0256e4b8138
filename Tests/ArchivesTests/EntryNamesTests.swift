import Diagnostics
import Glibc
import Testing

@testable import Archives

/// A text in another encoding, by iconv.
func encoded(_ text: String, _ encoding: String) -> [UInt8] {
  guard let handle = iconv_open(encoding, "UTF-8") else { return [] }
  defer { iconv_close(handle) }
  var output = [UInt8](repeating: 0, count: text.utf8.count * 4 + 16)
  let count = Array(text.utf8).withUnsafeBytes { source in
    output.withUnsafeMutableBytes { target in
      var input = UnsafeMutablePointer(mutating: source.bindMemory(to: CChar.self).baseAddress)
      var left = source.count
      var end = target.bindMemory(to: CChar.self).baseAddress
      var room = target.count
      let result = iconv(handle, &input, &left, &end, &room)
      #expect(result != -1, "\(text) in \(encoding)")
      return target.count - room
    }
  }
  return Array(output[..<count])
}

@Suite("Names of entries") struct EntryNamesTests {
  private func decode(_ raw: [[UInt8]], flagged: Bool = false, _ encoding: String? = nil) throws(Diagnostic)
    -> (
      names: [String], encoding: String?, guessed: Bool
    )
  {
    try decodeEntryNames(raw, flaggedUTF8: raw.map { _ in flagged }, encoding: encoding)
  }

  @Test("UTF-8 is read as UTF-8, flagged or not, and nothing is guessed")
  func utf8() throws {
    let names = ["001.jpg", "表だよ/001.jpg", "é.png", "привет.jpg"]
    for flagged in [true, false] {
      let result = try decode(names.map { Array($0.utf8) }, flagged: flagged)
      #expect(result.names == names)
      #expect(result.encoding == nil)
      #expect(!result.guessed)
    }
  }

  @Test(
    "the encoding is found from the names alone",
    arguments: [
      ("CP932", ["表だよ/新規一覧表.txt", "表だよ/一覧表.jpg"]),
      ("CP932", ["ワンピース 第01巻/001.jpg", "ワンピース 第01巻/002.jpg"]),
      ("CP932", ["進撃の巨人 01/p001.jpg"]),
      ("CP932", ["鋼の錬金術師/第１話/ソ能表.png"]),
      ("CP932", ["漫画/第一話/表紙.jpg"]),
      ("CP932", ["あ.jpg"]),
      ("GB18030", ["火影忍者/第001话/001.jpg", "火影忍者/第002话/001.jpg"]),
      ("GB18030", ["新建文件夹/封面.jpg"]),
      ("GB18030", ["名侦探柯南 第12卷/001.png"]),
      ("GB18030", ["银魂/中国.jpg"]),
      ("BIG5", ["航海王 第一集/封面.jpg", "航海王 第一集/目錄.jpg"]),
      ("BIG5", ["名偵探柯南/第十二卷/001.jpg"]),
      ("CP949", ["원피스 1권/001.jpg", "원피스 1권/002.jpg"]),
      ("CP949", ["신의 탑/표지.jpg"]),
      ("CP866", ["ПРИВЕТ", "привет"]),
      ("CP866", ["Ведьмак. Дом витражей/Страница 01.jpg"]),
      ("CP1251", ["Хранители/обложка.jpg", "Хранители/стр 02.jpg"]),
      ("KOI8-R", ["ПРИВЕТ", "привет"]),
      ("KOI8-R", ["Бэтмен/страница 001.jpg"]),
      ("CP437", ["Astérix le Gaulois/page 01.jpg"]),
      ("CP437", ["Die Tür/Größe ändern.jpg"]),
      ("CP437", ["señor.png", "año/niño.jpg"]),
      ("CP1252", ["Astérix le Gaulois/page 01.jpg", "L’île noire/01.jpg"]),
      ("CP1252", ["Die Tür/Größe ändern.jpg"]),
      ("EUC-JP", ["ワンピース 第01巻/001.jpg", "進撃の巨人/表紙.jpg"]),
    ])
  func guesses(encoding: String, names: [String]) throws {
    let result = try decode(names.map { encoded($0, encoding) })
    #expect(result.names == names)
    #expect(result.encoding == encoding)
    #expect(result.guessed)
  }

  @Test("one encoding is chosen for all names, and ASCII names do not care")
  func together() throws {
    let names = ["001.jpg", "第01巻/カラー.jpg", "第01巻/表紙.jpg"]
    #expect(try decode(names.map { encoded($0, "CP932") }).names == names)
  }

  @Test("a GBK name that looks like UTF-8 by chance goes with the others")
  func accidentalUTF8() throws {
    let names = ["小学", "小学/火影忍者第一话.jpg"]
    let raw = names.map { encoded($0, "GB18030") }
    #expect(String(validatingUTF8Bytes: raw[0]) != nil)
    #expect(try decode(raw).names == names)
  }

  @Test("a named encoding is used, UTF-8 flags aside", arguments: ["cp932", "Shift_JIS", "SJIS", "ms932"])
  func named(encoding: String) throws {
    let raw = [encoded("表\\1.jpg", "CP932"), Array("表.jpg".utf8)]
    let result = try decodeEntryNames(raw, flaggedUTF8: [false, true], encoding: encoding)
    #expect(result.names == ["表\\1.jpg", "表.jpg"])
    #expect(result.encoding == "CP932")
    #expect(!result.guessed)
    let forced = try decodeEntryNames([encoded("Ж.jpg", "KOI8-R")], flaggedUTF8: [false], encoding: "cp437")
    #expect(forced.names == ["÷.jpg"])
  }

  @Test("an encoding nobody knows is an error that names some")
  func unknown() throws {
    let error = #expect(throws: Diagnostic.self) { try decode([[0xE9]], "CP12520") }
    #expect(error?.rule == .unknownEncoding)
    #expect(error?.remedy?.contains("did you mean CP1252?") == true)
    #expect(error?.remedy?.contains("GB18030") == true)
  }

  @Test("no name is lost: what means nothing is read reversibly")
  func undecodable() throws {
    let japanese = encoded("進撃の巨人.jpg", "CP932")
    let broken: [UInt8] = [0x81] + Array(".jpg".utf8)
    let result = try decode([japanese, broken, [0xFF, 0xFE, 0xFD, 0x80]], "CP932")
    #expect(result.names[0] == "進撃の巨人.jpg")
    #expect(result.names[1] == "ü.jpg")
    #expect(result.names[2] == "\u{A0}■²Ç")
    #expect(Set((0...255).map { CodePage437.scalar($0) }).count == 256)
    let random = (0..<256).map { seed in
      (0..<9).map { UInt8(truncatingIfNeeded: seed &* 167 &+ $0 &* 71 | 0x80) }
    }
    let all = try decode(random)
    #expect(all.names.allSatisfy { !$0.isEmpty })
  }

  @Test("a Shift-JIS trail byte 5C is no separator")
  func trailByte() throws {
    let raw = encoded("表だよ\\一覧表.txt", "CP932")
    let name = try decode([raw, encoded("だよ", "CP932")]).names[0]
    #expect(EntryPath(raw: raw, decoded: name).components == ["表だよ", "一覧表.txt"])
  }
}
