import BookModel
import Effects
import Engine
import Inputs
import PipelineFile
import Synchronization

/// Carries a pipeline out over inputs, each a job of its own, and gives the receipts in their order.
func receipts(
  of pipeline: Pipeline, _ inputs: [RunInput], settings: RunSettings = RunSettings()
) async throws -> [Receipt] {
  let resources = RunResources(limits: Limits(), settings: settings)
  let runner = Runner(try WriteOutputs(pipeline, resources, settings))
  let receipts = Mutex<[Receipt]>([])
  _ = await runner.carryOut(try await runner.plan(inputs.map { Job($0) }) ?? []) { event in
    if case .job(let receipt) = event { receipts.withLock { $0.append(receipt) } }
  }
  return receipts.withLock { $0 }
}
