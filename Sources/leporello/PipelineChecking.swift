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

  /// Every problem with its line and a caret.
  func rendered(color: Bool) -> [String] {
    var renderer = DiagnosticRenderer(usesColor: color)
    renderer.add(source: source, of: file.display)
    if let tests { renderer.add(source: tests.source, of: tests.file.display) }
    return problems.map { renderer.text($0) }
  }
}

extension Session {
  /// Reads and checks a pipeline file. A file that is no YAML is one problem; one that cannot be read is thrown.
  func check(_ path: FilePath, _ flow: FlowOptions) throws(Diagnostic) -> CheckedPipeline {
    let overrides = try overrides(flow)
    let source = try InputFile.contents(of: path, limit: 16 << 20)
    do throws(Diagnostic) {
      let file = try PipelineFile(parsing: source, file: path.display)
      let (pipeline, problems) = checker.check(file, overrides: overrides)
      return CheckedPipeline(pipeline: pipeline, problems: problems, file: path, source: source)
    } catch {
      return CheckedPipeline(pipeline: nil, problems: [error], file: path, source: source)
    }
  }

  /// Reads and checks a pipeline file and the tests beside it, or a file of tests by itself.
  func checkWithTests(_ path: FilePath, _ flow: FlowOptions) throws(Diagnostic) -> CheckedPipeline {
    let isTests = path.nameText.hasSuffix(Session.testsEnding)
    let pipeline = try pipeline(ofTests: path)
    let checked = try check(pipeline, flow)
    guard let tests = isTests ? path : testsFile(of: path) else { return checked }
    let source = try InputFile.contents(of: tests, limit: 16 << 20)
    // Who names a file of tests wants to hear of the tests; the pipeline is checked under its own name.
    var problems = isTests ? [] : checked.problems
    do throws(Diagnostic) {
      let file = try PipelineFile(parsing: source, file: tests.display)
      // A pipeline that is no YAML is told of already; its tests are checked by themselves then.
      let tested = try? PipelineFile(parsing: checked.source, file: pipeline.display)
      problems += checker.tests(in: file, of: tested ?? file).problems
    } catch {
      problems.append(error)
    }
    return CheckedPipeline(
      pipeline: checked.pipeline, problems: problems, file: checked.file, source: checked.source,
      tests: (tests, source))
  }

  /// The pipeline in a file, nil where it has errors; they are shown, and so are its warnings.
  func pipeline(in path: FilePath, _ flow: FlowOptions) throws(Diagnostic) -> Pipeline? {
    let checked = try check(path, flow)
    if checked.pipeline == nil || !talk.quiet {
      checked.rendered(color: terminal.usesColor).forEach(terminal.err)
    }
    return checked.pipeline
  }

  /// The pipeline that flags describe: what is wrong with it is wrong with the command line.
  func pipeline(fromFlags file: PipelineFile, _ flow: FlowOptions) throws(Diagnostic) -> Pipeline {
    let (pipeline, problems) = checker.check(file, overrides: try overrides(flow))
    for problem in problems.dropLast() where pipeline == nil { terminal.err(problem.asUsage.description) }
    guard let pipeline else {
      throw problems.last?.asUsage ?? .error(.noOutput, "the command line describes no pipeline")
    }
    for problem in problems { show(problem) }
    return pipeline
  }

  var checker: PipelineChecker {
    PipelineChecker(registry: registry, environment: environmentVariables())
  }

  private func overrides(_ flow: FlowOptions) throws(Diagnostic) -> [Override] {
    var overrides: [Override] = []
    for text in flow.set { overrides.append(try Override(set: text)) }
    if flow.rtl { overrides.append(try Override(meta: "direction=rtl")) }
    for text in flow.meta { overrides.append(try Override(meta: text)) }
    return overrides
  }
}
