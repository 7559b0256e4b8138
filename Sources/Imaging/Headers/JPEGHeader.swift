import BookModel

/// What the segments before a JPEG's first scan say (ITU-T T.81 annex B, JFIF 1.02, Adobe TN 5116).
struct JPEGHeader {
  let facts: PictureFacts
  /// The frame's marker, which names the process: C0 baseline, C2 progressive, C3 lossless, …
  let frameMarker: Int
  /// Width and height as stored.
  let storedSize: Size
  let components: Int
  /// Whether an Adobe segment is there: its CMYK samples are stored inverted.
  let isAdobe: Bool
  /// Bytes between segments that belong to none.
  let strayBytes: Int

  init(_ picture: PictureBytes) throws(HeaderStop) {
    var segments = JPEGSegments(picture)
    var frame: (marker: Int, bits: Int, size: Size, components: Int)?
    var orientation: Int?
    var (hasProfile, isAdobe, stray) = (false, false, 0)
    walk: while true {
      let segment = try segments.next()
      stray += segment.strayBytes
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
          try picture.u8(payload.lowerBound + 5)
        )
      default: continue
      }
    }
    guard let frame else { throw picture.header("has picture data before its frame") }
    frameMarker = frame.marker
    storedSize = frame.size
    components = frame.components
    self.isAdobe = isAdobe
    strayBytes = stray
    facts = PictureFacts(
      format: .jpeg, size: ExifOrientation.upright(frame.size, orientation ?? 1), bitsPerSample: frame.bits,
      color: frame.components == 1 ? .gray : frame.components == 4 ? .cmyk : .rgb,
      orientation: orientation ?? 1,
      hasColorProfile: hasProfile)
  }
}
