import BookModel
import CDeflate

/// The ICC profile in a picture's file, nil where it has none or a faulty one: pictures with one are common,
/// and shown as if they had none.
///
/// JPEG XL keeps its profile inside the compressed data: there the codec converts.
func colorProfile(of bytes: [UInt8], _ facts: PictureFacts) -> [UInt8]? {
  guard facts.hasColorProfile else { return nil }
  let picture = PictureBytes(bytes: bytes, isWhole: true, format: facts.format)
  do throws(HeaderStop) {
    let profile: [UInt8]?
    switch facts.format {
    case .jpeg: profile = try ColorProfile.inJPEG(picture)
    case .png: profile = try ColorProfile.inPNG(picture)
    case .webp: profile = try ColorProfile.inWebP(picture)
    case .tiff: profile = try ColorProfile.inTIFF(picture)
    case .avif, .heic: profile = try ColorProfile.copy(ISOMediaHeader(picture).profile, of: picture)
    case .jxl, .gif, .bmp, .jpeg2000: profile = nil
    }
    return profile.flatMap { $0.count >= ColorProfile.headerLength ? $0 : nil }
  } catch {
    return nil
  }
}

/// Where formats keep profiles.
private enum ColorProfile {
  /// Bytes of a profile's header (ICC.1:2022 §7.2).
  static let headerLength = 128
  /// Far beyond the largest in use, of a few MiB.
  static let limit = 16 << 20

  static func copy(_ range: Range<Int>?, of picture: PictureBytes) -> [UInt8]? {
    guard let range, range.count <= limit, range.upperBound <= picture.count else { return nil }
    return Array(picture.bytes[range])
  }

  /// APP2 segments, each with its number and how many there are, in any order (ICC.1:2022 annex B.4).
  static func inJPEG(_ picture: PictureBytes) throws(HeaderStop) -> [UInt8]? {
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

  /// An iCCP chunk before the image data: a name, the method of compression, a zlib stream.
  static func inPNG(_ picture: PictureBytes) throws(HeaderStop) -> [UInt8]? {
    var offset = PNGHeader.signatureLength
    while true {
      let chunk = try PNGChunk(picture, at: offset)
      if chunk.type == "IDAT" { return nil }
      if chunk.type == "iCCP" {
        try picture.require(upTo: chunk.data.upperBound)
        guard let nameEnd = picture.bytes[chunk.data].firstIndex(of: 0), nameEnd + 2 < chunk.data.upperBound,
          picture.bytes[nameEnd + 1] == 0
        else { return nil }
        return inflated(picture.bytes[(nameEnd + 2)..<chunk.data.upperBound])
      }
      offset = chunk.end
    }
  }

  /// A profile's zlib stream unpacked, nil where that has no end below the limit.
  private static func inflated(_ stream: ArraySlice<UInt8>) -> [UInt8]? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    // Most profiles have a few KiB.
    for capacity in [1 << 16, 1 << 20, limit] {
      var result = LIBDEFLATE_BAD_DATA
      let profile = [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
        result = stream.withUnsafeBufferPointer {
          libdeflate_zlib_decompress(
            decompressor, $0.baseAddress, $0.count, out.baseAddress, capacity, &count)
        }
        if result != LIBDEFLATE_SUCCESS { count = 0 }
      }
      if result == LIBDEFLATE_SUCCESS { return profile }
      guard result == LIBDEFLATE_INSUFFICIENT_SPACE else { return nil }
    }
    return nil
  }

  static func inWebP(_ picture: PictureBytes) throws(HeaderStop) -> [UInt8]? {
    var offset = 12
    while offset + 8 <= picture.count {
      let chunk = try RIFFChunk(picture, at: offset)
      if chunk.type == "ICCP" { return copy(chunk.data, of: picture) }
      offset = chunk.end
    }
    return nil
  }

  static func inTIFF(_ picture: PictureBytes) throws(HeaderStop) -> [UInt8]? {
    let directory = try TIFFDirectory(picture)
    guard let entry = try directory.entry(TIFFHeader.Tag.colorProfile) else { return nil }
    return copy(try directory.bytes(of: entry), of: picture)
  }
}
