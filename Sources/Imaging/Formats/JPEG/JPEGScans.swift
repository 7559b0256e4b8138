import BookModel
import Diagnostics

/// The scans of a JPEG: a decoder goes over the whole picture for each of them, however few bytes it has.
enum JPEGScans {
  /// Scans over the largest picture that is allowed, up to which a picture may be scanned: programs write up to ten.
  private static let usual = 20

  /// Why a picture is not decoded; nil where it may be. Passes once over its bytes.
  static func refusal(
    of bytes: [UInt8], _ header: JPEGHeader, limits: Limits
  ) -> Diagnostic? {
    // What its size allows, if that is less.
    let most = min(limits.maxScans, max(1, limits.maxPixels * usual / max(1, header.storedSize.area)))
    guard count(in: bytes, upTo: most + 1) > most else { return nil }
    return .error(
      .tooManyScans, "the JPEG picture has more than \(most) scans", remedy: Remedy.replace)
  }

  /// How many scans there are; counts no further than `most`.
  static func count(in bytes: [UInt8], upTo most: Int) -> Int {
    var segments = JPEGSegments(PictureBytes(bytes: bytes, isWhole: true, format: .jpeg))
    var count = 0
    do throws(HeaderStop) {
      while count < most {
        let segment = try segments.next()
        if segment.marker == JPEGSegment.endOfImage { break }
        guard segment.marker == JPEGSegment.startOfScan else { continue }
        count += 1
        if !segments.skipScanData() { break }
      }
    } catch {
      // The decoder tells what is wrong with it.
    }
    return count
  }
}
