import BookModel

extension Raster {
  /// The raster turned and mirrored from the way a picture with an EXIF orientation stores it to the way it
  /// is displayed.
  ///
  /// - Parameter orientation: 1 to 8 (Exif 2.32, tag 0x0112); anything else counts as 1.
  public func upright(from orientation: Int) -> Raster {
    guard (2...8).contains(orientation) else { return self }
    let channels = layout.bytesPerPixel
    let (width, height) = (size.width, size.height)
    // The stored sample of the upright pixel (x, y) is at `origin + x * step + y * row`, in pixels.
    let (origin, step, row): (Int, Int, Int)
    switch orientation {
    case 2: (origin, step, row) = (width - 1, -1, width)
    case 3: (origin, step, row) = (width * height - 1, -1, -width)
    case 4: (origin, step, row) = (width * (height - 1), 1, -width)
    case 5: (origin, step, row) = (0, width, 1)
    case 6: (origin, step, row) = (width * (height - 1), -width, 1)
    case 7: (origin, step, row) = (width * height - 1, -width, -1)
    default: (origin, step, row) = (width - 1, width, -1)
    }
    let target = ExifOrientation.upright(size, orientation)
    let turned = [UInt8](unsafeUninitializedCapacity: samples.count) { out, count in
      samples.withUnsafeBytes { source in
        guard let source = source.baseAddress, let out = out.baseAddress.map(UnsafeMutableRawPointer.init)
        else {
          return
        }
        if channels == 1 {
          Raster.gather(
            source.assumingMemoryBound(to: UInt8.self), out.assumingMemoryBound(to: UInt8.self), target,
            origin: origin, step: step, row: row)
        } else {
          // An array's storage is aligned to 16 bytes.
          Raster.gather(
            source.assumingMemoryBound(to: UInt32.self), out.assumingMemoryBound(to: UInt32.self), target,
            origin: origin, step: step, row: row)
        }
      }
      count = samples.count
    }
    var upright = Raster(
      size: target, layout: layout, samples: turned, fullSize: ExifOrientation.upright(fullSize, orientation))
    upright.fillsEvenly = fillsEvenly
    switch orientation {
    case 2, 3: upright.fold = fold.map { width - $0 }
    case 4: upright.fold = fold
    default: break
    }
    return upright
  }

  /// Copies pixel by pixel in square tiles, so that rows read crosswise stay in the cache.
  private static func gather<Pixel: BitwiseCopyable>(
    _ source: UnsafePointer<Pixel>, _ target: UnsafeMutablePointer<Pixel>, _ size: Size,
    origin: Int, step: Int, row: Int
  ) {
    // Rows stay rows: nothing is read crosswise.
    let tile = abs(step) == 1 ? size.width : 64
    for top in stride(from: 0, to: size.height, by: 64) where !Task.isCancelled {
      for left in stride(from: 0, to: size.width, by: tile) {
        for y in top..<min(size.height, top + 64) {
          let end = min(size.width, left + tile)
          let from = source + origin + y * row
          let to = target + y * size.width
          if step == 1 {
            to.update(from: from, count: end)
          } else {
            var x = left
            while x < end {
              to[x] = from[x &* step]
              x &+= 1
            }
          }
        }
      }
    }
  }
}
