import BookModel

/// What the first directory of a TIFF says (TIFF 6.0 §8).
struct TIFFHeader {
  let facts: PictureFacts

  enum Tag {
    static let width = 256
    static let height = 257
    static let bitsPerSample = 258
    static let compression = 259
    static let photometric = 262
    static let samplesPerPixel = 277
    static let extraSamples = 338
    static let colorProfile = 34_675
  }

  /// JPEG in both variants, JPEG 2000, DNG's lossy JPEG, JPEG XL and WebP.
  private static let lossyCompressions: Set<Int> = [
    6, 7, 33_003, 33_005, 34_712, 34_892, 50_001, 50_002, 52_546,
  ]

  init(_ picture: PictureBytes) throws(HeaderStop) {
    let directory = try TIFFDirectory(picture)
    guard let width = try directory.first(Tag.width), let height = try directory.first(Tag.height) else {
      throw picture.header("states no size")
    }
    let samples = try directory.first(Tag.samplesPerPixel) ?? 1
    let color: PictureFacts.ColorModel
    switch try directory.first(Tag.photometric) {
    case 3: color = .palette
    case 5: color = .cmyk
    case 0, 1, 4: color = .gray
    case nil: color = samples < 3 ? .gray : .rgb
    default: color = .rgb
    }
    // 1 and 2: associated and unassociated alpha; 0 is a channel of unknown meaning.
    let extra = try directory.first(Tag.extraSamples) ?? 0
    let orientation = ExifOrientation.normalized(try directory.first(ExifOrientation.tag)) ?? 1
    var facts = PictureFacts(
      format: .tiff, size: ExifOrientation.upright(Size(width: width, height: height), orientation),
      bitsPerSample: try directory.first(Tag.bitsPerSample) ?? 1, color: color,
      hasAlpha: extra == 1 || extra == 2,
      orientation: orientation, hasColorProfile: try directory.entry(Tag.colorProfile) != nil,
      fidelity: TIFFHeader.lossyCompressions.contains(try directory.first(Tag.compression) ?? 1)
        ? nil : .lossless)
    facts.scanCount = try TIFFScans.places(in: picture).count
    self.facts = facts
  }
}
