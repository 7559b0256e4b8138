import BookModel
import Diagnostics

/// The scans of a JPEG: a decoder goes over the whole picture for each of them, however few bytes it has.
struct JPEGScans {
  /// How many there are, counted no further than was asked for.
  private(set) var count = 0
  /// Whether the end mark is there, with nothing before it that cannot be part of a picture; or was not reached because
  /// there are more scans than anybody counts.
  private(set) var hasEnd = false
  /// Where the data of the last scan end.
  private(set) var dataEnd = 0

  /// Scans over the largest picture that is allowed, up to which a picture may be scanned: programs write up to ten.
  private static let usual = 20

  /// Passes once over the bytes of a JPEG.
  init(of bytes: [UInt8], upTo most: Int) {
    var segments = JPEGSegments(PictureBytes(bytes: bytes, isWhole: true, format: .jpeg))
    do throws(HeaderStop) {
      while count < most {
        let segment = try segments.next()
        if segment.marker == JPEGSegment.endOfImage { break }
        guard segment.marker == JPEGSegment.startOfScan else {
          guard count == 0 || segment.mayFollowScan else { return }
          continue
        }
        count += 1
        dataEnd = bytes.count
        guard segments.skipScanData() else { return }
        dataEnd = segments.offset
      }
      hasEnd = true
    } catch {
      // The decoder will report what is wrong with it.
    }
  }

  /// The scans of a picture that may be decoded.
  ///
  /// - Throws: `too-many-scans`.
  init(of bytes: [UInt8], _ header: JPEGHeader, limits: Limits) throws(Diagnostic) {
    // What its size allows, if that is less.
    let most = min(
      limits.maxScans, max(1, limits.maxPixels * JPEGScans.usual / max(1, header.storedSize.area)))
    self.init(of: bytes, upTo: most + 1)
    guard count <= most else {
      throw .error(
        .tooManyScans, "the JPEG picture has more than \(most) scans", remedy: Remedy.replace)
    }
  }

  /// The file as decoders take it: where its end mark is missing, its data with one behind them.
  func ended(_ bytes: [UInt8]) -> [UInt8] { hasEnd ? bytes : bytes[..<dataEnd] + [0xFF, 0xD9] }
}
