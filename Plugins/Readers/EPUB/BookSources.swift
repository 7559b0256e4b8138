import Archives
import BookModel
import Diagnostics
import Formats
import PluginKit
import Publications

/// The sources of a book's metadata: its package document, a ComicInfo inside it, and files beside it.
struct BookSources {
  let context: any ReadContext
  let probe: SourceProbe

  /// The metadata inside the file. A ComicInfo takes precedence, because it was added after the package
  /// document was written and is made for comics.
  func embedded(_ package: PackageDocument, _ files: PublicationFiles) async -> [FoundMetadata] {
    let origin = Origin(.embedded, "package document")
    let own = FoundMetadata(origin: origin, metadata: OPFMetadata(package, origin: origin).metadata)
    let candidates = files.entries.indices.filter { files[$0].kind == .file && !files[$0].path.isSystemJunk }
    guard let index = ComicInfo.entry(among: candidates.map { files[$0].path.components }) else {
      return [own]
    }
    let entry = files.reference(candidates[index])
    let comicInfo = Origin(.embedded, ComicInfo.fileName)
    do {
      let reading = ComicInfo.read(
        try await context.bytes(of: entry), origin: comicInfo, limits: context.limits)
      for warning in reading.warnings { context.report(warning.inEntry(entry.name)) }
      guard reading.isReadable else { return [own] }
      return [FoundMetadata(origin: comicInfo, metadata: reading.metadata), own]
    } catch {
      context.report(error.with(severity: .warning).inEntry(entry.name))
      return [own]
    }
  }

  /// The metadata in files beside the book; a page list for the book itself goes to the pages.
  func sidecars(_ pages: inout [Page]) async -> [FoundMetadata] {
    let sidecars = Sidecar.find(for: probe.path, among: probe.siblings, isOnlyBook: probe.isOnlyBookInFolder)
    let context = context
    let reading = await Sidecar.read(sidecars, limits: context.limits, bookHoldsPackage: true) {
      path throws(Diagnostic) in
      try await context.sidecar(path)
    }
    for warning in reading.warnings + PageInfo.apply(reading.pages, to: &pages) {
      context.report(warning.inFile(probe.path.display))
    }
    return reading.found
  }
}
