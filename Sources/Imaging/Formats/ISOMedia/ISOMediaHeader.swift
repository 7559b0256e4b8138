import BookModel

/// What the item properties of an AVIF or HEIC say about its primary item (ISO/IEC 23008-12, AVIF 1.1).
struct ISOMediaHeader {
  let facts: PictureFacts
  /// The range of the primary item's ICC profile.
  let profile: Range<Int>?

  init(_ picture: PictureBytes) throws(HeaderStop) {
    let all = 0..<PictureBytes.unreachable
    guard let fileType = try ISOBox.first("ftyp", in: all, of: picture), fileType.body.count <= 4096 else {
      throw picture.header("names no brands")
    }
    var isSequence = false
    try picture.require(upTo: fileType.end)
    for offset in stride(from: fileType.body.lowerBound, to: fileType.end - 3, by: 4) {
      if ["avis", "hevc", "hevx", "msf1"].contains(try picture.tag(offset)) { isSequence = true }
    }
    var found: PictureFacts?
    var profile: Range<Int>?
    var offset = fileType.end
    while found == nil {
      if picture.isWhole, offset + 8 > picture.count { break }
      let box = try ISOBox(picture, at: offset, before: PictureBytes.unreachable)
      if box.type == "meta" {
        let properties = try ItemProperties(picture, box)
        (found, profile) = (properties.facts, properties.profile)
      }
      // A sequence without a still picture states its size in its first track.
      if box.type == "moov", let size = try ISOMediaHeader.trackSize(picture, box) {
        found = PictureFacts(format: picture.format, size: size)
      }
      offset = box.end
    }
    guard var facts = found else { throw picture.header("describes no picture") }
    facts.isAnimated = isSequence
    self.facts = facts
    self.profile = profile
  }

  /// The primary item's ICC profile.
  static func colorProfile(_ picture: PictureBytes) throws(HeaderStop) -> [UInt8]? {
    ColorProfile.copy(try ISOMediaHeader(picture).profile, of: picture)
  }

  private static func trackSize(_ picture: PictureBytes, _ movie: ISOBox) throws(HeaderStop) -> Size? {
    guard let track = try ISOBox.first("trak", in: movie.body, of: picture),
      let header = try ISOBox.first("tkhd", in: track.body, of: picture)
    else { return nil }
    // The last eight bytes: width and height in 16.16 fixed point.
    guard header.body.count >= 84 else { return nil }
    return Size(width: try picture.u32(header.end - 8) >> 16, height: try picture.u32(header.end - 4) >> 16)
  }
}

/// The properties of a `meta` box that concern its primary item.
struct ItemProperties {
  let picture: PictureBytes
  let meta: ISOBox
  private(set) var facts: PictureFacts
  private(set) var profile: Range<Int>?
  /// The number of associations and references examined; never more than there are bytes.
  private(set) var looked = 0

  init(_ picture: PictureBytes, _ meta: ISOBox) throws(HeaderStop) {
    self.picture = picture
    self.meta = meta
    try picture.require(upTo: meta.end)
    facts = PictureFacts(format: picture.format, size: Size(width: 0, height: 0))
    let children = try ISOBox.all(in: min(meta.body.lowerBound + 4, meta.end)..<meta.end, of: picture)
    func child(_ type: String) -> ISOBox? { children.first { $0.type == type } }

    guard let primary = child("pitm"), let properties = child("iprp") else {
      throw picture.header("describes no primary picture")
    }
    let isWide = try picture.u8(primary.body.lowerBound) > 0
    let item =
      isWide ? try picture.u32(primary.body.lowerBound + 4) : try picture.u16(primary.body.lowerBound + 4)
    let parts = try ISOBox.all(in: properties.body, of: picture)
    guard let container = parts.first(where: { $0.type == "ipco" }) else {
      throw picture.header("has no item properties")
    }
    let available = try ISOBox.all(in: container.body, of: picture)
    // A single pass over all associations, for the item and its auxiliary pictures together.
    var auxiliaries: Set<Int> = []
    if let references = child("iref") { auxiliaries = try self.auxiliaries(of: item, references) }
    for association in try associations(in: parts) where available.indices.contains(association.index - 1) {
      let property = available[association.index - 1]
      if association.item == item { try apply(property) }
      if auxiliaries.contains(association.item), isAlpha(property) { facts.hasAlpha = true }
    }
    facts.size = ExifOrientation.upright(facts.size, facts.orientation)
  }

