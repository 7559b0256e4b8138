import Archives
package import BookModel
import Diagnostics
import Inputs
package import PipelineFile
import PluginKit

/// Settles what becomes of outputs whose destinations exist, collide, or would hurt a source: over all sinks of a
/// run together.
package struct DestinationConflicts {
  private let sinks: [PipelineSink]
  private let sources: SourceFiles
  /// Whether an output that is there was written by an earlier run for the same job, and is as it was then.
  private let isOwn: (FilePath, Job) -> Bool

  package init(_ sinks: [PipelineSink], _ jobs: [Job], isOwn: @escaping (FilePath, Job) -> Bool) {
    self.sinks = sinks
    sources = SourceFiles(jobs.flatMap(\.sources))
    self.isOwn = isOwn
  }

  /// Which output of which job.
  private struct Slot: Hashable {
    var job: Int
    var output: Int
  }

  package func settle(_ planned: inout [PlannedJob]) {
    var taken: [String: [Slot]] = [:]
    for (index, one) in planned.enumerated() {
      for (number, output) in one.outputs.enumerated() {
        switch output.fate {
        case .write(let path, _), .unchanged(let path, _):
          taken[path.collisionKey, default: []].append(Slot(job: index, output: number))
        case .skip, .fail, .rewrite, .move, .stay: break
        }
      }
    }
    for (_, slots) in taken.sorted(by: { $0.key < $1.key }) where slots.count > 1 {
      let isNumbering = slots.allSatisfy { sink(of: $0, planned).destination.collisions == .number }
      if isNumbering { number(slots, &planned, &taken) } else { fail(slots, &planned) }
    }
    for index in planned.indices {
      let job = planned[index].job
      for number in planned[index].outputs.indices {
        guard case .write(let path, _) = planned[index].outputs[number].fate else { continue }
        let sink = sinks[planned[index].outputs[number].sink]
        if let refusal = sources.refusal(of: path, for: job) {
          planned[index].outputs[number].fate = .fail(refusal, path)
        } else if pathExists(path) {
          planned[index].outputs[number].fate = existing(path, sink, job)
        }
      }
    }
  }

  private func sink(of slot: Slot, _ planned: [PlannedJob]) -> PipelineSink {
    sinks[planned[slot.job].outputs[slot.output].sink]
  }

  /// Nil where the sink's path is no template, or one without an extension.
  private func templateExtension(_ sink: PipelineSink) -> String? {
    sink.template.flatMap { $0.fileExtension.isEmpty ? nil : $0.fileExtension }
  }

  private func existing(_ path: FilePath, _ sink: PipelineSink, _ job: Job) -> PlannedOutput.Fate {
    if isOwn(path, job) { return .write(path, replacing: true) }
    switch sink.destination.exists {
    case .skip: return .skip(path)
    case .replace:
      return refusal(toReplace: path, sink).map { .fail($0, path) } ?? .write(path, replacing: true)
    case .fail:
      return .fail(
        .error(
          .destinationExists, "'\(path.display)' already exists",
          remedy: "remove it, write elsewhere, or add --exists skip or --exists replace"), path)
    }
  }

  /// Why an output must not take the place of what is there; nil where it may.
  private func refusal(toReplace path: FilePath, _ sink: PipelineSink) -> Diagnostic? {
    guard let writing = sink.writing, writing.output == .folder else {
      return Replacing.refusal(of: path, byFolder: false)
    }
    if let refusal = Replacing.refusal(of: path, byFolder: true) { return refusal }
    do throws(Diagnostic) {
      guard let foreign = try Replacing.foreignFile(in: path, canHold: writing.canHold) else { return nil }
      return .error(
        .folderNotReplaceable,
        "this folder holds '\(foreign)', which is not from the sink '\(writing.name)': it is not replaced",
        at: Place(file: path.display), remedy: "move that away, or write to another folder")
    } catch { return error }
  }

  /// Fails all outputs with one destination, but for those that are there already and stay as they are.
  private func fail(_ slots: [Slot], _ planned: inout [PlannedJob]) {
    let others = slots.map { slot in
      let name = planned[slot.job].job.name
      return sinks.count == 1 ? name : "\(name) (\(sink(of: slot, planned).id))"
    }
    let isOneJob = Set(slots.map(\.job)).count == 1
    let isOneSink = Set(slots.map { planned[$0.job].outputs[$0.output].sink }).count == 1
    for (index, slot) in slots.enumerated() {
      guard case .write(let path, _) = planned[slot.job].outputs[slot.output].fate else { continue }
      let named = others.enumerated().filter { $0.offset != index }.map(\.element).prefix(3)
      planned[slot.job].outputs[slot.output].fate = .fail(
        .error(
          .destinationCollides,
          "'\(path.display)' is also the destination of \(named.joined(separator: ", "))",
          at: Place(file: planned[slot.job].job.name),
          remedy: isOneJob && isOneSink
            ? "make the path template tell the parts apart, for example by {part}"
            : isOneJob
              ? "give each sink a path of its own"
              : "make the path template tell them apart, or add --collisions number"), path)
    }
  }

  /// Gives the later of colliding outputs ` (2)`, ` (3)`… before the extension, free ones only. One that is there
  /// already keeps its name.
  private func number(_ slots: [Slot], _ planned: inout [PlannedJob], _ taken: inout [String: [Slot]]) {
    let isThere = { (slot: Slot, planned: [PlannedJob]) in
      if case .unchanged = planned[slot.job].outputs[slot.output].fate { true } else { false }
    }
    let hasKeeper = slots.contains { isThere($0, planned) }
    for (index, slot) in slots.enumerated() where hasKeeper ? !isThere(slot, planned) : index > 0 {
      guard case .write(let path, let replacing) = planned[slot.job].outputs[slot.output].fate else {
        continue
      }
      // A template tells where its extension begins, be it in two parts.
      let ending = templateExtension(sink(of: slot, planned))
      var count = 2
      var candidate = path.numbered(count, fileExtension: ending)
      while taken[candidate.collisionKey] != nil {
        count += 1
        candidate = path.numbered(count, fileExtension: ending)
      }
      taken[candidate.collisionKey] = [slot]
      planned[slot.job].outputs[slot.output].fate = .write(candidate, replacing: replacing)
    }
  }
}

/// Where the sources of a run lie, so that no output hurts one.
private struct SourceFiles {
  private var files: [FilePath: RunInput] = [:]
  private var folders: [(path: FilePath, input: RunInput)] = []

  init(_ inputs: [RunInput]) {
    for input in inputs {
      let real = realPath(input.path)
      if input.isFolder { folders.append((real, input)) } else { files[real] = input }
    }
  }

  func refusal(of output: FilePath, for job: Job) -> Diagnostic? {
    let real = realPath(output)
    if let hit = files[real] {
      let isOwn = job.sources.contains { $0.path == hit.path }
      return .error(
        .outputIsInput,
        "'\(output.display)' is \(isOwn ? "the input itself" : "an input of this run")",
        at: Place(file: job.name), remedy: "write to another file or folder")
    }
    for folder in folders
    where real == folder.path || real.bytes.starts(with: folder.path.bytes + [UInt8(ascii: "/")]) {
      return .error(
        .outputInInput,
        "'\(output.display)' lies in the folder '\(folder.input.path.display)', which is a book itself",
        at: Place(file: job.name), remedy: "write to a folder outside of it")
    }
    return nil
  }
}

extension FilePath {
  /// What two paths share when they would be one file on some system: letter case and stored form do not count.
  package var collisionKey: String { realPath(self).display.caseFolded }
}
