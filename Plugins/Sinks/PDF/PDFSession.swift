import Archives
import BookModel
import Diagnostics
import Formats
import Imaging
import PluginKit

/// A PDF under way: each page is written as it comes, what leads to the pages at the end.
// Proof for `@unchecked`: the engine passes a session to one task at a time (`SinkSession`).
final class PDFSession: SinkSession, @unchecked Sendable {
  private var writer: PDFWriter
  private let settings: PDFSink.Settings
  private let context: any BookContext
  /// The root of the page tree, which every page names.
  private let tree: Int
  private var pages: [(id: PageID, object: Int)] = []
  private var written: [WrittenPage] = []
  /// Profiles that were written, by their bytes: all pages of a book tend to have the same.
  private var profiles: [[UInt8]: Int] = [:]

  init(_ writer: PDFWriter, _ settings: PDFSink.Settings, in context: any BookContext) {
    self.writer = writer
    self.settings = settings
    self.context = context
    tree = self.writer.reserve()
  }

  // MARK: Pages

  func write(_ page: RenderedPage) throws(Diagnostic) {
    let picture = try PDFPicture(page.image.bytes, page.facts, limits: context.limits)
    let name = "page \(page.index + 1)"
    var entries = picture.entries
    if let profile = picture.profile { try use(profile, in: &entries) }
    if let mask = picture.mask {
      let object = try writer.add(mask.entries, stream: mask.data, name: "\(name), transparency")
      entries.append(("SMask", .reference(object)))
    }
    let image = try writer.add(entries, stream: picture.data, name: name, pageIndex: page.index)
    let placement = PDFPlacement(picture.size, settings)
    let drawing = "q \(placement.matrix(for: picture.orientation)) cm /P Do Q"
    let contents = try writer.add([], stream: Array(drawing.utf8), name: "\(name), contents")
    let object = try writer.add(
      .dictionary([
        ("Type", .name("Page")), ("Parent", .reference(tree)),
        ("MediaBox", .array([.integer(0), .integer(0), .real(placement.width), .real(placement.height)])),
        ("Resources", .dictionary([("XObject", .dictionary([("P", .reference(image))]))])),
        ("Contents", .reference(contents)),
      ]), name: "\(name), dictionary")
    pages.append((page.page.id, object))
    written.append(WrittenPage(page.page, size: page.facts.size, byteCount: page.image.bytes.count))
  }

