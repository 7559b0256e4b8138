import Archives
import BookModel
import Diagnostics
import Formats
import Imaging
import PluginKit

extension Rule {
  static let archiveOfArchives = Rule(
    "archive-of-archives", .input, "An archive holds other archives, which are books of their own.",
    advice: "Unpack it and convert the archives inside one by one.")
  static let linkNotFollowed = Rule(
    "link-not-followed", .input,
    "A symbolic link inside a book is never followed; what it points to is left out.",
    advice: "If the file belongs to the book, put the file itself where the link is.")
  static let unsafeName = Rule(
    "unsafe-name", .input, "An entry's name is absolute, leads out of its folder, or is no name at all.",
    advice: "Nothing: the entry is left out or renamed. Be wary of where the archive came from.")
  static let repeatedName = Rule(
    "repeated-name", .input, "Two pages of an archive have the same name.",
    advice: "Nothing: both pages are kept, under different names.")
  static let embeddedUnreadable = Rule(
    "embedded-metadata-unreadable", .metadata,
    "A metadata file inside a book cannot be read; the book is read without it.",
    advice: "Fix the document in the source, or set the fields with --meta.", isLoss: true)
}

/// Makes a book from the pictures in an archive or a folder, which are treated alike.
struct PictureBook {
  /// The rules that reading may report.
  static let rules: [Rule] = [
    .archiveOfArchives, .linkNotFollowed, .unsafeName, .repeatedName, .embeddedUnreadable, .noPages,
    .chapterMetadata,
  ]

  let container: any Container
  let source: SourceID
  let probe: SourceProbe
  let context: any ReadContext

  /// - Parameters:
  ///   - stem: the source's name for use in templates.
  ///   - reader: the name of the reader.
  /// - Throws: `no-pages`, `archive-of-archives`, `too-many-pages`, and whatever the container throws.
  func book(stem: String, reader: String) async throws(Diagnostic) -> Book {
    let entries = try await PictureEntries(of: container, source, in: context)
    try check(entries)
    tell(of: entries)
    let placed = try await pages(of: entries)
    var pages = placed.map(\.page)
    var book = Book(
      source: BookSource(
        path: probe.path, stem: stem, folder: folderName(of: probe.path), reader: reader,
        format: container.formatName,
        pageCount: pages.count), pages: [])

    book.attachments = try await attachments(entries)
    let chapters = try await chapterInfos(entries, &pages, names: placed.map(\.components))
    try await embedded(entries, chapters, into: &book, &pages)
    book.outline = FolderOutline.nodes(
      for: placed.map { (id: $0.page.id, components: $0.components) },
      facts: chapters.facts(beyond: book.metadata))
    book.found += await sidecars(&pages, bookHoldsPackage: entries.package != nil)
    if !pages.contains(where: { !$0.roles.isEmpty }) { pages[0].roles = [.frontCover] }
    book.pages = pages
    let others = entries.others + entries.inner + entries.links
    book.leftOut = LeftOut(
      junkCount: entries.junkCount, names: NaturalOrder.sorted(others) { $0.components }.map(\.text))
    return book
  }

  private var place: Place { Place(file: probe.path.display) }

  private func reference(to named: PictureEntries.NamedEntry) -> EntryReference {
    EntryReference(source: source, key: named.entry.key, name: named.text)
  }

  /// A page for every picture: one for each entry, except for TIFFs that contain several scans.
  private func pages(
    of entries: PictureEntries
  ) async throws(Diagnostic) -> [(page: Page, components: [String])] {
    var pages: [(page: Page, components: [String])] = []
    for named in entries.pages {
      let reference = reference(to: named)
      let scans = try await scans(of: reference, named)
      if scans.isEmpty {
        let page = Page(id: PageID(reference), picture: .entry(reference), sourceName: named.text)
        pages.append((page, named.components))
      }
      for (index, scan) in scans.enumerated() {
        let page = Page(
          id: PageID(reference, occurrence: index), picture: .derived(scan, [.entry(reference)]),
          sourceName: named.name(ofScan: index + 1, of: scans.count))
        pages.append((page, named.components))
      }
    }
    return pages
  }

  /// The scans of a TIFF that contains several; none for any other picture. A damaged one is reported when
  /// its page is made.
  private func scans(
    of reference: EntryReference, _ named: PictureEntries.NamedEntry
  ) async throws(Diagnostic) -> [ScanOperation] {
    guard ["tif", "tiff"].contains(named.entry.path.fileExtension) else { return [] }
    do throws(Diagnostic) {
      guard let facts = try await context.facts(of: .entry(reference)), facts.scanCount > 1 else { return [] }
      let bytes = try await context.bytes(of: reference)
      return try ScanOperation.all(in: bytes, count: facts.scanCount, limits: context.limits)
    } catch {
      guard error.rule.category == .damage else { throw error }
      return []
    }
  }

  private func check(_ entries: PictureEntries) throws(Diagnostic) {
    if entries.pages.isEmpty, !entries.inner.isEmpty {
      throw .error(
        .archiveOfArchives,
        "this holds no pictures, but \(counted(entries.inner.count, "archive")): \(listed(entries.inner.map(\.text)))",
        at: place,
        remedy: "unpack it and convert these; each is a book of its own")
    }
    if entries.pages.isEmpty {
      let others = entries.others + entries.attachments + (entries.comicInfo.map { [$0] } ?? [])
      let held = others.isEmpty ? "nothing" : listed(others.map(\.text))
      throw .error(
        .noPages, "there are no pictures in this \(container.formatName): it holds \(held)", at: place,
        remedy: "a book needs at least one picture")
    }
    if entries.pages.count > context.limits.maxPages {
      throw .error(
        .tooManyPages, "this holds \(entries.pages.count) pictures, more than \(context.limits.maxPages)",
        at: place,
        remedy: "raise --max-pages if it is one book")
    }
  }

  /// Reports warnings about the entries; none of them stops the book.
  private func tell(of entries: PictureEntries) {
    if !entries.inner.isEmpty {
      context.report(
        .warning(
          .archiveOfArchives, "archives beside the pages are left out: \(listed(entries.inner.map(\.text)))",
          at: place,
          remedy: "convert them one by one"))
    }
    if !entries.links.isEmpty {
      context.report(
        .warning(
          .linkNotFollowed, "symbolic links are not followed: \(listed(entries.links.map(\.text)))",
          at: place,
          remedy: "put copies in their place if they are pages"))
    }
    let unsafe = entries.pages.filter { $0.entry.path.defect != nil }
    if !unsafe.isEmpty {
      context.report(
        .warning(
          .unsafeName, "page names are not plain file names; they are read as \(listed(unsafe.map(\.text)))",
          at: place))
    }
    let repeated = zip(entries.pages, entries.pages.dropFirst()).filter { $0.components == $1.components }
    if !repeated.isEmpty {
      context.report(
        .warning(
          .repeatedName, "pages have the same name; all are kept: \(listed(repeated.map { $0.0.text }))",
          at: place))
    }
  }
}

extension PictureEntries.NamedEntry {
  /// `scan-02.tif`: the name of the second of a dozen scans in `scan.tif`.
  fileprivate func name(ofScan number: Int, of count: Int) -> String {
    let digits = String(number)
    let padded = String(repeating: "0", count: String(count).count - digits.count) + digits
    guard let dot = text.lastIndex(of: ".") else { return "\(text)-\(padded)" }
    return "\(text[..<dot])-\(padded)\(text[dot...])"
  }
}
