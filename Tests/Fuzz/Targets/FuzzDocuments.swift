import BookModel
import Diagnostics
import Formats
import Markup

enum FuzzDocuments {
  private static let limits: Limits = {
    var limits = Limits()
    limits.maxElements = 20_000
    return limits
  }()

  /// Strictly, with repairs, as XHTML, and with the place of every element.
  static func xml(_ bytes: [UInt8]) {
    _ = try? parseXML(bytes, limits: limits)
    _ = try? parseXHTML(bytes, limits: limits)
    guard let document = try? parseXML(bytes, limits: limits, mode: .recovering) else { return }
    let written = XMLWriter(indentation: nil).document(document.root)
    precondition((try? parseXML(written, limits: limits)) != nil, "what was written cannot be read")
    _ = try? XMLSource(bytes, limits: limits)
  }

  /// What is written of a value that was read reads as the same value.
  static func json(_ bytes: [UInt8]) {
    guard let value = try? parseJSON(bytes, limits: limits) else { return }
    let again = try? parseJSON(Array(value.text().utf8), limits: limits)
    precondition(again == value, "another value once written")
  }

  /// Reads a document of metadata, and rewrites it to say one thing more.
  static func metadata(_ bytes: [UInt8], as target: FuzzTarget) {
    let format: any MetadataFormat.Type =
      switch target {
      case .metronInfo: MetronInfo.self
      case .coMet: CoMet.self
      case .comicBookInfo: ComicBookInfo.self
      default: ComicInfo.self
      }
    let reading = format.read(bytes, origin: Origin(.embedded), limits: limits)
    var book = FuzzTexts.book
    book.metadata = reading.metadata
    book.stories = reading.stories
    _ = format.write(MetadataStatement(book))
    book.metadata.set(.title, to: .text("Another"), from: Origin(.commandLine))
    _ = try? format.rewrite(bytes, saying: MetadataStatement(book, base: reading.metadata), limits: limits)
  }
}