  /// Puts a profile in the place of the device's colors (ISO 32000-1 §8.6.5.5).
  private func use(
    _ profile: (components: Int, bytes: [UInt8]), in entries: inout [(name: String, value: PDFValue)]
  ) throws(Diagnostic) {
    guard let place = entries.firstIndex(where: { $0.name == "ColorSpace" }) else { return }
    let device = [1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"][profile.components] ?? "DeviceRGB"
    var object = profiles[profile.bytes]
    if object == nil {
      object = try writer.add(
        [("N", .integer(profile.components)), ("Alternate", .name(device))], stream: profile.bytes,
        name: "color profile")
      profiles[profile.bytes] = object
    }
    guard let object else { return }
    let space = PDFValue.array([.name("ICCBased"), .reference(object)])
    switch entries[place].value {
    case .array(var indexed) where indexed.count > 1:
      indexed[1] = space
      entries[place].value = .array(indexed)
    default: entries[place].value = space
    }
  }

  // MARK: What leads to them

  func finish(_ book: Book) throws(Diagnostic) -> OutputManifest {
    try writer.add(
      .dictionary([
        ("Type", .name("Pages")), ("Count", .integer(pages.count)),
        ("Kids", .array(pages.map { .reference($0.object) })),
      ]), as: tree, name: "page tree")
    var catalog: [(name: String, value: PDFValue)] = [
      ("Type", .name("Catalog")), ("Pages", .reference(tree)),
      ("PageLayout", .name(isDouble(book) ? "TwoPageRight" : "SinglePage")),
    ]
    var preferences: [(name: String, value: PDFValue)] = [("DisplayDocTitle", .bool(true))]
    if book.direction == .rightToLeft { preferences.append(("Direction", .name("R2L"))) }
    catalog.append(("ViewerPreferences", .dictionary(preferences)))
    if let language = book.metadata.language { catalog.append(("Lang", .text(language))) }
    if let outline = try PDFOutline(of: book, pages).write(to: &writer) {
      catalog += [("Outlines", .reference(outline)), ("PageMode", .name("UseOutlines"))]
    }
    let properties = PDFProperties(book.metadata)
    catalog.append(
      (
        "Metadata",
        .reference(
          try writer.add(
            [("Type", .name("Metadata")), ("Subtype", .name("XML"))], stream: properties.packet,
            name: "metadata"))
      ))
    if let files = try embeddedFiles(book) { catalog.append(("Names", files)) }
    let root = try writer.add(.dictionary(catalog), name: "catalog")
    let info = try writer.add(properties.information, name: "document information")
    return try writer.finish(root: root, info: info)
  }

  /// Pages that are openings already would be halved by a second one beside them.
  private func isDouble(_ book: Book) -> Bool {
    switch settings.layout {
    case .single: false
    case .double: true
    case .auto:
      !written.isEmpty && !written.contains { page in page.size.map { $0.width > $0.height } ?? false }
        && settings.pageSize == .picture
    }
  }

  /// The metadata documents a CBZ would hold, as attachments (§7.11.4): what a PDF has no place for isn't lost.
  private func embeddedFiles(_ book: Book) throws(Diagnostic) -> PDFValue? {
    let metadata = MetadataFiles(of: book, pages: written, ComicOutputOptions(), in: context)
    if metadata.comment != nil {
      context.report(
        .warning(.commentLost, "the archive's comment is not carried over: there is no place for it"))
    }
    var names: [PDFValue] = []
    for file in metadata.files.sorted(by: { $0.name < $1.name }) {
      let kind = file.name.hasSuffix(".xml") ? "text/xml" : "application/octet-stream"
      let stream = try writer.add(
        [("Type", .name("EmbeddedFile")), ("Subtype", .name(kind))], stream: file.bytes, name: file.name)
      let object = try writer.add(
        .dictionary([
          ("Type", .name("Filespec")), ("F", .text(file.name)), ("UF", .text(file.name)),
          ("EF", .dictionary([("F", .reference(stream))])),
        ]), name: "\(file.name), specification")
      names += [.text(file.name), .reference(object)]
    }
    guard !names.isEmpty else { return nil }
    return .dictionary([("EmbeddedFiles", .dictionary([("Names", .array(names))]))])
  }
}

/// Where a picture lies on its page, in points.
private struct PDFPlacement {
  let width: Double
  let height: Double
  private let left: Double
  private let bottom: Double
  private let shown: (width: Double, height: Double)

  init(_ picture: Size, _ settings: PDFSink.Settings) {
    let own = (
      width: Double(picture.width) * 72 / Double(settings.dpi),
      height: Double(picture.height) * 72 / Double(settings.dpi)
    )
    guard var paper = settings.pageSize.points else {
      // Annex C: no side of a page is shorter than 3 or longer than 14,400 points.
      let scale = min(14_400 / max(own.width, own.height), max(1, 3 / min(own.width, own.height)))
      shown = (own.width * scale, own.height * scale)
      (width, height) = (max(3, shown.width), max(3, shown.height))
      (left, bottom) = (0, 0)
      return
    }
    if (own.width > own.height) != (paper.width > paper.height) { paper = (paper.height, paper.width) }
    let scale = min(paper.width / own.width, paper.height / own.height)
    shown = (own.width * scale, own.height * scale)
    (width, height) = paper
    (left, bottom) = ((width - shown.width) / 2, (height - shown.height) / 2)
  }

  /// What brings a picture's unit square there, turned as EXIF says (Exif 2.32, tag 0x0112).
  func matrix(for orientation: Int) -> String {
    let (w, h) = (shown.width, shown.height)
    let matrix: [Double] =
      switch orientation {
      case 2: [-w, 0, 0, h, w, 0]
      case 3: [-w, 0, 0, -h, w, h]
      case 4: [w, 0, 0, -h, 0, h]
      case 5: [0, -h, -w, 0, w, h]
      case 6: [0, -h, w, 0, 0, h]
      case 7: [0, h, w, 0, 0, 0]
      case 8: [0, h, -w, 0, w, 0]
      default: [w, 0, 0, h, 0, 0]
      }
    let moved = matrix.dropLast(2) + [matrix[4] + left, matrix[5] + bottom]
    return moved.map { PDFValue.real($0).written }.joined(separator: " ")
  }
}
