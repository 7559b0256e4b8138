import Diagnostics
import Testing

@Suite("JSON")
struct JSONTests {
  @Test(
    "text is escaped as RFC 8259 asks",
    arguments: [
      ("plain", "\"plain\""), ("\"\\/", "\"\\\"\\\\/\""), ("\n\r\t", "\"\\n\\r\\t\""),
      ("\u{0}\u{1F}\u{7F}", "\"\\u0000\\u001f\\u007f\""),
      ("漢é\u{301}", "\"漢é\u{301}\""),
    ])
  func escaping(text: String, expected: String) {
    #expect(JSON.string(text).text() == expected)
  }

  @Test("members stay in the order given, absent ones are left out")
  func members() {
    let value = JSON.members(("b", .integer(1)), ("a", nil), ("c", .array([.null, .bool(true)])))
    #expect(value.text() == "{\"b\":1,\"c\":[null,true]}")
    #expect(value.text(pretty: true) == "{\n  \"b\": 1,\n  \"c\": [\n    null,\n    true\n  ]\n}")
    #expect(JSON.object([]).text(pretty: true) == "{}")
  }

  @Test("a diagnostic gives its severity, rule and place")
  func diagnostic() {
    let rule = Rule("some-rule", .input, "…", advice: "None.")
    let range = SourceRange(SourcePosition(line: 3, column: 5), SourcePosition(line: 3, column: 9))
    let json = Diagnostic.warning(rule, "odd", at: Place(file: "a.yaml", range: range), remedy: "look").json
    #expect(
      json.text()
        == #"{"severity":"warning","rule":"some-rule","message":"odd","file":"a.yaml","line":3,"column":5,"endLine":3,"endColumn":9,"remedy":"look"}"#
    )
  }
}
