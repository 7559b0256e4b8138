public import BookModel
public import Diagnostics

/// A picture operation that works on one raster in place.
public protocol PixelOperation: PictureOperation {
  /// Does the work. Called on a worker thread; checks for cancellation between bands of rows.
  ///
  /// - Returns: `unchanged` if the pixels are the same as before, so that a page no operation has changed is
  ///   copied.
  func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange

  /// What must be decoded of its input if `need` is wanted of its result. By default, everything.
  ///
  /// - Parameter input: the input's facts; nil if they depend on the pixels.
  func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed
}

extension PixelOperation {
  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed { .everything }
}

public enum PixelChange: Sendable, Hashable { case changed, unchanged }

/// How much of a picture must be decoded for later operations.
public struct DecodeNeed: Sendable, Hashable {
  /// Luma alone is enough, because a later operation removes the color.
  public var grayOnly: Bool
  /// The smallest sufficient upright size; nil for the full one.
  public var smallestSize: Size?
  /// The size at which a drawing needs no scaling afterwards, which may be larger than its own; nil for its
  /// own.
  public var drawingSize: Size?

  public init(grayOnly: Bool = false, smallestSize: Size? = nil, drawingSize: Size? = nil) {
    self.grayOnly = grayOnly
    self.smallestSize = smallestSize
    self.drawingSize = drawingSize
  }

  /// The need before an operation that changes sizes.
  func mappingSizes(_ change: (Size) -> Size) -> DecodeNeed {
    DecodeNeed(
      grayOnly: grayOnly, smallestSize: smallestSize.map(change), drawingSize: drawingSize.map(change))
  }

  public static let everything = DecodeNeed()
}

/// A pixel operation that looks at one sample at a time; consecutive ones are combined into one pass over the
/// pixels.
public protocol PointOperation: PixelOperation {
  /// The new value for each of the 256 levels of a gray, red, green or blue sample. Alpha is unchanged.
  var levels: [UInt8] { get }
}

extension PointOperation {
  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    raster.mapLevels(levels) ? .changed : .unchanged
  }

  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed { need }
}

/// A picture operation that combines several rasters into one.
public protocol CombiningOperation: PictureOperation {
  /// Does the work. The rasters are in the order of the recipe.
  func combine(_ rasters: [Raster]) throws(Diagnostic) -> Raster
  /// Whether every sample is kept for pictures of these sizes. If this does not depend on the sizes, it
  /// equals `keepsSamples`.
  func keepsSamples(of sizes: [Size]) -> Bool
}

extension CombiningOperation {
  public func keepsSamples(of sizes: [Size]) -> Bool { keepsSamples }
}

extension Raster {
  /// Replaces every gray, red, green and blue sample by `levels[sample]`.
  ///
  /// - Parameter levels: 256 levels.
  /// - Returns: whether any sample changed.
  public mutating func mapLevels(_ levels: [UInt8]) -> Bool {
    precondition(levels.count == 256, "every level has its own")
    guard levels.enumerated().contains(where: { $0.offset != Int($0.element) }) else { return false }
    let isGray = layout == .gray
    return samples.withUnsafeMutableBufferPointer { samples in
      levels.withUnsafeBufferPointer { levels in
        var difference: UInt8 = 0
        var index = 0
        while index < samples.count {
          if isGray || index & 3 != 3 {
            let level = levels[Int(samples[index])]
            difference |= level ^ samples[index]
            samples[index] = level
          }
          index &+= 1
        }
        return difference != 0
      }
    }
  }
}
