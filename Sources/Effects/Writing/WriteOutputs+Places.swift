import Archives
import BookModel
public import Diagnostics
public import Engine
import Inputs
import PipelineFile
import PluginKit

extension Rule {
  static let goneNeedsLedger = Rule(
    "gone-needs-ledger", .usage,
    "A pipeline removes or hides what vanished sources left, but nothing remembers what earlier runs wrote.",
    advice: "Run it with `leporello run --resume`.")
}

extension Rule {
  static let goneUnknown = Rule(
    "gone-unknown", .output, "What vanished sources left stays, since an input that was named was not found.",
    advice: "Check that every disk is mounted and every input is spelled right, and run again.")
}

/// What is done behind all jobs with the folders that outputs lie in: what no source calls for anymore is hidden or
/// removed, then the books are published.
extension WriteOutputs {
  /// Whether anything is to be done behind the jobs.
  var seesToPlaces: Bool {
    relocatesNothing
      && pipeline.sinks.contains { $0.destination.gone != .keep || $0.sink is any PublishingSink }
  }

  /// The records of the books that a sink publishes; nil for one that doesn't.
  func records(of sink: Int) -> BookRecords? {
    guard relocatesNothing, pipeline.sinks[sink].sink is any PublishingSink else { return nil }
    return BookRecords(of: rules[sink].place)
  }

  /// - Throws: `gone-needs-ledger`.
  public func checkGone() throws(Diagnostic) {
    guard resumption == nil, let sink = pipeline.sinks.first(where: { $0.destination.gone != .keep }) else {
      return
    }
    throw .error(
      .goneNeedsLedger,
      "'gone: \(sink.destination.gone.rawValue)' of sink '\(sink.id)' takes knowing what earlier runs wrote",
      remedy: "use `leporello run` with --resume")
  }

  /// What would become of outputs that no source calls for anymore, if everything planned succeeds.
  public func gone(_ jobs: [PlannedJob], isWhole: Bool) async -> [PlaceReceipt] {
    guard seesToPlaces else { return [] }
    let planned = CoveredOutputs()
    for job in jobs { planned.note(job) }
    var receipts: [PlaceReceipt] = []
    for (index, sink) in pipeline.sinks.enumerated() {
      var receipt = PlaceReceipt(sink: sink.id, path: rules[index].place)
      await seeToGone(index, planned.coverage(of: index, jobs), isWhole: isWhole, removes: false, &receipt)
      if !receipt.gone.isEmpty || !receipt.diagnostics.isEmpty { receipts.append(receipt) }
    }
    return receipts
  }

  public func finish(_ jobs: [PlannedJob], isWhole: Bool) async -> [PlaceReceipt] {
    guard seesToPlaces else { return [] }
    var receipts: [PlaceReceipt] = []
    for (index, sink) in pipeline.sinks.enumerated() where !Task.isCancelled {
      var receipt = PlaceReceipt(sink: sink.id, path: rules[index].place)
      await seeToGone(index, coverage.coverage(of: index, jobs), isWhole: isWhole, removes: true, &receipt)
      await publish(index, &receipt)
      if receipt.publication != nil || !receipt.gone.isEmpty || !receipt.diagnostics.isEmpty {
        receipts.append(receipt)
      }
    }
    return receipts
  }

  private func seeToGone(
    _ index: Int, _ coverage: RunCoverage, isWhole: Bool, removes: Bool, _ receipt: inout PlaceReceipt
  ) async {
    let (policy, id, place) = (pipeline.sinks[index].destination.gone, receipt.sink, receipt.path)
    guard policy != .keep, let resumption else { return }
    guard isWhole else {
      receipt.diagnostics.append(
        .warning(
          .goneUnknown, "nothing is \(policy == .hide ? "hidden" : "removed"): not every input was found",
          at: Place(file: place.display)))
      return
    }
    let records = records(of: index)
    do throws(Diagnostic) {
      receipt.gone = try await resources.io.run { () async throws(Diagnostic) in
        var gone: [PlaceReceipt.Gone] = []
        for left in try resumption.leftBehind(by: id, index: index, below: place, coverage) {
          guard removes else {
            gone.append(.init(left.path, .planned))
            continue
          }
          guard policy == .remove else {
            gone.append(.init(left.path, .hidden))
            continue
          }
          if let why = try resumption.remove(left, upTo: place) {
            gone.append(.init(left.path, .kept(why)))
          } else {
            try records?.forget(left.path)
            gone.append(.init(left.path, .removed))
          }
        }
        return gone
      }
    } catch { receipt.diagnostics.append(error) }
  }

  private func publish(_ index: Int, _ receipt: inout PlaceReceipt) async {
    guard let sink = pipeline.sinks[index].sink as? any PublishingSink, let records = records(of: index),
      isExistingFolder(receipt.path)
    else { return }
    let hidden = receipt.gone.filter { $0.fate == .hidden }.compactMap { records.relativePath(of: $0.path) }
    do {
      let publishing = Publishing(sink: sink, place: receipt.path, hidden: Set(hidden))
      let (publication, warnings) = try await publishing.carryOut(resources)
      receipt.publication = publication
      receipt.diagnostics += warnings
    } catch let error as Diagnostic {
      receipt.diagnostics.append(error)
    } catch {
      // Interrupted while another run was publishing: the former publication is whole.
    }
  }
}
