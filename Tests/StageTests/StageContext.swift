import Archives
import BookModel
import Diagnostics
import Imaging
import PluginKit
import Synchronization
import TestContexts

/// A book's context over entries held in memory: what a stage sees in its tests. It keeps what is reported and notes what
/// is read.
final class StageContext: PlainContext {
  let limits = Limits()
  private let pictures: [String: [UInt8]]
  private let damaged: Set<String>
  private let statesChecksums: Bool
  private let reported = Mutex<[Diagnostic]>([])
  private let reads = Mutex<[String]>([])

  /// - Parameters:
  ///   - pictures: bytes by the entry's name.
  ///   - damaged: names of entries that cannot be read.
  init(_ pictures: [String: [UInt8]] = [:], damaged: Set<String> = [], statesChecksums: Bool = false) {
    self.pictures = pictures
    self.damaged = damaged
    self.statesChecksums = statesChecksums
  }

  /// Names of the entries that were read, in order.
  var read: [String] { reads.withLock { $0 } }

  var diagnostics: [Diagnostic] { reported.withLock { $0 } }

  func report(_ diagnostic: Diagnostic) { reported.withLock { $0.append(diagnostic) } }

  func facts(of picture: Picture) async throws(Diagnostic) -> PictureFacts? {
    switch picture {
    case .entry(let reference):
      guard case .facts(let facts) = try probeHeader(try await bytes(of: reference), isWhole: true) else {
        return nil
      }
      return facts
    case .blank(let blank):
      return blank.size.map { PictureFacts(format: .png, size: $0, color: .gray) }
    case .drawn(let drawing): return drawing.base.facts
    case .derived(let operation, let inputs):
      var known: [PictureFacts] = []
      for input in inputs { if let facts = try await facts(of: input) { known.append(facts) } }
      return known.count == inputs.count ? operation.base.facts(of: known) : nil
    }
  }

  func raster(of picture: Picture) async throws(Diagnostic) -> Raster {
    switch picture {
    case .entry(let reference): return try decodePicture(try await bytes(of: reference))
    case .blank(let blank): return Raster(size: blank.size ?? Size(width: 1, height: 1), filledWith: 255)
    case .drawn(let drawing): return Raster(size: drawing.base.facts.size, filledWith: 255)
    case .derived(let operation, let inputs):
      var rasters: [Raster] = []
      for input in inputs { rasters.append(try await raster(of: input)) }
      if let combining = operation.base as? any CombiningOperation { return try combining.combine(rasters) }
      if let pixels = operation.base as? any PixelOperation { _ = try pixels.apply(to: &rasters[0]) }
      return rasters[0]
    }
  }

  func bytes(of entry: EntryReference) async throws(Diagnostic) -> [UInt8] {
    reads.withLock { $0.append(entry.name) }
    guard let bytes = pictures[entry.name], !damaged.contains(entry.name) else {
      throw .error(
        Rule("test-entry-unreadable", .damage, "An entry of a test cannot be read.", advice: "None."),
        entry.name)
    }
    return bytes
  }

  func stated(_ entry: EntryReference) -> (size: Int?, crc32: UInt32?) {
    guard let bytes = pictures[entry.name] else { return (nil, nil) }
    return (bytes.count, statesChecksums ? CRC32.of(bytes) : nil)
  }

  /// A book of one page for each name, in order.
  static func book(of names: [String]) -> [Page] {
    names.enumerated().map { index, name in
      let entry = EntryReference(source: .main, key: index, name: name)
      return Page(id: PageID(entry), picture: .entry(entry), sourceName: name)
    }
  }
}

/// Books for the tests of stages.
enum StageBook {
  static func page(_ number: Int, _ roles: [PageRole] = [], bookmark: String? = nil) -> Page {
    let entry = EntryReference(source: .main, key: number, name: "p\(number).jpg")
    return Page(
      id: PageID(entry), picture: .entry(entry), roles: roles, bookmark: bookmark, sourceName: entry.name)
  }

  static func book(_ pages: [Page] = [page(0)], stem: String = "", folder: String = "") -> Book {
    let source = BookSource(
      path: FilePath(stem), stem: stem, folder: folder, reader: "archive", format: "ZIP",
      pageCount: pages.count)
    return Book(source: source, pages: pages)
  }
}
