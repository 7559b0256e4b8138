public import BookModel
public import Diagnostics

/// A drawing whose pixels can be had.
public protocol PixelDrawing: Drawing {
  /// Draws all of it at a size, which is its own or one that is asked for; the shape may be another, too. Called on
  /// a worker thread; looks for cancellation between bands of rows.
  ///
  /// - Returns: a raster of that very size.
  func draw(at size: Size, on ground: any DrawingGround) throws(Diagnostic) -> Raster
}

/// What a drawing is drawn from. For the time of one call, on its thread.
public protocol DrawingGround {
  var limits: Limits { get }
  /// The whole of one of its `material`.
  func bytes(of entry: EntryReference) throws(Diagnostic) -> [UInt8]
  /// One of its `layers`, upright and in sRGB, scaled to a size; a marked blank where it is damaged and the run
  /// goes on with those.
  func raster(of layer: Picture, at size: Size) throws(Diagnostic) -> Raster
}
