extension PictureFormat {
  static let jpeg2000 = PictureFormat(
    claims: {
      $0.begin(with: [0xFF, 0x4F, 0xFF, 0x51])
        || $0.begin(with: "jP  \r\n", at: 4) && $0.begin(with: [0x87, 0x0A], at: 10)
    },
    header: { picture throws(HeaderStop) in try JPEG2000Header(picture).facts },
    structure: JPEG2000Structure.check, compression: .lossy)
}
