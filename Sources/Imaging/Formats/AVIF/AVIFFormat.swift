import BookModel

extension PictureFormat {
  static let avif = PictureFormat(
    claims: { ISOBrands($0).format == .avif },
    header: { picture throws(HeaderStop) in try ISOMediaHeader(picture).facts },
    structure: ISOMediaStructure.check, profile: ISOMediaHeader.colorProfile, codec: codecOfAVIF,
    compression: .lossy, memory: CodecMemory(decoding: 6, encoding: 36))

  #if AVIF
    private static let codecOfAVIF: (any ImageCodec.Type)? = AVIFCodec.self
  #else
    private static let codecOfAVIF: (any ImageCodec.Type)? = nil
  #endif
}
