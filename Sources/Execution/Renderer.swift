import BookModel
import Diagnostics
import Imaging
import PluginKit

/// Evaluates recipes, on the calling thread, in the cheapest way that is exact: bytes nobody changed are
/// copied after a look at their structure; everything else is decoded once and encoded once.
struct Renderer: Sendable {
  let book: OpenBook
  /// Puts a blank in place of a source picture that is damaged, and says so, instead of failing.
  var replacement: (@Sendable (EntryReference, Diagnostic) throws(Diagnostic) -> Raster)?

  init(
    book: OpenBook, replacement: (@Sendable (EntryReference, Diagnostic) throws(Diagnostic) -> Raster)? = nil
  ) {
    self.book = book
    self.replacement = replacement
  }

  struct Rendered: Sendable {
    var image: EncodedImage
    var facts: PictureFacts
    var how: Making
  }

  /// The encoded picture of a recipe.
  ///
  /// - Throws: rules of category `damage` where a source's picture is damaged.
  func render(_ picture: Picture) throws(Diagnostic) -> Rendered {
    switch picture {
    case .entry(let reference):
      return try copy(reference)
    case .blank(let blank):
      let size = blank.size ?? Size(width: 1, height: 1)
      let image = drawBlank(size)
      return Rendered(
        image: image,
        facts: PictureFacts(format: image.format, size: size, color: .gray, byteCount: image.bytes.count),
        how: .drawn)
    case .derived(let operation, _):
      let raster = try raster(of: picture)
      let image = EncodedImage(format: .png, bytes: try encodePNG(raster))
      let facts = PictureFacts(
        format: .png, size: raster.size, color: raster.layout == .gray ? .gray : .rgb,
        hasAlpha: raster.layout == .rgba, byteCount: image.bytes.count)
      return Rendered(image: image, facts: facts, how: operation.base.keepsSamples ? .lossless : .reencoded)
    }
  }

  /// An entry's bytes, untouched, once their structure has been looked at.
  private func copy(_ reference: EntryReference) throws(Diagnostic) -> Rendered {
    let bytes = try book.readNow(reference)
    do throws(Diagnostic) {
      let (facts, warnings) = try inspectPicture(bytes, limits: book.limits)
      for warning in warnings { book.report(warning.inEntry(reference.name)) }
      return Rendered(image: EncodedImage(format: facts.format, bytes: bytes), facts: facts, how: .copied)
    } catch {
      throw error.inFile(book.path.display).inEntry(reference.name)
    }
  }

  /// The pixels of a recipe.
  func raster(of picture: Picture) throws(Diagnostic) -> Raster {
    switch picture {
    case .entry(let reference):
      do throws(Diagnostic) {
        let bytes = try book.readNow(reference)
        return try decodePicture(bytes, limits: book.limits)
      } catch {
        let placed = error.inFile(book.path.display).inEntry(reference.name)
        guard error.rule.category == .damage, let replacement else { throw placed }
        return try replacement(reference, placed)
      }
    case .blank(let blank):
      return Raster(size: blank.size ?? Size(width: 1, height: 1), layout: .gray, filledWith: 255)
    case .derived(let operation, let inputs):
      var rasters: [Raster] = []
      for input in inputs { rasters.append(try raster(of: input)) }
      switch operation.base {
      case let combining as any CombiningOperation:
        return try combining.combine(rasters)
      case let pixels as any PixelOperation:
        guard var raster = rasters.popLast(), rasters.isEmpty else {
          throw .error(.recipeUnknown, "'\(operation.description)' works on one picture, not \(inputs.count)")
        }
        _ = try pixels.apply(to: &raster)
        return raster
      default:
        throw .error(.recipeUnknown, "nothing here knows how to do '\(operation.description)'")
      }
    }
  }

  /// Bytes a page takes while it is being made: what the memory budget is charged.
  func cost(of picture: Picture) -> Int {
    switch picture {
    case .entry(let reference): return book.stated(reference).size ?? (16 << 20)
    case .blank(let blank): return blank.size?.area ?? 0
    case .derived(_, let inputs):
      // Encoded bytes of the inputs, and two rasters of up to sixteen times as much.
      return inputs.reduce(0) { $0 + cost(of: $1) } * 33
    }
  }
}

extension Rule {
  static let recipeUnknown = Rule(
    "recipe-unknown", .defect, "A recipe holds an operation that nothing can carry out.")
}
