import Archives
import BookModel
import Diagnostics
import PipelineFile
import PluginKit

/// What checking one pipeline file has shown.
struct CheckedPipeline {
  let pipeline: Pipeline?
  let problems: [Diagnostic]
  let file: FilePath
  /// The file's text, for showing the lines meant.
  let source: [UInt8]
  /// The file of tests beside it that was checked, too.
  var tests: (file: FilePath, source: [UInt8])?
  /// The same of the files it includes.
  var included: [(file: String, source: [UInt8])] = []

  /// Every problem with its line and a caret.
  func rendered(color: Bool) -> [String] {
    var renderer = DiagnosticRenderer(usesColor: color)
    renderer.add(source: source, of: file.display)
    if let tests { renderer.add(source: tests.source, of: tests.file.display) }
    for part in included { renderer.add(source: part.source, of: part.file) }
    return problems.map { renderer.text($0) }
  }
}

extension Session {
  /// Reads and checks a pipeline file. A file that is no YAML is one problem; one that cannot be read is thrown.
  ///
  /// - Parameter reviewing: whether to look for what should not be handed on, too: secrets, paths of one machine.
  func check(
    _ path: FilePath, _ flow: FlowOptions, programs: ProgramConsent = .pending, reviewing: Bool = false
  ) throws(Diagnostic) -> CheckedPipeline {
    let overrides = try overrides(flow)
    let source = try pipelineText(path)
    do throws(Diagnostic) {
      let file = try parsed(source, path)
      let (checker, wrongPlugins) = checker(of: file, programs, overrides)
      var (pipeline, problems) = checker.check(file, overrides: overrides)
      if reviewing { problems = (problems + SharingReview.problems(of: file)).sortedByPosition() }
      return CheckedPipeline(
        pipeline: wrongPlugins.isEmpty ? pipeline : nil, problems: wrongPlugins + problems, file: path,
        source: source, included: file.included)
    } catch {
      return CheckedPipeline(pipeline: nil, problems: [error], file: path, source: source)
    }
  }

  /// Reads and checks a pipeline file and the tests beside it, or a file of tests by itself.
  func checkWithTests(_ path: FilePath, _ flow: FlowOptions, reviewing: Bool = false) throws(Diagnostic)
    -> CheckedPipeline
  {
    let isTests = path.nameText.hasSuffix(Session.testsEnding)
    let pipeline = try pipeline(ofTests: path)
    let checked = try check(pipeline, flow, reviewing: reviewing)
    guard let tests = isTests ? path : testsFile(of: path) else { return checked }
    let source = try pipelineText(tests)
    // Who names a file of tests wants to hear of the tests; the pipeline is checked under its own name.
    var problems = isTests ? [] : checked.problems
    do throws(Diagnostic) {
      let file = try PipelineFile(parsing: source, file: tests.display)
      // Only whether it parses, its bytes are here. A pipeline that is no YAML is told of already; its tests are
      // checked by themselves then.
      let tested = (try? parsed(checked.source, pipeline)) ?? file
      problems +=
        checker(of: tested, .pending, try overrides(flow)).checker.tests(in: file, of: tested).problems
    } catch {
      problems.append(error)
    }
    return CheckedPipeline(
      pipeline: checked.pipeline, problems: problems, file: checked.file, source: checked.source,
      tests: (tests, source))
  }

  /// The pipeline in a file, nil where it has errors; they are shown, and so are its warnings.
  func pipeline(in path: FilePath, _ flow: FlowOptions) throws(Diagnostic) -> Pipeline? {
    let checked = try check(path, flow, programs: try programs.consent())
    if checked.pipeline == nil || !talk.quiet {
      for problem in checked.rendered(color: terminal.usesColor) { terminal.errRendered(problem + "\n") }
    }
    return checked.pipeline
  }

  /// The pipeline that flags describe: what is wrong with it is wrong with the command line.
  func pipeline(fromFlags file: PipelineFile, _ flow: FlowOptions) throws(Diagnostic) -> Pipeline {
    let (pipeline, problems) = checker(of: file, try programs.consent()).checker.check(
      file, overrides: try overrides(flow))
    for problem in problems.dropLast() where pipeline == nil { terminal.err(problem.asUsage.description) }
    guard let pipeline else {
      throw problems.last?.asUsage ?? .error(.noOutput, "the command line describes no pipeline")
    }
    for problem in problems { show(problem) }
    return pipeline
  }

  /// The text of a pipeline file that was named.
  ///
  /// - Throws: `pipeline-unreadable`: naming a file that is not there is the command line's fault, for every command.
  func pipelineText(_ path: FilePath) throws(Diagnostic) -> [UInt8] {
    do throws(Diagnostic) { return try InputFile.contents(of: path, limit: 16 << 20) } catch {
      let message =
        pathExists(path)
        ? "cannot read this pipeline file: \(error.message)" : "there is no such pipeline file"
      throw .error(
        .pipelineUnreadable, message, at: Place(file: path.display), remedy: error.remedy ?? "check the path")
    }
  }

  /// A pipeline file as YAML, with the fragments it includes.
  func parsed(_ source: [UInt8], _ path: FilePath) throws(Diagnostic) -> PipelineFile {
    try PipelineFile(parsing: source, file: path.display) { path throws(Diagnostic) in
      try InputFile.contents(of: path, limit: 4 << 20)
    }
  }

  /// What checks a pipeline file: with the plugins it brings, and what is wrong with these.
  ///
  /// - Parameter overrides: `--set`, which may say where the plugins lie.
  func checker(
    of file: PipelineFile, _ programs: ProgramConsent = .pending, _ overrides: [Override] = []
  ) -> (checker: PipelineChecker, problems: [Diagnostic]) {
    let environment = environmentVariables()
    let (registry, problems) = file.registry(adding: registry, environment: environment, overrides: overrides)
    var checker = PipelineChecker(registry: registry, environment: environment)
    checker.programs = programs
    checker.statedLimits = statedLimits
    return (checker, problems)
  }

  private func overrides(_ flow: FlowOptions) throws(Diagnostic) -> [Override] {
    var overrides: [Override] = []
    for text in flow.set { overrides.append(try Override(set: text)) }
    if flow.rtl { overrides.append(try Override(meta: "direction=rtl")) }
    for text in flow.meta { overrides.append(try Override(meta: text)) }
    return overrides
  }
}

extension Rule {
  static let pipelineUnreadable = Rule(
    "pipeline-unreadable", .usage, "A pipeline file that was named does not exist or cannot be read.",
    advice: "Check the spelling, the working directory and the file's permissions.")
}
