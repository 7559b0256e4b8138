import Foundation
import Testing

@Suite("Tests that pipelines carry")
struct TestCommandTests {
  private static let pipelines = Sandbox.package.appending(path: "pipelines")

  /// A pipeline that joins pages, and tests of it.
  private func sandbox(_ tests: String, stages: String = "[metadata, pair, join: { which: all }]")
    async throws
    -> Sandbox
  {
    let sandbox = try await Sandbox()
    try sandbox.write(
      """
      leporello: 1
      name: spreads
      stages: \(stages)
      sink: { cbz: "out/{series|Unsorted}/{source.stem}.cbz" }
      tests:
      \(tests.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      """, to: "spreads.yaml")
    return sandbox
  }

  @Test("every shipped pipeline has tests beside it, and all of them pass")
  func shipped() async throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.pipelines.path)
    let pipelines = names.filter { $0.hasSuffix(".yaml") && !$0.hasSuffix(".tests.yaml") }.sorted()
    #expect(!pipelines.isEmpty)
    for name in pipelines {
      #expect(names.contains(name.replacing(".yaml", with: ".tests.yaml")), "\(name) has no tests")
    }
    let sandbox = try await Sandbox()
    let outcome = try await sandbox.run(
      ["test"] + pipelines.map { Self.pipelines.appending(path: $0).path }, timeLimit: 300)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.standardOutput.contains(" passed"))
    #expect(try sandbox.files().isEmpty, "tests write nothing here")
  }

  @Test("what is as expected passes: metadata, direction, pages, outputs, counts")
  func passes() async throws {
    let sandbox = try await sandbox(
      """
      - name: a manga
        book:
          name: manga/Kite 003.cbz
          metadata: { series: Kite, number: 3, writer: "Ann Ash", direction: rtl }
          pages:
            - { role: cover, bookmark: Start }
            - { size: 800x1200, color: silver, times: 2 }
            - { size: 1600x1200, color: navy }
        expect:
          metadata: { series: Kite, number: 3, writer: Ann Ash }
          like: { series: "K*" }
          absent: [summary]
          direction: rtl
          pageCount: 3
          made: { copied: 2, lossless: 1 }
          pages:
            1: { how: copied, role: cover, bookmark: Start, size: 800x1200, format: png }
            2: { how: lossless, size: 1600x1200 }
            last: { size: 1600x1200, role: none }
          outputs:
            - path: out/Kite/Kite 003.cbz
              has: [ComicInfo.xml]
              lacks: ["*.jpg"]
              contains: { ComicInfo.xml: <Series>Kite</Series> }
          strict: true
      """)
    let outcome = try await sandbox.run(expecting: 0, "test", "spreads.yaml")
    #expect(outcome.standardOutput == "spreads.yaml\n  ok      a manga\n1 test: 1 passed\n")
    #expect(try sandbox.files() == ["spreads.yaml"])
  }

  /// A pipeline that makes one book of each series, or several of one.
  private func gathering(_ tests: String, _ more: String = "gather: \"{series}\"") async throws -> Sandbox {
    let sandbox = try await Sandbox()
    let part = more.hasPrefix("divide") ? " {part}" : ""
    try sandbox.write(
      """
      leporello: 1
      source: { files: "in/**/*.cbz" }
      \(more)
      stages: [metadata]
      sink:
        - cbz: "out/{series}\(part).cbz"
        - cbz: "small/{series}\(part).cbz"
          id: small
          stages: [{ resize: 80x120 }]
      tests:
      \(tests.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      """, to: "gather.yaml")
    return sandbox
  }

  private static let severalBooks = """
    - name: two series
      books:
        - { name: in/Kite 2.cbz, pages: [{ name: k2.png }] }
        - { name: in/Heron 1.cbz, pages: [{ name: h1.png, times: 2 }] }
        - { name: in/Kite 1.cbz, pages: [{ name: k1.png }] }
      expect:
        pageCount: 2
        made: { copied: 2 }
        outputs:
          - path: out/Kite.cbz
            metadata: { series: Kite }
            absent: [number]
            pageCount: 2
            pages: { 1: { source: k1.png, bookmark: "1", size: 800x1200 }, 2: { source: k2.png } }
          - { path: small/Kite.cbz, pages: { all: { size: 80x120, how: re-encoded } } }
          - { path: out/Heron.cbz, metadata: { number: 1 }, pageCount: 2 }
          - { path: small/Heron.cbz, pageCount: 2 }
        strict: true

    """

  @Test("several books are gathered as in a run, and each output is held against what is expected of it")
  func several() async throws {
    let sandbox = try await gathering(Self.severalBooks)
    try await sandbox.run(expecting: 0, "test", "gather.yaml")
  }

  @Test(
    "nothing that is said of an output, or of several books, passes unseen",
    arguments: [
      ("metadata: { series: Kite }\n", "metadata: { series: Crane }\n", "outputs.0.metadata.series"),
      ("absent: [number]", "absent: [series]", "outputs.0.absent.0"),
      ("pageCount: 2\n        pages: { 1:", "pageCount: 3\n        pages: { 1:", "outputs.0.pageCount"),
      ("source: k2.png", "source: k1.png", "outputs.0.pages.2.source"),
      ("size: 800x1200", "size: 80x120", "outputs.0.pages.1.size"),
      ("all: { size: 80x120", "all: { size: 800x1200", "outputs.1.pages.all.size of page 1"),
      ("how: re-encoded", "how: copied", "outputs.1.pages.all.how of page 2"),
      ("path: small/Heron.cbz", "path: small/Crane.cbz", "outputs.3.path"),
      ("- { path: small/Heron.cbz, pageCount: 2 }", "", "outputs"),
      ("made: { copied: 2 }", "made: { copied: 3 }", "made.copied of out/Kite.cbz"),
      ("pageCount: 2\n    made", "pageCount: 1\n    made", "pageCount of out/Heron.cbz"),
    ])
  func severalDifferences(_ old: String, _ new: String, _ subject: String) async throws {
    let tests = Self.severalBooks.replacing(old, with: new)
    try #require(tests != Self.severalBooks)
    let sandbox = try await gathering(tests)
    let outcome = try await sandbox.run(expecting: 1, "test", "gather.yaml")
    #expect(outcome.standardOutput.contains("error: \(subject) is not as expected"), "\(outcome)")
  }

  @Test("several inputs, a folder among them, are gathered; one that is missing fails the test")
  func severalInputs() async throws {
    let sandbox = try await gathering(
      """
      - name: files
        inputs: [books/a/1.cbz, books/b]
        expect: { outputs: [{ path: out/S.cbz, pageCount: 3 }, small/S.cbz] }
      - name: missing
        inputs: [books/a/1.cbz, books/c.cbz]
        expect: { pageCount: 3 }
      """)
    let info = "<Series>S</Series>"
    try await sandbox.draw([
      DrawnChapter("books/a/1.cbz", [1], info: info), DrawnChapter("books/b/2.cbz", [2], info: info),
      DrawnChapter("books/b/3.cbz", [3], info: info),
    ])
    let outcome = try await sandbox.run(expecting: 1, "test", "gather.yaml")
    #expect(outcome.standardOutput.contains("ok      files"), "\(outcome)")
    #expect(outcome.standardOutput.contains("there is no file or folder 'books/c.cbz'"), "\(outcome)")
  }

  @Test("the parts a book is divided into are outputs, and what fails is told of several books")
  func parts() async throws {
    let sandbox = try await gathering(
      """
      - name: parts
        book: { name: Kite.cbz, pages: [{ times: 3 }] }
        expect:
          outputs:
            - { path: out/Kite 1.cbz, pageCount: 2 }
            - { path: out/Kite 2.cbz, pageCount: 1, pages: { 1: { source: 003.png } } }
            - small/Kite 1.cbz
            - small/Kite 2.cbz
      - name: one fails
        books: [{ name: Heron.cbz, pages: [{ damaged: true }] }, { name: Kite.cbz }]
        expect: { fails: picture-truncated, outputs: [out/Kite.cbz, small/Kite.cbz] }
      - name: the other fails
        books: [{ name: Heron.cbz, pages: [{ damaged: true }] }, { name: Kite.cbz }]
        expect: { fails: picture-truncated, outputs: [out/Heron.cbz, small/Heron.cbz] }
      """, "divide: { by: pages, pages: 2 }")
    let outcome = try await sandbox.run(expecting: 1, "test", "gather.yaml")
    #expect(outcome.standardOutput.contains("ok      parts"), "\(outcome)")
    #expect(outcome.standardOutput.contains("ok      one fails"), "\(outcome)")
    #expect(outcome.standardOutput.contains("outputs.0.path is not as expected"), "\(outcome)")
  }

  @Test("what differs is told with its place in the file, expected and actual; status 1")
  func differences() async throws {
    let sandbox = try await sandbox(
      """
      - name: all wrong
        book:
          metadata: { series: Kite }
          pages: [{ role: cover }, { times: 2 }]
        expect:
          metadata: { series: Kyte }
          like: { series: "X*" }
          absent: [series]
          direction: rtl
          pageCount: 7
          made: { drawn: 1 }
          pages: { 1: { size: 1x1, how: drawn, role: story, side: left, name: x.png }, 9: copied }
          outputs: [{ path: elsewhere.cbz, entries: [a.png, ComicInfo.xml], has: [x], lacks: ["*.xml"] }]
          diagnostics: [never-told]
      - name: fine
        book: {}
        expect: { pageCount: 1 }
      """)
    let outcome = try await sandbox.run(expecting: 1, "test", "spreads.yaml")
    let text = outcome.standardOutput
    for expected in [
      "  failed  all wrong", "  ok      fine", "2 tests: 1 passed, 1 failed",
      "spreads.yaml:11:27: error: metadata.series is not as expected [test-failed]",
      "    expected  Kyte\n    actual    Kite", "text like X*", "no series", "expected  7\n    actual    2",
      "1 page\n", "expected  1x1\n    actual    800x1200", "expected  drawn\n    actual    copied",
      "expected  story\n    actual    frontCover", "a page 9", "the book has 2 pages",
      "expected  elsewhere.cbz\n    actual    out/Kite/book.cbz", "    - a.png", "    + ", "never-told",
    ] { #expect(text.contains(expected), "\(expected)\n\(text)") }
    #expect(
      text.contains("        metadata: { series: Kyte }") || text.contains("metadata: { series: Kyte }\n"))
    #expect(!text.contains("leporello-test"), "the scratch folder is nobody's business")
  }

  @Test("a book that has to fail fails with that rule, and no other way")
  func failing() async throws {
    let sandbox = try await sandbox(
      """
      - name: damaged
        book: { pages: [800x1200, { damaged: true }] }
        expect: { fails: picture-truncated }
      - name: damaged, left out
        onDamage: skip
        meta: { direction: ltr }
        book: { pages: [800x1200, { damaged: true }] }
        expect: { pageCount: 1, diagnostics: [damaged-page-skipped], strict: true }
      - name: lossless
        lossless: true
        set: { join.gutter: 10 }
        book: { pages: [{ format: jpeg, times: 3 }] }
        expect: { fails: lossless-refused }
      - name: not damaged
        book: {}
        expect: { fails: picture-truncated }
      - name: unexpected
        book: { pages: [{ damaged: true }] }
        expect: { pageCount: 1 }
      - name: unexpected warning
        onDamage: blank
        book: { pages: [800x1200, { damaged: true }] }
        expect: { strict: true }
      """)
    let outcome = try await sandbox.run(expecting: 1, "test", "spreads.yaml")
    let text = outcome.standardOutput
    for expected in [
      "  ok      damaged\n", "  ok      damaged, left out\n", "  ok      lossless\n",
      "  failed  not damaged\n",
      "the book is written", "  failed  unexpected\n", "actual    it fails", "  failed  unexpected warning\n",
      "[damaged-page-blanked]", "6 tests: 3 passed, 3 failed",
    ] { #expect(text.contains(expected), "\(expected)\n\(text)") }
  }

  @Test("fixtures are read where they lie; set and meta change one test")
  func fixtures() async throws {
    let sandbox = try await Sandbox("deleted")
    try sandbox.write(
      "leporello: 1\nstages: [metadata, drop]\nsink: { cbz: \"out/{series}.cbz\" }\n", to: "p/a.yaml")
    try sandbox.write(
      """
      leporello: 1
      tests:
        - name: as it is
          input: ../book.cbz
          expect: { outputs: [out/S.cbz], pageCount: 4 }
        - name: changed
          input: ../book.cbz
          set: { drop.max: 1 }
          meta: { series: Other }
          expect: { fails: drop-limit }
        - name: not there
          input: gone.cbz
          expect: { pageCount: 1 }
      """, to: "p/a.tests.yaml")
    for named in ["p/a.yaml", "p/a.tests.yaml"] {
      let outcome = try await sandbox.run(expecting: 1, "test", named)
      #expect(outcome.standardOutput.contains("3 tests: 2 passed, 1 failed"), "\(outcome)")
      #expect(outcome.standardOutput.contains("p/a.tests.yaml:12:12: error: the input is not as expected"))
      #expect(outcome.standardOutput.contains("there is no file or folder 'p/gone.cbz'"))
    }
    let one = try await sandbox.run(expecting: 0, "test", "p/a.yaml", "--filter", "*is")
    #expect(one.standardOutput.contains("1 test: 1 passed"))
    try await sandbox.run(expecting: 2, "test", "p/a.yaml", "--filter", "no such test")
    try await sandbox.run(expecting: 2, "test")
  }

  @Test(
    "pictures are compared with stored ones within a tolerance, shown where they differ, and accepted on request"
  )
  func pictures() async throws {
    let sandbox = try await sandbox(
      """
      - name: looks right
        book: { pages: [{ size: 60x90, color: silver }] }
        expect: { pages: { 1: { picture: pictures/first.png } } }
      """)
    let missing = try await sandbox.run(expecting: 1, "test", "spreads.yaml")
    #expect(missing.standardOutput.contains("there is no such picture"))
    #expect(missing.standardOutput.contains("--accept"))
    try await sandbox.run(expecting: 0, "test", "spreads.yaml", "--accept")
    try await sandbox.run(expecting: 0, "test", "spreads.yaml")
    let script = """
      from PIL import Image
      picture = Image.open('pictures/first.png').convert('L')
      assert picture.size == (60, 90), picture.size
      picture.point(lambda level: min(255, level + %d)).save('pictures/first.png')
      """
    try await sandbox.tool("python3", ["-c", script.replacing("%d", with: "2")])
    try await sandbox.run(expecting: 1, "test", "spreads.yaml")
    try await sandbox.tool("python3", ["-c", script.replacing("%d", with: "60")])
    let outcome = try await sandbox.run(expecting: 1, "test", "spreads.yaml", "--pictures", "differing")
    #expect(outcome.standardOutput.contains("samples at most 2 off, 0.50 on average"), "\(outcome)")
    #expect(
      try sandbox.files(in: "differing") == [
        "looks-right-page-1-actual.png", "looks-right-page-1-difference.png",
      ])
    try await sandbox.run(
      expecting: 0, "test", "spreads.yaml", "--accept", changing: ["pictures/first.png"])
  }

  @Test("a pipeline that does not load is an error in JUnit and a line of JSON; tests of others are run")
  func broken() async throws {
    let sandbox = try await sandbox("- name: one page\n  book: {}\n  expect: { pageCount: 1 }\n")
    try sandbox.write("leporello: 1\nstages: [metdata]\nsink: { cbz: out/ }\n", to: "misspelled.yaml")
    try sandbox.write("leporello: [1\n", to: "broken.yaml")
    let files = ["misspelled.yaml", "spreads.yaml", "broken.yaml"]
    let outcome = try await sandbox.run(["test"] + files + ["--json", "--junit", "results.xml"])
    #expect(outcome.status == 3, "\(outcome)")
    let lines = try outcome.standardOutput.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.map { $0["pipeline"] as? String } == files)
    #expect(lines.map { $0["passed"] as? Bool } == [false, true, false])
    #expect(
      ((lines[0]["errors"] as? [[String: Any]])?.first?["message"] as? String)?.contains("metdata") == true)
    let script = """
      import xml.etree.ElementTree as E
      root = E.parse('results.xml').getroot()
      assert (root.get('tests'), root.get('failures'), root.get('errors')) == ('3', '0', '2'), root.attrib
      assert [suite.get('errors') for suite in root] == ['1', '0', '1']
      error = root[0][0][0]
      assert error.tag == 'error' and 'metdata' in error.get('message') and 'misspelled.yaml:2' in error.text
      assert root[1][0].get('name') == 'one page' and len(root[1][0]) == 0
      """
    let checked = try await sandbox.tool("python3", ["-c", script])
    #expect(checked.status == 0, "\(checked)")
    try await sandbox.run(expecting: 2, "test", "missing.yaml", "--junit", "missing.xml")
    #expect(String(decoding: try sandbox.data("missing.xml"), as: UTF8.self).contains("<error"))
  }

  @Test("JSON lines and JUnit hold every test, and are the same every time")
  func machines() async throws {
    let sandbox = try await sandbox(
      """
      - name: fine & well
        book: {}
        expect: { pageCount: 1 }
      - name: wrong
        book: {}
        expect: { pageCount: 2 }
      """)
    let json = try await sandbox.run(expecting: 1, "test", "spreads.yaml", "--json", "--junit", "results.xml")
    let tests = try json.standardOutput.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(tests.map { $0["passed"] as? Bool } == [true, false])
    let difference = try #require((tests[1]["differences"] as? [[String: Any]])?.first)
    #expect(difference["expected"] as? String == "2" && difference["actual"] as? String == "1")
    #expect(difference["line"] as? Int == 11)
    let script = """
      import xml.etree.ElementTree as E
      root = E.parse('results.xml').getroot()
      suite = root[0]
      assert suite.get('name') == 'spreads.yaml' and suite.get('tests') == '2' and suite.get('failures') == '1'
      assert [c.get('name') for c in suite] == ['fine & well', 'wrong']
      failure = suite[1][0]
      assert failure.tag == 'failure' and 'expected 2, actual 1' in failure.get('message'), failure.attrib
      assert 'spreads.yaml:11:26' in failure.text, failure.text
      """
    let checked = try await sandbox.tool("python3", ["-c", script])
    #expect(checked.status == 0, "\(checked)")
    let first = try sandbox.data("results.xml")
    try await sandbox.run(
      expecting: 1, "test", "spreads.yaml", "--junit", "results.xml", changing: ["results.xml"])
    #expect(try sandbox.data("results.xml") == first)
  }

  @Test(
    "what is wrong with a test is told by check and by test, with its place; status 3",
    arguments: [
      ("- name: x\n  expect: { pageCount: 1 }", ":6:5", "test-shape"),
      ("- book: {}\n  expect: { pageCount: 1 }", ":6:5", "test-shape"),
      ("- name: x\n  book: {}\n  input: y.cbz", ":7:11", "test-shape"),
      ("- name: x\n  book: {}\n  expct: {}", ":8:5", "unknown-option"),
      ("- name: x\n  book: {}\n  expect: { pages: { first: copied } }", ":8:31", "test-page"),
      ("- name: x\n  book: {}\n  expect: { pages: { 1: copyed } }", ":8:27", "option-value"),
      ("- name: x\n  book: {}\n  expect: { metadata: { seris: K } }", ":8:27", "unknown-field"),
      ("- name: x\n  book: { metadata: { count: many } }", ":7:32", "field-value"),
      ("- name: x\n  book: {}\n  set: { pear.first: paired }", ":8:5", "override-target"),
      ("- name: x\n  book: {}\n  set: { pair.first: never }", ":8:5", "option-value"),
      ("- name: x\n  book: { pages: [{ side: left }] }", ":7:29", "test-side"),
      ("- name: x\n  book: {}\n- name: x\n  book: {}", ":8:11", "test-twice"),
    ])
  func wrong(_ tests: String, _ place: String, _ rule: String) async throws {
    let sandbox = try await sandbox(tests)
    for command in ["check", "test"] {
      let outcome = try await sandbox.run(expecting: 3, command, "spreads.yaml")
      let said = outcome.standardOutput + outcome.standardError
      #expect(said.contains("[\(rule)]"), "\(outcome)")
      #expect(said.contains(place), "\(outcome)")
    }
  }

  @Test("a file of tests is checked with its pipeline, and is no pipeline itself")
  func fileOfTests() async throws {
    let sandbox = try await sandbox("- name: x\n  book: {}\n  expect: { pageCount: 1 }")
    try sandbox.write(
      "leporello: 1\ntests:\n  - name: y\n    book: {}\n    set: { pear.first: paired }\n",
      to: "spreads.tests.yaml")
    for named in ["spreads.yaml", "spreads.tests.yaml"] {
      let outcome = try await sandbox.run(expecting: 3, "check", named)
      #expect(outcome.standardOutput.contains("spreads.tests.yaml:5:5: error:"), "\(outcome)")
    }
    let run = try await sandbox.run(expecting: 3, "run", "spreads.tests.yaml", "spreads.yaml")
    #expect(run.standardError.contains("this is a file of tests"), "\(run)")
  }
}
