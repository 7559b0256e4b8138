import BookModel
import Imaging

/// A page drawn for a test: paper, with rectangles on it.
struct DrawnPage {
  private(set) var raster: Raster

  init(_ width: Int, _ height: Int, paper: [UInt8] = [255, 255, 255], layout: Raster.Layout = .rgb) {
    let size = Size(width: width, height: height)
    raster = Raster(size: size, layout: layout, filledWith: paper[0])
    if layout != .gray { fill(0, 0, width, height, paper) }
  }

  /// What of the rectangle lies on the page; `color` has three samples, of which gray takes the first.
  mutating func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: [UInt8]) {
    let bytes = raster.layout.bytesPerPixel
    let pixel = bytes == 1 ? [color[0]] : color + [255]
    let columns = (x..<x + width).clamped(to: 0..<raster.size.width)
    let rows = (y..<y + height).clamped(to: 0..<raster.size.height)
    guard !columns.isEmpty else { return }
    let line = Array(repeatElement(pixel, count: columns.count).joined())
    for row in rows {
      let start = (row * raster.size.width + columns.lowerBound) * bytes
      raster.samples.replaceSubrange(start..<start + line.count, with: line)
    }
  }

  /// The outline of a rectangle, as thick inward.
  mutating func outline(_ x: Int, _ y: Int, _ width: Int, _ height: Int, thick: Int, _ color: [UInt8]) {
    fill(x, y, width, thick, color)
    fill(x, y + height - thick, width, thick, color)
    fill(x, y, thick, height, color)
    fill(x + width - thick, y, thick, height, color)
  }

  /// A round mark.
  mutating func disc(_ x: Int, _ y: Int, radius: Int, _ color: [UInt8]) {
    for row in -radius...radius {
      let half = Int(Double(radius * radius - row * row).squareRoot())
      fill(x - half, y + row, 2 * half + 1, 1, color)
    }
  }

  /// Adds evenly distributed noise of -amount to amount to every color and gray sample, each its own.
  mutating func addNoise(_ amount: Int) {
    var state: UInt64 = 1
    let isGray = raster.layout == .gray
    raster.samples.withUnsafeMutableBufferPointer { samples in
      for index in samples.indices where isGray || index & 3 != 3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let noise = Int(state >> 33) % (2 * amount + 1) - amount
        samples[index] = UInt8(max(0, min(255, Int(samples[index]) + noise)))
      }
    }
  }

  /// The page as JPEG keeps it.
  func asJPEG(quality: Int) throws -> Raster {
    var request = EncodeRequest()
    request.quality = quality
    request.sampling = .quarter
    return try decodePicture(JPEGCodec.encode(raster, request))
  }
}

extension Raster {
  /// Rows of gray levels, or of the red ones.
  var rows: [[UInt8]] {
    (0..<size.height).map { y in
      (0..<size.width).map { samples[(y * size.width + $0) * layout.bytesPerPixel] }
    }
  }

  init(gray rows: [[UInt8]]) {
    self.init(
      size: Size(width: rows[0].count, height: rows.count), layout: .gray, samples: rows.flatMap { $0 })
  }
}

extension PixelOperation {
  /// The result, and whether anything changed.
  func result(on raster: Raster) throws -> (raster: Raster, change: PixelChange) {
    var copy = raster
    let change = try apply(to: &copy)
    return (copy, change)
  }
}
