import BookModel

/// The orientation stated by EXIF (tag 0x0112).
enum ExifOrientation {
  static let tag = 0x0112

  /// 1 to 8, from an EXIF block with or without its `Exif` prefix; nil if it states none or is faulty.
  static func read(_ block: ArraySlice<UInt8>) -> Int? {
    let prefix = Array("Exif\0\0".utf8)
    let body = block.starts(with: prefix) ? block.dropFirst(prefix.count) : block
    let exif = PictureBytes(bytes: Array(body), isWhole: true, format: .tiff)
    do throws(HeaderStop) {
      return normalized(try TIFFDirectory(exif).first(tag))
    } catch {
      // A faulty block counts as none: pictures with one are common and otherwise sound.
      return nil
    }
  }

  static func normalized(_ value: Int?) -> Int? {
    guard let value, (1...8).contains(value) else { return nil }
    return value
  }

  /// Whether an orientation swaps width and height.
  static func swapsSides(_ orientation: Int) -> Bool { orientation >= 5 }

  /// The upright size of a picture stored with an orientation.
  static func upright(_ stored: Size, _ orientation: Int) -> Size {
    swapsSides(orientation) ? Size(width: stored.height, height: stored.width) : stored
  }
}
