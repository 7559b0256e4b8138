import BookModel
import CDeflate
import Diagnostics

/// Follows a PNG's chunks to IEND, checking their order and checksums (PNG third edition §5).
enum PNGStructure {
  static func check(_ picture: PictureBytes) throws(HeaderStop) -> [Diagnostic] {
    var walk = PNGWalk(header: try PNGHeader(picture))
    do throws(HeaderStop) {
      while try !walk.step(picture) {}
    } catch {
      // A picture truncated after its last pixel is still complete.
      guard case .bad(let diagnostic) = error, diagnostic.rule == .pictureTruncated,
        PNGPixelStream(walk.data, walk.header).isComplete(in: picture)
      else { throw error }
      return walk.warnings + [picture.endMissing("IEND")]
    }
    return walk.warnings
  }
}

/// The state of the walk through a PNG's chunks.
private struct PNGWalk {
  let header: PNGHeader
  var offset = PNGHeader.signatureLength
  /// The ranges of the image data, chunk by chunk.
  var data: [Range<Int>] = []
  var hasPalette = false
  var dataEnded = false
  var warnings: [Diagnostic] = []

  init(header: PNGHeader) { self.header = header }

  /// Checks one chunk and moves past it.
  ///
  /// - Returns: whether it was the last.
  mutating func step(_ picture: PictureBytes) throws(HeaderStop) -> Bool {
    let chunk = try PNGChunk(picture, at: offset)
    if chunk.type == "IEND" {
      try checkData(picture)
      warnings += checkEnd(chunk, picture)
      return true
    }
    try picture.require(upTo: chunk.end)
    if chunk.checksumFits(picture) {
      try take(chunk, picture)
    } else if chunk.isAncillary {
      warnings.append(
        .warning(
          .pictureSidePart, "the checksum of chunk \(chunk.type) at byte \(offset) of the PNG is wrong"))
    } else {
      throw picture.structure("the checksum of chunk \(chunk.type) at byte \(offset) is wrong")
    }
    dataEnded = !data.isEmpty && chunk.type != "IDAT"
    offset = chunk.end
    return false
  }

  private mutating func take(_ chunk: PNGChunk, _ picture: PictureBytes) throws(HeaderStop) {
    switch chunk.type {
    case "IDAT":
      guard !dataEnded else { throw picture.structure("other chunks interrupt its image data") }
      guard header.colorType != 3 || hasPalette else { throw picture.structure("its palette is missing") }
      data.append(chunk.data)
    case "PLTE": hasPalette = true
    case "IHDR" where offset == PNGHeader.signatureLength: break
    case _ where !chunk.isAncillary:
      throw picture.structure("chunk \(chunk.type) at byte \(offset) does not belong there")
    case "zTXt", "iTXt": warnings += CompressedText.check(chunk, picture)
    default: break
    }
  }

  /// A header may claim any size, but deflate packs at most 1032 bytes into one.
  private func checkData(_ picture: PictureBytes) throws(HeaderStop) {
    let count = data.reduce(0) { $0 + $1.count }
    guard count > 0 else { throw picture.structure("it holds no image data") }
    guard header.rawByteCount / PNGPixelStream.bestRatio <= count else {
      throw picture.structure("\(count) bytes of image data cannot hold \(header.storedSize) pixels")
    }
  }

  /// IEND itself contains nothing: if its checksum is truncated or wrong, the picture is still complete.
  private func checkEnd(_ chunk: PNGChunk, _ picture: PictureBytes) -> [Diagnostic] {
    guard chunk.end <= picture.count, chunk.checksumFits(picture) else {
      return [picture.endMissing("IEND")]
    }
    return picture.trailing(from: chunk.end)
  }
}

/// The zlib stream in a PNG's image data.
private struct PNGPixelStream {
  /// The most bytes that deflate packs into one.
  static let bestRatio = 1032
  /// The most bytes to inflate when checking whether a picture without its end is complete.
  static let inflationLimit = 1 << 29

  let chunks: [Range<Int>]
  let header: PNGHeader

  init(_ chunks: [Range<Int>], _ header: PNGHeader) {
    self.chunks = chunks
    self.header = header
  }

  /// Whether the stream is complete, checksum included; only checked if the file is not.
  func isComplete(in picture: PictureBytes) -> Bool {
    let stream = chunks.flatMap { picture.bytes[$0] }
    // A filter byte for each row. Interlacing up to doubles the number of rows and rounds each up.
    let room = header.rawByteCount.addingReportingOverflow(header.storedSize.height * 4 + 64)
    guard !stream.isEmpty, !room.overflow, room.partialValue <= PNGPixelStream.inflationLimit,
      room.partialValue / PNGPixelStream.bestRatio <= stream.count + 64,
      let decompressor = libdeflate_alloc_decompressor()
    else { return false }
    defer { libdeflate_free_decompressor(decompressor) }
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: room.partialValue, alignment: 16)
    defer { pixels.deallocate() }
    var (read, written) = (0, 0)
    let result = libdeflate_zlib_decompress_ex(
      decompressor, stream, stream.count, pixels.baseAddress, pixels.count, &read, &written)
    return result == LIBDEFLATE_SUCCESS && written >= header.rawByteCount
  }
}

/// Compressed text in a PNG that inflates out of all proportion; harmless to anyone who ignores it.
private enum CompressedText {
  /// The size in bytes up to which text may inflate without a warning.
  static let limit = 1 << 20

  static func check(_ chunk: PNGChunk, _ picture: PictureBytes) -> [Diagnostic] {
    // A chunk that stays below the limit even at the best ratio needs no check.
    guard chunk.data.count > limit / PNGPixelStream.bestRatio, let data = compressed(chunk, picture) else {
      return []
    }
    guard let decompressor = libdeflate_alloc_decompressor() else { return [] }
    defer { libdeflate_free_decompressor(decompressor) }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 16)
    defer { room.deallocate() }
    var written = 0
    let result = picture.bytes.withUnsafeBytes { bytes in
      libdeflate_zlib_decompress(
        decompressor, bytes.baseAddress.map { $0 + data.lowerBound }, data.count, room.baseAddress,
        room.count, &written)
    }
    guard result == LIBDEFLATE_INSUFFICIENT_SPACE else { return [] }
    return [
      .warning(
        .pictureSidePart,
        "text in chunk \(chunk.type) of the PNG inflates to more than \(limit) bytes")
    ]
  }

  /// The range of the zlib stream in a zTXt or iTXt chunk; nil if there is none.
  private static func compressed(_ chunk: PNGChunk, _ picture: PictureBytes) -> Range<Int>? {
    let data = chunk.data
    func afterZero(_ from: Int) -> Int? {
      guard from < data.upperBound else { return nil }
      return picture.bytes[from..<data.upperBound].firstIndex(of: 0).map { $0 + 1 }
    }
    guard let keywordEnd = afterZero(data.lowerBound) else { return nil }
    if chunk.type == "zTXt" {
      return keywordEnd + 1 < data.upperBound ? keywordEnd + 1..<data.upperBound : nil
    }
    guard keywordEnd + 2 < data.upperBound, picture.bytes[keywordEnd] == 1,
      let languageEnd = afterZero(keywordEnd + 2), let start = afterZero(languageEnd), start < data.upperBound
    else { return nil }
    return start..<data.upperBound
  }
}
