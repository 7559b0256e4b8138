import Archives
import BookModel
import Diagnostics
import Formats
import Imaging
import Options
import PluginKit

/// The entries of an archive or folder, sorted by their role in a book.
struct PictureEntries {
  /// Pictures in natural order, regardless of the stored order.
  private(set) var pages: [NamedEntry] = []
  private(set) var comicInfo: NamedEntry?
  /// ComicInfo files that only describe the pages in their folder.
  private(set) var chapterInfos: [NamedEntry] = []
  /// calibre's `metadata.opf`.
  private(set) var package: NamedEntry?
  /// Other metadata files, in any format.
  private(set) var attachments: [NamedEntry] = []
  /// Archives and books inside the container.
  private(set) var inner: [NamedEntry] = []
  private(set) var links: [NamedEntry] = []
  /// Entries of no use: text files, lists, the second ComicInfo…
  private(set) var others: [NamedEntry] = []
  private(set) var junkCount = 0

  /// An entry with the name it is known by: the archive's name, made harmless.
  struct NamedEntry {
    var entry: ContainerEntry
    var components: [String]
    var text: String { components.joined(separator: "/") }
  }

  /// Sorts a container's entries. A file with a picture's extension is a page, even if it turns out not to be
  /// a picture; any other file is one if its first bytes show it.
  init(of container: any Container, _ source: SourceID, in context: any ReadContext) async throws(Diagnostic)
  {
    var documents: [NamedEntry] = []
    for entry in container.entries where entry.kind != .folder {
      let named = NamedEntry(entry: entry, components: EntryName.harmless(entry.path, key: entry.key))
      if entry.path.isSystemJunk {
        junkCount += 1
      } else if entry.kind == .link {
        links.append(named)
      } else if entry.kind == .special {
        others.append(named)
      } else if ImageFormat(fileExtension: entry.path.fileExtension) != nil {
        pages.append(named)
      } else {
        switch try await Self.contents(of: named, source, context) {
        case .picture: pages.append(named)
        case .archive: inner.append(named)
        case .other: documents.append(named)
        }
      }
    }
    pages = Self.inNaturalOrder(pages)
    inner = Self.inNaturalOrder(inner)
    takeMetadata(from: Self.inNaturalOrder(documents))
  }

  private enum Contents { case picture, archive, other }

  private static func contents(
    of named: NamedEntry, _ source: SourceID, _ context: any ReadContext
  ) async throws(Diagnostic) -> Contents {
    let isNamedArchive = archiveExtensions.contains(named.entry.path.fileExtension)
    // Larger files are not examined: a file that is compressed as a whole would have to be unpacked as a
    // whole.
    guard let size = named.entry.size, (1...context.limits.maxDocumentBytes.bytes).contains(size) else {
      return isNamedArchive ? .archive : .other
    }
    do throws(Diagnostic) {
      let reference = EntryReference(source: source, key: named.entry.key, name: named.text)
      let head = try await context.prefix(of: reference, count: 512)
      if ImageFormat.sniff(head) != nil { return .picture }
      return isNamedArchive || ContainerKind.sniff(head) != nil ? .archive : .other
    } catch {
      // Files that are not pages may be damaged, but an archive that cannot be read affects the pages too.
      guard error.rule.category == .damage || error.rule.category == .limit else { throw error }
      context.report(error.with(severity: .warning))
      return isNamedArchive ? .archive : .other
    }
  }

  private static let archiveExtensions: Set<String> = [
    "cbz", "zip", "cbr", "rar", "cb7", "7z", "cbt", "tar", "epub", "pdf", "gz", "tgz", "xz", "txz", "bz2",
    "tbz2",
    "zst", "mobi", "azw3", "lha", "lzh", "cba", "ace", "arj", "cab",
  ]

  private static func inNaturalOrder(_ entries: [NamedEntry]) -> [NamedEntry] {
    NaturalOrder.sorted(entries) { $0.components }
  }

  private mutating func takeMetadata(from documents: [NamedEntry]) {
    let info = ComicInfo.entry(among: documents.map(\.components)).flatMap {
      isAboutChapter(documents[$0]) ? nil : $0
    }
    var taken: Set<String> = []
    for (index, document) in documents.enumerated() {
      let name = (document.components.last ?? "").lowercased()
      if index == info {
        comicInfo = document
      } else if name == ComicInfo.fileName.lowercased(), isAboutChapter(document),
        taken.insert(document.text.lowercased()).inserted
      {
        chapterInfos.append(document)
      } else if name == "metadata.opf", document.components.count == 1 {
        package = document
      } else if MetadataFormats.ownsFile(name), taken.insert(name).inserted {
        attachments.append(document)
      } else {
        others.append(document)
      }
    }
  }

  /// Whether a file is in a folder with some but not all of the pages.
  private func isAboutChapter(_ document: NamedEntry) -> Bool {
    let folder = document.components.dropLast()
    let count = pages.count { $0.components.starts(with: folder) }
    return count > 0 && count < pages.count
  }
}
