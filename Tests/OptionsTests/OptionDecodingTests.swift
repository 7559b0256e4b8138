import Diagnostics
import Options
import Testing

private enum Stock: String, OptionEnumeration {
  case cream, newsprint, no
  case fourFourFour = "444"
}
private enum Auto: String, OptionEnumeration, Hashable { case auto, none }

private struct Encode: OptionGroup, Hashable {
  var quality = 90
  var subsampling = Stock444.full
  static let options = [
    Option<Encode>("quality", \.quality, in: 1...100, "How good."),
    Option("subsampling", \.subsampling, "Which."),
  ]
}
private enum Stock444: String, OptionEnumeration, Hashable {
  case full = "444"
  case half = "420"
}

private struct Everything: OptionGroup {
  var stock = Stock.cream
  var strength = 0.5
  var max = 3
  var limit: Int?
  var name: String?
  var text = ""
  var tricky = "a: {b}, \"c\" \\ #"
  var isOn = true
  var size = ByteCount(512 << 20)
  var color = Color.white
  var list = ["plain", "with, comma", ""]
  var numbers: [Int] = []
  var map = OptionMap<String>([.init(key: "a", value: "b=c")])
  var gap = KeywordOr<Auto, Int>.keyword(.auto)
  var encode = Encode()

  static let options: [Option<Everything>] = [
    Option("stock", \.stock, shortForm: true, "Which stock."),
    Option("strength", \.strength, in: 0...1, "How much."),
    Option("max", \.max, in: 0...10, "How many."), Option("limit", \.limit, in: 1...5, "At most."),
    Option("name", \.name, "A name."), Option("text", \.text, "Some text."),
    Option("tricky", \.tricky, "More text."),
    Option("isOn", \.isOn, "Whether."), Option("size", \.size, "How large."),
    Option("color", \.color, "Which color."),
    Option("list", \.list, "Several."), Option("numbers", \.numbers, "Several numbers."),
    Option("map", \.map, "Pairs."),
    Option("gap", \.gap, "How far."), Option("encode", \.encode, "How to encode."),
  ]
}

private func decode(_ yaml: String) throws -> (Everything, [Diagnostic]) {
  let node = try YAMLParser(file: "x.yaml").parse(yaml)
  var decoder = OptionDecoder(file: "x.yaml", owner: "stage 'paper'")
  let group = try #require(Everything.decode(node, &decoder))
  return (group, decoder.problems)
}

@Suite("Decoding options")
struct OptionDecodingTests {
  @Test("every default decodes from its own text", arguments: Everything.declarations)
  func defaultsDecode(declaration: OptionDeclaration) throws {
    let (group, problems) = try decode("\(declaration.name): \(declaration.defaultText)")
    #expect(problems == [])
    #expect(group.optionText == "{}")
  }

  @Test("changed options decode from the group's own text")
  func textDecodes() throws {
    let yaml = """
      {stock: "no", strength: 0.25, limit: 2, name: "null", text: " x ", isOn: no, size: 3KiB, color: "#0af",
       list: [a], numbers: [1, 2], map: {"k: 1": v}, gap: 12, encode: {subsampling: 420}}
      """
    let (group, problems) = try decode(yaml)
    #expect(problems == [])
    let (again, more) = try decode(group.optionText)
    #expect(more == [])
    #expect(again.optionText == group.optionText)
    #expect(group.encode.subsampling == .half)
    #expect(group.gap == .value(12))
    #expect(group.color == Color(red: 0, green: 0xAA, blue: 0xFF))
    #expect(group.map["k: 1"] == "v")
    #expect(group.stock == .no)
  }

  @Test("a value alone is the option declared as short form")
  func shortForm() throws {
    #expect(try decode("444").0.stock == .fourFourFour)
    #expect(try decode("newsprint").0.stock == .newsprint)
  }

  @Test("text options take what was written", arguments: ["010", "1.10", "no", "0x1F"])
  func textAsWritten(text: String) throws {
    #expect(try decode("name: \(text)").0.name == text)
  }

