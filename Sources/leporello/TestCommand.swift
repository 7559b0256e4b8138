import Archives
import BookModel
import Diagnostics
import Engine
import Options
import PipelineFile
import PipelineTesting
import PluginKit

/// `leporello test`: runs the tests that pipelines carry.
///
/// A test that fails is an input that failed: exit status 1. A file that cannot be tested at all outranks it: 3, or 2
/// where it is not there.
struct TestCommand: Command {
  static let name = "test"
  static let summary = "Run the tests of pipeline files: 'tests:' in them, and NAME.tests.yaml beside them."
  static let operands = "PIPELINE…"
  static let examples = [
    "leporello test pipelines/*.yaml",
    "leporello test library.yaml --filter '*cover*'",
    "leporello test pipelines/*.yaml --junit results.xml --pictures differing/",
  ]

  struct Settings: OptionGroup {
    var filter: String?
    var junit: String?
    var pictures: String?
    var accept = false

    static let options: [Option<Settings>] = [
      Option("filter", \.filter, "Run only tests whose names match: *cover*, or a part of the name."),
      Option("junit", \.junit, "Write the results as JUnit XML, too; replaces the file."),
      Option("pictures", \.pictures, "A folder for the pictures that differ, with the differences."),
      Option(
        "accept", \.accept, "Store the actual pictures where the tests' own are missing or differ."),
    ]
  }

  private static let runOptions = ["jobs", "memory", "scratch"]

  static func flags(_ registry: Registry) -> [FlagGroup] {
    [
      FlagGroup("test", options: Settings.declarations),
      FlagGroup(
        "run", options: RunSettings.declarations.filter { runOptions.contains($0.name) },
        letters: ["jobs": "j"]),
      .programs, .json, .limits, .talk,
    ]
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let settings = try session.options(Settings.self, arguments, "test")
    guard !arguments.words.isEmpty else {
      throw .error(
        .noPipeline, "no pipeline file was given", remedy: "name one, for example pipelines/epub-to-cbz.yaml")
    }
    let tester = try PipelineTester(
      limits: try session.options(Limits.self, arguments, "limits"),
      settings: try session.options(RunSettings.self, arguments, "run"),
      pictures: PictureStore(folder: settings.pictures.map { FilePath($0) }, accepts: settings.accept))
    var report = TestReport(
      session: session, isJSON: try session.options(JSONOption.self, arguments, "json").json)
    var number = 0
    var seen: Set<FilePath> = []
    for word in arguments.words {
      let path = FilePath(bytes: word)
      let file: FilePath
      do throws(Diagnostic) { file = try session.pipeline(ofTests: path) } catch {
        session.show(error)
        report.tellBroken(path, [error])
        continue
      }
      guard seen.insert(file).inserted else { continue }
      let (tests, problems) = session.tests(of: file)
      guard let suite = tests else {
        report.tellBroken(file, problems)
        continue
      }
      report.begin(suite)
      for case (let test, let pipeline) in suite.tests where try isMeant(test, settings.filter) {
        if Task.isCancelled { return ExitStatus.inputFailed }
        number += 1
        let folder = FilePath(test.file ?? suite.file.display).parent
        report.tell(await tester.outcome(of: test, of: pipeline, number: number, folder: folder), suite)
      }
    }
    try report.write(junit: settings.junit)
    guard number > 0 || report.isBroken else {
      throw .error(
        .noTests,
        settings.filter == nil ? "there are no tests in these files" : "no test has a matching name",
        remedy: "write some under 'tests:', or in NAME.tests.yaml beside the pipeline")
    }
    return report.end()
  }

  private static func isMeant(_ test: PipelineTest, _ filter: String?) throws(Diagnostic) -> Bool {
    guard let filter else { return true }
    if test.name.lowercased().contains(filter.lowercased()) { return true }
    return try PipelineTest.matches(test.name, pattern: filter)
  }
}

/// A pipeline with its tests, each with the pipeline as it changes it.
struct TestSuite {
  let file: FilePath
  let tests: [(test: PipelineTest, pipeline: Pipeline)]
  /// The texts of the files tests stand in, for showing the lines meant.
  let renderer: DiagnosticRenderer
}

extension Session {
  /// The ending of files of tests beside pipelines.
  static let testsEnding = ".tests.yaml"

  /// The file of tests beside a pipeline; nil where there is none.
  func testsFile(of pipeline: FilePath) -> FilePath? {
    let path = pipeline.parent.appending(pipeline.stem + Session.testsEnding)
    let isOne = !pipeline.nameText.hasSuffix(Session.testsEnding) && pathExists(path)
    return isOne ? path : nil
  }

  /// The pipeline that a file of tests lies beside; a pipeline is its own.
  ///
  /// - Throws: `no-such-input` where there is none.
  func pipeline(ofTests path: FilePath) throws(Diagnostic) -> FilePath {
    guard path.nameText.hasSuffix(Session.testsEnding) else { return path }
    let stem = String(path.nameText.dropLast(Session.testsEnding.count))
    for ending in [".yaml", ".yml"] {
      let pipeline = path.parent.appending(stem + ending)
      if pathExists(pipeline) { return pipeline }
    }
    throw .error(
      .noSuchInput, "there is no pipeline '\(stem).yaml' beside '\(path.display)'",
      remedy: "tests lie beside their pipeline and share its name")
  }

  /// The tests of a pipeline, in it and beside it, with the problems of its files, which are shown; nil where there are
  /// errors among them.
  func tests(of file: FilePath) -> (suite: TestSuite?, problems: [Diagnostic]) {
    var renderer = DiagnosticRenderer(usesColor: terminal.usesColor)
    var problems: [Diagnostic] = []
    var found: [(test: PipelineTest, pipeline: Pipeline)] = []
    do throws(Diagnostic) {
      let parsed = try parsedPipeline(file, &renderer)
      let (checker, wrongPlugins) = checker(of: parsed, try programs.consent())
      let (pipeline, own) = checker.check(parsed)
      problems += wrongPlugins + own
      var tests = pipeline?.tests ?? []
      if let beside = testsFile(of: file) {
        let more = checker.tests(in: try parsedPipeline(beside, &renderer), of: parsed)
        tests += more.tests
        problems += more.problems
      }
      if !problems.contains(where: { $0.severity == .error }) {
        for test in tests {
          let (changed, wrong) = checker.check(parsed, overrides: try test.overrides())
          if let changed { found.append((test, changed)) } else { problems += wrong }
        }
      }
    } catch { problems.append(error) }
    let isBroken = problems.contains { $0.severity == .error }
    if isBroken || !talk.quiet {
      for problem in problems { terminal.errRendered(renderer.text(problem)) }
    }
    return (isBroken ? nil : TestSuite(file: file, tests: found, renderer: renderer), problems)
  }

  /// A file as YAML, its text made known to what shows its problems.
  private func parsedPipeline(_ path: FilePath, _ renderer: inout DiagnosticRenderer) throws(Diagnostic)
    -> PipelineFile
  {
    let bytes = try pipelineText(path)
    renderer.add(source: bytes, of: path.display)
    let file = try parsed(bytes, path)
    for part in file.included { renderer.add(source: part.source, of: part.file) }
    return file
  }
}

extension Rule {
  static let noTests = Rule(
    "no-tests", .usage, "No tests were found.",
    advice: """
      Write tests under 'tests:' in the pipeline, or in NAME.tests.yaml beside it. If you used --filter, \
      check it.
      """)
}
