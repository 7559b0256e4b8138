public import BookModel

/// The page that replaces a damaged one: light gray, framed and crossed out, so that nobody mistakes it for a
/// page of the book.
///
/// - Parameter size: in pixels; a side of 0 counts as 1.
public func damageMark(_ size: Size) -> Raster {
  let size = Size(width: max(1, size.width), height: max(1, size.height))
  var mark = Raster(size: size, filledWith: 232)
  let (width, height) = (size.width, size.height)
  let stroke = max(1, min(width, height) / 150)
  let ink: UInt8 = 120
  for y in 0..<height {
    let row = y * width
    // The two diagonals, each as thick as the frame.
    let x = height == 1 ? 0 : y * (width - 1) / (height - 1)
    for center in [x, width - 1 - x] {
      for column in max(0, center - stroke)...min(width - 1, center + stroke) {
        mark.samples[row + column] = ink
      }
    }
    let isFrame = y < stroke || y >= height - stroke
    for column in 0..<(isFrame ? width : min(stroke, width)) { mark.samples[row + column] = ink }
    for column in max(0, width - stroke)..<width { mark.samples[row + column] = ink }
  }
  return mark
}

/// A white page as a PNG of 8-bit gray.
///
/// - Parameter size: in pixels; a side of 0 counts as 1.
public func drawBlank(_ size: Size) -> EncodedImage {
  let drawn = Size(width: max(1, size.width), height: max(1, size.height))
  return EncodedImage(format: .png, bytes: PNGWriter(Raster(size: drawn, filledWith: 255)).bytes)
}
