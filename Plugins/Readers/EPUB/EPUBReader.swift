import Archives
public import BookModel
public import Diagnostics
import Formats
import Imaging
public import PluginKit
import Publications

/// Reads EPUB 2 and 3: pages of pictures, and the text between them as sections.
///
/// The reading order is that of the spine, never that of names or of the archive. No document can make the
/// reader access anything outside the file.
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
    .textBook, .undrawable, .letteringLost, .blankPages, .coverKept, .contentsEntryLost, .noPages,
    .itemsUnclear,
    .decorationLost,
  ]

  private let settings: EPUBSettings

  public init(_ settings: EPUBSettings) throws(Diagnostic) { self.settings = settings }

  /// Claims a ZIP whose first entry says that it is an EPUB, that is named like one, or that contains
  /// `META-INF/container.xml`. A file that is named like an EPUB but is not an archive is claimed, too, so
  /// that the message can say what it is.
  public static func claims(_ probe: SourceProbe) -> Bool {
    guard !probe.isFolder else { return false }
    let isNamed = probe.path.fileExtension == "epub"
    guard probe.kind == .zip else { return isNamed && probe.kind == nil }
    if isNamed || probe.head.dropFirst(30).starts(with: "mimetypeapplication/epub+zip".utf8) { return true }
    do throws(Diagnostic) {
      return try ZIPContainer(probe.path).entries.contains { $0.path.text == ContainerDocument.path }
    } catch {
      // A damaged directory is reported by the reader that takes the file. One that the disk fails to return
      // might be an EPUB's: if claimed here, it fails with that error instead of becoming a book of another
      // kind.
      return error.isReadFailure
    }
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
    let files = PublicationFiles(container, source: source)
    let publication = try await Publication(files, context)
    return try await book(of: publication, files, container, probe, context)
  }

  private func book(
    of publication: Publication, _ files: PublicationFiles, _ container: any Container, _ probe: SourceProbe,
    _ context: any ReadContext
  ) async throws(Diagnostic) -> Book {
    let package = publication.package
    var loader = SpineLoader(
      package, path: publication.path, files, isFixedLayout: publication.isFixedLayout, context)
    let loaded = try await loader.load()
    let embedded = loader.embedded.isEmpty ? nil : context.keep(EPUBReader.container(of: loader.embedded))
    var assembly = PageAssembly(files, embedded: embedded, settings, context)
    let before = assembly
    var arrangement = ItemArrangement(files, loader, settings, context) { before.reference($0) }
    let spine = try await arrangement.arrange(loaded)
    // Diagnostics about references also explain why a book is rejected.
    for diagnostic in loader.notes.take() { context.report(diagnostic) }
    let isFixedLayout = ComicJudgement.isFixedLayout(spine)
    var judgement = ComicJudgement(settings, hasSpreadPlacement: package.hasSpreadPlacement)
    var refusal: Diagnostic?
    let verdicts: [ComicJudgement.Verdict]
    do throws(Diagnostic) {
      verdicts = try judgement.judge(spine)
      refusal = judgement.refusal
    } catch {
      // None of it becomes a page, because the pictures are illustrations of the text.
      verdicts = spine.map { $0.file == nil ? .leftOut : .section }
      refusal = error
    }
    let navigation = try await Navigation(package, files, loader.packageResolver, context)
    let landmarks = Landmarks(navigation)
    let cover = try await CoverChoice.declared(
      &loader, spine, landmarks: landmarks.references(to: .frontCover))

    for (item, verdict) in zip(spine, verdicts) { try await assembly.add(item, verdict) }
    let pages = assembly.pages
    var placement = CoverChoice.Placement(pages: pages)
    if !pages.isEmpty {
      placement = try await CoverChoice(context).place(cover.flatMap(assembly.reference), among: pages)
    }
    let idsOfItem = assembly.idsOfItem.map { ids in ids.map(placement.id) }
    var marks = BookMarks(files, spine, idsOfItem)
    let outline = marks.outline(navigation.contents, navigation.resolver, document: navigation.path)
    for diagnostic in loader.notes.take() + judgement.warnings + marks.warnings { context.report(diagnostic) }

    var book = Book(
      source: EPUBReader.source(probe, package, pageCount: placement.pages.count),
      items: EPUBReader.described(placement.items(assembly.items), outline, landmarks.roles(marks)),
      textRefusal: refusal, outline: outline, isFixedLayout: isFixedLayout)
    if pages.isEmpty { book.cover = cover.flatMap(assembly.reference) }
    await takeMetadata(into: &book, package, files, container, probe, context)
    // A cover that repeats a page is in the book, whichever copy was kept.
    let shown =
      (pages + book.pages).flatMap(\.picture.entries) + [cover.flatMap(assembly.reference)].compactMap(\.self)
    book.leftOut = EPUBReader.leftOut(files, shown: shown, spacers: arrangement.spacers)
    return book
  }

  /// Items with the roles from landmarks, and sections with their titles.
  private static func described(
    _ items: [BookItem], _ outline: [OutlineNode], _ roles: [ItemID: PageRole]
  ) -> [BookItem] {
    let titles = outline.titles
    return items.map { item in
      let role = roles[item.id]
      switch item {
      case .page(var page):
        if let role, page.roles.isEmpty { page.addRole(role) }
        return .page(page)
      case .section(var section):
        section.title = titles[item.id]
        section.roles = [role].compactMap(\.self)
        return .section(section)
      }
    }
  }

  private func takeMetadata(
    into book: inout Book, _ package: PackageDocument, _ files: PublicationFiles, _ container: any Container,
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

  /// Files that are not on any page: pictures not shown anywhere, audio, video, and anything else that is not
  /// part of the publication's machinery; and the number of files that nobody misses, such as those left by
  /// operating systems, and spacers. In a book without pages, pictures belong to the text.
  private static func leftOut(
    _ files: PublicationFiles, shown references: [EntryReference], spacers: Set<EntryReference>
  ) -> LeftOut {
    let shown = Set(references.filter { $0.source == files.source }.map(\.key))
    var leftOut = LeftOut()
    for entry in files.entries where entry.kind == .file && !shown.contains(entry.key) {
      let isSpacer = spacers.contains { $0.source == files.source && $0.key == entry.key }
      if entry.path.isSystemJunk || isSpacer && !references.isEmpty {
        leftOut.junkCount += 1
      } else if !references.isEmpty, !isMachinery(entry.path) {
        leftOut.names.append(entry.path.text)
      }
    }
    return leftOut
  }

  /// Documents, styles, fonts and scripts, which determine how pages look, and files that shops and programs
  /// write for their own use.
  private static func isMachinery(_ path: EntryPath) -> Bool {
    let components = path.components.map { $0.lowercased() }
    return components.first == "meta-inf" || machinery.contains(path.fileExtension)
      || ["mimetype", "itunesmetadata.plist", "itunesartwork"].contains(components.last ?? "")
  }

  private static let machinery: Set<String> = [
    "opf", "ncx", "xhtml", "html", "htm", "xml", "css", "xpgt", "js", "svg", "ttf", "otf", "ttc", "woff",
    "woff2",
    "eot", "smil", "pls",
  ]
}
