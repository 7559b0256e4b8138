public import BookModel
import CKernels
public import Diagnostics

/// Removes the color from every page, or from pages whose only color is JPEG noise and the tint of old paper.
///
/// Gray is luma as in JPEG, 0.299 R + 0.587 G + 0.114 B, so that a JPEG's own luma is the same gray. Alpha is
/// kept: a transparent page keeps its layout, with equal color channels.
public struct GrayscaleOperation: PixelOperation {
  public static let name = "grayscale"

  public enum Mode: Hashable, Sendable {
    case always
    /// Only pages without color, according to `Raster.carriesColor`.
    case automatic(ColorThreshold)
  }

  public let mode: Mode

  public init(mode: Mode) { self.mode = mode }

  public var parameters: String {
    switch mode {
    case .always: "always"
    case .automatic(let threshold): "auto \(threshold.tolerance) \(threshold.share)"
    }
  }

  public var dependsOnContent: Bool { mode != .always }

  /// In automatic mode, only the pixels determine whether the page changes; the facts are then the input's.
  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    guard let input = inputs.first, inputs.count == 1 else { return nil }
    var facts = input.reworked(input.size)
    if mode == .always { facts.color = .gray }
    return facts
  }

  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed {
    // A CMYK picture has no luma channel.
    var need = need
    need.grayOnly = mode == .always && input?.color != .cmyk
    return need
  }

  /// A page that is already gray counts as unchanged, though it has one channel from here on.
  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    guard raster.layout != .gray else { return .unchanged }
    if case .automatic(let threshold) = mode, raster.carriesColor(beyond: threshold) { return .unchanged }
    let isGray = !raster.hasColoredPixels
    raster.removeColor()
    return isGray ? .unchanged : .changed
  }
}

extension Raster {
  /// Whether red, green and blue differ in any pixel, even by one.
  var hasColoredPixels: Bool {
    guard layout != .gray else { return false }
    return samples.withUnsafeBufferPointer { samples in
      guard let pixels = samples.baseAddress else { return false }
      let band = 1 << 14
      for start in stride(from: 0, to: size.area, by: band)
      where kernel_colored_bits(pixels + start * 4, min(band, size.area - start)) != 0 {
        return true
      }
      return false
    }
  }

  /// Replaces each pixel by its luma: in one channel, or in three equal ones if there is alpha.
  mutating func removeColor() {
    let count = size.area
    switch layout {
    case .gray: break
    case .rgb:
      var gray = Raster(size: size, layout: .gray) { gray in
        samples.withUnsafeBufferPointer { kernel_luma($0.baseAddress, gray.baseAddress, count) }
      }
      gray.fullSize = fullSize
      gray.fillsEvenly = fillsEvenly
      gray.fold = fold
      self = gray
    case .rgba:
      samples.withUnsafeMutableBufferPointer { kernel_gray_colors($0.baseAddress, count) }
    }
  }
}
