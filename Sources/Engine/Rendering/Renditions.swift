package import BookModel
package import Diagnostics
package import Imaging
package import PluginKit

extension Renderer {
  /// A page's picture and its renditions.
  ///
  /// Pixels that the page itself was made of are used again. A page that was copied, or made of a JPEG's
  /// coefficients, is decoded once for all of them, and only as finely as the largest asks for. Renditions of
  /// pictures that nothing here can decode are left out with a warning: the page itself is written all the same.
  package func render(_ page: Page, with renditions: [Rendition]) throws(Diagnostic) -> Rendered {
    var rendered = try render(page)
    let own = rendered.raster
    rendered.raster = nil
    guard !renditions.isEmpty else { return rendered }
    let raster: Raster
    do throws(Diagnostic) {
      if let own { raster = own } else { raster = try decode(rendered, for: renditions) }
    } catch {
      book.report(.withoutRenditions(page, error))
      return rendered
    }
    rendered.renditions = try self.renditions(renditions, of: raster, rendered.facts)
    return rendered
  }

  /// The renditions of a raster that is a page's, or stands for it.
  package func renditions(
    _ renditions: [Rendition], of raster: Raster, _ facts: PictureFacts
  ) throws(Diagnostic) -> [Rendition: RenderedPicture] {
    var all: [Rendition: RenderedPicture] = [:]
    for rendition in renditions { all[rendition] = try made(rendition, of: raster, facts) }
    return all
  }

  private func decode(_ rendered: Rendered, for renditions: [Rendition]) throws(Diagnostic) -> Raster {
    var smallest: Size? = Size(width: 1, height: 1)
    for rendition in renditions {
      let need = ResizeOperation(size: rendition.box).need(of: rendered.facts, for: .everything)
      guard let least = need.smallestSize, let known = smallest else {
        smallest = nil
        break
      }
      smallest = Size(width: max(known.width, least.width), height: max(known.height, least.height))
    }
    return try decodePicture(
      rendered.image.bytes, limits: book.limits, smallestSize: smallest, codecs: codecs)
  }

  private func made(
    _ rendition: Rendition, of page: Raster, _ facts: PictureFacts
  ) throws(Diagnostic) -> RenderedPicture {
    var raster = page
    _ = try ResizeOperation(size: rendition.box).apply(to: &raster)
    var facts = facts
    if facts.format.isLossless == true { facts.fidelity = .lossless }
    let choice = EncodingChoice(rendition.encoding, sources: [facts], result: facts)
    if !choice.format.holdsAlpha { raster = raster.laid(on: choice.background) }
    let image = try encodePicture(raster, as: choice.format, choice.request, codecs: codecs)
    return RenderedPicture(image: image, facts: PictureFacts(of: image, raster))
  }
}

extension PictureFacts {
  /// What can be said of a raster that has been encoded.
  package init(of image: EncodedImage, _ raster: Raster) {
    self.init(
      format: image.format, size: raster.size, color: raster.layout == .gray ? .gray : .rgb,
      hasAlpha: raster.layout == .rgba, byteCount: image.bytes.count)
  }
}

extension Rule {
  static let renditionMissing = Rule(
    "rendition-missing", .input,
    "A page has no thumbnail or smaller picture, because its own picture cannot be decoded.",
    advice: """
      Convert the page to JPEG or PNG first; the stage 'encode' does so if this build can decode the \
      picture.
      """)
}

extension Diagnostic {
  fileprivate static func withoutRenditions(_ page: Page, _ error: Diagnostic) -> Diagnostic {
    .warning(
      .renditionMissing, "no smaller pictures of '\(page.picture.recipe)': \(error.message)",
      at: error.place, remedy: error.remedy)
  }
}
