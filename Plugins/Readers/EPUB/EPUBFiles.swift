import Archives
import BookModel
import Diagnostics

/// The files of an EPUB's container by name. Nothing outside the container is ever looked at.
struct EPUBFiles: Sendable {
  let source: SourceID
  let entries: [ContainerEntry]
  /// By bytes: strings are equal whatever their normalization.
  private let exact: [[UInt8]: Int]
  private let normalized: [String: Int]
  private let folded: [String: Int]
  /// Names that hold percent signs themselves, by what these would stand for.
  private let percentDecoded: [String: Int]

  init(_ container: any Container, source: SourceID) {
    self.source = source
    entries = container.entries
    var exact: [[UInt8]: Int] = [:]
    var normalized: [String: Int] = [:]
    var folded: [String: Int] = [:]
    var percentDecoded: [String: Int] = [:]
    // Names that climb or hold control characters are no names of a book's files.
    for (index, entry) in container.entries.enumerated()
    where entry.kind == .file && (entry.path.defect == nil || entry.path.defect == .absolute) {
      let path = entry.path.text
      let bytes = Array(path.utf8)
      if exact[bytes] == nil { exact[bytes] = index }
      if normalized[path] == nil { normalized[path] = index }
      if folded[path.caseFolded] == nil { folded[path.caseFolded] = index }
      if path.contains("%"), let decoded = PercentCoding.decoded(path), percentDecoded[decoded] == nil {
        percentDecoded[decoded] = index
      }
    }
    (self.exact, self.normalized, self.folded) = (exact, normalized, folded)
    self.percentDecoded = percentDecoded
  }

  /// A file found, and whether its name is spelled exactly so.
  struct Match: Hashable {
    var index: Int
    var isExact: Bool
  }

  /// Finds a path from the container's root: exactly, else in another normalization, else in another case
  /// (EPUB 3.3, section 4.2.3, forbids two names that differ only so).
  func find(_ path: String) -> Match? {
    if let index = exact[Array(path.utf8)] { return Match(index: index, isExact: true) }
    if let index = normalized[path] ?? folded[path.caseFolded] { return Match(index: index, isExact: false) }
    return nil
  }

  /// Finds a file of which some folders or the name were percent-encoded when it was stored, others not.
  func findEncoded(_ decoded: String) -> Int? { percentDecoded[decoded] }

  subscript(_ index: Int) -> ContainerEntry { entries[index] }

  func path(_ index: Int) -> String { entries[index].path.text }

  func reference(_ index: Int) -> EntryReference {
    EntryReference(source: source, key: entries[index].key, name: entries[index].path.text)
  }
}

/// What a reference in a document leads to.
enum Target: Hashable {
  /// A file of the container, and the part of it that is meant.
  case file(EPUBFiles.Match, fragment: String?)
  /// Bytes written into the document itself.
  case data(DataAddress)
  /// Something outside the container: never followed.
  case outside(String)
  /// No file of that name.
  case missing(String)
}

/// Where references of one document begin.
struct HrefResolver {
  let files: EPUBFiles
  /// Components of the folder references are relative to; nil where a `base` element leads outside.
  private let folder: [String]?

  /// - Parameter base: the address a `base` element gives, relative to the document itself.
  init(_ files: EPUBFiles, document: String, base: String? = nil) {
    self.files = files
    let own = Array(document.split(separator: "/").dropLast().map(String.init))
    guard let base, !base.trimmed.isEmpty else {
      folder = own
      return
    }
    guard !HrefResolver.isOutside(base) else {
      folder = nil
      return
    }
    let path = HrefResolver.withoutQuery(HrefResolver.split(base).path)
    let isFolder =
      path.hasSuffix("/") || path.hasSuffix("/.") || path.hasSuffix("/..") || path == "." || path == ".."
    let joined = HrefResolver.join(own, PercentCoding.decoded(path) ?? path)
    folder = isFolder || path.isEmpty ? joined : joined.dropLast()
  }

  /// Resolves a reference as written. The decoded path is looked up first, then the literal one: names may
  /// hold percent signs. Paths that climb out end at the container's root, as addresses do.
  func resolve(_ href: String) -> Target {
    let href = href.trimmed
    if href.prefix(5).lowercased() == "data:" {
      return DataAddress(href).map(Target.data) ?? .missing(String(href.prefix(40)))
    }
    guard !HrefResolver.isOutside(href), let folder else { return .outside(href) }
    let (path, fragment) = HrefResolver.split(href)
    let plain = HrefResolver.withoutQuery(path)
    var spellings: [String] = []
    for spelling in [PercentCoding.decoded(plain), plain, PercentCoding.decoded(path), path, href] {
      if let spelling, !spellings.contains(spelling) { spellings.append(spelling) }
    }
    var best: EPUBFiles.Match?
    for spelling in spellings where !spelling.isEmpty {
      guard let match = files.find(HrefResolver.join(folder, spelling).joined(separator: "/")) else {
        continue
      }
      if match.isExact { return .file(match, fragment: fragment) }
      best = best ?? match
    }
    if let decoded = PercentCoding.decoded(plain),
      let index = files.findEncoded(HrefResolver.join(folder, decoded).joined(separator: "/"))
    {
      return .file(EPUBFiles.Match(index: index, isExact: true), fragment: fragment)
    }
    if let best { return .file(best, fragment: fragment) }
    return .missing(HrefResolver.join(folder, spellings.first ?? "").joined(separator: "/"))
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

/// Percent-encoding of addresses (RFC 3986, section 2.1).
enum PercentCoding {
  /// The text with its percent signs resolved; nil where the bytes are no UTF-8.
  static func decoded(_ text: String) -> String? {
    guard text.contains("%") else { return text }
    return String(validating: bytes(text), as: UTF8.self)
  }

  static func bytes(_ text: String) -> [UInt8] {
    let source = Array(text.utf8)
    var out: [UInt8] = []
    out.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count, let high = digit(source[index + 1]),
        let low = digit(source[index + 2])
      {
        out.append(high << 4 | low)
        index += 3
      } else {
        out.append(source[index])
        index += 1
      }
    }
    return out
  }

  /// The text with what an address gives a meaning to encoded.
  static func encoded(_ path: String) -> String {
    path.reduce(into: "") { out, character in
      switch character {
      case "%": out += "%25"
      case "#": out += "%23"
      case "?": out += "%3F"
      default: out.append(character)
      }
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
