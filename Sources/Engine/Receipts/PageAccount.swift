package import Archives
package import BookModel
package import Diagnostics
import Imaging
import Inputs
package import PluginKit

/// Keeps account of how every page of a book fared while it is written, and makes the receipt of it.
package struct PageAccount {
  private let planned: PlannedBook
  private let book: Book
  private var records: [Record] = []
  package private(set) var skipped: [PageID] = []

  private struct Record {
    var page: Page
    /// Nil for a page that was left out.
    var how: Making?
    /// The entries it shows that are damaged.
    var damaged: Set<EntryReference>
    var bytes = PictureBytesChange()
    /// Whether it is a JPEG made of its sources' coefficients, which no setting makes smaller.
    var keepsCoefficients = false
    var why: String?

    /// The ids of the source's pages among its own that are damaged: all of them where the entries cannot be
    /// told apart by id (pages put together of tiles).
    var damagedOrigins: Set<String> {
      let own = page.id.origins
      guard !damaged.isEmpty else { return [] }
      let named = own.filter { origin in damaged.contains { PageID($0).isOrigin(origin) } }
      return Set(named.isEmpty ? own : named)
    }
  }

  package init(book: Book, planned: PlannedBook) {
    self.book = book
    self.planned = planned
  }

  /// How the picture of a page was made.
  package struct Made: Sendable {
    var how: Making
    var damaged: [EntryReference]
    var bytes = PictureBytesChange()
    /// Whether it is a JPEG made of its sources' coefficients, which no setting makes smaller.
    var keepsCoefficients = false
    var why: String?

    package init(_ how: Making, damaged: [EntryReference]) {
      self.how = how
      self.damaged = damaged
    }

    package init(_ rendered: Renderer.Rendered) {
      self.init(rendered.how, damaged: rendered.damaged)
      bytes = PictureBytesChange(before: rendered.sourceBytes, after: rendered.image.bytes.count)
      keepsCoefficients = rendered.how == .lossless && rendered.image.format == .jpeg
      why = rendered.why
    }
  }

  package mutating func wrote(_ page: Page, _ made: Made) {
    records.append(
      Record(
        page: page, how: made.how, damaged: Set(made.damaged), bytes: made.bytes,
        keepsCoefficients: made.keepsCoefficients, why: made.why))
  }

  package mutating func skipped(_ page: Page) {
    records.append(Record(page: page, how: nil, damaged: Set(page.picture.entries)))
    skipped.append(page.id)
  }

  /// What is told of a finished output.
  ///
  /// - Throws: `pages-unaccounted` where the counts do not add up to the source's pages.
  package func output(
    _ final: Book, _ manifest: OutputManifest, _ digest: OutputDigest, at destination: FilePath,
    of sink: String
  ) throws(Diagnostic) -> Receipt.Output {
    let isDamaged = records.contains { $0.how == nil || !$0.damaged.isEmpty }
    var output = Receipt.Output(
      isDamaged ? .damaged : .written, sink: sink, path: destination, bytes: digest.bytes,
      sha256: digest.sha256)
    output.counts = try counts(final)
    let names = Dictionary(
      manifest.entries.compactMap { entry in entry.pageIndex.map { ($0, entry.name) } },
      uniquingKeysWith: { first, _ in first })
    output.pages = records.enumerated().map { index, record in
      let entries = record.page.picture.entries.map(planned.shownName)
      return Receipt.PageRecord(
        sourceEntries: entries.isEmpty ? [record.page.sourceName] : entries, outputEntry: names[index],
        how: record.how, isDamaged: record.how == nil || !record.damaged.isEmpty, bytes: record.bytes,
        why: record.why)
    }
    output.reencodedBytes = bytes { $0.how == .reencoded || $0.how == .lossless }
    output.metadata = final.metadata
    output.dropped = final.dropped
    output.leftOut = final.leftOut
    output.missing = Wholeness.missing(from: output, told: planned.open.diagnostics)
    return output
  }

  /// Bytes of some of the pictures, before and after. A picture that was cut up counts once.
  private func bytes(where isIncluded: (Record) -> Bool) -> PictureBytesChange {
    var (sum, seen) = (PictureBytesChange(), Set<[EntryReference]>())
    for record in records where isIncluded(record) {
      let isFirst = seen.insert(record.page.picture.entries).inserted
      sum.add(PictureBytesChange(before: isFirst ? record.bytes.before : 0, after: record.bytes.after))
    }
    return sum
  }

  /// A warning where the pictures encoded anew take more than twice their bytes.
  package var growth: Diagnostic? {
    let bytes = bytes {
      $0.how == .reencoded || $0.how == .lossless && !$0.keepsCoefficients
    }
    guard bytes.before > 0, bytes.after > 2 * bytes.before else { return nil }
    return .warning(
      .picturesGrew,
      "the re-encoded pictures take \(bytes.summary), more than twice as much",
      at: Place(file: planned.job.name),
      remedy:
        "choose a lower quality, or another format, with the stage 'encode'; grain is what makes JPEGs grow")
  }

  /// Counts each page of the source once, by what became of it.
  private func counts(_ final: Book) throws(Diagnostic) -> Receipt.Counts {
    var counts = Receipt.Counts()
    var seen: Set<String> = []
    for record in records {
      let damaged = record.damagedOrigins
      if record.page.id.origins.isEmpty { counts.added += 1 }
      for origin in record.page.id.origins where seen.insert(origin).inserted {
        switch (damaged.contains(origin), record.how) {
        case (true, _), (_, nil): counts.damaged += 1
        case (_, .copied?): counts.copied += 1
        case (_, .lossless?): counts.lossless += 1
        case (_, .reencoded?): counts.reencoded += 1
        case (_, .drawn?): counts.drawn += 1
        }
      }
    }
    for page in final.dropped {
      for origin in page.page.origins where seen.insert(origin).inserted { counts.dropped += 1 }
    }
    guard counts.accountedFor == planned.sourcePageCount else {
      throw .error(
        .pagesUnaccounted,
        "the source has \(counted(planned.sourcePageCount, "page")), but \(counts.accountedFor) are accounted for",
        at: Place(file: planned.job.name),
        remedy: "please report this: it is a bug in the program")
    }
    return counts
  }
}

extension Rule {
  static let pagesUnaccounted = Rule(
    "pages-unaccounted", .defect, "The pages of a result do not add up to those of its source.",
    advice: "Nothing was put in place. Report it to the program's authors, with the pipeline and the book.")
}
