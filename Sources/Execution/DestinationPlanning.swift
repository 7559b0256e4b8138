import Archives
import BookModel
import Diagnostics
import PipelineFile
import PluginKit

/// Plans one input: what of it is done already, and for every sink where the rest goes.
struct DestinationPlanning: Sendable {
  let sinks: [DestinationPlanner]
  /// By sink.
  let places: [DestinationPlanner.Place]
  let planner: BookPlanner
  let resumption: Resumption?
  /// By source: whether it is to be moved away in the end, if nothing changes it meanwhile.
  let movesSource: [Bool]
  let io: WorkerPool
  /// Whether the book is read in any case and kept for writing.
  let keepsBook: Bool
  /// Where an output goes instead of where it is planned; nil: there.
  let relocate: (@Sendable (FilePath) -> FilePath)?

  /// - Throws: what concerns the ledger; what concerns the input is told by what is returned.
  func planned(_ input: RunInput) async throws(Diagnostic) -> PlannedInput {
    let open = planner.open(input)
    var planned = PlannedInput(input: input)
    do throws(Diagnostic) {
      var known: [Int: RememberedOutput] = [:]
      if let resumption {
        let found = try await io.run { () async throws(Diagnostic) in try resumption.known(of: input) }
        planned.state = found.state
        known = found.outputs.filter { fits($1, input, $0) }
      } else if movesSource[input.source] {
        planned.state = try await io.run { () async throws(Diagnostic) in try input.state() }
      }
      let missing = sinks.indices.filter { known[$0] == nil }
      if !missing.isEmpty, keepsBook || missing.contains(where: { sinks[$0].needsBook(places[$0]) }) {
        planned.planned = try await planner.plan(input, open)
      }
      for index in sinks.indices {
        if let remembered = known[index] {
          planned.outputs.append(
            PlannedOutput(sink: index, fate: .unchanged(remembered.path, remembered)))
        } else {
          planned.outputs.append(await output(index, input, planned.planned))
        }
      }
    } catch {
      guard error.rule != .ledgerFailed else { throw error }
      planned.failure = error.inFile(input.path.display)
      planned.outputs = []
    }
    planned.told = open.diagnostics
    if !keepsBook { planned.planned = nil }
    return planned
  }

  private func output(_ index: Int, _ input: RunInput, _ book: PlannedBook?) async -> PlannedOutput {
    let sink = sinks[index]
    do throws(Diagnostic) {
      var planned = book
      if let book, sink.needsBook(places[index]) { planned = try await planner.branch(book, sink.sink) }
      let (path, warnings) = try sink.destination(places[index], input, planned?.book)
      return PlannedOutput(
        sink: index, fate: .write(relocate?(path) ?? path, replacing: false), told: warnings)
    } catch {
      return PlannedOutput(sink: index, fate: .fail(error.inFile(input.path.display), nil))
    }
  }

  /// Whether what was written before lies where it would go now, as far as that can be told without the book.
  private func fits(_ remembered: RememberedOutput, _ input: RunInput, _ index: Int) -> Bool {
    let sink = sinks[index]
    guard !sink.needsBook(places[index]), sink.sink.destination.collisions != .number else { return true }
    do throws(Diagnostic) {
      return try realPath(sink.destination(places[index], input, nil).0) == remembered.entry.output
    } catch {
      return false
    }
  }
}
