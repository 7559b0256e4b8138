public import BookModel
import CKernels
public import Diagnostics

/// Joins pictures of equal width, the first on top: the tiles into which some books cut their pages.
public struct StackOperation: CombiningOperation {
  public static let name = "stack"

  public init() {}

  public var parameters: String { "" }
  public var keepsSamples: Bool { true }

  /// Gray only if every part is; transparent if any part is. A joined picture is encoded as PNG.
  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    guard let first = inputs.first, inputs.allSatisfy({ $0.size.width == first.size.width }) else {
      return nil
    }
    let isGray = inputs.allSatisfy { $0.color == .gray && !$0.hasAlpha }
    return PictureFacts(
      format: .png,
      size: Size(width: first.size.width, height: inputs.reduce(0) { $0 + $1.size.height }),
      color: isGray ? .gray : .rgb, hasAlpha: inputs.contains(where: \.hasAlpha))
  }

  public func combine(_ rasters: [Raster]) throws(Diagnostic) -> Raster {
    guard let first = rasters.first, rasters.allSatisfy({ $0.size.width == first.size.width }) else {
      let widths = rasters.map { String($0.size.width) }.joined(separator: ", ")
      throw .error(
        .stackWidths,
        "pictures of unequal width cannot be stacked: \(widths.isEmpty ? "there are none" : widths)",
        remedy: "read the pictures as separate pages ('tiles: separate')")
    }
    let layout: Raster.Layout =
      rasters.contains { $0.layout == .rgba } ? .rgba : rasters.contains { $0.layout == .rgb } ? .rgb : .gray
    let size = Size(width: first.size.width, height: rasters.reduce(0) { $0 + $1.size.height })
    var samples: [UInt8] = []
    samples.reserveCapacity(size.area * layout.bytesPerPixel)
    for raster in rasters { samples += raster.converted(to: layout).samples }
    return Raster(size: size, layout: layout, samples: samples)
  }
}

extension Raster {
  /// The raster in a richer layout: gray is copied to the color channels, and a raster without alpha becomes
  /// opaque. A poorer layout leaves it unchanged.
  public func converted(to wanted: Layout) -> Raster {
    var converted: Raster
    switch (layout, wanted) {
    case (.gray, .rgb), (.gray, .rgba):
      converted = Raster(size: size, layout: wanted) { out in
        samples.withUnsafeBufferPointer { kernel_spread_gray($0.baseAddress, out.baseAddress, $0.count) }
      }
    case (.rgb, .rgba):
      converted = Raster(size: size, layout: .rgba, samples: samples, fullSize: fullSize)
    default: return self
    }
    converted.fold = fold
    return converted
  }
}
