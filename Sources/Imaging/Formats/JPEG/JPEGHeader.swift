import BookModel

/// What the segments before a JPEG's first scan say (ITU-T T.81 annex B, JFIF 1.02, Adobe TN 5116).
struct JPEGHeader {
  let facts: PictureFacts
  /// The frame's marker, which identifies the process: C0 baseline, C2 progressive, C3 lossless, …
  let frameMarker: Int
  /// Width and height as stored.
  let storedSize: Size
  let components: Int
  /// Whether there is an Adobe segment: if so, CMYK samples are stored inverted.
  let isAdobe: Bool

  init(_ picture: PictureBytes) throws(HeaderStop) {
    var segments = JPEGSegments(picture)
    var frame: (marker: Int, bits: Int, size: Size, components: [JPEGComponent], count: Int)?
    var quantization = JPEGQuantization()
    var orientation: Int?
    var (hasProfile, isAdobe) = (false, false)
    walk: while true {
      let segment = try segments.next()
      let payload = segment.payload
      switch segment.marker {
      case JPEGSegment.startOfScan: break walk
      case JPEGSegment.endOfImage: throw picture.header("ends before any picture data")
      case JPEGSegment.app1 where payload.count >= 8:
        try picture.require(upTo: payload.upperBound)
        guard orientation == nil, picture.matches("Exif\0", at: payload.lowerBound) else { continue }
        orientation = ExifOrientation.read(picture.bytes[payload])
      case JPEGSegment.app2 where payload.count >= 14:
        try picture.require(upTo: payload.lowerBound + 12)
        if picture.matches("ICC_PROFILE\0", at: payload.lowerBound) { hasProfile = true }
      case JPEGSegment.app14 where payload.count >= 12:
        try picture.require(upTo: payload.lowerBound + 5)
        if picture.matches("Adobe", at: payload.lowerBound) { isAdobe = true }
      case _ where segment.isFrame:
        guard frame == nil else { throw picture.header("has two frames") }
        guard payload.count >= 6 else { throw picture.header("has a frame segment that is too short") }
        frame = (
          segment.marker, try picture.u8(payload.lowerBound),
          Size(
            width: try picture.u16(payload.lowerBound + 3), height: try picture.u16(payload.lowerBound + 1)),
          try JPEGHeader.components(picture, payload), try picture.u8(payload.lowerBound + 5)
        )
      case JPEGSegment.quantization:
        try picture.require(upTo: payload.upperBound)
        quantization.read(picture.bytes[payload])
      default: continue
      }
    }
    guard let frame else { throw picture.header("has picture data before its frame") }
    frameMarker = frame.marker
    storedSize = frame.size
    components = frame.count
    self.isAdobe = isAdobe
    let quality = frame.components.first.flatMap { luma in
      quantization.quality(luma: luma.table, chroma: frame.components.dropFirst().first?.table)
    }
    var facts = PictureFacts(
      format: .jpeg, size: ExifOrientation.upright(frame.size, orientation ?? 1), bitsPerSample: frame.bits,
      color: frame.count == 1 ? .gray : frame.count == 4 ? .cmyk : .rgb,
      orientation: orientation ?? 1,
      hasColorProfile: hasProfile,
      fidelity: quality.map { .lossy(quality: $0, sampling: JPEGSampling(frame.components)) })
    facts.isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(frame.marker)
    self.facts = facts
  }

  /// The components listed in a frame segment, as far as it goes.
  private static func components(
    _ picture: PictureBytes, _ payload: Range<Int>
  ) throws(HeaderStop) -> [JPEGComponent] {
    var components: [JPEGComponent] = []
    let count = min(try picture.u8(payload.lowerBound + 5), (payload.count - 6) / 3)
    for index in 0..<count {
      let start = payload.lowerBound + 6 + index * 3
      let factors = try picture.u8(start + 1)
      components.append(
        JPEGComponent(across: factors >> 4, down: factors & 15, table: try picture.u8(start + 2)))
    }
    return components
  }
}

/// The sampling factors of a JPEG's component (ITU-T T.81 §B.2.2), and its quantization table.
struct JPEGComponent {
  let across: Int
  let down: Int
  let table: Int
}

extension JPEGSampling {
  /// The nearest sampling that we write and that keeps at least as much color as a frame's components: 4:1:1
  /// becomes 4:2:2, 4:1:0 becomes 4:2:0, 4:4:0 becomes 4:4:4. Nil for gray.
  init?(_ components: [JPEGComponent]) {
    guard components.count >= 3, let luma = components.first else { return nil }
    let colors = components[1...2]
    let halvesAcross = colors.allSatisfy { luma.across >= $0.across * 2 }
    let halvesDown = colors.allSatisfy { luma.down >= $0.down * 2 }
    self = halvesAcross ? (halvesDown ? .quarter : .half) : .full
  }
}
