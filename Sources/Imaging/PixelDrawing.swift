public import BookModel
public import Diagnostics

/// A drawing whose pixels can be computed.
public protocol PixelDrawing: Drawing {
  /// Draws the whole drawing at a size, which may be its own or another, even of a different shape. Called on
  /// a worker thread; checks for cancellation between bands of rows.
  ///
  /// - Returns: a raster of exactly that size.
  func draw(at size: Size, on ground: any DrawingGround) throws(Diagnostic) -> Raster
}

/// The sources a drawing is drawn from. Valid for one call, on its thread.
public protocol DrawingGround {
  var limits: Limits { get }
  /// The complete bytes of one entry of its `material`.
  func bytes(of entry: EntryReference) throws(Diagnostic) -> [UInt8]
  /// One of its `layers`, upright and in sRGB, scaled to a size; a marked blank if it is damaged and the run
  /// goes on with blanks.
  func raster(of layer: Picture, at size: Size) throws(Diagnostic) -> Raster
}
