#if JPEGXL
  public import BookModel
  import CJXL
  public import Diagnostics

  /// JPEG XL through libjxl: bare codestreams and files, lossy and lossless; only the first frame of
  /// animations.
  public enum JXLCodec: ImageCodec {
    public static let format = ImageFormat.jxl

    /// Gray if the picture has one color channel and no alpha; RGBA if the header says so, otherwise RGB.
    public static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster {
      let decoder = try JXLDecoder()
      return try bytes.withUnsafeBufferPointer { decoder.decode($0, request) }.get()
    }

    public static func encode(_ raster: Raster, _ request: EncodeRequest) throws(Diagnostic) -> [UInt8] {
      let encoder = try JXLEncoder()
      return try encoder.encode(raster, request)
    }

    /// The packed JPEG is unpacked again and compared, because not a byte of a page may be lost.
    public static func repack(jpeg: [UInt8], _ request: EncodeRequest) throws(Diagnostic) -> [UInt8]? {
      let encoder = try JXLEncoder()
      guard let packed = encoder.pack(jpeg: jpeg, request) else { return nil }
      let decoder = try JXLDecoder()
      return decoder.holds(jpeg: jpeg, packed) ? packed : nil
    }
  }

  /// libjxl's decoder for one picture, on the calling thread.
  struct JXLDecoder: ~Copyable {
    private let decoder: OpaquePointer
    /// Each extra channel takes a plane of floats; books have alpha at most.
    private static let maxExtraChannels = 8

    private static let maxProfile = 16 << 20

    init() throws(Diagnostic) {
      guard cjxl_is_there() else { throw .missing("libjxl", of: .jxl) }
      guard let decoder = JxlDecoderCreate(nil) else {
        throw .pictureData(.jxl, "there is no memory for the decoder")
      }
      self.decoder = decoder
    }

    deinit { JxlDecoderDestroy(decoder) }

    borrowing func decode(
      _ bytes: UnsafeBufferPointer<UInt8>, _ request: DecodeRequest
    ) -> Result<Raster, Diagnostic> {
      let events = JXL_DEC_BASIC_INFO.rawValue | JXL_DEC_COLOR_ENCODING.rawValue | JXL_DEC_FULL_IMAGE.rawValue
      // The caller applies the orientation; colors are requested with straight alpha.
      guard JxlDecoderSubscribeEvents(decoder, Int32(events)) == JXL_DEC_SUCCESS,
        JxlDecoderSetKeepOrientation(decoder, 1) == JXL_DEC_SUCCESS,
        JxlDecoderSetUnpremultiplyAlpha(decoder, 1) == JXL_DEC_SUCCESS,
        JxlDecoderSetInput(decoder, bytes.baseAddress, bytes.count) == JXL_DEC_SUCCESS
      else { return .failure(.pictureData(.jxl, "the decoder cannot be set up")) }
      JxlDecoderCloseInput(decoder)
      var info = JxlBasicInfo()
      while true {
        switch JxlDecoderProcessInput(decoder) {
        case JXL_DEC_BASIC_INFO:
          guard JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS else { return failure("no header") }
          if let refusal = refusal(info, request) { return .failure(refusal) }
        case JXL_DEC_COLOR_ENCODING:
          // Only a request, which libjxl fulfills only for pictures in its own color space.
          var encoding = JxlColorEncoding()
          JxlColorEncodingSetToSRGB(&encoding, info.num_color_channels == 1 ? 1 : 0)
          _ = JxlDecoderSetPreferredColorProfile(decoder, &encoding)
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER: return pixels(info, request)
        case JXL_DEC_NEED_MORE_INPUT: return failure("they end too early")
        default: return failure("they contradict themselves")
        }
      }
    }

    /// Why a picture is not decoded, judging from its own header.
    private borrowing func refusal(_ info: JxlBasicInfo, _ request: DecodeRequest) -> Diagnostic? {
      let found = Size(width: Int(info.xsize), height: Int(info.ysize))
      guard found == request.storedSize else {
        return .pictureData(.jxl, "its header states \(request.storedSize) pixels, its data \(found)")
      }
      guard Int(info.num_extra_channels) <= JXLDecoder.maxExtraChannels else {
        return .unsupported(.jxl, "with \(info.num_extra_channels) extra channels")
      }
      for index in 0..<Int(info.num_extra_channels) {
        var channel = JxlExtraChannelInfo()
        guard JxlDecoderGetExtraChannelInfo(decoder, index, &channel) == JXL_DEC_SUCCESS else {
          return .pictureData(.jxl, "a channel is not described")
        }
        if channel.type == JXL_CHANNEL_BLACK { return .unsupported(.jxl, "in CMYK") }
      }
      return nil
    }

    private borrowing func pixels(
      _ info: JxlBasicInfo, _ request: DecodeRequest
    ) -> Result<Raster, Diagnostic> {
      let hasAlpha = request.facts.hasAlpha
      let layout: Raster.Layout = hasAlpha ? .rgba : info.num_color_channels == 1 ? .gray : .rgb
      var format = JxlPixelFormat(
        num_channels: UInt32(layout.bytesPerPixel), data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN,
        align: 0)
      var status = JXL_DEC_ERROR
      var raster = Raster(size: request.storedSize, layout: layout) { out in
        status = JxlDecoderSetImageOutBuffer(decoder, &format, out.baseAddress, out.count)
        if status == JXL_DEC_SUCCESS { status = JxlDecoderProcessInput(decoder) }
      }
      guard status == JXL_DEC_FULL_IMAGE else {
        return failure(
          status == JXL_DEC_NEED_MORE_INPUT ? "they end too early" : "they contradict themselves")
      }
      if layout == .rgb { raster.makeOpaque() }
      if let profile = profile() {
        ColorConversion.toSRGB(from: profile, of: info.num_color_channels == 1 ? .gray : .rgb)?
          .convert(&raster)
      }
      return .success(raster)
    }

    /// The ICC profile of the returned pixels: stored compressed in the codestream or generated from what
    /// that states.
    private borrowing func profile() -> [UInt8]? {
      var size = 0
      guard cjxl_profile_size(decoder, &size) == JXL_DEC_SUCCESS, (1...JXLDecoder.maxProfile).contains(size)
      else { return nil }
      var profile = [UInt8](repeating: 0, count: size)
      return cjxl_profile(decoder, &profile, size) == JXL_DEC_SUCCESS ? profile : nil
    }

    private borrowing func failure(_ message: String) -> Result<Raster, Diagnostic> {
      .failure(.pictureData(.jxl, message))
    }

    /// Whether a file gives the JPEG back, byte for byte.
    borrowing func holds(jpeg: [UInt8], _ packed: [UInt8]) -> Bool {
      let events = JXL_DEC_JPEG_RECONSTRUCTION.rawValue | JXL_DEC_FULL_IMAGE.rawValue
      guard JxlDecoderSubscribeEvents(decoder, Int32(events)) == JXL_DEC_SUCCESS else { return false }
      return packed.withUnsafeBufferPointer { packed in
        guard JxlDecoderSetInput(decoder, packed.baseAddress, packed.count) == JXL_DEC_SUCCESS else {
          return false
        }
        JxlDecoderCloseInput(decoder)
        guard JxlDecoderProcessInput(decoder) == JXL_DEC_JPEG_RECONSTRUCTION else { return false }
        let restored = [UInt8](unsafeUninitializedCapacity: jpeg.count) { out, count in
          guard JxlDecoderSetJPEGBuffer(decoder, out.baseAddress, jpeg.count) == JXL_DEC_SUCCESS,
            JxlDecoderProcessInput(decoder) == JXL_DEC_FULL_IMAGE
          else { return }
          count = jpeg.count - JxlDecoderReleaseJPEGBuffer(decoder)
        }
        return restored == jpeg
      }
    }
  }
#endif
