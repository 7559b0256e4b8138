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
  /// The same of the files it includes.
  var included: [(file: String, source: [UInt8])] = []

  /// Every problem with its line and a caret.
  func rendered(color: Bool) -> [String] {
    var renderer = DiagnosticRenderer(usesColor: color)
    renderer.add(source: source, of: file.display)
    for part in included { renderer.add(source: part.source, of: part.file) }
    return problems.map { renderer.text($0) }
  }
}

extension Session {
  /// Reads and checks a pipeline file. A file that is no YAML is one problem; one that cannot be read is thrown.
  ///
  /// - Parameter reviewing: whether to look for what should not be handed on, too: secrets, paths of one machine.
  func check(_ path: FilePath, _ flow: FlowOptions, reviewing: Bool = false) throws(Diagnostic)
    -> CheckedPipeline
  {
    let overrides = try overrides(flow)
    let source = try InputFile.contents(of: path, limit: 16 << 20)
    do throws(Diagnostic) {
      let file = try PipelineFile(parsing: source, file: path.display) { path throws(Diagnostic) in
        try InputFile.contents(of: path, limit: 4 << 20)
      }
      var (pipeline, problems) = checker.check(file, overrides: overrides)
      if reviewing { problems = (problems + SharingReview.problems(of: file)).sortedByPosition() }
      return CheckedPipeline(
        pipeline: pipeline, problems: problems, file: path, source: source, included: file.included)
    } catch {
      return CheckedPipeline(pipeline: nil, problems: [error], file: path, source: source)
    }
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

  private var checker: PipelineChecker {
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
