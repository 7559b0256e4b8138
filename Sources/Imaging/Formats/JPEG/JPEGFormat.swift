extension PictureFormat {
  static let jpeg = PictureFormat(
    claims: { $0.begin(with: [0xFF, 0xD8, 0xFF]) },
    header: { picture throws(HeaderStop) in try JPEGHeader(picture).facts },
    structure: JPEGStructure.check, profile: JPEGSegments.colorProfile, codec: JPEGCodec.self,
    compression: .lossy, holdsAlpha: false, memory: CodecMemory(decoding: 1, encoding: 1))
}
