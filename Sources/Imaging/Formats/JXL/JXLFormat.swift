extension PictureFormat {
  /// The profile is inside the compressed data, so the codec converts the colors.
  static let jxl = PictureFormat(
    claims: {
      $0.begin(with: [0xFF, 0x0A])
        || $0.begin(with: "JXL \r\n", at: 4) && $0.begin(with: [0x87, 0x0A], at: 10)
    },
    header: { picture throws(HeaderStop) in try JXLHeader(picture).facts },
    structure: JXLStructure.check, codec: codecOfJXL, compression: .either,
    memory: CodecMemory(decoding: 16, encoding: 60, losslessEncoding: 50))

  #if JPEGXL
    private static let codecOfJXL: (any ImageCodec.Type)? = JXLCodec.self
  #else
    private static let codecOfJXL: (any ImageCodec.Type)? = nil
  #endif
}
