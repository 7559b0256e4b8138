import Diagnostics

/// Checks that a BMP's pixels lie inside it.
enum BMPStructure {
  static func check(_ picture: PictureBytes) throws(HeaderStop) -> [Diagnostic] {
    let header = try BMPHeader(picture)
    // Sizes of compressed pixels are often left out.
    let pixels = header.pixelBytes ?? max(1, header.statedBytes)
    guard pixels <= picture.count, header.pixelOffset + pixels <= picture.count else {
      throw .bad(
        picture.truncated("its pixels take \(pixels) bytes, but only \(picture.count) bytes are there"))
    }
    return []
  }
}