  @Test(
    "wrong values are told with place, expectation and a suggestion",
    arguments: [
      ("strenght: 1", "1:1", "stage 'paper' has no option 'strenght'", "did you mean 'strength'?"),
      ("strength: 1.5", "1:11", "'strength' of stage 'paper' takes a number from 0.0 to 1.0, not '1.5'", nil),
      ("strength: nan", "1:11", "'strength' of stage 'paper' takes a number from 0.0 to 1.0, not 'nan'", nil),
      ("max: 11", "1:6", "'max' of stage 'paper' takes a whole number from 0 to 10, not '11'", nil),
      ("max: 1.0", "1:6", "'max' of stage 'paper' takes a whole number from 0 to 10, not '1.0'", nil),
      ("limit: 9", "1:8", "'limit' of stage 'paper' takes a whole number from 1 to 5, not '9'", nil),
      ("max:", "1:5", "'max' of stage 'paper' takes a whole number from 0 to 10, not nothing", nil),
      (
        "stock: craem", "1:8",
        "'stock' of stage 'paper' takes one of: cream, newsprint, no, 444, not 'craem'",
        "did you mean 'cream'?"
      ),
      ("isOn: maybe", "1:7", "'isOn' of stage 'paper' takes true or false, not 'maybe'", nil),
      (
        "size: 3 parsecs", "1:7",
        "'size' of stage 'paper' takes a size in bytes such as 512MiB, not '3 parsecs'", nil
      ),
      (
        "color: #ffffff", "1:7",
        "'color' of stage 'paper' takes a color such as #ffffff or white, not nothing",
        "put quotes around a color that begins with '#'"
      ),
      ("numbers: [1, x]", "1:14", "'numbers' of stage 'paper' takes a whole number, not 'x'", nil),
      ("name: [a]", "1:7", "'name' of stage 'paper' takes text, not a list", nil),
      (
        "name: {series}", "1:7", "'name' of stage 'paper' takes text, not a mapping",
        "put quotes around text that begins with '{'"
      ),
      ("map: [a]", "1:6", "'map' of stage 'paper' takes a mapping, each value text, not a list", nil),
      ("map: {a: [b]}", "1:10", "'map.a' of stage 'paper' takes text, not a list", nil),
      (
        "gap: atuo", "1:6", "'gap' of stage 'paper' takes 'auto' or 'none' or a whole number, not 'atuo'",
        "did you mean 'auto'?"
      ),
      (
        "encode: {qualty: 1}", "1:10", "'encode' of stage 'paper' has no option 'qualty'",
        "did you mean 'quality'?"
      ),
      (
        "encode: {quality: 0}", "1:19",
        "'encode.quality' of stage 'paper' takes a whole number from 1 to 100, not '0'", nil
      ),
      (
        "encode: 4", "1:9", "'encode' of stage 'paper' takes a mapping of options, not text",
        "if you mean that, write { quality: 4 }"
      ),
      (
        "encode: high", "1:9", "'encode' of stage 'paper' takes a mapping of options, not text",
        "its options are quality, subsampling"
      ),
      (
        "quality: 4", "1:1", "stage 'paper' has no option 'quality'",
        "it belongs under 'encode', as in encode: { quality: … }"
      ),
    ] as [(String, String, String, String?)])
  func mismatches(yaml: String, place: String, message: String, remedy: String?) throws {
    let (_, problems) = try decode(yaml)
    try #require(problems.count == 1)
    #expect(problems[0].message == message)
    #expect(problems[0].remedy == remedy)
    #expect(problems[0].place.description == "x.yaml:" + place)
    #expect(problems[0].rule.category == .pipeline)
  }

  @Test("all problems are found at once, and what is right is kept")
  func allProblems() throws {
    let (group, problems) = try decode("max: 99\nstock: newsprint\nencode: {quality: x}\nfoo: 1\n")
    #expect(problems.map(\.place.range?.start.line) == [1, 3, 4])
    #expect(group.stock == .newsprint)
    #expect(group.max == 3)
  }

  @Test("what the command line says wrong is a usage error without a place")
  func usage() {
    var decoder = OptionDecoder(file: "x.yaml", owner: "stage 'paper'")
    _ = Everything.decode(.map([("max", .text("x")), ("foo", .text("y"))]), &decoder)
    #expect(decoder.problems.map(\.rule.category) == [.usage, .usage])
    #expect(decoder.problems.allSatisfy { $0.place == Place() })
  }

  @Test(
    "map options read key=value from a flag",
    arguments: [
      ("a=b", ["a": "b"]), ("a=b,c=d", ["a": "b", "c": "d"]), ("a=b, c = d=e", ["a": "b", "c": " d=e"]),
      ("title=Act 1, Scene 2,number=3", ["title": "Act 1, Scene 2", "number": "3"]), ("", [:]),
      ("a=", ["a": ""]),
    ])
  func flagMaps(text: String, expected: [String: String]) throws {
    var decoder = OptionDecoder(file: nil, owner: "stage 'metadata'")
    let map = try #require(OptionMap<String>.decode(.text(text), &decoder))
    #expect(Dictionary(map.pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }) == expected)
  }

  @Test("a map option refuses a flag's text without a key", arguments: ["a", "=b", "a b=c"])
  func wrongFlagMap(text: String) {
    var decoder = OptionDecoder(file: nil, owner: "stage 'metadata'")
    #expect(OptionMap<String>.decode(.text(text), &decoder) == nil)
    #expect(decoder.problems.count == 1)
  }

  @Test(
    "byte counts are read in decimal and binary units",
    arguments: [
      ("0", 0), ("4096", 4096), ("1KB", 1000), ("1KiB", 1024), ("1.5 GiB", 1_610_612_736),
      ("2g", 2_147_483_648),
      ("-1", nil), ("1 parsec", nil), ("1e99", nil), ("", nil), ("GiB", nil),
    ] as [(String, Int?)])
  func byteCounts(text: String, bytes: Int?) {
    #expect(ByteCount(text: text)?.bytes == bytes)
  }

  @Test(
    "colors are read in their usual forms",
    arguments: [
      ("#fff", "#ffffff"), ("#A0b1C2", "#a0b1c2"), ("Black", "#000000"), ("grey", "#808080"), ("#ff", nil),
      ("#ggg", nil), ("fff", nil), ("cream", nil), ("#１23", nil),
    ] as [(String, String?)])
  func colors(text: String, canonical: String?) {
    #expect(Color(text: text)?.optionText == canonical.map { "\"\($0)\"" })
  }
}
