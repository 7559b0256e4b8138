import BookModel
public import Diagnostics
import Options
import PluginKit

extension PipelineCheck {
  /// Checks `tests:`, a list of `TestSettings`.
  mutating func tests(_ node: YAMLNode?) -> [PipelineTest] {
    guard let node, !node.isNull else { return [] }
    guard let items = node.items else {
      report(
        .pipelineShape, "'tests' takes a list, not \(node.kindName)", startOf(node), "put '- ' before 'name:'"
      )
      return []
    }
    var tests: [PipelineTest] = []
    for item in items {
      guard let test = test(item) else { continue }
      if let first = tests.first(where: { $0.name == test.name }) {
        let line = first.place(of: ["name"]).range?.start.line
        let before = line.map { ", first on line \($0)" } ?? ""
        report(.testTwice, "two tests are called '\(test.name)'\(before)", range(of: "name", in: item))
      }
      tests.append(test)
    }
    return tests
  }

  private mutating func test(_ item: YAMLNode) -> PipelineTest? {
    guard item.pairs != nil else {
      report(
        .testShape, "a test is a mapping of name, input or book, and expect, not \(item.kindName)",
        item.range)
      return nil
    }
    let name = item["name"]?.scalar ?? ""
    var decoder = OptionDecoder(file: file, owner: name.isEmpty ? "a test" : "test '\(name.shortened())'")
    let settings = TestSettings.decode(item, &decoder)
    problems += decoder.problems
    guard let settings else { return nil }
    let test = PipelineTest(settings: settings, node: item, file: file)
    checkShape(test, item)
    if decoder.problems.isEmpty { checkExpectations(test, item) }
    checkFields(test)
    checkPages(test)
    return test
  }

  private mutating func checkShape(_ test: PipelineTest, _ item: YAMLNode) {
    let settings = test.settings
    if settings.name.isEmpty {
      report(.testShape, "the test has no name", range(of: "name", in: item), "say what it tests: name: …")
    }
    let given = ["input", "inputs", "book", "books"].compactMap { item[$0] }
    if given.isEmpty {
      report(
        .testShape, "the test does not say which book it is about", startOf(item),
        "add 'input: FILE', or 'book: { pages: [800x1200] }' for a generated one")
    } else if given.count > 1 {
      let isMixed = (item["input"] ?? item["inputs"]) != nil && (item["book"] ?? item["books"]) != nil
      report(
        .testShape,
        isMixed
          ? "the test has both an input and a generated book" : "the test says twice which books to use",
        given[1].range, "leave one of them out")
    }
    for name in ["inputs", "books"] {
      if let list = item[name], list.isNull || list.items?.isEmpty == true {
        report(.testShape, "'\(name)' of the test is empty", list.range, "name the books, or leave it out")
      }
    }
    checkNames(test)
    for (path, book) in generatedBooks(of: test) where !book.name.lowercased().hasSuffix(".epub") {
      guard let index = book.pages.firstIndex(where: { $0.side != nil }) else { continue }
      report(
        .testSide, "only an EPUB can say on which side a page lies",
        place(path + ["pages", "\(index)", "side"], of: test), "give the book a name that ends in .epub")
    }
  }

  /// The generated books of a test, each with its path in the entry.
  private func generatedBooks(of test: PipelineTest) -> [(path: [String], book: DeclaredBook)] {
    let settings = test.settings
    return (settings.book.map { [(["book"], $0)] } ?? [])
      + settings.books.enumerated().map { (["books", "\($0)"], $1) }
  }

  /// Several generated books are files in the same folder, so their names must differ.
  private mutating func checkNames(_ test: PipelineTest) {
    var seen: Set<String> = []
    for (index, book) in test.settings.books.enumerated()
    where !seen.insert(book.name.caseFolded).inserted {
      report(
        .testShape, "two books of the test are called '\(book.name.shortened())'",
        place(["books", "\(index)", "name"], of: test), "give each a name of its own")
    }
  }

  /// Reports tests that can never fail in the way they intend.
  private mutating func checkExpectations(_ test: PipelineTest, _ item: YAMLNode) {
    let settings = test.settings
    if settings.expect == TestExpectations() {
      warn(
        .testWithoutExpectation, "the test expects nothing", startOf(item),
        "add 'expect:' with the expected result")
    }
    if settings.expect.fails != nil {
      var others = settings.expect
      others.fails = nil
      others.diagnostics = []
      others.outputs = []
      others.strict = false
      if others != TestExpectations() {
        warn(
          .noEffect, "a book that fails has neither pages nor metadata to compare",
          place(["expect", "fails"], of: test),
          "expect only 'fails' and 'diagnostics', and 'outputs' for those that are written")
      }
    }
  }

