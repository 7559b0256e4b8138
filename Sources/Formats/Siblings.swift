import Archives
public import BookModel

/// The files beside a book that may contain metadata about it, indexed by name: a folder may contain thousands
/// of books, each with its own file, so they must not be searched one by one.
public struct Siblings: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// In the order given.
  public var paths: [FilePath] { index.paths }

  private let index: Index

  public init(_ paths: some Sequence<FilePath>) { index = Index(Array(paths)) }

  public init(arrayLiteral elements: FilePath...) { self.init(elements) }

  /// The files with a name, ignoring letter case and the Unicode form of accents.
  public func named(_ name: String) -> [FilePath] {
    (index.byName[name.caseFolded] ?? []).map { index.paths[$0] }
  }

  /// The files that may be parts of the same archive as a file.
  public func volumes(of file: FilePath) -> [FilePath] { index.volumes[file] }

  /// The possible sidecars of a book, by case-folded name without the words of its format.
  func sidecars(named rest: String) -> [(path: FilePath, format: Sidecar.Format)] {
    (index.sidecars[rest] ?? []).map { (index.paths[$0.place], $0.format) }
  }

  public static func == (left: Siblings, right: Siblings) -> Bool {
    left.index === right.index || left.paths == right.paths
  }

  /// All books in a folder have the same siblings, so hashing their number is enough.
  public func hash(into hasher: inout Hasher) { hasher.combine(paths.count) }

  /// Shared by all books of a folder.
  private final class Index: Sendable {
    let paths: [FilePath]
    let byName: [String: [Int]]
    let volumes: VolumeIndex
    let sidecars: [String: [(place: Int, format: Sidecar.Format)]]

    init(_ paths: [FilePath]) {
      var byName: [String: [Int]] = [:]
      var sidecars: [String: [(place: Int, format: Sidecar.Format)]] = [:]
      for (place, path) in paths.enumerated() {
        let name = path.nameText.caseFolded
        byName[name, default: []].append(place)
        if let (rest, format) = Sidecar.split(name) { sidecars[rest, default: []].append((place, format)) }
      }
      self.paths = paths
      self.byName = byName
      volumes = VolumeIndex(paths)
      self.sidecars = sidecars
    }
  }
}
