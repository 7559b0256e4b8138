import Archives
import BookModel
import Diagnostics
import PipelineFile
import PluginKit

/// Settles what becomes of outputs whose destinations exist, collide, or would hurt an input: over all sinks of a
/// run together.
struct DestinationSettling {
  let sinks: [PipelineSink]
  let places: InputPlaces
  /// Whether an output that is there was written by an earlier run for the same source, and is as it was then.
  let isOwn: (FilePath, RunInput) -> Bool

  /// Which output of which input.
  private struct Slot: Hashable {
    var input: Int
    var output: Int
  }

  func settle(_ planned: inout [PlannedInput]) {
    var taken: [String: [Slot]] = [:]
    for (index, one) in planned.enumerated() {
      for (number, output) in one.outputs.enumerated() {
        switch output.fate {
        case .write(let path, _), .unchanged(let path, _):
          taken[path.collisionKey, default: []].append(Slot(input: index, output: number))
        case .skip, .fail: break
        }
      }
    }
    for (_, slots) in taken.sorted(by: { $0.key < $1.key }) where slots.count > 1 {
      let isNumbering = slots.allSatisfy { sink(of: $0, planned).destination.collisions == .number }
      if isNumbering { number(slots, &planned, &taken) } else { fail(slots, &planned) }
    }
    for index in planned.indices {
      for number in planned[index].outputs.indices {
        let input = planned[index].input
        guard case .write(let path, _) = planned[index].outputs[number].fate else { continue }
        let sink = sinks[planned[index].outputs[number].sink]
        if let refusal = places.refusal(of: path, for: input) {
          planned[index].outputs[number].fate = .fail(refusal, path)
        } else if pathExists(path) {
          planned[index].outputs[number].fate = existing(path, sink, input)
        }
      }
    }
  }

  private func sink(of slot: Slot, _ planned: [PlannedInput]) -> PipelineSink {
    sinks[planned[slot.input].outputs[slot.output].sink]
  }

  private func existing(_ path: FilePath, _ sink: PipelineSink, _ input: RunInput) -> PlannedOutput.Fate {
    if isOwn(path, input) { return .write(path, replacing: true) }
    switch sink.destination.exists {
    case .skip: return .skip(path)
    case .replace: return .write(path, replacing: true)
    case .fail:
      return .fail(
        .error(
          .destinationExists, "'\(path.display)' already exists",
          remedy: "remove it, write elsewhere, or add --exists skip or --exists replace"), path)
    }
  }

  /// Fails all outputs with one destination, but for those that are there already and stay as they are.
  private func fail(_ slots: [Slot], _ planned: inout [PlannedInput]) {
    let others = slots.map { slot in
      let input = planned[slot.input].input.path.display
      return sinks.count == 1 ? input : "\(input) (\(sink(of: slot, planned).id))"
    }
    let isOneBook = Set(slots.map(\.input)).count == 1
    for (index, slot) in slots.enumerated() {
      guard case .write(let path, _) = planned[slot.input].outputs[slot.output].fate else { continue }
      let named = others.enumerated().filter { $0.offset != index }.map(\.element).prefix(3)
      planned[slot.input].outputs[slot.output].fate = .fail(
        .error(
          .destinationCollides,
          "'\(path.display)' is also the destination of \(named.joined(separator: ", "))",
          at: Diagnostics.Place(file: planned[slot.input].input.path.display),
          remedy: isOneBook
            ? "give each sink a path of its own"
            : "make the path template tell them apart, or add --collisions number"), path)
    }
  }

  /// Gives the later of colliding outputs ` (2)`, ` (3)`… before the extension, free ones only. One that is there
  /// already keeps its name.
  private func number(_ slots: [Slot], _ planned: inout [PlannedInput], _ taken: inout [String: [Slot]]) {
    let isThere = { (slot: Slot, planned: [PlannedInput]) in
      if case .unchanged = planned[slot.input].outputs[slot.output].fate { true } else { false }
    }
    let hasKeeper = slots.contains { isThere($0, planned) }
    for (index, slot) in slots.enumerated() where hasKeeper ? !isThere(slot, planned) : index > 0 {
      guard case .write(let path, let replacing) = planned[slot.input].outputs[slot.output].fate else {
        continue
      }
      var count = 2
      var candidate = path.numbered(count)
      while taken[candidate.collisionKey] != nil {
        count += 1
        candidate = path.numbered(count)
      }
      taken[candidate.collisionKey] = [slot]
      planned[slot.input].outputs[slot.output].fate = .write(candidate, replacing: replacing)
    }
  }
}

/// Where the inputs of a run lie, so that no output hurts one.
struct InputPlaces {
  private var files: [FilePath: RunInput] = [:]
  private var folders: [(path: FilePath, input: RunInput)] = []

  init(_ inputs: [RunInput]) {
    for input in inputs {
      let real = realPath(input.path)
      if input.isFolder { folders.append((real, input)) } else { files[real] = input }
    }
  }

  func refusal(of output: FilePath, for input: RunInput) -> Diagnostic? {
    let real = realPath(output)
    if let hit = files[real] {
      return .error(
        .outputIsInput,
        "'\(output.display)' is \(hit.path == input.path ? "the input itself" : "an input of this run")",
        at: Place(file: input.path.display), remedy: "write to another file or folder")
    }
    for folder in folders
    where real == folder.path || real.bytes.starts(with: folder.path.bytes + [UInt8(ascii: "/")]) {
      return .error(
        .outputInInput,
        "'\(output.display)' lies in the folder '\(folder.input.path.display)', which is a book itself",
        at: Place(file: input.path.display), remedy: "write to a folder outside of it")
    }
    return nil
  }
}

extension FilePath {
  /// What two paths share when they would be one file on some system: letter case and stored form do not count.
  var collisionKey: String { realPath(self).display.caseFolded }

  /// The path with ` (n)` before its extension.
  func numbered(_ count: Int) -> FilePath {
    let name = name
    let mark = Array(" (\(count))".utf8)
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.endIndex
    return parent.appending(Array(name[..<dot]) + mark + Array(name[dot...]))
  }
}
