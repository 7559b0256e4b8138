import BookModel

extension PictureFormat {
  static let heic = PictureFormat(
    claims: { ISOBrands($0).format == .heic },
    header: { picture throws(HeaderStop) in try ISOMediaHeader(picture).facts },
    structure: ISOMediaStructure.check, profile: ISOMediaHeader.colorProfile, compression: .lossy)
}
