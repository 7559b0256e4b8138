import Diagnostics
import Options
import Testing

private enum Stock: String, OptionEnumeration { case cream, newsprint }

private struct Encode: OptionGroup {
  var jpegQuality = 90
  static let options = [Option<Encode>("jpegQuality", \.jpegQuality, in: 1...100, "How good.")]
}

private struct Paper: OptionGroup {
  var stock = Stock.cream
  var strength = 0.5
  var isOn = true
  var names: [String] = []
  var set = OptionMap<String>()
  var encode = Encode()
  static let options: [Option<Paper>] = [
    Option("stock", \.stock, shortForm: true, "Which stock."),
    Option("strength", \.strength, in: 0...1, "How much."),
    Option("isOn", \.isOn, "Whether."), Option("names", \.names, "Several."), Option("set", \.set, "Fields."),
    Option("encode", \.encode, "How to encode."),
  ]
}

private struct Running: OptionGroup {
  var output: String?
  var jobs = 1
  var quiet = false
  var verbose = false
  static let options: [Option<Running>] = [
    Option("output", \.output, "Where to."), Option("jobs", \.jobs, in: 1...64, "How many at once."),
    Option("quiet", \.quiet, "Say less."), Option("verbose", \.verbose, "Say more."),
  ]
}

private let parser = FlagParser([
  FlagGroup(
    "run", options: Running.declarations, letters: ["output": "o", "jobs": "j", "quiet": "q", "verbose": "v"]),
  FlagGroup(plugin: "paper", summary: "Give pages the look of paper.", options: Paper.declarations),
  FlagGroup(plugin: "stories", summary: "Find stories.", options: []),
])

private func parse(_ arguments: String...) throws -> ParsedArguments {
  try parser.parse(arguments.map { Array($0.utf8) })
}

private func words(_ parsed: ParsedArguments) -> [String] {
  parsed.words.map { String(decoding: $0, as: UTF8.self) }
}

private func paper(_ parsed: ParsedArguments) throws -> Paper {
  var decoder = OptionDecoder(file: nil, owner: "stage 'paper'")
  let node = try #require(parsed["paper"])
  let paper = try #require(Paper.decode(node, &decoder))
  #expect(decoder.problems == [])
  return paper
}

