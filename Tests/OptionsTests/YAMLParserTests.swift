import Diagnostics
import Options
import Testing

private func parse(_ text: String, limits: YAMLLimits = YAMLLimits()) throws(Diagnostic) -> YAMLNode {
  try YAMLParser(file: "x.yaml", limits: limits).parse(text)
}

/// The problem a text has, with its place: `2:3 rule-id`.
private func problem(_ bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) -> Diagnostic? {
  do {
    _ = try YAMLParser(file: "x.yaml", limits: limits).parse(bytes)
    return nil
  } catch {
    return error
  }
}

private func summary(_ diagnostic: Diagnostic?) -> String {
  guard let diagnostic else { return "no problem" }
  let start = diagnostic.place.range.map { "\($0.start.line):\($0.start.column) " } ?? ""
  return start + diagnostic.rule.id
}

private func range(_ line: Int, _ columns: Range<Int>) -> SourceRange {
  SourceRange(
    SourcePosition(line: line, column: columns.lowerBound),
    SourcePosition(line: line, column: columns.upperBound))
}

@Suite("Reading YAML")
struct YAMLParserTests {
  @Test(
    "scalars stay text, whatever they look like",
    arguments: ["no", "010", "1.10", "0x1F", "2010-07-04", "1e3", "true"])
  func scalarsStayText(text: String) throws {
    #expect(try parse("a: \(text)\n")["a"]?.scalar == text)
  }

  @Test("every node knows where it stands")
  func places() throws {
    let root = try parse("name: x\nstages:\n  - drop: { max: 3 }\n  - 'quoted'\nlist: []\n")
    let pairs = try #require(root.pairs)
    #expect(pairs[0].keyRange == range(1, 1..<5))
    #expect(pairs[0].value.range == range(1, 7..<8))
    let stages = try #require(root["stages"]?.items)
    let drop = try #require(stages[0].pairs?.first)
    #expect(drop.keyRange == range(3, 5..<9))
    #expect(drop.value.range == range(3, 11..<21))
    #expect(drop.value["max"]?.range == range(3, 18..<19))
    #expect(stages[0].range == range(3, 5..<21))
    #expect(stages[1].range == range(4, 5..<13))
    #expect(
      root["stages"]?.range
        == SourceRange(SourcePosition(line: 3, column: 3), SourcePosition(line: 4, column: 13)))
    #expect(root["list"]?.range == range(5, 7..<9))
  }

  @Test("columns count characters, not bytes")
  func columnsCountCharacters() throws {
    #expect(try parse("漢字: 値\n")["漢字"]?.range == range(1, 5..<6))
  }

  @Test("a byte order mark is skipped")
  func byteOrderMark() throws {
    let root = try YAMLParser(file: nil).parse([0xEF, 0xBB, 0xBF] + Array("a: b".utf8))
    #expect(root["a"]?.range == range(1, 4..<5))
  }

  @Test("only plain scalars can mean nothing")
  func nullness() throws {
    let root = try parse("a:\nb: ~\nc: ''\nd: null\ne: !!str\nf: \"null\"\ng: x\n")
    #expect(root.pairs?.map(\.value.isNull) == [true, true, false, true, false, false, false])
  }

  @Test("aliases stand for what they name, and keep its place")
  func aliases() throws {
    let root = try parse("a: &it { max: 3 }\nb: *it\n")
    #expect(root["b"] == root["a"])
    #expect(root["b"]?["max"]?.range.start.line == 1)
  }

  @Test("block scalars and folded lines are read")
  func blockScalars() throws {
    let root = try parse("a: |\n  one\n  two\nb: >\n  one\n  two\nc: \"\\u6f22\"\n")
    #expect(root["a"]?.scalar == "one\ntwo\n")
    #expect(root["b"]?.scalar == "one two\n")
    #expect(root["c"]?.scalar == "漢")
  }

  @Test(
    "what is wrong is told with its place and its rule",
    arguments: [
      ("", "yaml-empty", "nothing"),
      ("# only a comment\n", "yaml-empty", "only a comment"),
      ("---\n", "yaml-empty", "an empty document"),
      ("a: 1\nb: 2\na: 3\n", "3:1 duplicate-key", "a key twice"),
      ("a: { b: 1, b: 2 }", "1:12 duplicate-key", "twice in braces"),
      ("a: 1\n---\nb: 2\n", "2:1 yaml-unsupported", "two documents"),
      ("base: &b { x: 1 }\na:\n  <<: *b\n", "3:3 yaml-unsupported", "a merge key"),
      ("? [1]\n: x\n", "1:3 yaml-unsupported", "a key that is no text"),
      (": x\n", "1:1 yaml-syntax", "an empty key"),
      ("a: !mine x\n", "1:4 yaml-unsupported", "a tag of its own"),
      ("a: *it\n", "1:4 yaml-syntax", "an alias for nothing"),
      ("a: &x [*x]\n", "1:8 yaml-syntax", "an alias for itself"),
      ("a: *.cbz\n", "1:4 yaml-syntax", "a glob without quotes"),
      ("a:\n\tb: 1\n", "2:1 yaml-syntax", "a tab for indentation"),
      ("a: @x\n", "1:4 yaml-syntax", "a reserved character"),
      ("a: [1, 2\nb: 3\n", "2:2 yaml-syntax", "a list not closed"),
      ("a: \"x\n", "1:4 yaml-syntax", "a quote not closed"),
      ("a: b: c\n", "1:5 yaml-syntax", "two colons"),
      ("path: {series}/{title}.cbz\n", "1:7 yaml-syntax", "a template without quotes"),
      ("a: 1\n  b: 2\n", "2:4 yaml-syntax", "indented for no reason"),
      ("a:\n  - x\n b: 1\n", "3:2 yaml-syntax", "indented in between"),
      ("a: \u{7}\n", "1:4 yaml-encoding", "a control character"),
      ("a: \u{0}\n", "1:4 yaml-encoding", "a zero"),
    ])
  func problems(text: String, expected: String, reason: String) {
    let found = problem(Array(text.utf8))
    #expect(summary(found) == expected, "\(reason): \(found?.description ?? "")")
    #expect(found?.place.file == "x.yaml")
  }

  @Test("what is not UTF-8 is refused with its place")
  func encoding() {
    #expect(summary(problem(Array("a: b\nc: ".utf8) + [0xE9, 0x20])) == "2:4 yaml-encoding")
    #expect(summary(problem([0xFF, 0xFE, 0x61, 0x00])) == "yaml-encoding")
    #expect(problem([0xFF, 0xFE, 0x61, 0x00])?.message.contains("UTF-16") == true)
    // Surrogates and overlong forms are no UTF-8 either (RFC 3629).
    #expect(summary(problem([0xED, 0xA0, 0x80])) == "1:1 yaml-encoding")
    #expect(summary(problem([0xC0, 0xAF])) == "1:1 yaml-encoding")
  }

  @Test(
    "messages say what is meant and what to do",
    arguments: [
      ("a:\n\tb: 1\n", "there is a tab where spaces are needed", "indent with spaces"),
      ("path: {series}/{title}.cbz\n", "text that begins with '{' needs quotes", "write it in double quotes"),
      ("- path: [ - {title}].cbz\n", "text that begins with '[' needs quotes", "write it in double quotes"),
      ("- [a]b\n", "text that begins with '[' needs quotes", "write it in double quotes"),
      ("a: *.cbz\n", "text that begins with '*' needs quotes", "write it in double quotes"),
      ("a: @x\n", "text cannot begin with '@'", "put quotes around it"),
      (
        "name: Act 1: Scene\n", "there is a second ': ' on this line",
        "put quotes around text that holds ': ', or braces around keys of its own: { key: value }"
      ),
      (
        "- a\n  b: 1\n", "this line is indented as if it continued the one above",
        "put a ':' at the end of the line above, or fix the indentation"
      ),
      (
        "- a: {b: #fff, c: 1}\nd: 2\n",
        "a '#' after a space begins a comment, so the rest of the line is ignored",
        "put quotes around a color or text that begins with '#'"
      ),
      (
        "a: \"C:\\comics\"\n", "a backslash in double quotes begins an escape, but this is not one",
        "use single quotes, or write paths with '/'"
      ),
      (
        "- a: {b: 1\nc: 2\n", "the mapping that begins on line 1 has no '}' or ',' here",
        "put quotes around text that begins with '{'"
      ),
      ("a: 1\nb: 2\na: 3\n", "'a' is there twice", "the first one is on line 1; keep one of them"),
    ])
  func remedies(text: String, message: String, remedy: String) {
    let found = problem(Array(text.utf8))
    #expect(found?.message == message)
    #expect(found?.remedy == remedy)
  }
}