  /// Applies one property of the primary item.
  private mutating func apply(_ property: ISOBox) throws(HeaderStop) {
    let start = property.body.lowerBound
    switch property.type {
    case "ispe": facts.size = Size(width: try picture.u32(start + 4), height: try picture.u32(start + 8))
    case "pixi":
      let channels = try picture.u8(start + 4)
      if channels > 0 { facts.bitsPerSample = try picture.u8(start + 5) }
      if channels == 1 { facts.color = .gray }
    case "av1C":
      let flags = try picture.u8(start + 2)
      facts.bitsPerSample = flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12
      if flags & 0x10 != 0 { facts.color = .gray }
    case "hvcC":
      if try picture.u8(start + 16) & 3 == 0 { facts.color = .gray }
      facts.bitsPerSample = (try picture.u8(start + 17) & 7) + 8
    case "colr":
      guard property.body.count >= 4, ["prof", "rICC"].contains(try picture.tag(start)) else { return }
      facts.hasColorProfile = true
      profile = start + 4..<property.end
    // Counterclockwise quarter turns, then the mirror, both expressed as EXIF orientations. Each is listed at
    // most once, with the turn before the mirror (MIAF §7.3.6.7).
    case "irot": facts.orientation = [1, 8, 3, 6][try picture.u8(start) & 3]
    case "imir":
      let flipsSides = try picture.u8(start) & 1 == 1
      facts.orientation = mirrored(facts.orientation, sideways: flipsSides)
    default: break
    }
  }

  /// The orientation that combines another's turn with a subsequent mirror, left to right or top to bottom.
  private func mirrored(_ orientation: Int, sideways: Bool) -> Int {
    switch orientation {
    case 8: sideways ? 7 : 5
    case 3: sideways ? 4 : 2
    case 6: sideways ? 5 : 7
    default: sideways ? 2 : 4
    }
  }

  /// Which items have which properties, by property index from 1, in the order they apply.
  private mutating func associations(in parts: [ISOBox]) throws(HeaderStop) -> [(item: Int, index: Int)] {
    var associations: [(item: Int, index: Int)] = []
    for box in parts where box.type == "ipma" {
      var offset = box.body.lowerBound
      let version = try picture.u8(offset)
      let isLong = try picture.u24(offset + 1, .big) & 1 == 1
      let entries = try picture.u32(offset + 4)
      offset += 8
      var left = entries
      while left > 0, offset < box.end {
        let owner = version == 0 ? try picture.u16(offset) : try picture.u32(offset)
        offset += version == 0 ? 2 : 4
        let count = try picture.u8(offset)
        offset += 1
        for index in 0..<count {
          let property =
            isLong ? try picture.u16(offset + index * 2) & 0x7FFF : try picture.u8(offset + index) & 0x7F
          associations.append((owner, property))
        }
        offset += isLong ? count * 2 : count
        left -= 1
        looked += 1 + count
      }
    }
    return associations
  }

  /// Items that declare themselves auxiliary pictures of an item.
  private mutating func auxiliaries(of item: Int, _ references: ISOBox) throws(HeaderStop) -> Set<Int> {
    let start = references.body.lowerBound
    let width = try picture.u8(start) == 0 ? 2 : 4
    let picture = picture
    func id(_ offset: Int) throws(HeaderStop) -> Int {
      width == 2 ? try picture.u16(offset) : try picture.u32(offset)
    }
    var found: Set<Int> = []
    for box in try ISOBox.all(in: min(start + 4, references.end)..<references.end, of: picture)
    where box.type == "auxl" {
      // No more than fit into the box, whatever it states.
      let room = max(0, box.end - box.body.lowerBound - width - 2) / width
      let count = min(try picture.u16(box.body.lowerBound + width), room)
      for index in 0..<count where try id(box.body.lowerBound + width + 2 + index * width) == item {
        found.insert(try id(box.body.lowerBound))
      }
      looked += 1 + count
    }
    return found
  }

  private func isAlpha(_ property: ISOBox) -> Bool {
    property.type == "auxC"
      && (picture.matches("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", at: property.body.lowerBound + 4)
        || picture.matches("urn:mpeg:hevc:2015:auxid:1", at: property.body.lowerBound + 4))
  }
}
