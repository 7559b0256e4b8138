package import BookModel
package import Diagnostics
package import Imaging
package import PluginKit

/// Makes encoded pictures of pages, on the calling thread, in the cheapest way that is exact: bytes nobody
/// changed are copied after a look at their structure; everything else is decoded once and encoded once.
package struct Renderer: Sendable {
  let book: OpenSources
  var codecs = ImageCodecs.builtIn
  /// What stands in for a source picture that is damaged; nil: the page fails.
  var replacement: DamageReplacement?

  package init(book: OpenSources, replacement: DamageReplacement? = nil) {
    self.book = book
    self.replacement = replacement
  }

  package struct Rendered: Sendable {
    package var image: EncodedImage
    package var facts: PictureFacts
    package var how: Making
    /// Bytes of the source's pictures it was made from.
    package var sourceBytes = 0
    /// The entries it is made from that are damaged, a marked blank in place of each.
    package var damaged: [EntryReference] = []
    /// The pixels it was made of, where it was made of any and somebody may want more of them.
    var raster: Raster?
    package var renditions: [Rendition: RenderedPicture] = [:]
    /// Why it was encoded anew though its recipe only moves samples; nil where there was nothing to say.
    package var why: String?
  }

  /// The encoded picture of a page alone.
  ///
  /// - Throws: rules of category `damage` where a source's picture is damaged.
  package func render(_ page: Page) throws(Diagnostic) -> Rendered {
    do throws(Diagnostic) {
      return try make(page)
    } catch {
      guard error.rule.category == .damage, let rendered = try part(of: page, after: error) else {
        throw error
      }
      return rendered
    }
  }

  /// What is left of a page whose only picture was found to be damaged where it was to be copied; nil where that is
  /// nothing, or not asked for.
  private func part(of page: Page, after damage: Diagnostic) throws(Diagnostic) -> Rendered? {
    guard replacement?.keepsParts == true, let reference = page.picture.shownEntries.first,
      page.picture.entries.count == 1
    else { return nil }
    let evaluation = Evaluation(self, page.picture)
    evaluation.distrusted[reference] = damage
    let result = try evaluation.evaluate(page.picture, need: .everything)
    guard evaluation.kept.contains(reference) else { return nil }
    let choice = EncodingChoice(
      page.encoding, sources: evaluation.sources.map(\.facts),
      result: try evaluation.knownFacts(of: page.picture) ?? evaluation.made)
    return try encode(result, choice, evaluation)
  }

  private func make(_ page: Page) throws(Diagnostic) -> Rendered {
    switch page.picture {
    case .entry(let reference) where page.encoding == nil:
      return try copy(reference)
    case .entry(let reference):
      return try encodeUnchanged(reference, page)
    case .blank(let blank) where page.encoding == nil:
      let size = blank.size ?? Size(width: 1, height: 1)
      let image = drawBlank(size)
      return Rendered(
        image: image,
        facts: PictureFacts(format: image.format, size: size, color: .gray, byteCount: image.bytes.count),
        how: .drawn)
    case .derived(let operation, let inputs) where operation.base is ScanOperation && page.encoding == nil:
      return try split(operation, inputs, page)
    case .derived(let operation, _) where operation.base is any EncodedOperation:
      return try runProgram(page)
    case .blank, .drawn, .derived:
      return try evaluateAndEncode(page)
    }
  }

  // MARK: Nothing changed

  /// An entry's bytes, untouched, once their structure has been looked at.
  private func copy(_ reference: EntryReference) throws(Diagnostic) -> Rendered {
    try copied(try book.readNow(reference), reference)
  }

  /// One scan of a file of several, as a file of its own with every sample as it is.
  private func split(
    _ operation: AnyPictureOperation, _ inputs: [Picture], _ page: Page
  ) throws(Diagnostic) -> Rendered {
    guard let scan = operation.base as? ScanOperation, case .entry(let reference)? = inputs.first else {
      return try evaluateAndEncode(page)
    }
    let bytes = try book.readNow(reference)
    do throws(Diagnostic) {
      var rendered = try copied(try scan.file(in: bytes), reference)
      rendered.how = .lossless
      rendered.sourceBytes = bytes.count
      return rendered
    } catch {
      throw error.inFile(book.path(of: reference).display).inEntry(reference.name)
    }
  }

  private func copied(_ bytes: [UInt8], _ reference: EntryReference) throws(Diagnostic) -> Rendered {
    do throws(Diagnostic) {
      let (facts, warnings) = try inspectPicture(bytes, limits: book.limits)
      if facts.scanCount > 1 { book.report(Diagnostic.severalScans(facts).inEntry(reference.name)) }
      for warning in warnings { book.report(warning.inEntry(reference.name)) }
      return Rendered(
        image: EncodedImage(format: facts.format, bytes: bytes), facts: facts, how: .copied,
        sourceBytes: bytes.count)
    } catch {
      throw error.inFile(book.path(of: reference).display).inEntry(reference.name)
    }
  }

  /// A page whose pixels nobody touched, but whose encoding somebody spoke of: copied unless that asks for
  /// another one.
  private func encodeUnchanged(_ reference: EntryReference, _ page: Page) throws(Diagnostic) -> Rendered {
    let evaluation = Evaluation(self, page.picture)
    let source = try evaluation.load(reference)
    let choice = EncodingChoice(page.encoding, sources: [source.facts], result: source.facts)
    guard choice.reencodesUnchanged else { return try copied(source.bytes, reference) }
    let made: Rendered
    if choice.repacksJPEG, let packed = try repacked(source, choice) {
      made = packed
    } else {
      made = try encode(try evaluation.raster(of: page.picture), choice, evaluation)
    }
    let isLarger = made.image.bytes.count >= source.bytes.count && made.damaged.isEmpty
    guard choice.smallerOnly, isLarger else { return made }
    var copy = try copied(source.bytes, reference)
    copy.raster = made.raster
    return copy
  }

  /// A JPEG's data in JPEG XL's packing, from which the very same JPEG can be had back; nil where the codec
  /// cannot.
  private func repacked(_ source: Evaluation.Source, _ choice: EncodingChoice) throws(Diagnostic) -> Rendered?
  {
    guard let bytes = try codecs.codec(for: .jxl).repack(jpeg: source.bytes, choice.request) else {
      return nil
    }
    var facts = source.facts
    facts.format = .jxl
    facts.byteCount = bytes.count
    return Rendered(
      image: EncodedImage(format: .jxl, bytes: bytes), facts: facts, how: .lossless,
      sourceBytes: source.bytes.count)
  }

  // MARK: Something changed

  private func evaluateAndEncode(_ page: Page) throws(Diagnostic) -> Rendered {
    let evaluation = Evaluation(self, page.picture)
    var why: String?
    switch try attemptLossless(page, evaluation) {
    case .made(let rendered): return rendered
    case .refused(let reason): why = reason
    case .notApplicable: break
    }
    let result = try evaluation.evaluate(page.picture, need: .everything)
    let choice = EncodingChoice(
      page.encoding, sources: evaluation.sources.map(\.facts),
      result: try evaluation.knownFacts(of: page.picture) ?? evaluation.made)
    if !result.isChanged, let source = evaluation.sources.first, evaluation.sources.count == 1,
      !choice.reencodesUnchanged
    {
      var copy = try copied(source.bytes, source.reference)
      copy.raster = result.raster
      return copy
    }
    var rendered = try encode(result, choice, evaluation)
    guard rendered.how == .reencoded else { return rendered }
    if let stage = page.picture.losslessDemand { throw page.losslessFailure(stage, why: why) }
    rendered.why = why
    return rendered
  }

  func encode(
    _ result: Evaluation.Result, _ choice: EncodingChoice, _ evaluation: Evaluation
  ) throws(Diagnostic) -> Rendered {
    let raster = choice.format.holdsAlpha ? result.raster : result.raster.laid(on: choice.background)
    let image = try encodePicture(raster, as: choice.format, choice.request, codecs: codecs)
    let how: Making
    let shown = evaluation.sources.filter { evaluation.shown.contains($0.reference) }
    if shown.allSatisfy({ evaluation.isBlanked($0.reference) }) {
      how = .drawn
    } else {
      let isExact = result.keepsSamples && shown.allSatisfy(\.decodesExactly)
      how = isExact && choice.isLossless && raster.layout == result.raster.layout ? .lossless : .reencoded
    }
    return Rendered(
      image: image, facts: PictureFacts(of: image, raster), how: how,
      sourceBytes: evaluation.sourceBytes, damaged: evaluation.damaged, raster: result.raster)
  }

  /// The pixels of a recipe.
  func raster(of picture: Picture) throws(Diagnostic) -> Raster {
    try Evaluation(self, picture).evaluate(picture, need: .everything).raster
  }
}
