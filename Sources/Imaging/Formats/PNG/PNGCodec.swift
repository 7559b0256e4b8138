public import BookModel
import CPNG
public import Diagnostics

/// PNG: the usual kind is read with libdeflate, any other with libpng's simplified interface; writing uses
/// our own writer based on libdeflate.
public enum PNGCodec: ImageCodec {
  public static let format = ImageFormat.png

  /// Gray stays gray; gray with transparency, for which rasters have no layout, becomes RGBA; a palette
  /// becomes RGB or RGBA. 16-bit samples are scaled to 8 bits and treated as sRGB-encoded, as 8-bit ones are.
  /// A gAMA chunk that says otherwise is applied, relative to the exponent of 1/2.2 that sRGB files state,
  /// but not if there is an sRGB chunk or a profile.
  public static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster {
    let limit = request.limits.maxPixels
    if request.takesParts, let part = PartialPNG(bytes, limit: limit)?.file {
      var whole = request
      whole.takesParts = false
      return try decode(part, whole)
    }
    if let plain = PlainPNG(bytes, limit: limit, ignoresGamma: request.facts.hasColorProfile)?.decode() {
      return plain
    }
    let pixels = PNGChunkFilter.pixelChunks(bytes, keepsGamma: !request.facts.hasColorProfile)
    let outcome = pixels.withUnsafeBufferPointer { read($0, limit: limit) }
    switch outcome {
    case .success(let raster): return raster
    case .failure(let diagnostic): throw diagnostic
    }
  }

  /// Levels 1 to 12 of libdeflate from the request's effort; 6 if it states none.
  public static func encode(_ raster: Raster, _ request: EncodeRequest) throws(Diagnostic) -> [UInt8] {
    let size = raster.size
    guard size.width > 0, size.height > 0, size.width < 1 << 31, size.height < 1 << 31 else {
      throw .error(.pictureUnencodable, "a PNG of \(size) pixels cannot be written")
    }
    return PNGWriter(raster, level: Int32(min(max(request.effort ?? 6, 1), 12))).bytes
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Result<Raster, Diagnostic> {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    // Frees whatever reading has left behind; safe to call twice.
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
      return .failure(.pictureData(.png, message(of: image)))
    }
    let size = Size(width: Int(image.width), height: Int(image.height))
    guard size.area <= limit else {
      return .failure(
        .error(.pictureTooLarge, "the PNG picture has \(size) pixels, more than the limit of \(limit)"))
    }
    let layout = layout(of: image.format)
    image.format = pngFormat(of: layout)
    // Without this, libpng treats 16-bit samples as linear light and brightens them.
    image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
    let capacity = size.area * layout.bytesPerPixel
    var isRead = false
    let samples = [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
      isRead = png_image_finish_read(&image, nil, out.baseAddress, 0, nil) != 0
      count = capacity
    }
    guard isRead else { return .failure(.pictureData(.png, message(of: image))) }
    return .success(Raster(size: size, layout: layout, samples: samples))
  }

  private static func layout(of format: UInt32) -> Raster.Layout {
    if format & FormatFlag.alpha != 0 { return .rgba }
    return format & FormatFlag.color != 0 ? .rgb : .gray
  }

  private static func pngFormat(of layout: Raster.Layout) -> UInt32 {
    switch layout {
    case .gray: 0
    // Opaque pixels get an alpha of 255, which is how a raster pads them.
    case .rgb, .rgba: FormatFlag.color | FormatFlag.alpha
    }
  }

  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// The bits of a `png_image` format; 8-bit gray has none of them.
private enum FormatFlag {
  static let alpha = UInt32(PNG_FORMAT_FLAG_ALPHA)
  static let color = UInt32(PNG_FORMAT_FLAG_COLOR)
}

/// A PNG without the chunks that do not affect its pixels: this way a faulty text or EXIF chunk is no reason
/// to reject the picture, and none of them is inflated.
private enum PNGChunkFilter {
  /// - Parameter keepsGamma: whether to keep chunks that state the samples' tone. They do not apply if there
  ///   is a profile (PNG third edition §4.3).
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
      // The decoder will report whatever is wrong there.
      kept += bytes[min(offset, bytes.count)...]
    }
    return kept
  }
}
