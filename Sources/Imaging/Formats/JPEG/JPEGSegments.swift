#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A marker segment of a JPEG (ITU-T T.81 §B.1).
struct JPEGSegment {
  /// The marker's second byte.
  let marker: Int
  /// The position of the marker's 0xFF.
  let offset: Int
  /// The bytes after the segment's length; empty for a marker that stands alone.
  let payload: Range<Int>
  /// The number of bytes before the marker that belong to no segment.
  let strayBytes: Int

  /// Start of frame: C0 to CF without DHT (C4), JPG (C8) and DAC (CC).
  var isFrame: Bool { (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC }

  /// Tables, restart interval, line count, comments and application data may stand between scans; what else
  /// looks like a marker in a scan is a flipped byte, and behind the last one belongs to nothing.
  var mayFollowScan: Bool {
    switch marker {
    case 0x01, 0xC4, 0xCC, 0xDB, 0xDC, 0xDD, 0xE0...0xEF, 0xFE: true
    default: false
    }
  }

  static let startOfImage = 0xD8
  static let endOfImage = 0xD9
  static let startOfScan = 0xDA
  static let quantization = 0xDB
  static let app1 = 0xE1
  static let app2 = 0xE2
  static let app14 = 0xEE
}

/// Walks through a JPEG from segment to segment, skipping the entropy-coded data after each start of scan.
struct JPEGSegments {
  let picture: PictureBytes
  /// Starts after SOI.
  private(set) var offset = 2

  init(_ picture: PictureBytes) { self.picture = picture }

  /// The next segment. Like decoders, skips and counts bytes that are not markers.
  mutating func next() throws(HeaderStop) -> JPEGSegment {
    var stray = 0
    while true {
      let start = offset
      while try picture.u8(offset) != 0xFF { offset += 1 }
      stray += offset - start
      var marker = 0xFF
      while marker == 0xFF {
        // Fill bytes: any number of 0xFF before the marker's code.
        offset += 1
        marker = try picture.u8(offset)
      }
      offset += 1
      if marker != 0 { return try segment(marker, stray) }
      // A stuffed zero outside a scan is not a marker.
      stray += 2
    }
  }

  /// The segment of the marker just read.
  private mutating func segment(_ marker: Int, _ stray: Int) throws(HeaderStop) -> JPEGSegment {
    let markerOffset = offset - 2
    let standsAlone = marker == 0x01 || (0xD0...0xD9).contains(marker)
    if standsAlone {
      return JPEGSegment(marker: marker, offset: markerOffset, payload: offset..<offset, strayBytes: stray)
    }
    let length = try picture.u16(offset)
    guard length >= 2 else {
      throw picture.structure(
        "segment \(hexadecimal(marker)) at byte \(markerOffset) states a length of \(length)")
    }
    let payload = offset + 2..<offset + length
    offset = payload.upperBound
    return JPEGSegment(marker: marker, offset: markerOffset, payload: payload, strayBytes: stray)
  }

  /// Skips a scan's data, including stuffed bytes and restart markers, up to the next marker.
  ///
  /// - Returns: false if the data ends without one.
  mutating func skipScanData() -> Bool {
    let from = offset
    let end = picture.bytes.withUnsafeBufferPointer { bytes -> Int? in
      guard let base = bytes.baseAddress else { return nil }
      var at = from
      while at < bytes.count - 1, let hit = memchr(base + at, 0xFF, bytes.count - 1 - at) {
        let index = UnsafeRawPointer(base).distance(to: hit)
        let code = base[index + 1]
        if code == 0 || code & 0xF8 == 0xD0 {
          at = index + 2
        } else if code == 0xFF {
          at = index + 1
        } else {
          return index
        }
      }
      return nil
    }
    guard let end else { return false }
    offset = end
    return true
  }

  /// The ICC profile from APP2 segments, each of which states its number and the total, in any order
  /// (ICC.1:2022 annex B.4).
  static func colorProfile(_ picture: PictureBytes) throws(HeaderStop) -> [UInt8]? {
    var segments = JPEGSegments(picture)
    var parts: [(number: UInt8, count: UInt8, data: ArraySlice<UInt8>)] = []
    while true {
      let segment = try segments.next()
      if segment.marker == JPEGSegment.startOfScan { break }
      let payload = segment.payload
      guard segment.marker == JPEGSegment.app2, payload.count >= 14, payload.upperBound <= picture.count,
        picture.matches("ICC_PROFILE\0", at: payload.lowerBound)
      else { continue }
      let start = payload.lowerBound + 12
      parts.append(
        (picture.bytes[start], picture.bytes[start + 1], picture.bytes[start + 2..<payload.upperBound]))
    }
    parts.sort { $0.number < $1.number }
    let isComplete = parts.enumerated().allSatisfy {
      Int($0.element.number) == $0.offset + 1 && Int($0.element.count) == parts.count
    }
    return isComplete ? parts.flatMap(\.data) : nil
  }
}
