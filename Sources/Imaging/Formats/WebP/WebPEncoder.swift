import BookModel
import CWebP
public import Diagnostics

extension WebPCodec {
  /// The most pixels on a side (RFC 9649 §2.5: 14 bits).
  static let maxSide = 16_383

  /// - Throws: `picture-unencodable` for sides over 16383 pixels.
  public static func encode(_ raster: Raster, _ request: EncodeRequest) throws(Diagnostic) -> [UInt8] {
    let size = raster.size
    guard (1...maxSide).contains(size.width), (1...maxSide).contains(size.height) else {
      throw .unencodable(.webp, "its sides may have 1 to \(maxSide) pixels, and the page has \(size)")
    }
    var config = WebPConfig()
    guard WebPConfigInit(&config) != 0 else {
      throw .unencodable(.webp, "the encoder has another version")
    }
    configure(&config, request, isGray: raster.layout == .gray)
    let encoder = try WebPPictureEncoder(size)
    return try encoder.encode(raster, config)
  }

  private static func configure(_ config: inout WebPConfig, _ request: EncodeRequest, isGray: Bool) {
    let effort = min(max(request.effort ?? 4, 0), 6)
    config.method = Int32(effort)
    config.thread_level = 0
    if request.lossless {
      config.lossless = 1
      // Colors of transparent pixels are kept as well.
      config.exact = 1
      // How much effort to spend; the pixels are the same.
      config.quality = [0, 20, 25, 50, 75, 90, 100][effort]
    } else {
      config.quality = LossyQuality.webP.value(for: request.quality)
      // Preserves the edges of colors, but takes as long again as the default effort; gray has none.
      config.use_sharp_yuv = effort >= 4 && !isGray ? 1 : 0
    }
  }
}

/// libwebp's picture and its output memory, for one file.
private struct WebPPictureEncoder: ~Copyable {
  private let picture: UnsafeMutablePointer<WebPPicture>
  private let writer: UnsafeMutablePointer<WebPMemoryWriter>

  init(_ size: Size) throws(Diagnostic) {
    picture = .allocate(capacity: 1)
    picture.initialize(to: WebPPicture())
    writer = .allocate(capacity: 1)
    writer.initialize(to: WebPMemoryWriter())
    WebPMemoryWriterInit(writer)
    guard WebPPictureInit(picture) != 0 else {
      throw .unencodable(.webp, "the encoder has another version")
    }
    picture.pointee.width = Int32(size.width)
    picture.pointee.height = Int32(size.height)
    picture.pointee.writer = { data, count, picture in WebPMemoryWrite(data, count, picture) }
    picture.pointee.custom_ptr = UnsafeMutableRawPointer(writer)
    // Called after every few rows; returning 0 aborts.
    picture.pointee.progress_hook = { _, _ in Task.isCancelled ? 0 : 1 }
  }

  deinit {
    WebPPictureFree(picture)
    WebPMemoryWriterClear(writer)
    picture.deallocate()
    writer.deallocate()
  }

  borrowing func encode(_ raster: Raster, _ config: WebPConfig) throws(Diagnostic) -> [UInt8] {
    // Lossy encoding also starts from RGB, so that the configured conversion is used.
    picture.pointee.use_argb = 1
    let pixels = raster.fourBytesPerPixel
    let stride = Int32(raster.size.width * 4)
    let isTaken =
      raster.layout == .rgba
      ? WebPPictureImportRGBA(picture, pixels, stride) : WebPPictureImportRGBX(picture, pixels, stride)
    var config = config
    guard isTaken != 0, WebPEncode(&config, picture) != 0 else {
      try checkInterruption()
      throw .unencodable(.webp, WebPPictureEncoder.reason(picture.pointee.error_code))
    }
    return [UInt8](UnsafeBufferPointer(start: writer.pointee.mem, count: writer.pointee.size))
  }

  private static func reason(_ code: WebPEncodingError) -> String {
    switch code {
    case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: "there is no memory for it"
    case VP8_ENC_ERROR_PARTITION0_OVERFLOW, VP8_ENC_ERROR_PARTITION_OVERFLOW:
      "it holds more detail than the format can"
    case VP8_ENC_ERROR_FILE_TOO_BIG: "it would be larger than 4 GiB"
    default: "the encoder gave up (error \(code.rawValue))"
    }
  }
}

extension LossyQuality {
  /// From 50 to 80 by structural dissimilarity over photographs (M. Ubl, "AVIF and WebP image quality
  /// settings", industrialempathy.com, 2020); above that, the scales converge at 100.
  fileprivate static let webP = LossyQuality(
    points: [(1, 1), (50, 55), (60, 64), (70, 72), (80, 82), (100, 100)])
}
