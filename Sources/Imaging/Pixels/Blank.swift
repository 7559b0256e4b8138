public import BookModel

/// A white page as a PNG of 8-bit gray.
///
/// - Parameter size: pixels; a side of 0 counts as 1.
public func drawBlank(_ size: Size) -> EncodedImage {
  let drawn = Size(width: max(1, size.width), height: max(1, size.height))
  return EncodedImage(format: .png, bytes: PNGWriter(Raster(size: drawn, filledWith: 255)).bytes)
}
