extension PictureFormat {
  /// Classic TIFF and BigTIFF in both byte orders.
  static let tiff = PictureFormat(
    claims: { head in
      head.begin(with: "II*\0") || head.begin(with: "MM\0*") || head.begin(with: "II+\0")
        || head.begin(with: "MM\0+")
    },
    header: { picture throws(HeaderStop) in try TIFFHeader(picture).facts },
    structure: TIFFStructure.check, profile: TIFFDirectory.colorProfile, codec: TIFFCodec.self,
    compression: .lossless)
}
