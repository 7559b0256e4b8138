public import BookModel
import CKernels
public import Diagnostics
import Options

/// Makes edges steeper: an unsharp mask, limited by the surroundings of each pixel.
///
/// The difference between a page and a blurred copy is added to the page. A plain unsharp mask then puts a
/// bright rim around lettering on gray and a dark one around white lettering. Here, no pixel leaves the range
/// of its three by three neighborhood by more than an eighth of that range: edges get steeper and thin lines
/// darker, without a visible rim. Color pages change only in luma, so that colors do not shift and JPEG's
/// color noise stays as faint as it is.
public struct SharpenOperation: PixelOperation {
  public static let name = "sharpen"

  /// How much of the difference is added; 1 is all of it.
  public let amount: Double
  /// The standard deviation of the blur, in pixels.
  public let radius: Double
  /// Differences up to this many levels count as noise.
  public let threshold: Int

  public init(amount: Double = 0.6, radius: Double = 0.8, threshold: Int = 3) {
    precondition((0...10).contains(amount) && (0.1...50).contains(radius) && (0...255).contains(threshold))
    self.amount = amount
    self.radius = radius
    self.threshold = threshold
  }

  public var parameters: String { "\(amount) \(radius) \(threshold)" }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    guard var facts = inputs.first, inputs.count == 1 else { return nil }
    facts.byteCount = nil
    facts.orientation = 1
    facts.hasColorProfile = false
    return facts
  }

  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed {
    DecodeNeed(grayOnly: need.grayOnly)
  }

  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    let (width, height) = (raster.size.width, raster.size.height)
    let luma = raster.lumaOnWhite
    let blurred = luma.blended(
      AxisWeights(blurring: width, deviation: radius), AxisWeights(blurring: height, deviation: radius))
    var low = [UInt8](repeating: 0, count: width + 2)
    var high = low
    var changes = [Int16](repeating: 0, count: width)
    let isGray = raster.layout == .gray
    let stride = width * raster.layout.bytesPerPixel
    var changed: UInt32 = 0
    raster.samples.withUnsafeMutableBufferPointer { samples in
      luma.samples.withUnsafeBufferPointer { luma in
        blurred.samples.withUnsafeBufferPointer { blurred in
          guard let out = samples.baseAddress, let luma = luma.baseAddress, let blurred = blurred.baseAddress
          else { return }
          for y in 0..<height {
            if y & 63 == 0, Task.isCancelled { break }
            let row = luma + y * width
            kernel_column_ranges(
              y > 0 ? row - width : row, row, y + 1 < height ? row + width : row, &low, &high, width)
            kernel_sharpen(
              row, blurred + y * width, low, high, Int32((amount * 256).rounded()), Int32(threshold),
              &changes,
              width)
            changed |=
              isGray
              ? kernel_change_gray(out + y * stride, changes, width)
              : kernel_change_colors(out + y * stride, changes, width)
          }
        }
      }
    }
    return changed == 0 ? .unchanged : .changed
  }
}

extension Raster {
  /// Luma as seen on white paper.
  fileprivate var lumaOnWhite: Raster {
    var gray = layout == .rgba ? laid(on: .white) : self
    gray.removeColor()
    return gray
  }
}
