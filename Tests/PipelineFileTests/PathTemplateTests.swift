import BookModel
import Diagnostics
import Options
import PipelineFile
import Testing

private func path(_ template: String, _ book: Book = SampleBook.kaze) throws -> String {
  try PathTemplate(parsing: template).path(for: book).path.display
}

@Suite("Path templates")
struct PathTemplateTests {
  @Test(
    "fields become values",
    arguments: [
      ("{series} v{volume:00}.cbz", "Kaze v03.cbz"), ("{Series}.cbz", "Kaze.cbz"),
      ("{number:000}.cbz", "022.1.cbz"),
      ("{year}-{month:00}-{day:00}.cbz", "2010-07-04.cbz"), ("{date}.cbz", "2010-07-04.cbz"),
      ("{writer}.cbz", "Ann Ash, Cy.cbz"), ("{isbn}.cbz", "9780306406157.cbz"),
      ("{tags}.cbz", "wind, sea.cbz"),
      ("{direction} {kind} {pages}.cbz", "rtl comic 0.cbz"),
      ("{source.folder}/{source.stem}.cbz", "inbox/scan-017.cbz"),
      ("{imprint|Nobody}.cbz", "Nobody.cbz"), ("{volume:000|x}.cbz", "003.cbz"),
      ("{series!}.cbz", "Kaze.cbz"),
      ("{volume:00!}.cbz", "03.cbz"), ("{imprint|}{series}.cbz", "Kaze.cbz"),
      ("{{{series}}} [[{volume}]].cbz", "{Kaze} [3].cbz"), ("{communityRating}.cbz", "4.5.cbz"),
    ])
  func fields(template: String, expected: String) throws {
    #expect(try path(template) == expected)
  }

  @Test(
    "numbers are padded in their whole part",
    arguments: [
      ("22.1", "022.1"), ("½", "000.5"), ("1.MU", "001.MU"), ("-1", "-001"), ("16-17", "016-17"),
      ("1234", "1234"),
      ("X", "X"),
    ])
  func padding(number: String, expected: String) throws {
    #expect(try path("{number:000}.cbz", SampleBook.named([.number: number])) == expected + ".cbz")
  }

  @Test(
    "optional parts go where a field inside is empty",
    arguments: [
      ("{series}[ - {title}].cbz", "Kaze - First Wind.cbz"), ("{series}[ - {imprint}].cbz", "Kaze.cbz"),
      ("{series}[ {title} {imprint}].cbz", "Kaze.cbz"), ("[{imprint}/]{series}.cbz", "Kaze.cbz"),
      ("[{publisher}/]{series}.cbz", "Ash-Birk/Kaze.cbz"),
      ("{series}[ ({imprint|self})].cbz", "Kaze (self).cbz"),
      ("a/[{imprint}/x]/{series}.cbz", "a/Kaze.cbz"), ("{series}[ [[{imprint}]]].cbz", "Kaze.cbz"),
      ("{series}[ [[{year}]]].cbz", "Kaze [2010].cbz"),
    ])
  func optionalParts(template: String, expected: String) throws {
    #expect(try path(template) == expected)
  }

  @Test("folders whose fields are all empty are left out")
  func emptyFolders() throws {
    #expect(try path("lib/{imprint}/{series}.cbz") == "lib/Kaze.cbz")
    #expect(try path("/lib/{imprint}/{series}.cbz") == "/lib/Kaze.cbz")
    #expect(try path("../lib//./{series}.cbz") == "../lib/Kaze.cbz")
  }

  @Test("a file name that asks for series or title and gets neither is the source's, with a warning")
  func fallback() throws {
    let nameless = SampleBook.named([.number: "3"])
    for template in [
      "{series} v{volume:00}.cbz", "{series}{title}.cbz", "x[ {title}].cbz", "{series}/{title}.cbz",
    ] {
      let (path, warnings) = try PathTemplate(parsing: template).path(for: nameless)
      #expect(path.display == "scan-017.cbz", "\(template)")
      #expect(warnings.map(\.rule) == [.nameFallback], "\(template)")
    }
  }

  @Test(
    "any other file name is taken as it comes",
    arguments: [
      ("{series|Unknown}.cbz", "Unknown.cbz"), ("{number}.cbz", "3.cbz"), ("{series}/{number}.cbz", "3.cbz"),
      ("[{series}/]{number}.cbz", "3.cbz"), ("{imprint} - {number}.cbz", "- 3.cbz"), ("book.cbz", "book.cbz"),
    ])
  func noFallback(template: String, expected: String) throws {
    let (path, warnings) = try PathTemplate(parsing: template).path(for: SampleBook.named([.number: "3"]))
    #expect(path.display == expected)
    #expect(!warnings.map(\.rule).contains(.nameFallback))
  }

  @Test("a required field that is missing fails the book and says how to set it")
  func required() throws {
    let error = #expect(throws: Diagnostic.self) { try path("{imprint!}.cbz") }
    #expect(error?.rule == .templateRequired)
    #expect(error?.remedy?.contains("--meta imprint=") == true)
  }

