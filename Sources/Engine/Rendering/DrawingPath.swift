import BookModel
import Diagnostics
import Imaging

extension Rule {
  static let drawingSize = Rule(
    "drawing-size", .defect, "A drawing has a different size from the one that was asked for.",
    advice: "Tell the plugin's authors.")
}

extension Evaluation {
  /// The pixels of a drawing, at the size at which what follows needs not scale them. One whose material is damaged
  /// is replaced as a source's picture is.
  func draw(_ drawing: AnyDrawing, _ need: DecodeNeed) throws(Diagnostic) -> Raster {
    guard let pixels = drawing.base as? any PixelDrawing else {
      throw .error(.recipeUnknown, "nothing here knows how to draw '\(drawing.description)'")
    }
    let own = drawing.base.facts.size
    let size = need.drawingSize ?? own
    try checkSize(size, of: drawing)
    do throws(Diagnostic) {
      let raster = try pixels.draw(at: size, on: self)
      guard raster.size == size else {
        throw .error(
          .drawingSize, "'\(drawing.name)' drew \(raster.size) pixels instead of \(size)")
      }
      return size == own ? raster : raster.standing(forDrawingOf: own)
    } catch {
      let placed = drawing.base.material.first.map { self.placed(error, $0) } ?? error
      guard error.rule.category == .damage, let replacement else { throw placed }
      damaged += drawing.base.material
      return replacement.mark(for: placed, size: own, in: renderer.book)
    }
  }

  private func checkSize(_ size: Size, of drawing: AnyDrawing) throws(Diagnostic) {
    let limit = renderer.book.limits.maxPixels
    guard size.width > 0, size.height > 0, size.area <= limit else {
      throw .error(
        .pictureTooLarge, "'\(drawing.name)' would be drawn at \(size) pixels; the limit is \(limit)",
        remedy: "raise the limit: --max-pixels")
    }
  }
}

extension Evaluation: DrawingGround {
  func bytes(of entry: EntryReference) throws(Diagnostic) -> [UInt8] {
    let bytes = try renderer.book.readNow(entry)
    materialBytes += bytes.count
    return bytes
  }

  func raster(of layer: Picture, at size: Size) throws(Diagnostic) -> Raster {
    var resize = ResizeOperation(size: size, mode: .stretch)
    resize.enlarge = true
    return try evaluate(.derived(resize, [layer]), need: .everything).raster
  }
}
