extension PictureFormat {
  static let png = PictureFormat(
    claims: { $0.begin(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) },
    header: { picture throws(HeaderStop) in try PNGHeader(picture).facts },
    structure: PNGStructure.check, profile: PNGProfile.read, codec: PNGCodec.self, compression: .lossless,
    memory: CodecMemory(decoding: 4, encoding: 5))
}
