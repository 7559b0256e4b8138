import Diagnostics

/// Follows the boxes of a JPEG 2000 file and the tile-parts of its codestream to EOC (ITU-T T.800 annex A).
enum JPEG2000Structure {
  static func check(_ picture: PictureBytes) throws(HeaderStop) -> [Diagnostic] {
    if try picture.u16(0) == 0xFF4F { return try checkCodestream(picture, 0..<picture.count) }
    let (boxes, warnings) = try ISOMediaStructure.checkBoxes(picture)
    guard let codestream = boxes.first(where: { $0.type == "jp2c" }) else {
      throw picture.structure("it holds no codestream")
    }
    let range = codestream.body.clamped(to: 0..<picture.count)
    return try checkCodestream(picture, range) + warnings
  }

  private static func checkCodestream(_ picture: PictureBytes, _ range: Range<Int>) throws(HeaderStop)
    -> [Diagnostic]
  {
    var offset = range.lowerBound + 2
    while true {
      if offset == range.upperBound { return [picture.endMissing("EOC")] }
      switch try picture.u16(offset) {
      case 0xFFD9: return []
      case 0xFF90:
        let length = try picture.u32(offset + 6)
        // The last tile-part may omit its length; then its end mark also ends the codestream.
        if length == 0 {
          return try picture.u16(range.upperBound - 2) == 0xFFD9 ? [] : [picture.endMissing("EOC")]
        }
        guard length >= 14 else {
          throw picture.structure("the tile-part at byte \(offset) states \(length) bytes")
        }
        offset += length
      case let marker where marker >= 0xFF00:
        offset += 2 + max(2, try picture.u16(offset + 2))
      default: throw picture.structure("there is no marker at byte \(offset)")
      }
      guard offset <= range.upperBound else {
        throw .bad(picture.truncated("its parts go on to byte \(offset) of \(range.upperBound)"))
      }
    }
  }
}