  @Test(
    "the extension is the literal end of the name",
    arguments: [
      ("{series}.cbz", ".cbz"), ("{series}.kepub.epub", ".kepub.epub"), ("{series}", ""),
      ("book.cbz", ".cbz"),
      ("a.b/{series}", ""), ("{series}.1", ""), ("{series}/", ""), (".cbz", ".cbz"), ("{series}.toolong", ""),
    ])
  func extensions(template: String, expected: String) throws {
    #expect(try PathTemplate(parsing: template).fileExtension == expected)
  }

  @Test("an extension is added where the template names none, and numbers go before it")
  func addedExtension() throws {
    let bare = try PathTemplate(parsing: "lib/{series}")
    let path = try bare.path(for: SampleBook.kaze, missingExtension: "cbz").path
    #expect(path.display == "lib/Kaze.cbz")
    #expect(path.numbered(2).display == "lib/Kaze (2).cbz")
    let full = try PathTemplate(parsing: "{series}.kepub.epub")
    #expect(
      try full.path(for: SampleBook.kaze).path.numbered(3, fileExtension: full.fileExtension).display
        == "Kaze (3).kepub.epub")
    #expect(try bare.path(for: SampleBook.kaze).path.display == "lib/Kaze")
  }

  @Test(
    "what is wrong is told at its place",
    arguments: [
      ("{⟦sereis⟧}.cbz", "there is no field 'sereis'", "did you mean 'series'?"),
      ("{⟦⟧}.cbz", "a field's name is missing", nil),
      ("⟦{⟧series.cbz", "the field that begins here has no '}'", nil),
      ("{series}⟦}⟧.cbz", "a single '}' is not allowed here", "write '}}' for the character itself"),
      ("x⟦]⟧.cbz", "a single ']' is not allowed here", "write ']]' for the character itself"),
      ("⟦[⟧{series}.cbz", "the optional part that begins here has no ']'", nil),
      (
        "{series} ⟦[Digital]⟧.cbz", "the optional part has no field",
        "write '[[' and ']]' for brackets in the name"
      ),
      ("[{series} ⟦[⟧{title}] x].cbz", "optional parts cannot be nested", nil),
      ("{series⟦:00⟧}.cbz", "'series' is not a number and cannot be padded", nil),
      ("{volume:0⟦2⟧}.cbz", "after ':' there must be zeros, one for each digit", "such as {volume:00}"),
      ("{volume⟦:⟧}.cbz", "after ':' there must be zeros, one for each digit", nil),
      ("{series!⟦x⟧}.cbz", "nothing may follow '!'", nil),
      ("⟦~⟧/{series}.cbz", "'~' does not mean your home folder here", nil),
    ] as [(String, String, String?)])
  func problems(marked: String, message: String, remedy: String?) throws {
    // Once as YAML in quotes, where the place is known, and once from the command line, where it is said in words.
    let yaml = Marked("path: \"\(marked)\"")
    let node = try #require(try yaml.yaml()["path"])
    let error = #expect(throws: Diagnostic.self) { try PathTemplate(parsing: node, file: "x.yaml") }
    #expect(error?.message == message)
    #expect(error.map(yaml.place) == yaml.place)
    if let remedy { #expect(error?.remedy == remedy) }
    #expect(error?.rule.category == .pipeline)

    let flag = #expect(throws: Diagnostic.self) { try PathTemplate(parsing: Marked(marked).text) }
    #expect(flag?.message.hasPrefix(message + ", at character ") == true)
    #expect(flag?.rule.category == .usage)
  }

  @Test("places are exact in plain scalars, and the whole scalar where quoting hides them")
  func places() throws {
    for marked in ["path: x/{⟦sereis⟧}.cbz", "path: 'x/{⟦sereis⟧}.cbz'", "path: ⟦\"\\u0078/{sereis}.cbz\"⟧"] {
      let yaml = Marked(marked)
      let node = try #require(try yaml.yaml()["path"])
      let error = #expect(throws: Diagnostic.self) { try PathTemplate(parsing: node, file: "x.yaml") }
      #expect(error.map(yaml.place) == yaml.place)
    }
  }
}

@Suite("Empty fields of paths")
struct EmptyFieldTests {
  private func warnings(_ template: String, _ fields: [MetadataField: String]) throws -> [String] {
    try PathTemplate(parsing: template).path(for: SampleBook.named(fields)).warnings.map(\.message)
  }

  @Test(
    "a field outside brackets that is empty is warned of by name, whether it is part of a name or a folder",
    arguments: [
      ("{series} ({volume}).cbz", "{volume}"), ("{publisher}/{series}.cbz", "{publisher}"),
      ("lib/{publisher}/{series} v{volume:00}.cbz", "{publisher} and {volume}"),
      ("{publisher} - x/{series}.cbz", "{publisher}"),
    ])
  func warned(_ template: String, _ names: String) throws {
    let told = try warnings(template, [.series: "Lantern"])
    #expect(told.count == 1 && told.first?.hasPrefix(names + " ") == true, "\(told)")
  }

