import BookModel
import Catalogue
import Diagnostics
import Effects
import Engine
import Inputs
import PipelineFile
import PluginKit

/// Runs a pipeline with a reader and a stage of its own: `negatives INPUT… `.
@main
struct Negatives {
  static let pipeline = """
    leporello: 1
    stages:
      - negative: 80
        where: number > 1
    sink:
      cbz: "out/{title}.cbz"
    """

  static func main() async throws {
    // 1. The plugins: all built-in ones and two of our own, which must meet the same requirements.
    let registry = Registry.builtIn.with(ZineReader.self).with(NegativeStage.self)
    let problems = PluginConformance.problems(of: registry)
    precondition(problems.isEmpty, problems.joined(separator: "\n"))

    // 2. The pipeline: parsed, then checked. Only a checked one can run.
    let file = try PipelineFile(parsing: Array(pipeline.utf8), file: "negatives")
    let (checked, found) = PipelineChecker(registry: registry).check(file)
    for problem in found { print(problem) }
    guard let checked else { return }

    // 3. The inputs: files, or folders of them.
    let limits = Limits()
    let expansion = InputExpansion(registry: registry, recursive: false, limits: limits)
    let inputs = expansion.expand(CommandLine.arguments.dropFirst().map { FilePath($0) }).inputs

    // 4. The run: every job is planned once, before anything is written.
    let resources = RunResources(limits: limits, settings: RunSettings())
    let runner = Runner(try WriteOutputs(checked, resources, RunSettings()))
    let planned = try await runner.plan(inputs.map { Job($0) }) ?? []
    let summary = await runner.carryOut(planned) { event in
      if case .job(let receipt) = event { print(receipt.json.text()) }
    }
    precondition(summary.exitStatus() == 0, "not every book could be written")
  }
}
