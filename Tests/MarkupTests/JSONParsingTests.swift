import BookModel
import Diagnostics
import Markup
import Options
import Testing

@Suite("JSON is read strictly")
struct JSONParsingTests {
  private func parse(_ text: String) throws -> JSON { try parseJSON(Array(text.utf8)) }

  @Test(
    "values are read and written back as they were",
    arguments: [
      "null", "true", "false", "0", "-12", "1.50", "1e400", "123456789012345678901234567890", "\"a\"", "[]",
      "{}",
      "[1,[2,{}]]", "{\"b\":1,\"a\":[true,null],\"b\":2}", "\"é漫📚\"",
    ])
  func values(_ text: String) throws { #expect(try parse(text).text() == text) }

  @Test("white space and a byte order mark do not count")
  func space() throws {
    #expect(try parse("\u{FEFF} [ 1 ,\r\n\t{ \"a\" : 2 } ] \n").text() == "[1,{\"a\":2}]")
  }

  @Test(
    "escapes are resolved",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\ud83d\udcda""#, "é📚"),
      (#""\ud83d""#, "\u{FFFD}"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
    ])
  func escapes(_ text: String, _ expected: String) throws { #expect(try parse(text) == .string(expected)) }

  @Test(
    "what is no JSON is refused with its place",
    arguments: [
      "", " ", "nul", "tru", "01", "-", "1.", "1e", "+1", ".5", "[1,]", "[1 2]", "{\"a\"}", "{a:1}",
      "{\"a\":1,}",
      "\"a", "\"\\x\"", "\"\\u00g0\"", "\"\\u12", "\"a\nb\"", "[", "{", "1 2", "NaN", "'a'", "// c\n1",
    ])
  func refused(_ text: String) {
    let error = #expect(throws: Diagnostic.self) { try parse(text) }
    #expect(error?.rule == .jsonMalformed)
    #expect(error?.place.range != nil)
  }

  @Test("bytes that are no UTF-8 are refused")
  func encoding() {
    #expect(throws: Diagnostic.self) { try parseJSON([0x22, 0xE9, 0x22]) }
  }

  @Test("depth, values and bytes are bounded")
  func bounds() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: Diagnostic.self) { try parse(deep) }
    var limits = Limits()
    limits.maxElements = 1_000
    let many = "[" + String(repeating: "1,", count: 1_000) + "1]"
    #expect(throws: Diagnostic.self) { try parseJSON(Array(many.utf8), limits: limits) }
    limits.maxDocumentBytes = ByteCount(10)
    #expect(throws: Diagnostic.self) { try parseJSON(Array("[1,2,3,4,5,6]".utf8), limits: limits) }
  }
}
