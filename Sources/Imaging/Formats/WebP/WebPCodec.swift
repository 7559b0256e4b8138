public import BookModel
import CWebP
public import Diagnostics

/// WebP through libwebp: lossy, lossless, with and without alpha; only the first frame of animations.
public enum WebPCodec: ImageCodec {
  public static let format = ImageFormat.webp

  /// RGBA if the header says so, otherwise RGB; libwebp has no gray.
  public static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster {
    let outcome = bytes.withUnsafeBufferPointer { bytes in
      request.facts.isAnimated
        ? WebPAnimation.firstFrame(bytes, request) : still(bytes, request)
    }
    return try outcome.get()
  }

  private static func still(
    _ bytes: UnsafeBufferPointer<UInt8>, _ request: DecodeRequest
  ) -> Result<Raster, Diagnostic> {
    let size = request.storedSize
    var message: String?
    var raster = Raster(size: size, layout: request.facts.hasAlpha ? .rgba : .rgb) { out in
      if request.takesParts { out.initialize(repeating: 255) }
      message = decode(
        bytes, size, into: out.baseAddress, capacity: out.count, stride: size.width * 4,
        takesParts: request.takesParts)
    }
    if let message { return .failure(.pictureData(.webp, message)) }
    if !request.facts.hasAlpha { raster.makeOpaque() }
    return .success(raster)
  }

  /// Writes straight-alpha RGBA into a place of the stated size; the reason where that fails.
  ///
  /// - Parameter takesParts: whether as many rows as the data hold will do; at least one.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ size: Size, into out: UnsafeMutablePointer<UInt8>?, capacity: Int,
    stride: Int, takesParts: Bool = false
  ) -> String? {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { return "the decoder has another version" }
    let status = WebPGetFeatures(bytes.baseAddress, bytes.count, &config.input)
    guard status == VP8_STATUS_OK else { return reason(status) }
    let found = Size(width: Int(config.input.width), height: Int(config.input.height))
    guard found == size else { return "its header states \(size) pixels, its data \(found)" }
    guard config.input.has_animation == 0 else { return "a frame holds an animation" }
    config.output.colorspace = MODE_RGBA
    config.output.is_external_memory = 1
    config.output.u.RGBA = WebPRGBABuffer(rgba: out, stride: Int32(stride), size: capacity)
    defer { WebPFreeDecBuffer(&config.output) }
    if takesParts {
      guard let decoder = WebPIDecode(nil, 0, &config) else { return reason(VP8_STATUS_OUT_OF_MEMORY) }
      defer { WebPIDelete(decoder) }
      let status = WebPIUpdate(decoder, bytes.baseAddress, bytes.count)
      var rows: Int32 = 0
      return WebPIDecGetRGB(decoder, &rows, nil, nil, nil) != nil && rows > 0 ? nil : reason(status)
    }
    let result = WebPDecode(bytes.baseAddress, bytes.count, &config)
    return result == VP8_STATUS_OK ? nil : reason(result)
  }

  private static func reason(_ status: VP8StatusCode) -> String {
    switch status {
    case VP8_STATUS_OUT_OF_MEMORY: "there is no memory for the decoder"
    case VP8_STATUS_UNSUPPORTED_FEATURE: "it uses a feature that does not exist"
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: "they end too early"
    default: "they contradict themselves"
    }
  }
}

/// The first frame of an animated WebP, drawn on its canvas.
private enum WebPAnimation {
  static func firstFrame(
    _ bytes: UnsafeBufferPointer<UInt8>, _ request: DecodeRequest
  ) -> Result<Raster, Diagnostic> {
    var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
    guard let demuxer = WebPDemux(&data) else {
      return .failure(.pictureData(.webp, "its frames cannot be found"))
    }
    defer { WebPDemuxDelete(demuxer) }
    let canvas = Size(
      width: Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH)),
      height: Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT)))
    var frame = WebPIterator()
    defer { WebPDemuxReleaseIterator(&frame) }
    guard canvas == request.storedSize, WebPDemuxGetFrame(demuxer, 1, &frame) != 0, frame.complete != 0 else {
      return .failure(.pictureData(.webp, "its first frame is not there"))
    }
    let size = Size(width: Int(frame.width), height: Int(frame.height))
    let (left, top) = (Int(frame.x_offset), Int(frame.y_offset))
    guard left >= 0, top >= 0, left + size.width <= canvas.width, top + size.height <= canvas.height else {
      return .failure(.pictureData(.webp, "its first frame leaves the canvas"))
    }
    // The canvas is transparent whatever background is stated, as in browsers. Without alpha, it is white.
    let hasAlpha = request.facts.hasAlpha
    var raster = Raster(
      size: canvas, layout: hasAlpha ? .rgba : .rgb,
      samples: [UInt8](repeating: hasAlpha ? 0 : 255, count: canvas.area * 4))
    let source = UnsafeBufferPointer(start: frame.fragment.bytes, count: frame.fragment.size)
    let stride = canvas.width * 4
    let offset = top * stride + left * 4
    let message = raster.samples.withUnsafeMutableBufferPointer { out in
      WebPCodec.decode(
        source, size, into: out.baseAddress.map { $0 + offset }, capacity: out.count - offset, stride: stride)
    }
    if let message { return .failure(.pictureData(.webp, message)) }
    if !hasAlpha { raster.makeOpaque() }
    return .success(raster)
  }
}
