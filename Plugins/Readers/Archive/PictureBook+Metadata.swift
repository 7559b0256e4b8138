import Archives
import BookModel
import Diagnostics
import Formats
import Options
import PluginKit
import Publications

extension PictureBook {
  /// The metadata inside the book, in order of precedence: ComicInfo, what the ComicInfo files of chapters
  /// agree on, the formats among the attachments, and calibre's package document. Metadata about pages goes
  /// to the pages, and the first format that lists stories provides the book's.
  func embedded(
    _ entries: PictureEntries, _ chapters: ChapterInfos, into book: inout Book, _ pages: inout [Page]
  ) async throws(Diagnostic) {
    var found: [FoundMetadata] = []
    if let entry = entries.comicInfo, let bytes = try await document(entry) {
      let origin = Origin(.embedded, ComicInfo.fileName)
      let reading = ComicInfo.read(bytes, origin: origin, limits: context.limits)
      for warning in reading.warnings { context.report(under(entry, warning)) }
      if reading.isReadable {
        found.append(FoundMetadata(origin: origin, metadata: reading.metadata))
        for warning in PageInfo.apply(reading.pages, to: &pages) { context.report(under(entry, warning)) }
      }
    }
    if !chapters.common.isEmpty {
      found.append(
        FoundMetadata(origin: Origin(.embedded, ComicInfo.fileName), metadata: chapters.common))
    }
    for format in MetadataFormats.all {
      for attachment in book.attachments where attachment.isDocument(of: format) {
        guard let reading = read(attachment, as: format) else { continue }
        found.append(reading.found)
        if book.stories.isEmpty { book.stories = reading.stories }
      }
    }
    if let entry = entries.package, let bytes = try await document(entry) {
      let origin = Origin(.embedded, entry.text)
      do throws(Diagnostic) {
        let package = try PackageDocument(bytes, limits: context.limits)
        found.append(FoundMetadata(origin: origin, metadata: OPFMetadata(package, origin: origin).metadata))
      } catch {
        unreadable(entry, error)
      }
    }
    book.found = found
    for found in found { book.metadata.fillGaps(from: found.metadata) }
  }

  /// What an attachment says in a format; nil, with a warning, if it was not understood. A comment may be
  /// anything, so one that is not metadata causes no warning.
  private func read(
    _ attachment: Attachment, as format: any MetadataFormat.Type
  ) -> (found: FoundMetadata, stories: [Story])? {
    var name: String?
    if case .file(let file) = attachment.kind { name = file }
    let origin = Origin(.embedded, format.documentName)
    let reading = format.read(attachment.bytes, origin: origin, limits: context.limits)
    guard reading.isReadable || name != nil else { return nil }
    for warning in reading.warnings {
      var told = warning.inFile(probe.path.display)
      told.place.entry = name
      context.report(told)
    }
    guard reading.isReadable else { return nil }
    return (FoundMetadata(origin: origin, metadata: reading.metadata), reading.stories)
  }

  /// The metadata in files beside the book. The book's own page list takes precedence over theirs.
  func sidecars(_ pages: inout [Page], bookHoldsPackage: Bool) async -> [FoundMetadata] {
    let sidecars = Sidecar.find(
      for: probe.path, among: probe.siblings, isOnlyBook: probe.isOnlyBookInFolder)
    let context = context
    let reading = await Sidecar.read(sidecars, limits: context.limits, bookHoldsPackage: bookHoldsPackage) {
      path throws(Diagnostic) in
      try await context.sidecar(path)
    }
    for warning in reading.warnings + PageInfo.apply(reading.pages, to: &pages) {
      context.report(warning.inFile(probe.path.display))
    }
    return reading.found
  }

  /// The metadata files other than ComicInfo, and the archive's comment, unchanged: a sink writes them back
  /// with as few changes as possible, or unchanged if they were not understood.
  func attachments(_ entries: PictureEntries) async throws(Diagnostic) -> [Attachment] {
    var attachments: [Attachment] = []
    for entry in entries.attachments {
      guard let bytes = try await document(entry), let name = entry.components.last else { continue }
      attachments.append(Attachment(.file(name), bytes: bytes))
    }
    if let comment = container.comment, !comment.isEmpty {
      attachments.append(Attachment(.archiveComment, bytes: comment))
    }
    return attachments
  }

  /// A small file in the book; nil, with a warning, if it is damaged or too large, since pages matter more.
  func document(_ named: PictureEntries.NamedEntry) async throws(Diagnostic) -> [UInt8]? {
    let limit = context.limits.maxDocumentBytes
    if let size = named.entry.size, size > limit.bytes {
      unreadable(named, .error(.fileTooLarge, "it has \(size) bytes, more than \(limit.optionText)"))
      return nil
    }
    do throws(Diagnostic) {
      return try await context.bytes(
        of: EntryReference(source: source, key: named.entry.key, name: named.text))
    } catch {
      guard error.rule.category == .damage || error.rule.category == .limit else { throw error }
      unreadable(named, error)
      return nil
    }
  }

  private func unreadable(_ named: PictureEntries.NamedEntry, _ cause: Diagnostic) {
    context.report(
      under(
        named,
        .warning(
          .embeddedUnreadable, "this cannot be read and is left out: \(cause.message)", remedy: cause.remedy))
    )
  }

  /// The same diagnostic, placed at an entry of this book.
  func under(_ named: PictureEntries.NamedEntry, _ diagnostic: Diagnostic) -> Diagnostic {
    var told = diagnostic.inFile(probe.path.display)
    told.place.entry = named.text
    return told
  }
}
