import BookModel

/// What a reference in a document leads to.
public enum ReferenceTarget: Hashable, Sendable {
  /// A file of the container, and the part of it that is meant.
  case file(PublicationFiles.Match, fragment: String?)
  /// Bytes written into the document itself.
  case data(DataAddress)
  /// Something outside the container: never followed.
  case outside(String)
  /// No file of that name.
  case missing(String)
}

/// Where references of one document begin.
public struct ReferenceResolver: Sendable {
  let files: PublicationFiles
  /// Components of the folder references are relative to; nil where a `base` element leads outside.
  private let folder: [String]?

  /// - Parameters:
  ///   - document: the path of the document whose references they are; empty for the container's root.
  ///   - base: the address a `base` element gives, relative to the document itself.
  public init(_ files: PublicationFiles, document: String, base: String? = nil) {
    self.files = files
    let own = Array(document.split(separator: "/").dropLast().map(String.init))
    guard let base, !base.trimmed.isEmpty else {
      folder = own
      return
    }
    guard !ReferenceResolver.isOutside(base) else {
      folder = nil
      return
    }
    let path = ReferenceResolver.withoutQuery(ReferenceResolver.split(base).path)
    let isFolder =
      path.hasSuffix("/") || path.hasSuffix("/.") || path.hasSuffix("/..") || path == "." || path == ".."
    let joined = ReferenceResolver.join(own, PercentCoding.decoded(path) ?? path)
    folder = isFolder || path.isEmpty ? joined : joined.dropLast()
  }

  /// Resolves a reference as written. The decoded path is looked up first, then the literal one: names may
  /// hold percent signs. Paths that climb out end at the container's root, as addresses do.
  public func resolve(_ href: String) -> ReferenceTarget {
    let href = href.trimmed
    if href.prefix(5).lowercased() == "data:" {
      return DataAddress(href).map(ReferenceTarget.data) ?? .missing(String(href.prefix(40)))
    }
    guard !ReferenceResolver.isOutside(href), let folder else { return .outside(href) }
    let (path, fragment) = ReferenceResolver.split(href)
    let plain = ReferenceResolver.withoutQuery(path)
    var spellings: [String] = []
    for spelling in [PercentCoding.decoded(plain), plain, PercentCoding.decoded(path), path, href] {
      if let spelling, !spellings.contains(spelling) { spellings.append(spelling) }
    }
    var best: PublicationFiles.Match?
    for spelling in spellings where !spelling.isEmpty {
      guard let match = files.find(ReferenceResolver.join(folder, spelling).joined(separator: "/")) else {
        continue
      }
      if match.isExact { return .file(match, fragment: fragment) }
      best = best ?? match
    }
    if let decoded = PercentCoding.decoded(plain),
      let index = files.findEncoded(ReferenceResolver.join(folder, decoded).joined(separator: "/"))
    {
      return .file(PublicationFiles.Match(index: index, isExact: true), fragment: fragment)
    }
    if let best { return .file(best, fragment: fragment) }
    if let misplaced = misplaced(spellings) { return .file(misplaced, fragment: fragment) }
    return .missing(ReferenceResolver.join(folder, spellings.first ?? "").joined(separator: "/"))
  }

  /// A file that is not where the reference says: on the same way from the package's folder or the root, else
  /// wherever it lies.
  private func misplaced(_ spellings: [String]) -> PublicationFiles.Match? {
    for spelling in spellings where !spelling.isEmpty {
      for base in [files.packageFolder, []] {
        guard var match = files.find(ReferenceResolver.join(base, spelling).joined(separator: "/")) else {
          continue
        }
        (match.isExact, match.isMisplaced) = (false, true)
        return match
      }
    }
    return spellings.lazy.compactMap { files.findMisplaced(ReferenceResolver.join([], $0)) }.first
  }

  /// Whether an address names a scheme or a host: `http:`, `file:`, `C:`, `//host`.
  private static func isOutside(_ href: String) -> Bool {
    if href.hasPrefix("//") || href.hasPrefix("\\\\") { return true }
    guard let colon = href.firstIndex(of: ":"), let first = href.first, first.isASCII, first.isLetter else {
      return false
    }
    return href[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  private static func split(_ href: String) -> (path: String, fragment: String?) {
    guard let hash = href.firstIndex(of: "#") else { return (href, nil) }
    let fragment = String(href[href.index(after: hash)...])
    return (String(href[..<hash]), PercentCoding.decoded(fragment) ?? fragment)
  }

  private static func withoutQuery(_ path: String) -> String { String(path.prefix { $0 != "?" }) }

  private static func join(_ folder: [String], _ path: String) -> [String] {
    let isFromRoot = path.hasPrefix("/") || path.hasPrefix("\\")
    var components = isFromRoot ? [] : folder
    for part in path.split(whereSeparator: { $0 == "/" || $0 == "\\" }) {
      switch part {
      case ".": break
      case "..": _ = components.popLast()
      default: components.append(String(part))
      }
    }
    return components
  }
}
