import Archives
public import BookModel
public import Diagnostics

extension Rule {
  static let renameCycle = Rule(
    "rename-cycle", .output, "Files would swap names in a circle, which is not supported.",
    advice: "Rename in two steps, using other names in between.")
}

/// One file and the path it is to have.
public struct PlannedMove: Sendable {
  public let from: FilePath
  public internal(set) var fate: Fate
  /// What was told of the book.
  public internal(set) var told: [Diagnostic] = []

  public enum Fate: Sendable {
    case move(FilePath)
    /// It has that path already.
    case stay
    case fail(Diagnostic)
  }
}

/// Settles a set of moves before anything moves: no two files on one path, none on one that is there.
struct RenamePlan {
  private(set) var moves: [PlannedMove]

  init(_ moves: [PlannedMove]) throws(Diagnostic) {
    self.moves = moves
    settleCollisions()
    try settleExisting()
    settleOrder()
  }

  /// Two of the files with one path; letter case does not count, so that the result can be copied to any disk.
  private mutating func settleCollisions() {
    var taken: [String: [Int]] = [:]
    for (index, move) in moves.enumerated() {
      // A file that stays holds its place.
      switch move.fate {
      case .move(let to): taken[Self.key(to), default: []].append(index)
      case .stay: taken[Self.key(move.from), default: []].append(index)
      case .fail: break
      }
    }
    for (_, indices) in taken.sorted(by: { $0.key < $1.key }) where indices.count > 1 {
      for index in indices {
        guard case .move(let to) = moves[index].fate else { continue }
        let others = indices.filter { $0 != index }.prefix(3).map { moves[$0].from.display }
        moves[index].fate = .fail(
          .error(
            .destinationCollides, "'\(to.display)' is also the new path of \(others.joined(separator: ", "))",
            at: Place(file: moves[index].from.display), remedy: "make the template tell them apart"))
      }
    }
  }

  /// Paths that are there already, also in other letter case, and not about to be given up.
  private mutating func settleExisting() throws(Diagnostic) {
    var leaving: Set<FilePath> = []
    for move in moves { if case .move = move.fate { leaving.insert(Self.place(move.from)) } }
    var folders: [FilePath: [String: [FilePath]]] = [:]
    for index in moves.indices {
      guard case .move(let to) = moves[index].fate else { continue }
      let folder = to.parent
      if folders[folder] == nil {
        let items = isExistingFolder(folder) ? try listFolder(folder) : []
        let paths = items.map { Self.place(folder.appending($0.name)) }
        folders[folder] = Dictionary(grouping: paths) { $0.nameText.caseFolded }
      }
      let there = folders[folder]?[to.nameText.caseFolded] ?? []
      if let other = there.first(where: { !leaving.contains($0) }) {
        let isSame = other.name == to.name
        moves[index].fate = .fail(
          .error(
            .destinationExists,
            isSame
              ? "'\(to.display)' already exists"
              : "'\(other.display)' already exists, and differs from '\(to.nameText)' only in letter case",
            at: Place(file: moves[index].from.display), remedy: "move that file away, or change the template")
        )
      }
    }
  }

  /// Files whose path another one is to have go first; those in a circle fail.
  private mutating func settleOrder() {
    var waiting = moves.indices.filter { if case .move = moves[$0].fate { true } else { false } }
    var order: [Int] = []
    while !waiting.isEmpty {
      // A file may stand in its own way: one that changes letter case only.
      var sources: [String: Int] = [:]
      for index in waiting { sources[Self.key(moves[index].from)] = index }
      let free = waiting.filter { index in
        guard case .move(let to) = moves[index].fate, let other = sources[Self.key(to)] else { return true }
        return other == index
      }
      if free.isEmpty { break }
      order += free
      let done = Set(free)
      waiting.removeAll(where: done.contains)
    }
    for index in waiting {
      moves[index].fate = .fail(
        .error(
          .renameCycle, "this file and others would swap names in a circle",
          at: Place(file: moves[index].from.display), remedy: "rename one of them by hand first"))
    }
    let rest = moves.indices.filter { !order.contains($0) }
    moves = (order + rest).map { moves[$0] }
  }

  /// The path with its folder resolved, so that two spellings of one place are one; a link itself is not followed.
  static func place(_ path: FilePath) -> FilePath { realPath(path.parent).appending(path.name) }

  private static func key(_ path: FilePath) -> String { place(path).display.caseFolded }
}
