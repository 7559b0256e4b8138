import Archives
public import BookModel
public import Diagnostics
import Formats
import Imaging
public import PluginKit

/// Reads EPUB 2 and 3 whose pages are pictures.
///
/// The reading order is the spine's, never that of names or of the archive. Nothing outside the file is looked
/// at, whatever its documents name.
public struct EPUBReader: Reader {
  public static let name = "epub"
  public static let summary =
    "Reads comics, manga and picture books in EPUB 2 and 3, page by page in the spine's order."
  public static let example = """
    epub:
      blanks: drop
      undrawable: skip
    """
  public static let fileExtensions = ["epub"]
  public static let rules: [Rule] = [
    .epubIncomplete, .protected, .textBook, .undrawable, .letteringLost, .blankPages, .missingResource,
    .remoteResource, .inexactReference, .foreignResource, .severalRenditions, .coverKept, .contentsEntryLost,
    .noPages,
  ]

  private let settings: EPUBSettings

  public init(_ settings: EPUBSettings) throws(Diagnostic) { self.settings = settings }

  /// A ZIP that says it is an EPUB in its first entry, is named as one, or holds `META-INF/container.xml`. What
  /// is named as one and is no archive at all is claimed too, so that the message can say what it is.
  public static func claims(_ probe: SourceProbe) -> Bool {
    guard !probe.isFolder else { return false }
    let isNamed = probe.path.fileExtension == "epub"
    guard probe.kind == .zip else { return isNamed && probe.kind == nil }
    if isNamed || probe.head.dropFirst(30).starts(with: "mimetypeapplication/epub+zip".utf8) { return true }
    // A directory that cannot be read is told by the reader that takes the file.
    guard let listing = try? ZIPContainer(probe.path) else { return false }
    return listing.entries.contains { $0.path.text == ContainerDocument.path }
  }

  public func read(_ probe: SourceProbe, in context: any ReadContext) async throws(Diagnostic) -> Book {
    guard probe.kind == .zip else {
      let what =
        ImageFormat.sniff(probe.head).map { "a \($0.rawValue.uppercased()) picture" }
        ?? "not a ZIP archive, as an EPUB must be"
      throw .error(
        .epubIncomplete, "this is \(what), whatever its name says", remedy: "get a fresh copy of the book")
    }
    let (source, container) = try await context.open(probe.path, OpenRequest(kind: probe.kind))
    let files = EPUBFiles(container, source: source)
    let publication = try await Publication(files, context)
    return try await book(of: publication, files, container, probe, context)
  }

  private func book(
    of publication: Publication, _ files: EPUBFiles, _ container: any Container, _ probe: SourceProbe,
    _ context: any ReadContext
  ) async throws(Diagnostic) -> Book {
    let package = publication.package
    var loader = SpineLoader(
      package, path: publication.path, files, isFixedLayout: publication.isFixedLayout, context)
    let spine = try await loader.load()
    // What is told of references explains why a book is refused, too.
    for diagnostic in loader.notes.take() { context.report(diagnostic) }
    let isFixedLayout = ComicJudgement.isFixedLayout(spine)
    var judgement = ComicJudgement(settings, hasSpreadPlacement: package.hasSpreadPlacement)
    let verdicts: [ComicJudgement.Verdict]
    do throws(Diagnostic) {
      verdicts = try judgement.judge(spine)
    } catch {
      let sections = spine.compactMap { item in item.file.map { Section(entry: files.reference($0)) } }
      var book = Book(
        source: EPUBReader.source(probe, package, pageCount: 0),
        content: .sections(sections, refusal: error), isFixedLayout: isFixedLayout)
      await takeMetadata(into: &book, package, files, container, probe, context)
      return book
    }
    let navigation = try await Navigation(package, files, loader.packageResolver, context)
    let cover = try await CoverChoice.declared(
      &loader, spine, landmarks: navigation.landmarks(of: .frontCover))

    let embedded = loader.embedded.isEmpty ? nil : context.keep(EPUBReader.container(of: loader.embedded))
    var assembly = PageAssembly(files, embedded: embedded, settings, context)
    for (item, verdict) in zip(spine, verdicts) { await assembly.add(item, verdict) }
    let placement = await CoverChoice(context).place(cover.flatMap(assembly.reference), among: assembly.pages)
    let pagesOfItem = assembly.pagesOfItem.map { ids in ids.map { placement.merged[$0] ?? $0 } }
    var marks = BookMarks(files, spine, pagesOfItem)
    let outline = navigation.outline(&marks)
    for diagnostic in loader.notes.take() + judgement.warnings + marks.warnings { context.report(diagnostic) }

    var book = Book(
      source: EPUBReader.source(probe, package, pageCount: placement.pages.count),
      content: .pages(placement.pages),
      outline: outline, isFixedLayout: isFixedLayout)
    navigation.giveRoles(to: &book, marks)
    await takeMetadata(into: &book, package, files, container, probe, context)
    book.leftOut = EPUBReader.leftOut(files, book.pages)
    return book
  }

  private func takeMetadata(
    into book: inout Book, _ package: PackageDocument, _ files: EPUBFiles, _ container: any Container,
    _ probe: SourceProbe, _ context: any ReadContext
  ) async {
    let sources = BookSources(context: context, probe: probe)
    book.found = await sources.embedded(package, files)
    for found in book.found { book.metadata.fillGaps(from: found.metadata) }
    book.found += await sources.sidecars(&book.pages)
    if let comment = container.comment, !comment.isEmpty {
      book.attachments.append(Attachment(.archiveComment, bytes: comment))
    }
  }

  private static func source(_ probe: SourceProbe, _ package: PackageDocument, pageCount: Int) -> BookSource {
    let stem = probe.path.stem
    let isKobo = stem.lowercased().hasSuffix(".kepub") && stem.count > 6
    return BookSource(
      path: probe.path, stem: isKobo ? String(stem.dropLast(6)) : stem, folder: folderName(of: probe.path),
      reader: name,
      format: package.version.isEmpty ? "EPUB" : "EPUB \(package.version)", pageCount: pageCount
    )
  }

  private static func container(of embedded: [DataAddress]) -> MemoryContainer {
    MemoryContainer(
      embedded.enumerated().map { (PageAssembly.embeddedName($0.offset), $0.element.bytes) },
      formatName: "data: addresses")
  }

  /// Pictures of the file that no page shows, and what systems leave behind.
  private static func leftOut(_ files: EPUBFiles, _ pages: [Page]) -> LeftOut {
    let shown = Set(pages.flatMap(\.picture.entries).filter { $0.source == files.source }.map(\.key))
    var leftOut = LeftOut()
    for entry in files.entries where entry.kind == .file && !shown.contains(entry.key) {
      if entry.path.isSystemJunk {
        leftOut.junkCount += 1
      } else if ContentKind(fileExtension: entry.path.fileExtension) == .raster {
        leftOut.names.append(entry.path.text)
      }
    }
    return leftOut
  }
}
