import Archives
package import BookModel
package import Diagnostics

/// What of a sink's earlier outputs this run stands for.
package struct RunCoverage: Sendable {
  /// Real paths that outputs of this run have, whatever became of them.
  package var outputs: Set<FilePath> = []
  /// Real paths of the sources of jobs of which every output for the sink is in its place.
  package var sources: Set<FilePath> = []
  /// Folders that hold an input of this run, at any depth.
  package var folders: Set<FilePath> = []

  package init() {}

  /// Notes where an input lies.
  package mutating func noteFolders(of input: FilePath) {
    var folder = realPath(input).parent
    while folders.insert(folder).inserted, folder.parent != folder { folder = folder.parent }
  }

  /// Whether a source is not there anymore although its surroundings are: the disk it lay on may just not be mounted.
  fileprivate func hasVanished(_ source: FilePath) -> Bool {
    guard !pathExists(source) else { return false }
    var folder = source.parent
    while !isExistingFolder(folder), folder.parent != folder { folder = folder.parent }
    return folders.contains(folder)
  }
}

/// An output of an earlier run that no source calls for anymore.
package struct LeftBehind: Sendable {
  package let path: FilePath
  let entries: [Ledger.Entry]
}

extension Resumption {
  /// What earlier runs wrote for a sink below a place, and no source calls for anymore: each of its sources has
  /// vanished, or what this run made of it lies elsewhere. Blocks.
  ///
  /// Outputs that are not there themselves are left out.
  package func leftBehind(
    by sink: String, index: Int, below place: FilePath, _ coverage: RunCoverage
  ) throws(Diagnostic) -> [LeftBehind] {
    var found: [LeftBehind] = []
    let entries = try ledger.entries(of: sink, below: realPath(place))
    for group in entries.chunked(by: \.output) {
      let output = group[0].output
      guard !coverage.outputs.contains(output), pathExists(output) else { continue }
      let isCalledFor = group.contains { entry in
        entry.sources.contains { source in
          !coverage.sources.contains(source.path) && !coverage.hasVanished(source.path)
        }
      }
      if !isCalledFor { found.append(LeftBehind(path: shown(output, index), entries: group)) }
    }
    return found
  }

  /// Removes an output that no source calls for, and forgets it. Blocks.
  ///
  /// - Returns: why it was left where it is; nil where it is gone.
  package func remove(_ left: LeftBehind, upTo place: FilePath) throws(Diagnostic) -> String? {
    let output = left.entries[0].output
    var isAsWritten = false
    for entry in left.entries where try self.isAsWritten(entry) { isAsWritten = true }
    guard isAsWritten else { return "it is not as it was written" }
    try OutputRemoval.remove(output, upTo: realPath(place))
    try ledger.forget(output, butFor: "")
    return nil
  }
}

extension Array {
  /// Neighbors that have something in common, together.
  fileprivate func chunked<Key: Equatable>(by key: (Element) -> Key) -> [[Element]] {
    reduce(into: []) { groups, element in
      if let last = groups.last?.last, key(last) == key(element) {
        groups[groups.count - 1].append(element)
      } else {
        groups.append([element])
      }
    }
  }
}
