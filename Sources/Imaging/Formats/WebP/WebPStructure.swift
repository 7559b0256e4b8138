import Diagnostics

/// Follows a WebP's chunks to the end stated in its RIFF header (RFC 9649 §2).
enum WebPStructure {
  static func check(_ picture: PictureBytes) throws(HeaderStop) -> [Diagnostic] {
    let end = 8 + (try picture.u32(4, .little))
    var offset = 12
    var hasPixels = false
    while offset + 8 <= end {
      let chunk = try RIFFChunk(picture, at: offset)
      guard chunk.data.upperBound <= end else {
        throw picture.structure("chunk '\(chunk.type)' at byte \(offset) is larger than the file says it is")
      }
      try picture.require(upTo: chunk.data.upperBound)
      if ["VP8 ", "VP8L", "ANMF"].contains(chunk.type) {
        guard !chunk.data.isEmpty else {
          throw picture.structure("chunk '\(chunk.type)' at byte \(offset) is empty")
        }
        hasPixels = true
      }
      offset = chunk.end
    }
    guard hasPixels else { throw picture.structure("it contains no picture data") }
    // An odd last chunk should be padded, but writers forget that.
    return picture.trailing(from: max(end, offset))
  }

  static func colorProfile(_ picture: PictureBytes) throws(HeaderStop) -> [UInt8]? {
    var offset = 12
    while offset + 8 <= picture.count {
      let chunk = try RIFFChunk(picture, at: offset)
      if chunk.type == "ICCP" { return ColorProfile.copy(chunk.data, of: picture) }
      offset = chunk.end
    }
    return nil
  }
}
