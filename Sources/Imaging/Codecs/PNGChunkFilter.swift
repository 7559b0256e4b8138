import BookModel

/// A PNG without the chunks its pixels do not depend on: a faulty text or EXIF chunk is then no reason to
/// refuse the picture, and none of them is inflated.
enum PNGChunkFilter {
  /// - Parameter keepsGamma: whether chunks that state the samples' tone are left in. They do not count beside
  ///   a profile (PNG third edition §4.3).
  static func pixelChunks(_ bytes: [UInt8], keepsGamma: Bool) -> [UInt8] {
    let picture = PictureBytes(bytes: bytes, isWhole: true, format: .png)
    var kept = Array(bytes.prefix(PNGHeader.signatureLength))
    kept.reserveCapacity(bytes.count)
    var offset = PNGHeader.signatureLength
    do throws(HeaderStop) {
      while offset < bytes.count {
        let chunk = try PNGChunk(picture, at: offset)
        try picture.require(upTo: chunk.end)
        let isNeeded =
          !chunk.isAncillary || chunk.type == "tRNS" || (keepsGamma && ["gAMA", "sRGB"].contains(chunk.type))
        if isNeeded { kept += bytes[offset..<chunk.end] }
        offset = chunk.end
        if chunk.type == "IEND" { break }
      }
    } catch {
      // Whatever is wrong there is for the decoder to say.
      kept += bytes[min(offset, bytes.count)...]
    }
    return kept
  }
}
