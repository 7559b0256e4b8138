import BookModel
import Diagnostics
import Imaging
import PluginKit

/// Works out one recipe on one thread: reads each entry once, decodes no more of it than what follows needs,
/// and runs every operation over one raster.
final class Evaluation {
  let renderer: Renderer
  /// The entries read so far, in the order of the recipe.
  private(set) var sources: [Source] = []
  /// The entries whose own pixels are seen: none of those that drawings are laid on.
  let shown: Set<EntryReference>
  /// Bytes that drawings were made from beside pictures.
  var materialBytes = 0
  /// The entries that turned out to be damaged, a marked blank in place of each, or what is left of it.
  var damaged: [EntryReference] = []
  /// Those of them of which something is left.
  private(set) var kept: Set<EntryReference> = []
  /// The entries that are known to be damaged before they are decoded, and how.
  var distrusted: [EntryReference: Diagnostic] = [:]
  /// What the last program to take part has made.
  var made: PictureFacts?
  let replacement: DamageReplacement?

  init(_ renderer: Renderer, _ picture: Picture) {
    self.renderer = renderer
    shown = Set(picture.shownEntries)
    let isOnlyOne = Set(picture.entries).count == 1 && picture.drawing == nil
    replacement = renderer.replacement.flatMap { isOnlyOne && !$0.standsAlone ? nil : $0 }
  }

  struct Source {
    var reference: EntryReference
    var bytes: [UInt8]
    var facts: PictureFacts

    /// Whether decoding gives the samples as they are stored: no profile to convert from, no bits to drop.
    var decodesExactly: Bool { !facts.hasColorProfile && facts.bitsPerSample <= 8 && facts.color != .cmyk }
  }

  struct Result {
    var raster: Raster
    /// Whether any operation changed a pixel.
    var isChanged: Bool
    /// Whether every sample is one of the source's, moved at most.
    var keepsSamples: Bool
  }

  /// - Throws: what reading, decoding and the operations throw; `recipe-unknown`.
  func evaluate(_ picture: Picture, need: DecodeNeed) throws(Diagnostic) -> Result {
    let result = try work(picture, need)
    // What was stopped on the way is no picture.
    try checkInterruption()
    return result
  }

  private func work(_ picture: Picture, _ need: DecodeNeed) throws(Diagnostic) -> Result {
    switch picture {
    case .entry(let reference):
      let raster = try decode(reference, need)
      // Where luma alone was decoded, the color is gone before any operation can tell that it took it away.
      let stored = sources.first { $0.reference == reference }?.facts.color
      let lostColor = need.grayOnly && raster.layout == .gray && stored != nil && stored != .gray
      let isChanged = lostColor || damaged.contains(reference)
      return Result(raster: raster, isChanged: isChanged, keepsSamples: !isChanged)
    case .blank(let blank):
      return Result(
        raster: Raster(size: blank.size ?? Size(width: 1, height: 1), filledWith: 255), isChanged: true,
        keepsSamples: true)
    case .drawn(let drawing):
      return Result(raster: try draw(drawing, need), isChanged: true, keepsSamples: true)
    case .derived(let operation, let inputs):
      switch operation.base {
      case let scan as ScanOperation:
        return Result(
          raster: try decode(scan, try only(inputs, operation), need), isChanged: true, keepsSamples: true)
      case is any EncodedOperation: return try decoded(try encoded(picture), need)
      case let combining as any CombiningOperation: return try combine(inputs, by: combining)
      case let point as any PointOperation: return try map(try only(inputs, operation), by: point, need)
      case let pixels as any PixelOperation: return try apply(pixels, to: try only(inputs, operation), need)
      default:
        throw .error(.recipeUnknown, "nothing can carry out '\(operation.description)'")
      }
    }
  }

  func raster(of picture: Picture) throws(Diagnostic) -> Result { try evaluate(picture, need: .everything) }

  /// Bytes of everything of a source that was read.
  var sourceBytes: Int { sources.reduce(materialBytes) { $0 + $1.bytes.count } }

  /// A picture's facts by arithmetic on its sources' headers; nil where only the pixels can tell.
  func facts(of picture: Picture) throws(Diagnostic) -> PictureFacts? {
    switch picture {
    case .entry(let reference): return try load(reference).facts
    case .blank(let blank): return blank.size.map { PictureFacts(format: .png, size: $0, color: .gray) }
    case .drawn(let drawing): return drawing.base.facts
    case .derived(let operation, let inputs):
      var known: [PictureFacts] = []
      for input in inputs {
        guard let one = try facts(of: input) else { return nil }
        known.append(one)
      }
      return operation.base.facts(of: known)
    }
  }

  // MARK: Operations

  func only(_ inputs: [Picture], _ operation: AnyPictureOperation) throws(Diagnostic) -> Picture {
    guard let input = inputs.first, inputs.count == 1 else {
      throw .error(.recipeUnknown, "'\(operation.description)' works on one picture, not \(inputs.count)")
    }
    return input
  }

  private func apply(
    _ operation: any PixelOperation, to input: Picture, _ need: DecodeNeed
  ) throws(Diagnostic) -> Result {
    let inputNeed = operation.need(of: try knownFacts(of: input), for: need)
    var result = try evaluate(input, need: inputNeed)
    let isChanged = try operation.apply(to: &result.raster) == .changed
    result.isChanged = result.isChanged || isChanged
    result.keepsSamples = result.keepsSamples && (operation.keepsSamples || !isChanged)
    return result
  }

