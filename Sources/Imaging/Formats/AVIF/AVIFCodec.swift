#if AVIF
  public import BookModel
  import CAVIF
  public import Diagnostics

  /// AVIF through libavif: 8 to 12 bits, with alpha; only the first frame of sequences.
  public enum AVIFCodec: ImageCodec {
    public static let format = ImageFormat.avif

    /// Gray if the picture has neither chroma nor alpha; RGBA if the header says so, otherwise RGB.
    public static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster {
      let decoder = try AVIFDecoder()
      return try bytes.withUnsafeBufferPointer { decoder.decode($0, request) }.get()
    }
  }

  /// libavif's decoder for one picture.
  private struct AVIFDecoder: ~Copyable {
    private let decoder: UnsafeMutablePointer<avifDecoder>

    init() throws(Diagnostic) {
      guard cavif_is_there() else { throw .missing("libavif", of: .avif) }
      guard let decoder = avifDecoderCreate() else {
        throw .pictureData(.avif, "there is no memory for the decoder")
      }
      self.decoder = decoder
    }

    deinit { avifDecoderDestroy(decoder) }

    borrowing func decode(
      _ bytes: UnsafeBufferPointer<UInt8>, _ request: DecodeRequest
    ) -> Result<Raster, Diagnostic> {
      let size = request.storedSize
      decoder.pointee.maxThreads = 1
      decoder.pointee.imageSizeLimit = UInt32(min(size.area, 1 << 28))
      decoder.pointee.imageDimensionLimit = UInt32(max(size.width, size.height))
      decoder.pointee.ignoreExif = 1
      decoder.pointee.ignoreXMP = 1
      // Early encoders left out properties that strict readers require.
      decoder.pointee.strictFlags = UInt32(AVIF_STRICT_DISABLED.rawValue)
      var status = avifDecoderSetIOMemory(decoder, bytes.baseAddress, bytes.count)
      if status == AVIF_RESULT_OK { status = avifDecoderParse(decoder) }
      if status == AVIF_RESULT_OK { status = avifDecoderNextImage(decoder) }
      guard status == AVIF_RESULT_OK, let image = decoder.pointee.image else {
        return .failure(.pictureData(request.facts.format, String(cString: avifResultToString(status))))
      }
      let found = Size(width: Int(image.pointee.width), height: Int(image.pointee.height))
      guard found == size else {
        return .failure(
          .pictureData(request.facts.format, "its header states \(size) pixels, its data \(found)"))
      }
      return colors(image, request)
    }

    private borrowing func colors(
      _ image: UnsafeMutablePointer<avifImage>, _ request: DecodeRequest
    ) -> Result<Raster, Diagnostic> {
      var target = avifRGBImage()
      avifRGBImageSetDefaults(&target, image)
      target.depth = 8
      target.format = AVIF_RGB_FORMAT_RGBA
      target.ignoreAlpha = request.facts.hasAlpha ? 0 : 1
      target.rowBytes = UInt32(request.storedSize.width * 4)
      var status = AVIF_RESULT_OK
      var raster = Raster(size: request.storedSize, layout: request.facts.hasAlpha ? .rgba : .rgb) { out in
        target.pixels = out.baseAddress
        status = avifImageYUVToRGB(image, &target)
      }
      guard status == AVIF_RESULT_OK else {
        return .failure(.pictureData(request.facts.format, String(cString: avifResultToString(status))))
      }
      // Ignored alpha data must not be written either.
      if !request.facts.hasAlpha { raster.makeOpaque() }
      let isGray = image.pointee.yuvFormat == AVIF_PIXEL_FORMAT_YUV400 && !request.facts.hasAlpha
      return .success(isGray ? raster.redAsGray : raster)
    }
  }
#endif
