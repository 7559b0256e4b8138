import Archives
import BookModel
import Diagnostics
import Formats
import Options
import PluginKit

extension PictureBook {
  /// What metadata files inside the book say; what they say of pages goes to the pages.
  func embedded(_ entries: PictureEntries, _ pages: inout [Page]) async throws(Diagnostic) -> [FoundMetadata]
  {
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
    if let entry = entries.package, let bytes = try await document(entry) {
      let origin = Origin(.embedded, entry.text)
      do throws(Diagnostic) {
        let package = try PackageDocument(bytes, limits: context.limits)
        found.append(FoundMetadata(origin: origin, metadata: OPFMetadata(package, origin: origin).metadata))
      } catch {
        unreadable(entry, error)
      }
    }
    return found
  }

  /// What metadata files beside the book say. Its own list of pages counts before theirs.
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

  /// Metadata files of other formats and the archive's comment, as they are.
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

  /// A small file of the book; nil, with a warning, where it is damaged or too large: pages matter more.
  private func document(_ named: PictureEntries.NamedEntry) async throws(Diagnostic) -> [UInt8]? {
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

  /// The same, said of an entry of this book.
  private func under(_ named: PictureEntries.NamedEntry, _ diagnostic: Diagnostic) -> Diagnostic {
    var told = diagnostic.inFile(probe.path.display)
    told.place.entry = named.text
    return told
  }
}
