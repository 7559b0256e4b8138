import Diagnostics

/// Follows the boxes of a JPEG XL file to the last part of its codestream.
enum JXLStructure {
  static func check(_ picture: PictureBytes) throws(HeaderStop) -> [Diagnostic] {
    // A bare codestream has no parts that can be followed without decoding.
    guard try picture.u16(0) != 0xFF0A else { return [] }
    let (boxes, warnings) = try ISOMediaStructure.checkBoxes(picture)
    if boxes.contains(where: { $0.type == "jxlc" }) { return warnings }
    // The counter of the last partial codestream has its top bit set.
    guard let last = boxes.last(where: { $0.type == "jxlp" }),
      try picture.u8(last.body.lowerBound) & 0x80 != 0
    else {
      throw .bad(picture.truncated("the last part of its codestream is missing"))
    }
    return warnings
  }
}
