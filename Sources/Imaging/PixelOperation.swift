public import BookModel
public import Diagnostics

/// A picture operation that works on one raster in place.
public protocol PixelOperation: PictureOperation {
  /// Does the work. Called on a worker thread; looks for cancellation between bands of rows.
  func apply(to raster: inout Raster) throws(Diagnostic)
}

/// A picture operation that makes one raster of several.
public protocol CombiningOperation: PictureOperation {
  /// Does the work. The rasters come in the order of the recipe.
  func combine(_ rasters: [Raster]) throws(Diagnostic) -> Raster
}
