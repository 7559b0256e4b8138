public import Archives
public import BookModel
public import Diagnostics
import Options

/// What a book's container directory and metadata documents reveal, without reading any picture.
public struct BookSurvey: Sendable {
  /// As shown in messages.
  public var path: String
  /// The kind of container according to the file's bytes; nil for a folder or an unrecognized file.
  public var kind: ContainerKind?
  /// Pictures in natural order.
  public var pages: [Page] = []
  /// The documents found, those that readers prefer first.
  public var documents: [Document] = []
  /// Names of files left behind by operating systems.
  public var junk: [String] = []
  /// Problems of the container as a whole.
  public var damage: [Diagnostic] = []
  /// Why the file cannot be opened at all.
  public var failure: Diagnostic?

  /// A picture as listed in the directory.
  public struct Page: Sendable, Hashable {
    public var name: String
    /// Nil if the container has none.
    public var print: PagePrint?

    public init(name: String, print: PagePrint?) {
      self.name = name
      self.print = print
    }
  }

  /// A metadata document and what it says.
  public struct Document: Sendable {
    /// The path components of its entry's name; empty for the archive's comment.
    public var name: [String]
    public var isComicInfo: Bool
    public var reading: MetadataReading
    /// The page count that the document states.
    public var statedPageCount: Int?

    public init(name: [String], isComicInfo: Bool, reading: MetadataReading, statedPageCount: Int? = nil) {
      self.name = name
      self.isComicInfo = isComicInfo
      self.reading = reading
      self.statedPageCount = statedPageCount
    }

    var shownName: String { name.isEmpty ? "comment" : name.joined(separator: "/") }
  }

  public init(path: String, kind: ContainerKind? = nil) {
    self.path = path
    self.kind = kind
  }

  /// What all readable documents say together; earlier ones take precedence.
  public var metadata: Metadata {
    documents.filter(\.reading.isReadable).reduce(into: Metadata()) { $0.fillGaps(from: $1.reading.metadata) }
  }
}

/// What directories state about a picture: pictures with equal prints are treated as the same.
public struct PagePrint: Sendable, Hashable {
  public var crc32: UInt32
  /// Bytes.
  public var size: Int

  public init(crc32: UInt32, size: Int) {
    self.crc32 = crc32
    self.size = size
  }

  /// In the form used in lists of hashes: `89abcdef:12345`.
  public var text: String {
    let digits = String(crc32, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits + ":\(size)"
  }
}

extension BookSurvey {
  /// Surveys an open container. Reads only metadata documents, each within the limits.
  public init(
    of container: any Container, path: String, kind: ContainerKind?, limits: Limits = Limits()
  ) {
    self.init(path: path, kind: kind)
    damage = container.diagnostics.filter { $0.severity > .note }
    var pictures: [(components: [String], page: Page)] = []
    var found: [(ContainerEntry, any MetadataFormat.Type)] = []
    for entry in container.entries where entry.kind == .file {
      let path = entry.path
      if path.isSystemJunk {
        junk.append(path.text)
      } else if ImageFormat(fileExtension: path.fileExtension) != nil {
        let print = entry.crc32.flatMap { crc in entry.size.map { PagePrint(crc32: crc, size: $0) } }
        pictures.append((path.components, Page(name: path.text, print: print)))
      } else if let format = BookSurvey.format(of: path) {
        found.append((entry, format))
      }
    }
    pages = NaturalOrder.sorted(pictures) { $0.components }.map(\.page)
    for (entry, format) in BookSurvey.inOrder(found) { take(entry, format, container, limits) }
    if let package = BookSurvey.package(in: container, limits) { documents.append(package) }
    if let comment = container.comment, !comment.isEmpty {
      let reading = ComicBookInfo.read(comment, origin: Origin(.embedded, ComicBookInfo.name), limits: limits)
      if reading.isReadable { documents.append(Document(name: [], isComicInfo: false, reading: reading)) }
    }
  }

  private static let fileFormats: [any MetadataFormat.Type] = [ComicInfo.self, MetronInfo.self, CoMet.self]
  /// The most documents to read from one book; a sound book has one of each.
  private static let mostDocuments = 16

  static func format(of path: EntryPath) -> (any MetadataFormat.Type)? {
    fileFormats.first { format in
      // Only ComicInfo is also looked for in folders, because Kavita does so.
      (format == ComicInfo.self || path.components.count == 1)
        && path.name.lowercased() == format.documentName.lowercased()
    }
  }

  /// The ComicInfo that takes precedence, then the other formats, then further ComicInfos.
  private static func inOrder(_ found: [(ContainerEntry, any MetadataFormat.Type)])
    -> some Sequence<(ContainerEntry, any MetadataFormat.Type)>
  {
    let first = ComicInfo.entry(among: found.map { $0.0.path.components })
    func rank(_ index: Int) -> Int { index == first ? 0 : found[index].1 == ComicInfo.self ? 2 : 1 }
    return found.indices.sorted { (rank($0), $0) < (rank($1), $1) }.prefix(mostDocuments).map { found[$0] }
  }

  private mutating func take(
    _ entry: ContainerEntry, _ format: any MetadataFormat.Type, _ container: any Container, _ limits: Limits
  ) {
    let isComicInfo = format == ComicInfo.self
    var reading = MetadataReading()
    var count: Int?
    do throws(Diagnostic) {
      let limit = limits.maxDocumentBytes
      guard (entry.size ?? 0) <= limit.bytes else {
        throw .error(.fileTooLarge, "it has more than \(limit.optionText)")
      }
      let bytes = try container.read(entry)
      reading = format.read(bytes, origin: Origin(.embedded, format.documentName), limits: limits)
      if isComicInfo { count = BookSurvey.statedPageCount(bytes) }
    } catch {
      reading.isReadable = false
      reading.warnings = [error.with(severity: .warning)]
    }
    documents.append(
      Document(
        name: entry.path.components, isComicInfo: isComicInfo, reading: reading, statedPageCount: count))
  }

  /// The number in ComicInfo's `PageCount`, found without reading the document a second time; 0 means
  /// unknown.
  static func statedPageCount(_ bytes: [UInt8]) -> Int? {
    let tag = Array("<PageCount>".utf8)
    guard
      let start = bytes.indices.first(where: { index in
        bytes[index] == tag[0] && index + tag.count <= bytes.count
          && zip(tag, bytes[index..<(index + tag.count)]).allSatisfy { $0 == $1 }
      })
    else { return nil }
    let text = bytes[(start + tag.count)...].prefix { $0 != UInt8(ascii: "<") }.prefix(20)
    return Int(String(decoding: text, as: UTF8.self).trimmed).flatMap { $0 > 0 ? $0 : nil }
  }
}
