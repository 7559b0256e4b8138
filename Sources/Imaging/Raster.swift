public import BookModel

/// Decoded pixels, uniquely owned: 8 bits a sample, rows without padding, sRGB-encoded.
///
/// Samples are interleaved in the order of the layout; alpha is straight (not premultiplied).
public struct Raster: Hashable, Sendable {
  public let size: Size
  public let layout: Layout
  /// `size.area * layout.channels` samples, row by row from the top.
  public var samples: [UInt8]

  public enum Layout: Hashable, Sendable {
    case gray, rgb, rgba

    public var channels: Int {
      switch self {
      case .gray: 1
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  /// Takes samples as they are; their count has to fit.
  public init(size: Size, layout: Layout, samples: [UInt8]) {
    precondition(samples.count == size.area * layout.channels, "a raster's samples fill its size")
    self.size = size
    self.layout = layout
    self.samples = samples
  }

  /// A raster of one gray level.
  public init(size: Size, layout: Layout = .gray, filledWith level: UInt8) {
    self.init(
      size: size, layout: layout, samples: [UInt8](repeating: level, count: size.area * layout.channels))
  }
}
