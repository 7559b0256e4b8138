import BookModel
import Diagnostics

/// Counts the scans of a JPEG: a decoder processes the whole picture for each of them, however few bytes it
/// has.
enum JPEGScans {
  /// The number of scans allowed for a picture of the maximum size; smaller ones may have proportionally
  /// more. Programs write up to ten.
  private static let usual = 20

  /// Why a picture is not decoded; nil if it may be. Takes one pass over its bytes.
  static func refusal(
    of bytes: [UInt8], _ header: JPEGHeader, limits: Limits
  ) -> Diagnostic? {
    // The number that its size allows, if lower.
    let most = min(limits.maxScans, max(1, limits.maxPixels * usual / max(1, header.storedSize.area)))
    guard count(in: bytes, upTo: most + 1) > most else { return nil }
    return .error(
      .tooManyScans, "the JPEG picture has more than \(most) scans", remedy: Remedy.replace)
  }

  /// The number of scans, counted no further than `most`.
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
      // The decoder will report what is wrong with it.
    }
    return count
  }
}