@Suite("Flags made from options")
struct FlagParserTests {
  @Test("names are the options' in kebab-case, groups joined with hyphens")
  func names() {
    let group = FlagGroup(plugin: "paper", summary: "…", options: Paper.declarations)
    #expect(
      group.flags.map(\.name) == [
        "paper", "paper-stock", "paper-strength", "paper-is-on", "paper-names", "paper-set",
        "paper-encode-jpeg-quality",
      ])
  }

  @Test("flags take their value behind '=' or as the next word")
  func values() throws {
    let parsed = try parse(
      "in.epub", "--paper-strength", "0.25", "--paper-encode-jpeg-quality=70", "-o", "out/", "more")
    #expect(words(parsed) == ["in.epub", "more"])
    #expect(try paper(parsed).strength == 0.25)
    #expect(try paper(parsed).encode.jpegQuality == 70)
    #expect(parsed["run"]?["output"]?.scalar == "out/")
    #expect(parsed["stories"] == nil)
  }

  @Test("a plugin's flag takes the next word only if it is one of the declared values")
  func shortForms() throws {
    var parsed = try parse("--paper", "newsprint", "in.epub")
    #expect(try paper(parsed).stock == .newsprint)
    #expect(words(parsed) == ["in.epub"])
    parsed = try parse("--paper", "in.epub")
    #expect(try paper(parsed).stock == .cream)
    #expect(words(parsed) == ["in.epub"])
    parsed = try parse("--paper=newsprint")
    #expect(try paper(parsed).stock == .newsprint)
    parsed = try parse("--stories", "in.epub")
    #expect(parsed["stories"]?.pairs?.isEmpty == true)
    #expect(words(parsed) == ["in.epub"])
  }

  @Test("yes-or-no flags never take the next word")
  func switches() throws {
    let parsed = try parse("--paper-is-on=no", "--quiet", "yes")
    #expect(try paper(parsed).isOn == false)
    #expect(parsed["run"]?["quiet"]?.scalar == "yes")
    #expect(words(parsed) == ["yes"])
    #expect(try paper(try parse("--no-paper-is-on")).isOn == false)
  }

  @Test("one-letter flags stand alone, together, or with their value")
  func letters() throws {
    let parsed = try parse("-qv", "-j4", "-oout", "-")
    #expect(parsed["run"]?.pairs?.map(\.key) == ["quiet", "verbose", "jobs", "output"])
    #expect(parsed["run"]?["jobs"]?.scalar == "4")
    #expect(words(parsed) == ["-"])
  }

  @Test("lists and maps grow each time they are given")
  func repeated() throws {
    let parsed = try parse(
      "--paper-names", "a,b", "--paper-names=c", "--paper-set", "title=x, y", "--paper-set",
      "number=3,volume=1")
    let settings = try paper(parsed)
    #expect(settings.names == ["a", "b", "c"])
    #expect(settings.set.pairs.map { "\($0.key)=\($0.value)" } == ["title=x, y", "number=3", "volume=1"])
  }

  @Test("behind -- everything is a word, and words keep their bytes")
  func bytes() throws {
    let parsed = try parser.parse([[0xFF, 0x2E], Array("--".utf8), Array("--paper".utf8), [0xFE]])
    #expect(parsed.words == [[0xFF, 0x2E], Array("--paper".utf8), [0xFE]])
    #expect(parsed["paper"] == nil)
  }

  @Test(
    "wrong flags are usage errors",
    arguments: [
      (["--papper"], "there is no flag --papper", "did you mean --paper?"),
      (["--xyzzy"], "there is no flag --xyzzy", "--help lists all flags"),
      (["-x"], "there is no flag -x", "--help lists all flags"),
      (["--jobs"], "--jobs needs a value: a whole number from 1 to 64", nil),
      (["--jobs", "--quiet"], "--jobs needs a value: a whole number from 1 to 64", nil),
      (["--jobs=1", "-j2"], "--jobs is given twice", "keep one of them"),
      (["--stories=x"], "--stories takes no value", nil),
      (["--no-quiet=x"], "--no-quiet takes no value", nil),
      (["--no-paper"], "there is no flag --no-paper", "--help lists all flags"),
    ] as [([String], String, String?)])
  func wrong(arguments: [String], message: String, remedy: String?) {
    let error = #expect(throws: Diagnostic.self) { try parser.parse(arguments.map { Array($0.utf8) }) }
    #expect(error?.message == message)
    #expect(error?.remedy == remedy)
    #expect(error?.rule.category == .usage)
  }
}

@Suite("Help")
struct HelpTableTests {
  @Test("flags are listed with placeholder, sentence and default, wrapped to the width")
  func flags() {
    let flags = FlagGroup("run", options: Running.declarations, letters: ["output": "o"]).flags
    #expect(
      HelpTable(flags: flags).text(width: 40) == """
          -o, --output TEXT  Where to.
          --jobs N           How many at once.
                             [default: 1]
          --quiet            Say less.
          --verbose          Say more.

        """)
  }

  @Test("options are listed as they are written, nested ones with the names above them")
  func options() {
    let text = HelpTable(options: Paper.declarations).text(width: 100)
    #expect(text.contains("  stock: cream|newsprint  Which stock. [default: cream]\n"))
    #expect(text.contains("  encode.jpegQuality: N   How good. [default: 90]\n"))
  }

  @Test("terms too wide stand alone, wide characters count twice")
  func wideTerms() {
    let table = HelpTable([
      .init("--a-very-long-flag-indeed VALUE", "Text."), .init("漢字", "Wide."), .init("x", "Y."),
    ])
    let column = String(repeating: " ", count: 24)
    #expect(
      table.text(width: 30)
        == "  --a-very-long-flag-indeed VALUE\n\(column)Text.\n  漢字" + String(repeating: " ", count: 18)
        + "Wide.\n  x" + String(repeating: " ", count: 21) + "Y.\n")
  }

  @Test(
    "a word behind a flag is its value however it is spelled, else a word that may have been meant as one")
  func doubtful() throws {
    #expect(words(try parse("--paper", "Newsprint", "book.epub")) == ["book.epub"])
    #expect(words(try parse("--paper", "./cream")) == ["./cream"])
    let parsed = try parse("--paper", "creem", "book.epub")
    #expect(words(parsed) == ["creem", "book.epub"])
    #expect(parsed.doubtful.map(\.meant) == ["cream"] && parsed.doubtful.map(\.flag) == ["paper"])
    #expect(try parse("--paper", "book.epub").doubtful.map(\.meant) == [nil])
    #expect(try parse("--stories", "creem").doubtful.isEmpty)
  }
}
