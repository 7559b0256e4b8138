extension PictureFormat {
  /// Requires one of the known sizes of the second header, which excludes text that begins with `BM`.
  static let bmp = PictureFormat(
    claims: { head in
      head.begin(with: "BM") && headerSizes.contains { head.begin(with: [$0, 0, 0, 0], at: 14) }
    },
    header: { picture throws(HeaderStop) in try BMPHeader(picture).facts },
    structure: BMPStructure.check, codec: BMPCodec.self, compression: .lossless)

  private static let headerSizes: [UInt8] = [12, 16, 40, 52, 56, 64, 108, 124]
}
