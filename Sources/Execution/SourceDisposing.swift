import Archives
import BookModel
import Diagnostics
import PipelineFile

extension Rule {
  static let sourceKept = Rule(
    "source-kept", .output, "A source could not be moved away, although its outputs are safe.",
    advice: "Move it by hand; its outputs are safe.")
}

/// Moves a source away, or puts it into the trash, once every output has all of its pages.
struct SourceDisposing: Sendable {
  let after: SourceDisposal
  let input: RunInput
  let trash: Trash

  /// Why the source has to stay; nil where every output holds all of it.
  ///
  /// - Parameter outputs: each with whether an earlier run had written it with all pages.
  func reasonToKeep(_ outputs: [(output: Receipt.Output, wasComplete: Bool)]) -> String? {
    for (output, wasComplete) in outputs {
      let counts = output.counts
      switch output.status {
      case .written where counts.damaged == 0 && counts.dropped == 0: continue
      case .unchanged where wasComplete: continue
      case .written where counts.dropped > 0:
        return "\(counts.dropped) of its pages were dropped for '\(output.sink)'"
      case .written, .damaged: return "\(counts.damaged) of its pages are damaged"
      case .unchanged: return "pages of it were dropped or damaged when '\(output.sink)' was written"
      case .skipped: return "'\(output.sink)' left alone what was there before"
      case .failed: return "'\(output.sink)' failed"
      case .notReached, .waiting: return "'\(output.sink)' was not reached"
      }
    }
    return nil
  }

  /// Does it, for all parts of an archive in several files.
  ///
  /// - Parameter state: how the source looked before it was read.
  /// - Throws: `file-changed` where it looks otherwise now; what moving throws.
  func carryOut(ifStill state: FileState?) throws(Diagnostic) -> SourceFate {
    guard try input.state() == state else {
      throw .error(.fileChanged, "it was changed while it was being read")
    }
    switch after {
    case .keep: return .kept("")
    case .trash:
      var places: [FilePath] = []
      for part in input.parts { places.append(try trash.put(part)) }
      return .trashed(places[0])
    case .move(let folder):
      var target = FilePath(folder)
      for name in input.mirrored { target = target.appending(name) }
      let parts = input.parts.map { (from: $0, to: target.appending($0.name)) }
      for part in parts where pathExists(part.to) {
        throw .error(.destinationExists, "'\(part.to.display)' already exists", remedy: "move it elsewhere")
      }
      for part in parts { try relocate(part.from, to: part.to) }
      return .moved(target.appending(input.path.name))
    }
  }
}
