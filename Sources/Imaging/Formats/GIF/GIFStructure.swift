import Diagnostics

/// Follows a GIF's blocks to its trailer.
enum GIFStructure {
  static func check(_ picture: PictureBytes) throws(HeaderStop) -> [Diagnostic] {
    var blocks = try GIFBlocks(picture)
    var frames = 0
    while true {
      switch try blocks.next() {
      case .frame:
        try blocks.skipFrameData()
        frames += 1
      case .trailer:
        guard frames > 0 else { throw picture.structure("it has no frame") }
        return picture.trailing(from: blocks.offset)
      // Viewers treat bytes that do not begin a block as the end.
      case .unknown where frames > 0:
        return [picture.endMissing("trailer")] + picture.trailing(from: blocks.offset)
      case .end where frames > 0: return [picture.endMissing("trailer")]
      case .unknown, .end: throw picture.structure("there is no block at byte \(blocks.offset)")
      case .graphicControl, .other: continue
      }
    }
  }
}
