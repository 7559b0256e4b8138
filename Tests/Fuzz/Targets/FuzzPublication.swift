import Archives
import BookModel
import Diagnostics
import Dispatch
import Imaging
import PluginKit
import Programs
import Readers
import Synchronization

/// An EPUB of five documents, of which one comes from the fuzzer.
enum FuzzPublication {
  enum Document: String, CaseIterable {
    case package = "package.opf"
    case navigation = "nav.xhtml"
    case ncx = "toc.ncx"
    case page = "page.xhtml"
    case styleSheet = "style.css"
  }

  /// Blocks the thread until the reader is done: never to be called on a thread of the concurrency pool.
  static func read(_ bytes: [UInt8], as document: Document) {
    let documents = Document.allCases.map { one in
      (name: one.rawValue, bytes: one == document ? bytes : Array(sound(one).utf8))
    }
    let container = MemoryContainer(
      [
        (name: "mimetype", bytes: Array("application/epub+zip".utf8)),
        (name: "META-INF/container.xml", bytes: Array(containerDocument.utf8)),
        (name: "p1.png", bytes: onePixel),
      ] + documents)
    let done = DispatchSemaphore(value: 0)
    Task {
      let probe = SourceProbe(path: "book.epub", isFolder: false, head: [], kind: .zip)
      let context = FuzzContext(container)
      if let reader = try? EPUBReader(EPUBSettings()) { _ = try? await reader.read(probe, in: context) }
      done.signal()
    }
    done.wait()
  }

  /// The document as it should be.
  static func sound(_ document: Document) -> String {
    switch document {
    case .package:
      """
      <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:isbn:9780306406157</dc:identifier>
      <dc:title>Fox &amp; Hare</dc:title><dc:creator>Ann Ash</dc:creator><dc:language>en</dc:language>
      <meta property="rendition:layout">pre-paginated</meta></metadata>
      <manifest><item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      <item id="t" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
      <item id="p" href="page.xhtml" media-type="application/xhtml+xml"/>
      <item id="s" href="style.css" media-type="text/css"/>
      <item id="i" href="p1.png" media-type="image/png" properties="cover-image"/></manifest>
      <spine toc="t" page-progression-direction="rtl"><itemref idref="p" properties="page-spread-left"/></spine>
      </package>
      """
    case .navigation:
      """
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
      <nav epub:type="toc"><ol><li><a href="page.xhtml">One</a><ol><li><a href="page.xhtml#b">Two</a></li></ol></li></ol>
      </nav><nav epub:type="landmarks"><ol><li><a epub:type="cover" href="page.xhtml">Cover</a></li></ol></nav></body></html>
      """
    case .ncx:
      """
      <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap><navPoint id="a" playOrder="1">
      <navLabel><text>One</text></navLabel><content src="page.xhtml"/></navPoint></navMap></ncx>
      """
    case .page:
      """
      <html xmlns="http://www.w3.org/1999/xhtml"><head><title>1</title>
      <meta name="viewport" content="width=1072, height=1448"/><link rel="stylesheet" href="style.css"/></head>
      <body id="b"><div class="page" style="top:0;left:10px"><img src="p1.png" srcset="p1.png 2x" alt="&ograve;"/>
      <img src="data:image/png;base64,AAAA" style="position:absolute;left:5%;transform:scale(.5)"/><svg viewBox="0 0 9 9">
      <image href="p1.png" x="1" width="50%" transform="translate(1 2)"/></svg></div>
      </body></html>
      """
    case .styleSheet:
      """
      @import url("other.css"); /* pages */ @media all { #b.page, div.page { background: #fff url( 'p1.png' ) no-repeat; } }
      body { width: 12px; margin: 0 auto !important }
      """
    }
  }

  private static let containerDocument = """
    <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>
    <rootfile full-path="package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
    """

  /// A PNG of one white pixel.
  private static let onePixel: [UInt8] = {
    let raster = Raster(size: Size(width: 1, height: 1), filledWith: 255)
    return (try? encodePicture(raster, as: .png, EncodeRequest()).bytes) ?? []
  }()
}

/// Lends a reader one container, and forgets what it tells.
private final class FuzzContext: ReadContext {
  let limits = Limits()
  let scratch: FilePath = "/tmp"
  private let sources: Mutex<[any Container]>
  private let main: any Container

  init(_ container: any Container) {
    main = container
    sources = Mutex([])
  }

  func report(_ diagnostic: Diagnostic) { precondition(!diagnostic.message.isEmpty, "nothing is told") }

  func open(_ path: FilePath, _ request: OpenRequest) async throws(Diagnostic) -> (SourceID, any Container) {
    (keep(main), main)
  }

  func keep(_ container: any Container) -> SourceID {
    sources.withLock { sources in
      sources.append(container)
      return SourceID(sources.count - 1)
    }
  }

  func keepFolder() async throws(Diagnostic) -> ScratchFolder { try ScratchFolder(in: scratch) }
  func sidecar(_ path: FilePath) async throws(Diagnostic) -> [UInt8] {
    throw .error(.notLent, "no sidecars here")
  }
  func run(_ call: ProgramCall) async throws(Diagnostic) -> ProgramOutcome {
    throw .error(.notLent, "no programs here")
  }

  private func entry(_ reference: EntryReference) -> (container: any Container, entry: ContainerEntry) {
    let container = sources.withLock { $0[reference.source.ordinal] }
    return (container, container.entries[reference.key])
  }

  var threads: Int { 1 }
  func entries(of source: SourceID) async throws(Diagnostic) -> [ContainerEntry] {
    sources.withLock { $0[source.ordinal].entries }
  }

  func stated(_ reference: EntryReference) -> (size: Int?, crc32: UInt32?) {
    let entry = entry(reference).entry
    return (entry.size, entry.crc32)
  }

  func bytes(of reference: EntryReference) async throws(Diagnostic) -> [UInt8] {
    let (container, entry) = entry(reference)
    return try container.read(entry)
  }

  func prefix(of reference: EntryReference, count: Int) async throws(Diagnostic) -> [UInt8] {
    Array(try await bytes(of: reference).prefix(count))
  }

  func facts(of picture: Picture) async throws(Diagnostic) -> PictureFacts? {
    guard case .entry(let reference) = picture,
      case .facts(let facts) = try probeHeader(try await bytes(of: reference), isWhole: true, limits: limits)
    else { return nil }
    return facts
  }

  func raster(of picture: Picture) async throws(Diagnostic) -> Raster {
    guard case .entry(let reference) = picture else { throw .error(.notLent, "no such picture here") }
    return try decodePicture(try await bytes(of: reference), limits: limits)
  }
}

extension Rule {
  fileprivate static let notLent = Rule(
    "fuzz-not-lent", .input, "The fuzzer lends a reader one book and no more.",
    advice: "Nothing: no reader asks for another.")
}
