extension PictureFormat {
  static let webp = PictureFormat(
    claims: { $0.begin(with: "RIFF") && $0.begin(with: "WEBP", at: 8) },
    header: { picture throws(HeaderStop) in try WebPHeader(picture).facts },
    structure: WebPStructure.check, profile: WebPStructure.colorProfile, codec: WebPCodec.self,
    compression: .either, memory: CodecMemory(decoding: 6, encoding: 18, losslessEncoding: 24))
}