  /// Checks the names and values of metadata fields wherever a test sets any.
  private mutating func checkFields(_ test: PipelineTest) {
    let settings = test.settings
    var maps = generatedBooks(of: test).map { ($0.path + ["metadata"], $0.book.metadata) }
    maps.append((["expect", "metadata"], settings.expect.metadata))
    maps += settings.expect.outputs.enumerated().map { index, output in
      (["expect", "outputs", "\(index)", "metadata"], output.metadata)
    }
    for (path, map) in maps {
      for pair in map.pairs {
        checked(path + [pair.key], of: test) { () throws(Diagnostic) in
          _ = try MetadataAssignment(pair.key, pair.value)
        }
      }
    }
    for pair in settings.expect.like.pairs {
      checked(["expect", "like", pair.key], of: test) { () throws(Diagnostic) in
        _ = try MetadataAssignment(pair.key, "")
        _ = try PipelineTest.matches("", pattern: pair.value)
      }
    }
    checkFieldNames(settings.expect.absent, ["expect", "absent"], of: test)
    for (index, output) in settings.expect.outputs.enumerated() {
      checkFieldNames(output.absent, ["expect", "outputs", "\(index)", "absent"], of: test)
    }
    for (index, output) in settings.expect.outputs.enumerated() {
      for (key, patterns) in [("has", output.has), ("lacks", output.lacks)] {
        for (number, pattern) in patterns.enumerated() {
          checked(["expect", "outputs", "\(index)", key, "\(number)"], of: test) { () throws(Diagnostic) in
            _ = try PipelineTest.matches("", pattern: pattern)
          }
        }
      }
    }
  }

  private mutating func checkFieldNames(_ names: [String], _ path: [String], of test: PipelineTest) {
    for (index, name) in names.enumerated() {
      checked(path + ["\(index)"], of: test) { () throws(Diagnostic) in _ = try MetadataAssignment(name, "") }
    }
  }

  private mutating func checkPages(_ test: PipelineTest) {
    let expect = test.settings.expect
    let maps =
      [(["expect", "pages"], expect.pages)]
      + expect.outputs.enumerated().map { (["expect", "outputs", "\($0)", "pages"], $1.pages) }
    for (path, pages) in maps {
      for pair in pages.pairs where PageSelector(pair.key) == nil {
        report(
          .testPage, "'\(pair.key.shortened())' does not name pages", place(path + [pair.key], of: test),
          "write a number, a range such as 2-5, last or all")
      }
    }
    for pair in test.settings.expect.made.pairs where MakingWord(rawValue: pair.key) == nil {
      let words = MakingWord.allCases.map(\.rawValue)
      report(
        .optionValue, "pages are not made '\(pair.key.shortened())'",
        place(["expect", "made", pair.key], of: test),
        closestMatch(to: pair.key, in: words).map { "did you mean '\($0)'?" }
          ?? "they are " + words.joined(separator: ", "))
    }
  }

  /// Reports an error thrown by a check, at its place in the test.
  private mutating func checked(
    _ path: [String], of test: PipelineTest, _ look: () throws(Diagnostic) -> Void
  ) {
    do throws(Diagnostic) { try look() } catch {
      let place = test.place(of: path, meansKey: error.rule == .unknownField)
      report(
        error.rule.with(category: .pipeline), error.message, place.range ?? .nowhere,
        error.remedy)
    }
  }

  private func place(_ path: [String], of test: PipelineTest) -> SourceRange {
    test.place(of: path).range ?? .nowhere
  }

  private func range(of key: String, in item: YAMLNode) -> SourceRange {
    guard let value = item[key], !value.isNull else { return startOf(item) }
    return value.range
  }
}

extension PipelineChecker {
  /// The tests in a file beside a pipeline, `NAME.tests.yaml`: a mapping of `leporello: 1` and `tests:`.
  ///
  /// - Parameter pipeline: the pipeline to test.
  public func tests(
    in tests: PipelineFile, of pipeline: PipelineFile
  ) -> (tests: [PipelineTest], problems: [Diagnostic]) {
    var check = PipelineCheck(
      file: tests.file, registry: registry, overrides: [], needsDestination: false)
    guard tests.node.pairs != nil else {
      check.report(
        .pipelineShape, "a file of tests is a mapping, not \(tests.node.kindName)", tests.node.range,
        "begin with 'leporello: 1'")
      return ([], check.problems)
    }
    check.checkKeys(of: tests.node, in: PipelineGrammar.fileOfTests)
    check.checkVersion(tests.node)
    let found = check.tests(tests.node["tests"])
    let problems = check.problems + self.problems(ofChangesBy: found, to: pipeline, knowing: check.problems)
    return (found, problems.sortedByPosition())
  }

  /// The problems of the pipeline as changed by tests, reported where the tests change it.
  func problems(
    ofChangesBy tests: [PipelineTest], to pipeline: PipelineFile, overrides: [Override] = [],
    knowing known: [Diagnostic]
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for test in tests {
      let key = test.settings.set.pairs.isEmpty ? "meta" : "set"
      guard !test.settings.set.pairs.isEmpty || !test.settings.meta.pairs.isEmpty else { continue }
      var problems: [Diagnostic] = []
      do throws(Diagnostic) {
        let own = try test.overrides()
        problems = check(pipeline, overrides: overrides + own, checksTests: false).problems
      } catch { problems = [error] }
      for var problem in problems
      where problem.severity == .error && problem.place == Place() && !known.contains(problem) {
        problem.rule = problem.rule.with(category: .pipeline)
        problem.place = test.place(of: [key])
        found.append(problem)
      }
    }
    return found
  }
}
