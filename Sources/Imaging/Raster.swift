public import BookModel

/// Decoded pixels, uniquely owned: 8 bits a sample, rows without padding, sRGB-encoded.
///
/// A pixel is one byte of gray, or four bytes of color: red, green, blue and, if the layout has alpha,
/// straight (not premultiplied) alpha; otherwise the fourth byte is 255. This way kernels have two cases
/// rather than three, and read a color pixel as one word.
public struct Raster: Hashable, Sendable {
  public let size: Size
  public let layout: Layout
  /// `size.area * layout.bytesPerPixel` samples, row by row from the top.
  public var samples: [UInt8]
  /// The size of the picture that this one represents: larger than `size` if a decoder was allowed to reduce
  /// it. Operations that count in pixels of the page request the full size instead (`DecodeNeed`).
  public var fullSize: Size
  /// Whether the pixels fill the full size evenly, as those of a drawing do. A codec reduces by eighths and
  /// rounds the size up, so the last pixel may represent less than the others.
  var fillsEvenly = false
  /// Where the fold of a double page lies, the column behind it, once margins were cut off that need not be alike at
  /// both sides; nil: in the middle. Whatever moves columns moves it too.
  public internal(set) var fold: Int?

  public enum Layout: Hashable, Sendable {
    case gray, rgb, rgba

    public var bytesPerPixel: Int { self == .gray ? 1 : 4 }
  }

  /// Takes the samples as they are; their count must match.
  public init(size: Size, layout: Layout, samples: [UInt8], fullSize: Size? = nil) {
    precondition(samples.count == size.area * layout.bytesPerPixel, "a raster's samples fill its size")
    self.size = size
    self.layout = layout
    self.samples = samples
    self.fullSize = fullSize ?? size
  }

  /// A drawing drawn at a size other than its own.
  public func standing(forDrawingOf size: Size) -> Raster {
    var raster = self
    raster.fullSize = size
    raster.fillsEvenly = true
    return raster
  }

  /// Lets `fill` write every sample. The bytes are uninitialized before.
  public init(size: Size, layout: Layout, filledBy fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    let count = size.area * layout.bytesPerPixel
    let samples = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      fill(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
      initialized = count
    }
    self.init(size: size, layout: layout, samples: samples)
  }

  /// A raster of one gray level, opaque.
  public init(size: Size, layout: Layout = .gray, filledWith level: UInt8) {
    guard layout != .gray else {
      self.init(size: size, layout: layout, samples: [UInt8](repeating: level, count: size.area))
      return
    }
    self.init(size: size, layout: layout) { samples in
      var index = 0
      while index < samples.count {
        samples[index] = level
        samples[index &+ 1] = level
        samples[index &+ 2] = level
        samples[index &+ 3] = 255
        index &+= 4
      }
    }
  }

  /// Colors given as three bytes per pixel.
  public init(size: Size, triples: [UInt8]) {
    precondition(triples.count == size.area * 3, "a raster's samples fill its size")
    self.init(size: size, layout: .rgb) { samples in
      for pixel in 0..<size.area {
        for channel in 0..<3 { samples[pixel &* 4 &+ channel] = triples[pixel &* 3 &+ channel] }
        samples[pixel &* 4 &+ 3] = 255
      }
    }
  }
}

extension Raster: CustomStringConvertible {
  /// Size and layout only, since the samples would fill pages.
  public var description: String { "\(size) \(layout)" }
}
