#if JPEGXL
  import BookModel
  import CJXL
  import Diagnostics

  /// libjxl's encoder for one file, on the calling thread.
  struct JXLEncoder: ~Copyable {
    private let encoder: OpaquePointer

    init() throws(Diagnostic) {
      guard cjxl_is_there() else { throw .missing("libjxl", of: .jxl) }
      guard let encoder = JxlEncoderCreate(nil) else {
        throw .unencodable(.jxl, "there is no memory for the encoder")
      }
      self.encoder = encoder
    }

    deinit { JxlEncoderDestroy(encoder) }

    borrowing func encode(_ page: Raster, _ request: EncodeRequest) throws(Diagnostic) -> [UInt8] {
      // libjxl 0.7 blurs alpha like colors, so an opaque page is better off without it.
      let isOpaque = !request.lossless && page.layout == .rgba && page.isOpaque
      let raster = isOpaque ? Raster(size: page.size, layout: .rgb, samples: page.samples) : page
      guard raster.size.area > 0, let settings = settings(request), describe(raster, request),
        choose(settings, raster, request), add(raster, settings), let bytes = output()
      else {
        throw .unencodable(
          .jxl, "the encoder refuses \(raster.size) pixels (error \(JxlEncoderGetError(encoder).rawValue))")
      }
      return bytes
    }

    /// A file that contains a JPEG's data and what is needed to restore the very same JPEG; nil for kinds of
    /// JPEG that cannot be packed.
    borrowing func pack(jpeg: [UInt8], _ request: EncodeRequest) -> [UInt8]? {
      let mostScans = Limits().maxScans
      guard JPEGScans(of: jpeg, upTo: mostScans + 1).count <= mostScans,
        JxlEncoderUseContainer(encoder, 1) == JXL_ENC_SUCCESS,
        JxlEncoderStoreJPEGMetadata(encoder, 1) == JXL_ENC_SUCCESS, let settings = settings(request),
        JxlEncoderAddJPEGFrame(settings, jpeg, jpeg.count) == JXL_ENC_SUCCESS
      else { return nil }
      JxlEncoderCloseInput(encoder)
      return output()
    }

    private borrowing func settings(_ request: EncodeRequest) -> OpaquePointer? {
      guard let settings = JxlEncoderFrameSettingsCreate(encoder, nil) else { return nil }
      let effort = Int64(min(max(request.effort ?? 5, 1), 9))
      let status = JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, effort)
      return status == JXL_ENC_SUCCESS ? settings : nil
    }

    private borrowing func describe(_ raster: Raster, _ request: EncodeRequest) -> Bool {
      var info = JxlBasicInfo()
      JxlEncoderInitBasicInfo(&info)
      info.xsize = UInt32(clamping: raster.size.width)
      info.ysize = UInt32(clamping: raster.size.height)
      info.bits_per_sample = 8
      info.num_color_channels = raster.layout == .gray ? 1 : 3
      if raster.layout == .rgba {
        info.num_extra_channels = 1
        info.alpha_bits = 8
      }
      info.uses_original_profile = request.lossless ? 1 : 0
      var encoding = JxlColorEncoding()
      JxlColorEncodingSetToSRGB(&encoding, raster.layout == .gray ? 1 : 0)
      return JxlEncoderSetBasicInfo(encoder, &info) == JXL_ENC_SUCCESS
        && JxlEncoderSetColorEncoding(encoder, &encoding) == JXL_ENC_SUCCESS
    }

    private borrowing func choose(_ settings: OpaquePointer, _ raster: Raster, _ request: EncodeRequest)
      -> Bool
    {
      guard request.lossless else {
        let distance = JXLEncoder.distance(request.quality)
        return JxlEncoderSetFrameDistance(settings, distance) == JXL_ENC_SUCCESS
          && (raster.layout != .rgba || cjxl_keep_alpha(settings) == JXL_ENC_SUCCESS)
      }
      // Colors of transparent pixels are kept as well.
      return JxlEncoderSetFrameLossless(settings, 1) == JXL_ENC_SUCCESS
        && JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_KEEP_INVISIBLE, 1)
          == JXL_ENC_SUCCESS
    }

    private borrowing func add(_ raster: Raster, _ settings: OpaquePointer) -> Bool {
      let samples = raster.layout == .rgb ? raster.triples : raster.samples
      let channels: UInt32 = raster.layout == .gray ? 1 : raster.layout == .rgb ? 3 : 4
      var format = JxlPixelFormat(
        num_channels: channels, data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)
      guard JxlEncoderAddImageFrame(settings, &format, samples, samples.count) == JXL_ENC_SUCCESS else {
        return false
      }
      JxlEncoderCloseInput(encoder)
      return true
    }

    private borrowing func output() -> [UInt8]? {
      var bytes: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        var status = JXL_ENC_ERROR
        let written = block.withUnsafeMutableBufferPointer { block in
          var (next, room) = (block.baseAddress, block.count)
          status = JxlEncoderProcessOutput(encoder, &next, &room)
          return block.count - room
        }
        bytes += block[..<written]
        if status == JXL_ENC_SUCCESS { return bytes }
        guard status == JXL_ENC_NEED_MORE_OUTPUT else { return nil }
      }
    }

    /// The distance in just noticeable differences for a quality on libjpeg's scale, using the formula of
    /// libjxl 0.9 (`JxlEncoderDistanceFromQuality`), which 0.7 leaves to applications.
    private static func distance(_ quality: Int) -> Float {
      let quality = Float(min(max(quality, 1), 100))
      if quality >= 100 { return 0.01 }
      if quality >= 30 { return 0.1 + (100 - quality) * 0.09 }
      return min(15, 53 / 3000 * quality * quality - 23 / 20 * quality + 25)
    }
  }

  extension Raster {
    fileprivate var isOpaque: Bool {
      samples.withUnsafeBufferPointer { samples in
        stride(from: 3, to: samples.count, by: 4).allSatisfy { samples[$0] == 255 }
      }
    }

    /// Color pixels without their fourth byte.
    fileprivate var triples: [UInt8] {
      [UInt8](unsafeUninitializedCapacity: size.area * 3) { out, count in
        samples.withUnsafeBufferPointer { source in
          for pixel in 0..<size.area {
            out[pixel &* 3] = source[pixel &* 4]
            out[pixel &* 3 &+ 1] = source[pixel &* 4 &+ 1]
            out[pixel &* 3 &+ 2] = source[pixel &* 4 &+ 2]
          }
        }
        count = size.area * 3
      }
    }
  }
#endif
