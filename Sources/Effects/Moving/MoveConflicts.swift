import Archives
import BookModel
import Diagnostics
import Engine
import Inputs

extension Rule {
  static let renameCycle = Rule(
    "rename-cycle", .output, "Files would swap names in a circle, which is not supported.",
    advice: "Rename in two steps, using other names in between.")
}

/// Settles a set of moves before anything moves: no two files on one path, none on one that is there.
enum MoveConflicts {
  /// Fails moves that cannot be, and puts the others into an order in which they can be made.
  ///
  /// - Throws: what listing the folders of new paths throws.
  static func settle(_ jobs: inout [PlannedJob]) throws(Diagnostic) {
    settleCollisions(&jobs)
    try settleExisting(&jobs)
    settleOrder(&jobs)
  }

  private static func target(_ job: PlannedJob) -> FilePath? {
    if case .move(let to) = job.outputs.first?.fate { to } else { nil }
  }

  private static func fail(_ job: inout PlannedJob, _ diagnostic: Diagnostic) {
    job.outputs[0].fate = .fail(diagnostic, job.outputs[0].destination)
  }

  /// Every path that is to be taken with a job: its source's, and those of the files that go along.
  private static func moves(_ job: PlannedJob) -> [(from: FilePath, to: FilePath)] {
    guard let to = target(job) else { return [] }
    return [(job.job.source.path, to)] + job.job.namesakeMoves(to)
  }

  /// Two of the files with one path; letter case does not count, so that the result can be copied to any disk.
  private static func settleCollisions(_ jobs: inout [PlannedJob]) {
    var taken: [String: [Int]] = [:]
    for (index, job) in jobs.enumerated() {
      // A file that stays holds its place.
      if case .stay = job.outputs.first?.fate { taken[key(job.job.source.path), default: []].append(index) }
      for move in moves(job) { taken[key(move.to), default: []].append(index) }
    }
    for (_, indices) in taken.sorted(by: { $0.key < $1.key }) where indices.count > 1 {
      for index in indices {
        guard let to = target(jobs[index]) else { continue }
        let others = indices.filter { $0 != index }.prefix(3).map { jobs[$0].job.source.path.display }
        fail(
          &jobs[index],
          .error(
            .destinationCollides, "'\(to.display)' is also the new path of \(others.joined(separator: ", "))",
            at: Place(file: jobs[index].job.source.path.display),
            remedy: "make the template tell them apart"))
      }
    }
  }

  /// Paths that are there already, also in other letter case, and not about to be given up.
  private static func settleExisting(_ jobs: inout [PlannedJob]) throws(Diagnostic) {
    let leaving = Set(jobs.flatMap(moves).map { place($0.from) })
    var folders: [FilePath: [String: [FilePath]]] = [:]
    for index in jobs.indices {
      for (_, to) in moves(jobs[index]) {
        let folder = to.parent
        if folders[folder] == nil {
          let items = isExistingFolder(folder) ? try listFolder(folder) : []
          let paths = items.map { place(folder.appending($0.name)) }
          folders[folder] = Dictionary(grouping: paths) { $0.nameText.caseFolded }
        }
        let there = folders[folder]?[to.nameText.caseFolded] ?? []
        guard let other = there.first(where: { !leaving.contains($0) }) else { continue }
        let isSame = other.name == to.name
        fail(
          &jobs[index],
          .error(
            .destinationExists,
            isSame
              ? "'\(to.display)' already exists"
              : "'\(other.display)' already exists, and differs from '\(to.nameText)' only in letter case",
            at: Place(file: jobs[index].job.source.path.display),
            remedy: "move that file away, or change the template"))
        break
      }
    }
  }

  /// Files whose path another one is to have go first; those in a circle fail. What does not move comes last.
  private static func settleOrder(_ jobs: inout [PlannedJob]) {
    var waiting = jobs.indices.filter { target(jobs[$0]) != nil }
    var order: [Int] = []
    while !waiting.isEmpty {
      // A file may stand in its own way: one that changes letter case only.
      var sources: [String: Int] = [:]
      for index in waiting { for move in moves(jobs[index]) { sources[key(move.from)] = index } }
      let free = waiting.filter { index in
        moves(jobs[index]).allSatisfy { move in sources[key(move.to)].map { $0 == index } ?? true }
      }
      if free.isEmpty { break }
      order += free
      let done = Set(free)
      waiting.removeAll(where: done.contains)
    }
    for index in waiting {
      fail(
        &jobs[index],
        .error(
          .renameCycle, "this file and others would swap names in a circle",
          at: Place(file: jobs[index].job.source.path.display), remedy: "rename one of them by hand first"))
    }
    let first = Set(order)
    order += jobs.indices.filter { !first.contains($0) }
    jobs = order.map { jobs[$0] }
  }

  private static func key(_ path: FilePath) -> String { place(path).display.caseFolded }
}
