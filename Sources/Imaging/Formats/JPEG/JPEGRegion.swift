import BookModel
import CShims

/// A part of a JPEG as stored, with the turns and mirrors to apply to it: the combined effect of a chain of
/// lossless transforms.
struct JPEGRegion: Hashable {
  /// In pixels as stored.
  private(set) var x: Int
  private(set) var y: Int
  private(set) var width: Int
  private(set) var height: Int
  /// Rows and columns are swapped before any mirroring.
  private(set) var isTransposed: Bool
  private(set) var isMirroredAcross: Bool
  private(set) var isMirroredDown: Bool

  /// The whole of a JPEG, upright.
  ///
  /// - Parameters:
  ///   - stored: width and height as stored.
  ///   - orientation: 1 to 8 (Exif 2.32, tag 0x0112); anything else counts as 1.
  init(of stored: Size, orientation: Int) {
    (x, y, width, height) = (0, 0, stored.width, stored.height)
    isTransposed = (5...8).contains(orientation)
    isMirroredAcross = [2, 3, 6, 7].contains(orientation)
    isMirroredDown = [3, 4, 7, 8].contains(orientation)
  }

  /// The size after turning.
  var size: Size {
    isTransposed ? Size(width: height, height: width) : Size(width: width, height: height)
  }

  mutating func apply(_ transform: LosslessTransform) {
    switch transform {
    case .flip(.horizontal): isMirroredAcross.toggle()
    case .flip(.vertical): isMirroredDown.toggle()
    case .turn(.around):
      isMirroredAcross.toggle()
      isMirroredDown.toggle()
    case .turn(.right):
      isTransposed.toggle()
      (isMirroredAcross, isMirroredDown) = (!isMirroredDown, isMirroredAcross)
    case .turn(.left):
      isTransposed.toggle()
      (isMirroredAcross, isMirroredDown) = (isMirroredDown, !isMirroredAcross)
    case .crop(let rectangle): crop(to: rectangle.clamped(to: size))
    }
  }

  private mutating func crop(to part: Rectangle) {
    let across = isMirroredAcross ? size.width - part.x - part.size.width : part.x
    let down = isMirroredDown ? size.height - part.y - part.size.height : part.y
    x += isTransposed ? down : across
    y += isTransposed ? across : down
    width = isTransposed ? part.size.height : part.size.width
    height = isTransposed ? part.size.width : part.size.height
  }

  /// The region of a JPEG in memory, in the form the C code expects.
  func part(of bytes: UnsafeBufferPointer<UInt8>) -> shim_jpeg_part {
    shim_jpeg_part(
      bytes: bytes.baseAddress, count: bytes.count, x: UInt32(x), y: UInt32(y), width: UInt32(width),
      height: UInt32(height), transpose: isTransposed ? 1 : 0, flip_x: isMirroredAcross ? 1 : 0,
      flip_y: isMirroredDown ? 1 : 0)
  }
}
