import BookModel
import Diagnostics
import Formats
import PluginKit

extension Rule {
  static let chapterMetadata = Rule(
    "chapter-metadata", .metadata,
    "The metadata files inside a book are about its chapters and say different things.",
    advice:
      "Nothing: what all of them say is the book's, the rest stays with the chapters. Put a ComicInfo.xml beside the folders to speak for the whole book."
  )
}

/// What the ComicInfo files in a book's folders say about its chapters.
struct ChapterInfos {
  /// One chapter: its folder and what its file says.
  struct Chapter {
    var folder: [String]
    var metadata: Metadata
    var pages: [PageInfo]
  }

  private(set) var chapters: [Chapter] = []
  /// Whether some pages are not in a chapter with metadata.
  private(set) var isPartial = false

  init(_ chapters: [Chapter] = [], pages: [[String]] = []) {
    self.chapters = chapters
    isPartial = !pages.allSatisfy { page in chapters.contains { page.starts(with: $0.folder) } }
  }

  /// What applies to the whole book: everything on which all chapters agree.
  var common: Metadata { Metadata.agreed(chapters.map(\.metadata) + (isPartial ? [Metadata()] : [])) }

  /// Whether a chapter says something that does not apply to the whole book.
  var differs: Bool { chapters.contains { !$0.metadata.beyond(common).isEmpty } }

  /// The chapters' own metadata by folder, without what already applies to the book.
  func facts(beyond book: Metadata) -> [[String]: Metadata] {
    Dictionary(
      chapters.map { ($0.folder, $0.metadata.beyond(book)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Copies entries of each chapter's page list to its pages. The covers of all chapters but the first become
  /// inner covers.
  ///
  /// - Returns: warnings, with their folders.
  func apply(to pages: inout [Page], named names: [[String]]) -> [(folder: [String], warning: Diagnostic)] {
    var told: [(folder: [String], warning: Diagnostic)] = []
    for chapter in chapters {
      let indices = names.indices.filter { names[$0].starts(with: chapter.folder) }
      var own = indices.map { pages[$0] }
      told += PageInfo.apply(chapter.pages, to: &own).map { (chapter.folder, $0) }
      for (index, page) in zip(indices, own) {
        pages[index] = page
        if index > 0 { pages[index].roles = page.roles.map { $0 == .frontCover ? .innerCover : $0 } }
      }
    }
    return told
  }
}

extension PictureBook {
  /// Reads the ComicInfo files of chapters.
  ///
  /// - Parameter names: the path components of each page's name.
  func chapterInfos(
    _ entries: PictureEntries, _ pages: inout [Page], names: [[String]]
  ) async throws(Diagnostic) -> ChapterInfos {
    var chapters: [ChapterInfos.Chapter] = []
    for entry in entries.chapterInfos {
      guard let bytes = try await document(entry) else { continue }
      let origin = Origin(.embedded, entry.text)
      let reading = ComicInfo.read(bytes, origin: origin, limits: context.limits)
      for warning in reading.warnings { context.report(under(entry, warning)) }
      guard reading.isReadable else { continue }
      chapters.append(
        ChapterInfos.Chapter(
          folder: Array(entry.components.dropLast()), metadata: reading.metadata, pages: reading.pages))
    }
    guard !chapters.isEmpty else { return ChapterInfos() }
    let infos = ChapterInfos(chapters, pages: names)
    for (folder, warning) in infos.apply(to: &pages, named: names) {
      guard let entry = entries.chapterInfos.first(where: { $0.components.dropLast() == folder[...] }) else {
        continue
      }
      context.report(under(entry, warning))
    }
    if entries.comicInfo == nil, infos.differs {
      let count = chapters.count == 1 ? "a ComicInfo.xml speaks" : "\(chapters.count) ComicInfo.xml speak"
      context.report(
        .warning(
          .chapterMetadata,
          "\(count) of single chapters: title, number and all else that is not said of every page stays with its chapter",
          at: Place(file: probe.path.display),
          remedy: "put a ComicInfo.xml beside the chapters' folders, or set the book's fields with --meta"))
    }
    return infos
  }
}