@Suite("Hostile YAML")
struct HostileYAMLTests {
  @Test("aliases that multiply are counted each time")
  func laughs() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      text +=
        "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
        + "]\n"
    }
    #expect(problem(Array(text.utf8))?.rule == .yamlLimit)
  }

  @Test("depth is bounded, through aliases too")
  func depth() {
    let limits = YAMLLimits()
    let nested = { (levels: Int) in
      Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
    }
    #expect(problem(nested(limits.maxDepth + 1)) == nil)
    #expect(problem(nested(limits.maxDepth + 2))?.rule == .yamlLimit)
    #expect(problem(nested(1_000_000))?.rule == .yamlLimit)
    var text = "a0: &a0 [x]\n"
    for level in 1...100 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    #expect(problem(Array(text.utf8))?.rule == .yamlLimit)
  }

  @Test("bytes and nodes are bounded")
  func size() {
    var limits = YAMLLimits()
    limits.maxBytes = 10
    limits.maxNodes = 4
    #expect(problem(Array("aaaaaaaaaaa".utf8), limits: limits)?.rule == .yamlLimit)
    #expect(problem(Array("[1,2,3]".utf8), limits: limits) == nil)
    #expect(problem(Array("[1,2,3,4]".utf8), limits: limits)?.rule == .yamlLimit)
  }

  @Test("no truncation of a file makes the parser do anything but answer")
  func everyPrefix() {
    let text = "a: &x {b: \"c\\n\", 'd': [1, 2]}\ne: *x\nf: |\n  漢字\n- \t%@\n"
    let bytes = Array(text.utf8)
    for end in 0...bytes.count { _ = problem(Array(bytes[..<end])) }
    for index in bytes.indices {
      for value in [0, 0x0A, 0x2D, 0x3A, 0x7B, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] = value
        _ = problem(changed)
      }
    }
  }
}
