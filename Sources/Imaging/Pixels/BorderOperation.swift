public import BookModel
public import Diagnostics
public import Options

/// Puts a border around a picture.
public struct BorderOperation: PixelOperation {
  public static let name = "border"

  /// A share refers to the shorter side, so that the border has the same width everywhere.
  public let width: Length
  /// Nil for the typical color of the picture's outermost pixels.
  public let color: Color?

  public init(width: Length, color: Color?) {
    self.width = width
    self.color = color
  }

  public var parameters: String { "\(width.optionText) \(color?.optionText ?? "auto")" }

  /// Gray stays gray if the border is.
  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    guard let input = inputs.first, inputs.count == 1 else { return nil }
    let pixels = pixels(around: input.size)
    var facts = input.reworked(
      Size(width: input.size.width + 2 * pixels, height: input.size.height + 2 * pixels))
    facts.color = input.color == .gray && color?.isGray != false ? .gray : .rgb
    return facts
  }

  func pixels(around size: Size) -> Int { width.pixels(of: min(size.width, size.height)) }

  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    let pixels = pixels(around: raster.size)
    guard pixels > 0 else { return .unchanged }
    if raster.layout == .gray, color?.isGray == false { raster = raster.converted(to: .rgb) }
    let frame = color.map { [$0.red, $0.green, $0.blue, 255] } ?? raster.edgeColor
    let fold = raster.fold.map { $0 + pixels }
    raster = raster.framed(by: pixels, frame)
    raster.fold = fold
    return .changed
  }
}

extension Color {
  var isGray: Bool { red == green && green == blue }
}

extension Raster {
  /// The median of the outermost pixels, sample by sample.
  var edgeColor: [UInt8] {
    let (width, height) = (size.width, size.height)
    let bottom = (height - 1) * width
    let edge =
      (0..<width).flatMap { [$0, bottom + $0] }
      + (0..<height).flatMap { [$0 * width, $0 * width + width - 1] }
    return (0..<layout.bytesPerPixel).map { channel in
      edge.map { samples[$0 * layout.bytesPerPixel + channel] }.sorted()[edge.count / 2]
    }
  }

  /// The raster surrounded by pixels of one color; `color` has a byte for each sample of a pixel.
  func framed(by pixels: Int, _ color: [UInt8]) -> Raster {
    let bytes = layout.bytesPerPixel
    let size = Size(width: self.size.width + 2 * pixels, height: self.size.height + 2 * pixels)
    let (rowBytes, innerBytes) = (size.width * bytes, self.size.width * bytes)
    let line = (0..<rowBytes).map { color[$0 % bytes] }
    return Raster(size: size, layout: layout) { out in
      samples.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress, let out = out.baseAddress else { return }
        for y in 0..<size.height {
          let row = out + y * rowBytes
          row.update(from: line, count: rowBytes)
          guard y >= pixels, y < size.height - pixels else { continue }
          (row + pixels * bytes).update(from: source + (y - pixels) * innerBytes, count: innerBytes)
        }
      }
    }
  }
}