  @Test(
    "one that is there, optional, or has a default is not",
    arguments: [
      "{series}.cbz", "{series}[ ({volume})].cbz", "{series} {volume|loose}.cbz",
      "[{publisher}/]{series}.cbz",
      "{publisher|Unknown}/{series}.cbz",
    ])
  func fine(_ template: String) throws { #expect(try warnings(template, [.series: "Lantern"]) == []) }

  @Test("a name that falls back to the source's is warned of once")
  func fallback() throws { #expect(try warnings("{series} {number}.cbz", [:]).count == 1) }
}

@Suite("Names that every system takes")
struct SafeNameTests {
  @Test(
    "values become harmless",
    arguments: [
      ("Act 1: Ghost/Wolf?", "Act 1 - Ghost-Wolf_", "field case F45"),
      ("Act 1- Ghost/Wolf*", "Act 1- Ghost-Wolf_", "field case F45"),
      ("..", "_", "field case F45: no way up"),
      ("CON", "CON_", "field case F45: a device"),
      (".", "_", "no way to stay"),
      ("../../etc/passwd", "_-..-etc-passwd", "no way up by parts"),
      (".hack//SIGN", "_hack--SIGN", "not hidden"),
      ("con.v2", "con_.v2", "a device with an extension"),
      ("Com1", "Com1_", "a device in any case"), ("COM²", "COM²_", "with a superscript digit too"),
      ("Computer", "Computer", "no device"), ("COM10", "COM10", "no device"),
      ("12:30", "12-30", "a colon in a word"),
      ("a\\b|c", "a-b-c", "other separators"), ("<\"x\">", "_'x'_", "quotes and angle brackets"),
      ("Mr. & Mrs. Smith...", "Mr. & Mrs. Smith", "dots at the end go"),
      ("  two \t\n lines ", "two lines", "one line, single spaces"),
      ("a\u{0}b\u{7}c\u{202E}d", "abcd", "controls go"),
      ("e\u{301}", "é", "one form for accents"),
      ("漢字 🦊", "漢字 🦊", "other scripts stay"),
      ("???", "___", "only such characters"),
    ])
  func values(value: String, expected: String, reason: String) throws {
    #expect(
      try path("{series}/x.cbz", SampleBook.named([.series: value])) == "\(expected)/x.cbz", "\(reason)")
    #expect(try path("{series}.cbz", SampleBook.named([.series: value])) == "\(expected).cbz", "\(reason)")
  }

  @Test("names are cut to 255 bytes between characters, never the extension")
  func length() throws {
    let long = SampleBook.named([.series: String(repeating: "漢", count: 120), .number: "1"])
    let name = try path("{series} {number}.cbz", long)
    #expect(name == String(repeating: "漢", count: 83) + ".cbz")
    #expect(name.utf8.count <= 255)
    let family = SampleBook.named([.series: String(repeating: "👨‍👩‍👧", count: 60)])
    let cut = try path("{series}.kepub.epub", family)
    #expect(cut.utf8.count <= 255)
    #expect(cut.dropLast(11).allSatisfy { $0 == "👨‍👩‍👧" })
    let folder = try path("{series}/x.cbz", long)
    #expect(folder == String(repeating: "漢", count: 85) + "/x.cbz")
    let numbered = try PathTemplate(parsing: "{series}.cbz")
    let second = try numbered.path(for: long).path.numbered(12)
    #expect(second.name.count <= 255)
    #expect(second.display.hasSuffix("漢 (12).cbz"))
  }

  @Test(
    "numbered names keep within 255 bytes, whole characters and the extension",
    arguments: [
      (String(repeating: "a", count: 251) + ".cbz", String(repeating: "a", count: 247) + " (2).cbz"),
      (String(repeating: "漢", count: 83) + ".cbz", String(repeating: "漢", count: 82) + " (2).cbz"),
      (String(repeating: "é", count: 127), String(repeating: "é", count: 125) + " (2)"),
      (
        "Mr. Fox. " + String(repeating: "b", count: 246),
        "Mr. Fox. " + String(repeating: "b", count: 242) + " (2)"
      ),
      ("a", "a (2)"), (".cbz", ".cbz (2)"), ("lib/a.b/c", "lib/a.b/c (2)"),
    ])
  func numberedNames(_ name: String, _ expected: String) {
    let numbered = FilePath(name).numbered(2)
    #expect(numbered.display == expected)
    #expect(numbered.name.count <= 255)
  }

  @Test("what the user writes out stands as written")
  func literals() throws {
    #expect(try path("out: x/CON/a*b/{series}.cbz") == "out: x/CON/a*b/Kaze.cbz")
    #expect(try path("{series}: v{volume}?.cbz") == "Kaze - v3_.cbz")
  }
}
