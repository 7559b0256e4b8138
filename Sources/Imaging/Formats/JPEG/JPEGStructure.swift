import Diagnostics

/// Follows a JPEG's markers through all its scans to EOI.
enum JPEGStructure {
  static func check(_ picture: PictureBytes) throws(HeaderStop) -> [Diagnostic] {
    var segments = JPEGSegments(picture)
    var (strayBytes, scans) = (0, 0)
    while true {
      let segment = try segments.next()
      strayBytes += segment.strayBytes
      switch segment.marker {
      case JPEGSegment.endOfImage:
        guard scans > 0 else { throw picture.structure("it contains no picture data") }
        return stray(strayBytes) + picture.trailing(from: segments.offset)
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
        guard scans == 0 || mayFollowScan(segment.marker) else {
          throw picture.structure(
            "marker \(hexadecimal(segment.marker)) at byte \(segment.offset) breaks its data")
        }
      }
    }
  }

  /// Tables, restart interval, line count, comments and application data may come between scans; anything
  /// else that looks like a marker inside a scan is a flipped byte.
  private static func mayFollowScan(_ marker: Int) -> Bool {
    switch marker {
    case 0x01, 0xC4, 0xCC, 0xDB, 0xDC, 0xDD, 0xE0...0xEF, 0xFE: true
    default: false
    }
  }

  private static func stray(_ count: Int) -> [Diagnostic] {
    guard count > 0 else { return [] }
    return [
      .warning(
        .pictureTrailingBytes, "\(count) bytes between the segments of the JPEG picture belong to none")
    ]
  }
}
