#if AVIF
  import BookModel
  import CAVIF
  public import Diagnostics

  extension AVIFCodec {
    /// The most pixels on a side (AV1 §5.5.1: 16 bits).
    static let maxSide = 65_536

    /// Full-range samples, 4:4:4 or gray, encoded by libaom on one thread so that the bytes are always the
    /// same.
    ///
    /// - Throws: `picture-unencodable` for sides over 65536 pixels.
    public static func encode(_ raster: Raster, _ request: EncodeRequest) throws(Diagnostic) -> [UInt8] {
      let size = raster.size
      guard (1...maxSide).contains(size.width), (1...maxSide).contains(size.height) else {
        throw .unencodable(.avif, "its sides may have 1 to \(maxSide) pixels, and the page has \(size)")
      }
      let image = try AVIFImage(raster, isLossless: request.lossless)
      try image.fill(raster)
      return try image.encode(request)
    }
  }

  /// libavif's picture with a raster's size and kind.
  private struct AVIFImage: ~Copyable {
    private let image: UnsafeMutablePointer<avifImage>

    init(_ raster: Raster, isLossless: Bool) throws(Diagnostic) {
      guard cavif_is_there() else { throw .missing("libavif", of: .avif) }
      let isGray = raster.layout == .gray
      guard
        let image = avifImageCreate(
          UInt32(raster.size.width), UInt32(raster.size.height), 8,
          isGray ? AVIF_PIXEL_FORMAT_YUV400 : AVIF_PIXEL_FORMAT_YUV444)
      else { throw .unencodable(.avif, "there is no memory for it") }
      self.image = image
      image.pointee.yuvRange = AVIF_RANGE_FULL
      // sRGB (ITU-T H.273): primaries of BT.709, its own transfer, the matrix of JPEG.
      image.pointee.colorPrimaries = UInt16(AVIF_COLOR_PRIMARIES_BT709)
      image.pointee.transferCharacteristics = UInt16(AVIF_TRANSFER_CHARACTERISTICS_SRGB)
      image.pointee.matrixCoefficients = UInt16(
        isLossless && !isGray ? AVIF_MATRIX_COEFFICIENTS_IDENTITY : AVIF_MATRIX_COEFFICIENTS_BT601)
    }

    deinit { avifImageDestroy(image) }

    borrowing func fill(_ raster: Raster) throws(Diagnostic) {
      guard raster.layout != .gray else { return try fillGray(raster) }
      var source = avifRGBImage()
      avifRGBImageSetDefaults(&source, image)
      source.format = AVIF_RGB_FORMAT_RGBA
      source.depth = 8
      source.ignoreAlpha = raster.layout == .rgba ? 0 : 1
      source.rowBytes = UInt32(raster.size.width * 4)
      var samples = raster.samples
      let status = samples.withUnsafeMutableBufferPointer { samples in
        source.pixels = samples.baseAddress
        return avifImageRGBToYUV(image, &source)
      }
      guard status == AVIF_RESULT_OK else {
        throw .unencodable(.avif, String(cString: avifResultToString(status)))
      }
    }

    private borrowing func fillGray(_ raster: Raster) throws(Diagnostic) {
      avifImageAllocatePlanes(image, UInt32(AVIF_PLANES_YUV.rawValue))
      guard let plane = image.pointee.yuvPlanes.0 else {
        throw .unencodable(.avif, "there is no memory for it")
      }
      let rowBytes = Int(image.pointee.yuvRowBytes.0)
      raster.samples.withUnsafeBufferPointer { samples in
        guard let source = samples.baseAddress else { return }
        for row in 0..<raster.size.height {
          (plane + row * rowBytes).update(from: source + row * raster.size.width, count: raster.size.width)
        }
      }
    }

    borrowing func encode(_ request: EncodeRequest) throws(Diagnostic) -> [UInt8] {
      guard let encoder = avifEncoderCreate() else {
        throw .unencodable(.avif, "there is no memory for the encoder")
      }
      defer { avifEncoderDestroy(encoder) }
      encoder.pointee.codecChoice = AVIF_CODEC_CHOICE_AOM
      encoder.pointee.maxThreads = 1
      encoder.pointee.speed = Int32(10 - min(max(request.effort ?? 4, 0), 10))
      let quantizer = request.lossless ? 0 : AVIFImage.quantizer(request.quality)
      encoder.pointee.minQuantizer = quantizer
      encoder.pointee.maxQuantizer = quantizer
      // Alpha is lossless: its edges are visible, and it is small.
      encoder.pointee.minQuantizerAlpha = 0
      encoder.pointee.maxQuantizerAlpha = 0
      var output = avifRWData()
      defer { avifRWDataFree(&output) }
      let status = avifEncoderWrite(encoder, image, &output)
      guard status == AVIF_RESULT_OK else {
        throw .unencodable(.avif, String(cString: avifResultToString(status)))
      }
      return [UInt8](UnsafeBufferPointer(start: output.data, count: output.size))
    }

    /// AV1's 63 steps for a quality on libjpeg's scale, by the rule of libavif 1.0.
    private static func quantizer(_ quality: Int) -> Int32 {
      Int32((100 - LossyQuality.avif.value(for: quality)) * 63 / 100 + 0.5)
    }
  }

  extension LossyQuality {
    /// From 50 to 80 by structural dissimilarity over photographs (M. Ubl, "AVIF and WebP image quality
    /// settings", industrialempathy.com, 2020); above that, the scales converge at 100.
    fileprivate static let avif = LossyQuality(
      points: [(1, 1), (50, 48), (60, 51), (70, 56), (80, 64), (100, 100)])
  }
#endif
