public import Archives
public import BookModel

/// The files of an EPUB's container by name. Nothing outside the container is ever looked at.
public struct PublicationFiles: Sendable {
  /// The source that the context holds the container as.
  public let source: SourceID
  /// Everything in the container, in its order.
  public let entries: [ContainerEntry]
  /// The components of the folder in which the package document lies, once that is known.
  var packageFolder: [String] = []
  /// By bytes: strings are equal whatever their normalization.
  private let exact: [[UInt8]: Int]
  private let normalized: [String: Int]
  private let folded: [String: Int]
  /// Names that hold percent signs themselves, by what these would stand for.
  private let percentDecoded: [String: Int]
  /// By the last component alone, in one case.
  private let byBaseName: [String: [Int]]

  public init(_ container: any Container, source: SourceID) { self.init(container.entries, source: source) }

  /// - Parameter entries: everything in the container, in its order.
  public init(_ entries: [ContainerEntry], source: SourceID) {
    self.source = source
    self.entries = entries
    var exact: [[UInt8]: Int] = [:]
    var normalized: [String: Int] = [:]
    var folded: [String: Int] = [:]
    var percentDecoded: [String: Int] = [:]
    var byBaseName: [String: [Int]] = [:]
    // Names that climb or hold control characters are no names of a book's files.
    for (index, entry) in entries.enumerated()
    where entry.kind == .file && (entry.path.defect == nil || entry.path.defect == .absolute) {
      let path = entry.path.text
      let bytes = Array(path.utf8)
      if exact[bytes] == nil { exact[bytes] = index }
      if normalized[path] == nil { normalized[path] = index }
      if folded[path.caseFolded] == nil { folded[path.caseFolded] = index }
      if path.contains("%"), let decoded = PercentCoding.decoded(path), percentDecoded[decoded] == nil {
        percentDecoded[decoded] = index
      }
      if !entry.path.isSystemJunk, let name = path.split(separator: "/").last {
        byBaseName[String(name).caseFolded, default: []].append(index)
      }
    }
    (self.exact, self.normalized, self.folded) = (exact, normalized, folded)
    (self.percentDecoded, self.byBaseName) = (percentDecoded, byBaseName)
  }

  /// The same files, of which misplaced ones are looked for beside a package document, too.
  public func rooted(at package: String) -> PublicationFiles {
    var files = self
    files.packageFolder = package.split(separator: "/").dropLast().map(String.init)
    return files
  }

  /// A file found, and whether its name is spelled exactly so.
  public struct Match: Hashable, Sendable {
    public var index: Int
    public var isExact: Bool
    /// Whether it lies in another folder than the reference says.
    public var isMisplaced = false
  }

  /// Finds a path from the container's root: exactly, else in another normalization, else in another case
  /// (EPUB 3.3, section 4.2.3, forbids two names that differ only so).
  public func find(_ path: String) -> Match? {
    if let index = exact[Array(path.utf8)] { return Match(index: index, isExact: true) }
    if let index = normalized[path] ?? folded[path.caseFolded] { return Match(index: index, isExact: false) }
    return nil
  }

  /// Finds a file of which some folders or the name were percent-encoded when it was stored, others not.
  public func findEncoded(_ decoded: String) -> Int? { percentDecoded[decoded] }

  /// Finds a file that lies in another folder than a reference says: the only one of its name, or the only one that
  /// has most of the last folders in common with it, one at least.
  func findMisplaced(_ components: [String]) -> Match? {
    guard let name = components.last, let found = byBaseName[name.caseFolded] else { return nil }
    if found.count == 1 { return Match(index: found[0], isExact: false, isMisplaced: true) }
    let wanted = components.reversed().map(\.caseFolded)
    let shared = found.map { index in
      zip(path(index).split(separator: "/").reversed(), wanted).prefix { String($0).caseFolded == $1 }.count
    }
    guard let most = shared.max(), most > 1, shared.count(where: { $0 == most }) == 1,
      let place = shared.firstIndex(of: most)
    else { return nil }
    return Match(index: found[place], isExact: false, isMisplaced: true)
  }

  /// An entry by its place in the container.
  public subscript(_ index: Int) -> ContainerEntry { entries[index] }

  /// An entry's path from the container's root.
  public func path(_ index: Int) -> String { entries[index].path.text }

  /// An entry as pictures and sections name it.
  public func reference(_ index: Int) -> EntryReference {
    EntryReference(source: source, key: entries[index].key, name: entries[index].path.text)
  }
}
