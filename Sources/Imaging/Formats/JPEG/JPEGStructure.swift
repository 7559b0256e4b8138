import BookModel
import Diagnostics

/// Follows a JPEG's markers through all its scans to EOI.
enum JPEGStructure {
  static func check(_ picture: PictureBytes) throws(HeaderStop) -> [Diagnostic] {
    do throws(HeaderStop) {
      return try walk(picture)
    } catch {
      // Broken off behind its last row, a picture is complete all the same.
      let scans = JPEGScans(of: picture.bytes, upTo: Limits().maxScans + 1)
      guard scans.count > 0, scans.count <= Limits().maxScans,
        let warnings = warningsIfWhole(picture, scans)
      else { throw error }
      return warnings
    }
  }

  private static func warningsIfWhole(_ picture: PictureBytes, _ scans: JPEGScans) -> [Diagnostic]? {
    do throws(Diagnostic) {
      return try JPEGWholeness.check(picture.bytes, scans, mostMemory: JPEGWholeness.mostMemory)
    } catch {
      return nil
    }
  }

  private static func walk(_ picture: PictureBytes) throws(HeaderStop) -> [Diagnostic] {
    var segments = JPEGSegments(picture)
    var (strayBytes, scans) = (0, 0)
    while true {
      let segment = try segments.next()
      strayBytes += segment.strayBytes
      switch segment.marker {
      case JPEGSegment.endOfImage:
        guard scans > 0 else { throw picture.structure("it holds no picture data") }
        return (strayBytes > 0 ? [.surplus(strayBytes)] : []) + picture.trailing(from: segments.offset)
      case JPEGSegment.startOfScan:
        scans += 1
        try picture.require(upTo: segment.payload.upperBound + 1)
        guard segments.skipScanData() else {
          throw .bad(picture.truncated("its \(picture.count) bytes end without the end mark (EOI)"))
        }
        guard segments.offset > segment.payload.upperBound else {
          throw picture.structure("the scan at byte \(segment.offset) has no data")
        }
      case JPEGSegment.startOfImage:
        throw picture.structure("a second picture begins at byte \(segment.offset), before the first ends")
      default:
        guard scans == 0 || segment.mayFollowScan else {
          throw picture.structure(
            "marker \(hexadecimal(segment.marker)) at byte \(segment.offset) breaks its data")
        }
      }
    }
  }
}
