import Archives
import BookModel
import Diagnostics
import Imaging
import PluginKit
import Synchronization
import TestContexts

/// A context for stages: entries held in memory, everything reported kept.
final class StageContext: PlainContext {
  let limits = Limits()
  private let contents: [Int: [UInt8]]
  private let damaged: Set<Int>
  private let statesChecksums: Bool
  private let log = Mutex<[Diagnostic]>([])
  private let reads = Mutex<[Int]>([])

  /// - Parameters:
  ///   - contents: bytes by entry key.
  ///   - damaged: keys of entries that cannot be read.
  init(_ contents: [Int: [UInt8]] = [:], damaged: Set<Int> = [], statesChecksums: Bool = true) {
    self.contents = contents
    self.damaged = damaged
    self.statesChecksums = statesChecksums
  }

  var reported: [Diagnostic] { log.withLock { $0 } }
  /// Keys of the entries that were read, in order.
  var read: [Int] { reads.withLock { $0 } }

  func report(_ diagnostic: Diagnostic) { log.withLock { $0.append(diagnostic) } }

  func facts(of picture: Picture) async throws(Diagnostic) -> PictureFacts? { nil }

  func raster(of picture: Picture) async throws(Diagnostic) -> Raster {
    throw .error(StageContext.unreadable, "no pixels here")
  }

  func bytes(of entry: EntryReference) async throws(Diagnostic) -> [UInt8] {
    reads.withLock { $0.append(entry.key) }
    guard let bytes = contents[entry.key], !damaged.contains(entry.key) else {
      throw .error(StageContext.unreadable, "damaged")
    }
    return bytes
  }

  func stated(_ entry: EntryReference) -> (size: Int?, crc32: UInt32?) {
    guard let bytes = contents[entry.key] else { return (nil, nil) }
    return (bytes.count, statesChecksums ? CRC32.of(bytes) : nil)
  }

  private static let unreadable = Rule(
    "test-unreadable", .damage, "An entry of a test cannot be read.", advice: "None.")
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
