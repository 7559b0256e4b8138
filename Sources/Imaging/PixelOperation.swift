public import BookModel
public import Diagnostics

/// A picture operation that works on one raster in place.
public protocol PixelOperation: PictureOperation {
  /// Does the work. Called on a worker thread; looks for cancellation between bands of rows.
  ///
  /// - Returns: `unchanged` where the pixels are what they were, so that a page no operation changed is copied.
  func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange

  /// What it needs decoded of its input where `need` is wanted of its result. The default is everything.
  ///
  /// - Parameter input: the input's facts, nil where only the pixels can tell.
  func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed
}

extension PixelOperation {
  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed { .everything }
}

public enum PixelChange: Sendable, Hashable { case changed, unchanged }

/// What of a picture has to be decoded for what comes behind it.
public struct DecodeNeed: Sendable, Hashable {
  /// Luma alone will do: what follows takes the color away.
  public var grayOnly: Bool
  /// The smallest upright size that will do, nil: the full one.
  public var smallestSize: Size?
  /// The size at which a drawing needs no scaling afterwards, larger than its own perhaps; nil: its own.
  public var drawingSize: Size?

  public init(grayOnly: Bool = false, smallestSize: Size? = nil, drawingSize: Size? = nil) {
    self.grayOnly = grayOnly
    self.smallestSize = smallestSize
    self.drawingSize = drawingSize
  }

  /// The same for what is done to the picture before.
  func mappingSizes(_ change: (Size) -> Size) -> DecodeNeed {
    DecodeNeed(
      grayOnly: grayOnly, smallestSize: smallestSize.map(change), drawingSize: drawingSize.map(change))
  }

  public static let everything = DecodeNeed()
}

/// A pixel operation that looks at one sample at a time: consecutive ones become one pass over the pixels.
public protocol PointOperation: PixelOperation {
  /// What each of the 256 levels of a gray, red, green or blue sample becomes. Alpha is left alone.
  var levels: [UInt8] { get }
}

extension PointOperation {
  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    raster.mapLevels(levels) ? .changed : .unchanged
  }

  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed { need }
}

/// A picture operation that makes one raster of several.
public protocol CombiningOperation: PictureOperation {
  /// Does the work. The rasters come in the order of the recipe.
  func combine(_ rasters: [Raster]) throws(Diagnostic) -> Raster
  /// Whether every sample of pictures of these sizes is kept; where that does not depend on their sizes,
  /// `keepsSamples` says it.
  func keepsSamples(of sizes: [Size]) -> Bool
}

extension CombiningOperation {
  public func keepsSamples(of sizes: [Size]) -> Bool { keepsSamples }
}

extension Raster {
  /// Puts `levels[sample]` in place of every gray, red, green and blue sample.
  ///
  /// - Parameter levels: 256 of them.
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
