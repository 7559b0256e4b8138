import BookModel
import Diagnostics
import Imaging
import PluginKit
import Synchronization
import TestContexts

/// A book's context over pictures held in memory: what a stage sees in its tests.
final class PagesTestContext: PlainContext {
  let limits = Limits()
  private let pictures: [String: [UInt8]]
  private let reported = Mutex<[Diagnostic]>([])

  init(_ pictures: [String: [UInt8]] = [:]) { self.pictures = pictures }

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
    guard let bytes = pictures[entry.name] else {
      throw .error(
        Rule("test-entry-missing", .defect, "A test names a picture it does not bring.", advice: "None."),
        entry.name)
    }
    return bytes
  }

  func stated(_ entry: EntryReference) -> (size: Int?, crc32: UInt32?) { (pictures[entry.name]?.count, nil) }

  /// A book of one page for each name, in order.
  static func book(of names: [String]) -> [Page] {
    names.enumerated().map { index, name in
      let entry = EntryReference(source: .main, key: index, name: name)
      return Page(id: PageID(entry), picture: .entry(entry), sourceName: name)
    }
  }
}
