import Diagnostics

/// Checks that a BMP's pixels lie inside the file.
enum BMPStructure {
  static func check(_ picture: PictureBytes) throws(HeaderStop) -> [Diagnostic] {
    let header = try BMPHeader(picture)
    // The size of compressed pixels is often omitted.
    let pixels = header.pixelBytes ?? max(1, header.statedBytes)
    guard pixels <= picture.count, header.pixelOffset + pixels <= picture.count else {
      throw .bad(
        picture.truncated("its pixels take \(pixels) bytes, but only \(picture.count) bytes are there"))
    }
    return []
  }
}