  /// Consecutive point operations as one pass: their tables are put through each other first.
  private func map(
    _ input: Picture, by last: any PointOperation, _ need: DecodeNeed
  ) throws(Diagnostic) -> Result {
    var levels = last.levels
    var input = input
    var need = last.need(of: nil, for: need)
    while case .derived(let operation, let inputs) = input, let point = operation.base as? any PointOperation
    {
      levels = point.levels.map { levels[Int($0)] }
      need = point.need(of: nil, for: need)
      input = try only(inputs, operation)
    }
    var result = try evaluate(input, need: need)
    if result.raster.mapLevels(levels) {
      result.isChanged = true
      result.keepsSamples = false
    }
    return result
  }

  private func combine(
    _ inputs: [Picture], by operation: any CombiningOperation
  ) throws(Diagnostic) -> Result {
    var rasters: [Raster] = []
    var keepsSamples = true
    for input in inputs {
      let result = try evaluate(input, need: .everything)
      rasters.append(result.raster)
      keepsSamples = keepsSamples && result.keepsSamples
    }
    keepsSamples = keepsSamples && operation.keepsSamples(of: rasters.map(\.size))
    return Result(raster: try operation.combine(rasters), isChanged: true, keepsSamples: keepsSamples)
  }

  // MARK: Entries

  /// An entry's bytes and what its header says, read at its first use.
  func load(_ reference: EntryReference) throws(Diagnostic) -> Source {
    if let known = sources.first(where: { $0.reference == reference }) { return known }
    let bytes = try renderer.book.readNow(reference)
    do throws(Diagnostic) {
      guard case .facts(let facts) = try probeHeader(bytes, isWhole: true, limits: renderer.book.limits)
      else {
        throw .error(.pictureHeader, "the picture's header has no end")
      }
      let source = Source(reference: reference, bytes: bytes, facts: facts)
      sources.append(source)
      return source
    } catch {
      throw placed(error, reference)
    }
  }

  /// The facts of a picture where they can be had; a damaged header is told of when the picture is decoded.
  func knownFacts(of picture: Picture) throws(Diagnostic) -> PictureFacts? {
    guard replacement != nil else { return try facts(of: picture) }
    do throws(Diagnostic) { return try facts(of: picture) } catch { return nil }
  }

  private func decode(
    _ scan: ScanOperation, _ input: Picture, _ need: DecodeNeed
  ) throws(Diagnostic) -> Raster {
    guard case .entry(let reference) = input else {
      throw .error(.recipeUnknown, "'\(ScanOperation.name)' works on a file of the source")
    }
    return try decode(reference, need, scan)
  }

  /// - Parameter scan: which of the file's pictures; nil for the only one.
  private func decode(
    _ reference: EntryReference, _ need: DecodeNeed, _ scan: ScanOperation? = nil
  ) throws(Diagnostic) -> Raster {
    do throws(Diagnostic) {
      let source = try load(reference)
      if let damage = distrusted[reference], let part = try part(of: reference, after: damage, need, scan) {
        return part
      }
      if source.facts.isAnimated {
        renderer.book.report(Diagnostic.animated(source.facts).inEntry(reference.name))
      } else if source.facts.scanCount > 1, scan == nil {
        renderer.book.report(Diagnostic.severalScans(source.facts).inEntry(reference.name))
      }
      return try decodePicture(
        try scan?.file(in: source.bytes) ?? source.bytes, limits: renderer.book.limits,
        smallestSize: need.smallestSize, grayOnly: need.grayOnly, codecs: renderer.codecs,
        report: { [book = renderer.book] in book.report($0.inEntry(reference.name)) })
    } catch {
      let placed = placed(error, reference)
      guard error.rule.category == .damage, let replacement else { throw placed }
      if let part = try part(of: reference, after: placed, need, scan) { return part }
      damaged.append(reference)
      let size = sources.first { $0.reference == reference }?.facts.size
      return replacement.mark(for: placed, size: size, in: renderer.book)
    }
  }

  /// As much of a damaged picture as can be decoded, which is reported; nil where that is nothing, or not asked for.
  func part(
    of reference: EntryReference, after damage: Diagnostic, _ need: DecodeNeed = .everything,
    _ scan: ScanOperation? = nil
  ) throws(Diagnostic) -> Raster? {
    guard let replacement, replacement.keepsParts else { return nil }
    do throws(Diagnostic) {
      let source = try load(reference)
      let part = try decodePicture(
        try scan?.file(in: source.bytes) ?? source.bytes, limits: renderer.book.limits,
        smallestSize: need.smallestSize, grayOnly: need.grayOnly, takesParts: true, codecs: renderer.codecs)
      damaged.append(reference)
      kept.insert(reference)
      renderer.book.report(.kept(damage))
      return part
    } catch {
      guard error.rule.category == .damage else { throw error }
      return nil
    }
  }

  /// Whether a marked blank stands for an entry.
  func isBlanked(_ reference: EntryReference) -> Bool {
    damaged.contains(reference) && !kept.contains(reference)
  }

  func placed(_ error: Diagnostic, _ reference: EntryReference) -> Diagnostic {
    error.inFile(renderer.book.path(of: reference).display).inEntry(reference.name)
  }
}

extension Rule {
  static let recipeUnknown = Rule(
    "recipe-unknown", .defect, "A recipe holds an operation that nothing can carry out.",
    advice: "Report it to the program's authors, with the pipeline and the book.")
}
