import Archives
public import BookModel

/// The files beside a book that may say something about it, found by name without looking at each: a folder may hold
/// thousands of books, each with a file of its own.
public struct Siblings: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// In the order given.
  public var paths: [FilePath] { index.paths }

  private let index: Index

  public init(_ paths: some Sequence<FilePath>) { index = Index(Array(paths)) }

  public init(arrayLiteral elements: FilePath...) { self.init(elements) }

  /// The files of a name; letter case and the way accents are stored do not count.
  public func named(_ name: String) -> [FilePath] {
    (index.byName[name.caseFolded] ?? []).map { index.paths[$0] }
  }

  /// The files that may be parts of a file's archive.
  public func volumes(of file: FilePath) -> [FilePath] { index.volumes[file] }

  /// What may be a sidecar of a book by a name without the words of its format, that name case-folded.
  func sidecars(named rest: String) -> [(path: FilePath, format: Sidecar.Format)] {
    (index.sidecars[rest] ?? []).map { (index.paths[$0.place], $0.format) }
  }

  public static func == (left: Siblings, right: Siblings) -> Bool {
    left.index === right.index || left.paths == right.paths
  }

  /// Every book of a folder has the same siblings: their number is enough.
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
