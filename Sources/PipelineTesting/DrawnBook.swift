import Archives
import BookModel
import Diagnostics
import Formats
import Imaging
import Options
import PipelineFile

/// Makes a file of a book that a test declares: a CBZ with ComicInfo.xml where there is anything to say in one, or
/// an EPUB. It is read back by the readers everybody uses.
struct DrawnBook {
  /// A page with its file.
  struct Item {
    var page: Page
    var name: String
    var declared: DeclaredPage
    var bytes: [UInt8]
  }

  let declared: DeclaredBook
  let items: [Item]
  /// What it says of itself.
  let metadata: Metadata

  /// - Throws: what drawing and reading metadata throw.
  init(_ declared: DeclaredBook) throws(Diagnostic) {
    self.declared = declared
    var metadata = Metadata()
    for pair in declared.metadata.pairs {
      try MetadataAssignment(pair.key, pair.value).apply(to: &metadata, from: Origin(.embedded))
    }
    self.metadata = metadata
    var items: [Item] = []
    let isEPUB = declared.name.lowercased().hasSuffix(".epub")
    for page in declared.pages {
      for _ in 0..<page.times {
        let number = items.count + 1
        let ending = page.format == .jpeg ? "jpg" : "png"
        let digits = String(number)
        let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        let name = page.name.flatMap { page.times == 1 ? $0 : nil } ?? "\(padded).\(ending)"
        let bytes = try DrawnPicture(page: page, number: number).bytes()
        let entry = EntryReference(source: SourceID(0), key: items.count, name: name)
        var model = Page(
          id: PageID(entry), picture: .entry(entry),
          roles: page.role.map { [PageRole(predicateWord: $0)] } ?? [], bookmark: page.bookmark,
          isDouble: page.double, sourceName: name)
        model.side = isEPUB ? page.side.flatMap { PageSide(rawValue: $0.rawValue) } : nil
        items.append(Item(page: model, name: name, declared: page, bytes: bytes))
      }
    }
    self.items = items
  }

  /// Pixels of all pages together, as a multiple of what one picture of a source may have.
  private static let picturesOfPixels = 4

  /// Counts the pages of a test before any is drawn.
  ///
  /// - Throws: `too-many-pages`, `test-book-too-large`.
  static func check(_ declared: [DeclaredPage], _ limits: Limits) throws(Diagnostic) {
    var (pages, pixels) = (0, 0.0)
    for page in declared {
      pages += page.times
      pixels += Double(page.size.area) * Double(page.times)
      guard page.size.area <= limits.maxPixels else {
        throw .error(
          .testBookTooLarge,
          "a page of the test has \(page.size) pixels, more than the limit of \(limits.maxPixels)",
          remedy: "declare a smaller page, or raise the limit with '--max-pixels'")
      }
    }
    let mostPixels = picturesOfPixels * limits.maxPixels
    guard pages <= limits.maxPages else {
      throw .error(
        .tooManyPages, "the test has \(pages) pages, more than the limit of \(limits.maxPages)",
        remedy: "if that is right, raise the limit with '--max-pages'")
    }
    guard pixels <= Double(mostPixels) else {
      throw .error(
        .testBookTooLarge, "the pages of the test have more than \(mostPixels) pixels together",
        remedy: "declare smaller pages, or raise the limit with '--max-pixels'")
    }
  }

  /// Writes the file, folders above it as needed.
  ///
  /// - Throws: what writing throws; `unsafe-output-name` where two pages have one name.
  func write(to path: FilePath) throws(Diagnostic) {
    let output = try OutputFile(for: path)
    do throws(Diagnostic) {
      let writer = ZIPWriter(output)
      for file in try files() { try writer.add(file.name, file.bytes) }
      try writer.finish()
      try output.commit(replacing: false)
    } catch {
      output.discard()
      throw error
    }
  }

  private typealias File = (name: String, bytes: [UInt8])

  private func files() throws(Diagnostic) -> [File] {
    if declared.name.lowercased().hasSuffix(".epub") { return try DrawnEPUB(book: self).files() }
    var files: [File] = items.map { ($0.name, $0.bytes) }
    let saysMore = items.contains { item in
      !item.page.roles.isEmpty || item.page.bookmark != nil || item.page.isDouble != nil
    }
    if saysMore || !metadata.isEmpty {
      let pages = items.map { WrittenPage($0.page, size: $0.declared.size, byteCount: $0.bytes.count) }
      files.append(
        ("ComicInfo.xml", ComicInfo.write(MetadataStatement(model, pages: pages)).bytes))
    }
    return files
  }

  /// What of the declared metadata has no place in the file that is drawn; nil where all has.
  func loss(limits: Limits) -> Diagnostic? {
    guard !declared.name.lowercased().hasSuffix(".epub") else { return nil }
    let bytes = ComicInfo.write(MetadataStatement(model)).bytes
    let reading = ComicInfo.read(bytes, origin: Origin(.embedded), limits: limits)
    return MetadataLoss.warning(for: model, writtenAs: [("ComicInfo.xml", reading)])
  }

  /// The book as writers of metadata want it.
  var model: Book {
    Book(
      source: BookSource(
        path: FilePath(declared.name), stem: FilePath(declared.name).stem, folder: "", reader: "archive",
        format: "", pageCount: items.count), metadata: metadata, pages: items.map(\.page))
  }
}
