import BookModel
import Diagnostics
import Imaging
import Options
import PipelineFile

/// The picture of a page of a drawn book: plain paper, its number in the middle and a square in the corner at the
/// top left, so that pages differ and a turn or a flip shows.
struct DrawnPicture {
  let page: DeclaredPage
  let number: Int

  /// - Throws: what encoding throws.
  func bytes() throws(Diagnostic) -> [UInt8] {
    var request = EncodeRequest()
    request.quality = 90
    request.sampling = .full
    let format: ImageFormat = page.format == .jpeg ? .jpeg : .png
    let bytes = try encodePicture(raster, as: format, request).bytes
    return page.damaged ? Array(bytes.prefix(bytes.count / 2)) : bytes
  }

  private var raster: Raster {
    let (size, color) = (page.size, page.color)
    let isGray = color.red == color.green && color.green == color.blue
    let isDark = Int(color.red) + Int(color.green) + Int(color.blue) < 384
    let ink: UInt8 = isDark ? 235 : 20
    let (width, step) = (size.width, isGray ? 1 : 4)
    let inked = inkedRows()
    return Raster(size: size, layout: isGray ? .gray : .rgb) { samples in
      func paint(_ pixel: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        samples[pixel &* step] = red
        guard !isGray else { return }
        samples[pixel &* step &+ 1] = green
        samples[pixel &* step &+ 2] = blue
        samples[pixel &* step &+ 3] = 255
      }
      for pixel in 0..<size.area { paint(pixel, color.red, color.green, color.blue) }
      for rectangle in inked {
        for y in rectangle.y..<(rectangle.y + rectangle.size.height) where (0..<size.height).contains(y) {
          for x in rectangle.x..<(rectangle.x + rectangle.size.width) where (0..<width).contains(x) {
            paint(y * width + x, ink, ink, ink)
          }
        }
      }
    }
  }

  /// The rectangles that are inked.
  private func inkedRows() -> [Rectangle] {
    let unit = max(1, min(page.size.width, page.size.height) / 24)
    var inked = [Rectangle(x: unit, y: unit, size: Size(width: unit, height: unit))]
    let digits = String(number).compactMap(\.wholeNumberValue)
    let width = digits.count * 4 * unit - unit
    var x = (page.size.width - width) / 2
    let top = (page.size.height - 5 * unit) / 2
    for digit in digits {
      for (row, bits) in DrawnPicture.digits[digit].enumerated() {
        for column in 0..<3 where bits & (4 >> column) != 0 {
          inked.append(
            Rectangle(
              x: x + column * unit, y: top + row * unit, size: Size(width: unit, height: unit)))
        }
      }
      x += 4 * unit
    }
    return inked
  }

  /// Digits of three by five squares, a row a number of three bits.
  private static let digits: [[Int]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 2, 2, 2], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]
}
