import Archives
import BookModel
import Diagnostics
import Imaging
import PluginKit
import Readers

/// An EPUB as a test describes it: documents, pictures and a spine.
///
/// References are relative to the package document's folder, in which files lie unless a path says otherwise.
struct TestEPUB {
  var version = "3.0"
  var package = "OEBPS/content.opf"
  var metadata = ""
  var spineAttributes = ""
  var guide = ""
  var settings = EPUBSettings()

  private var files: [(name: String, bytes: [UInt8])] = []
  private var manifest: [String] = []
  private var spine: [String] = []

  static let fixed = "<meta property='rendition:layout'>pre-paginated</meta>"

  init(metadata: String = "", version: String = "3.0") {
    self.metadata = metadata
    self.version = version
  }

  private func inFolder(_ href: String) -> String {
    let folder = package.split(separator: "/").dropLast().joined(separator: "/")
    return folder.isEmpty ? href : "\(folder)/\(href)"
  }

  /// A file by its path from the root, in no manifest.
  mutating func file(_ path: String, _ text: String) { files.append((path, Array(text.utf8))) }
  mutating func file(_ path: String, bytes: [UInt8]) { files.append((path, bytes)) }

  mutating func item(_ id: String, _ href: String, _ type: String, _ attributes: String = "") {
    manifest.append("<item id='\(id)' href='\(href)' media-type='\(type)' \(attributes)/>")
  }

  /// A picture in the manifest; its number tells it from others, its level is how bright it is.
  mutating func picture(
    _ href: String, _ number: Int, size: Size = Size(width: 60, height: 90), level: Int = 200,
    id: String? = nil,
    at path: String? = nil, _ attributes: String = ""
  ) {
    item(id ?? "i\(manifest.count)", href, "image/png", attributes)
    files.append((path ?? inFolder(href), TestPicture(number: number, size: size, level: level).bytes))
  }

  /// An XHTML document in the manifest.
  mutating func document(
    _ id: String, _ body: String, head: String = "", href: String? = nil, at path: String? = nil,
    _ attributes: String = ""
  ) {
    let href = href ?? "\(id).xhtml"
    item(id, href, "application/xhtml+xml", attributes)
    file(path ?? inFolder(href), TestEPUB.xhtml(body, head: head))
  }

  mutating func spine(_ ids: String..., attributes: String = "") {
    for id in ids { spine.append("<itemref idref='\(id)' \(attributes)/>") }
  }

  /// A page that shows one picture, in the spine.
  mutating func page(
    _ number: Int, _ attributes: String = "", size: Size = Size(width: 60, height: 90)
  ) {
    picture("i\(number).png", number, size: size)
    document("x\(number)", "<img src='i\(number).png' alt=''/>")
    spine.append("<itemref idref='x\(number)' \(attributes)/>")
  }

  static let viewport = "<meta name='viewport' content='width=60, height=90'/>"

  /// A gradient with a mark, at a quality.
  static func jpeg(_ size: Size, quality: Int) throws -> [UInt8] {
    var samples: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isMark =
          (size.width / 4..<size.width / 2).contains(x) && (size.height / 4..<size.height / 2).contains(y)
        samples += isMark ? [20, 20, 160] : [UInt8(255 * y / size.height), UInt8(255 * x / size.width), 90]
      }
    }
    var request = EncodeRequest()
    request.quality = quality
    return try encodePicture(Raster(size: size, triples: samples), as: .jpeg, request).bytes
  }

  /// Nothing but a black block in its middle.
  static func lettering(_ size: Size) throws -> [UInt8] {
    let raster = Raster(size: size, layout: .rgba) { out in
      for pixel in 0..<size.area {
        let (x, y) = (pixel % size.width, pixel / size.width)
        let isInk =
          (size.width / 3..<size.width * 2 / 3).contains(x) && (size.height / 3..<size.height / 2).contains(y)
        for channel in 0..<3 { out[pixel * 4 + channel] = 0 }
        out[pixel * 4 + 3] = isInk ? 255 : 0
      }
    }
    return try encodePNG(raster)
  }

  static func xhtml(_ body: String, head: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <html xmlns="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink"
      xmlns:epub="http://www.idpf.org/2007/ops"><head><title>p</title>\(head)</head><body>\(body)</body></html>
    """
  }

  static func container(_ package: String) -> String {
    """
    <?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
    <rootfile full-path="\(package)" media-type="application/oebps-package+xml"/></rootfiles></container>
    """
  }

  /// All files. Those a test adds under a name of the EPUB's own stand for it.
  var contents: [(name: String, bytes: [UInt8])] {
    let document = """
      <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="\(version)" unique-identifier="u">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
      <dc:title>Case</dc:title>\(metadata)</metadata><manifest>\(manifest.joined())</manifest>
      <spine \(spineAttributes)>\(spine.joined())</spine>\(guide)</package>
      """
    let own = [
      ("mimetype", "application/epub+zip"), ("META-INF/container.xml", TestEPUB.container(package)),
      (package, document),
    ]
    return own.filter { name, _ in !files.contains { $0.name == name } }.map { ($0, Array($1.utf8)) } + files
  }

  /// The book, and what the reader reported.
  func read() async throws(Diagnostic) -> (book: Book, told: [Diagnostic]) {
    let context = TestReadContext(TestContainer(contents))
    let book = try await EPUBReader(settings).read(TestEPUB.probe, in: context)
    return (book, context.told)
  }

  static let probe = SourceProbe(path: "shelf/case.epub", isFolder: false, head: [], kind: .zip)
}

extension Book {
  /// The numbers of test pictures in page order; nil for a page that is none.
  func numbers(_ epub: TestEPUB) -> [Int?] {
    let files = epub.contents
    return pages.map { page in
      guard case .entry(let entry) = page.picture, entry.source == .main else { return nil }
      return TestPicture.number(in: files[entry.key].bytes)
    }
  }
}
