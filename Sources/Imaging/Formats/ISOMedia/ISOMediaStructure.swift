import Diagnostics

/// Follows the boxes of an AVIF or HEIC file, which must all lie inside it.
enum ISOMediaStructure {
  static func check(_ picture: PictureBytes) throws(HeaderStop) -> [Diagnostic] {
    let (boxes, warnings) = try checkBoxes(picture)
    if boxes.contains(where: { $0.type == "mdat" }) { return warnings }
    // Small pictures may be stored in the description itself.
    if let meta = boxes.first(where: { $0.type == "meta" }) {
      let children = min(meta.body.lowerBound + 4, meta.end)..<meta.end
      if try ISOBox.first("idat", in: children, of: picture) != nil { return warnings }
    }
    throw .bad(picture.truncated("its picture data (mdat) are missing"))
  }

  /// The outermost boxes of any file of this kind, including JPEG XL and JPEG 2000.
  static func checkBoxes(_ picture: PictureBytes) throws(HeaderStop) -> (
    boxes: [ISOBox], warnings: [Diagnostic]
  ) {
    var boxes: [ISOBox] = []
    var offset = 0
    while offset + 8 <= picture.count {
      let box = try ISOBox(picture, at: offset, before: PictureBytes.unreachable)
      boxes.append(box)
      if box.isOpenEnded { return (boxes, []) }
      if box.end > picture.count {
        throw .bad(
          picture.truncated(
            "box '\(box.type)' ends at byte \(box.end), but only \(picture.count) bytes are there"))
      }
      offset = box.end
    }
    return (boxes, picture.trailing(from: offset))
  }
}
