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

  public init(grayOnly: Bool = false, smallestSize: Size? = nil) {
    self.grayOnly = grayOnly
    self.smallestSize = smallestSize
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
