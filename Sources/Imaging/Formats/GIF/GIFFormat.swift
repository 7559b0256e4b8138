extension PictureFormat {
  static let gif = PictureFormat(
    claims: { $0.begin(with: "GIF87a") || $0.begin(with: "GIF89a") },
    header: { picture throws(HeaderStop) in try GIFHeader(picture).facts },
    structure: GIFStructure.check, codec: GIFCodec.self, compression: .lossless)
}
