import BookModel
import Diagnostics
import Imaging
import PluginKit

extension Renderer {
  /// Makes a page that a program has the last word on: its bytes are the page's, unless another encoding is asked for.
  func runProgram(_ page: Page) throws(Diagnostic) -> Rendered {
    let evaluation = Evaluation(self, page.picture)
    let (image, facts) = try evaluation.encoded(page.picture)
    let choice = EncodingChoice(page.encoding, sources: [facts], result: facts)
    guard choice.reencodesUnchanged else {
      let isDrawn =
        !evaluation.damaged.isEmpty && evaluation.shown.allSatisfy(evaluation.isBlanked)
      let isSame = evaluation.sources.count == 1 && evaluation.sources[0].bytes == image.bytes
      return Rendered(
        image: image, facts: facts, how: isDrawn ? .drawn : isSame ? .copied : .reencoded,
        sourceBytes: evaluation.sourceBytes, damaged: evaluation.damaged)
    }
    return try encode(try evaluation.decoded((image, facts), .everything), choice, evaluation)
  }
}

extension Evaluation {
  /// A picture as an encoded one: an entry's bytes, what a program makes of them, and anything else as PNG.
  func encoded(_ picture: Picture) throws(Diagnostic) -> (image: EncodedImage, facts: PictureFacts) {
    switch picture {
    case .entry(let reference): return try sound(reference)
    case .derived(let operation, let inputs):
      guard let program = operation.base as? any EncodedOperation else { break }
      let input = try encoded(try only(inputs, operation))
      let image = try program.apply(to: try taken(input, by: program), at: workplace)
      guard case .facts(let facts) = try probeHeader(image.bytes, isWhole: true, limits: limits) else {
        break
      }
      made = facts
      return (image, facts)
    case .blank, .drawn: break
    }
    return try png(of: try evaluate(picture, need: .everything).raster)
  }

  /// The raster of an encoded picture that a program has made.
  func decoded(
    _ picture: (image: EncodedImage, facts: PictureFacts), _ need: DecodeNeed
  ) throws(Diagnostic) -> Result {
    let raster = try decodePicture(
      picture.image.bytes, limits: limits, smallestSize: need.smallestSize, grayOnly: need.grayOnly,
      codecs: renderer.codecs)
    return Result(raster: raster, isChanged: true, keepsSamples: false)
  }

  var limits: Limits { renderer.book.limits }

  private var workplace: Workplace {
    let book = renderer.book
    return Workplace(scratch: book.scratch, limits: book.limits) { book.report($0) }
  }

  /// The picture in a format that the program takes.
  private func taken(
    _ input: (image: EncodedImage, facts: PictureFacts), by program: any EncodedOperation
  ) throws(Diagnostic) -> EncodedImage {
    guard let wanted = program.inputFormat, wanted != input.image.format else { return input.image }
    let raster = try decoded(input, .everything).raster
    let request = EncodingChoice(nil, sources: [input.facts], result: nil).request
    return try encodePicture(raster, as: wanted, request, codecs: renderer.codecs)
  }

  /// An entry's bytes, once their structure has been looked at; a marked blank where it is damaged and something is to
  /// stand in for it.
  private func sound(_ reference: EntryReference) throws(Diagnostic) -> (EncodedImage, PictureFacts) {
    do throws(Diagnostic) {
      let source = try load(reference)
      for warning in try checkStructure(source.bytes, source.facts.format) {
        renderer.book.report(warning.inEntry(reference.name))
      }
      return (EncodedImage(format: source.facts.format, bytes: source.bytes), source.facts)
    } catch {
      let placed = placed(error, reference)
      guard error.rule.category == .damage, let replacement else { throw placed }
      if let part = try part(of: reference, after: placed) { return try png(of: part) }
      damaged.append(reference)
      let size = sources.first { $0.reference == reference }?.facts.size
      return try png(of: replacement.mark(for: placed, size: size, in: renderer.book))
    }
  }

  private func png(of raster: Raster) throws(Diagnostic) -> (EncodedImage, PictureFacts) {
    let image = EncodedImage(format: .png, bytes: try encodePNG(raster))
    let color: PictureFacts.ColorModel = raster.layout == .gray ? .gray : .rgb
    return (
      image, PictureFacts(format: .png, size: raster.size, color: color, byteCount: image.bytes.count)
    )
  }
}
