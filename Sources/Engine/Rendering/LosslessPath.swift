import BookModel
import Diagnostics
import Imaging
import PluginKit

/// What came of the attempt to make a page's picture without decoding it.
enum LosslessAttempt {
  case made(Renderer.Rendered)
  /// The recipe only moves a JPEG's samples, but not without loss: why, in words.
  case refused(String)
  /// The recipe, its source or the encoding asked for is none of this path's.
  case notApplicable
}

extension Renderer {
  /// Makes a picture on the coefficients of its JPEGs, where its recipe only crops, turns, mirrors and joins
  /// them and nobody asks for another encoding.
  ///
  /// Damage found on the way refuses: whoever then decodes the picture tells of it.
  func attemptLossless(_ page: Page, _ evaluation: Evaluation) throws(Diagnostic) -> LosslessAttempt {
    guard page.picture.mayBeLossless, let sources = jpegs(of: page.picture, evaluation) else {
      return .notApplicable
    }
    let choice = EncodingChoice(
      page.encoding, sources: sources.map(\.facts), result: try evaluation.knownFacts(of: page.picture))
    guard choice.format == .jpeg, !choice.reencodesUnchanged else { return .notApplicable }
    switch try bytes(of: page.picture, evaluation) {
    case .failure(let obstacle): return .refused(obstacle.description)
    case .success(let bytes):
      guard case .facts(let facts) = try probeHeader(bytes, isWhole: true, limits: book.limits) else {
        return .notApplicable
      }
      for source in sources { reportOddities(of: source) }
      return .made(
        Rendered(
          image: EncodedImage(format: .jpeg, bytes: bytes), facts: facts, how: .lossless,
          sourceBytes: sources.reduce(0) { $0 + $1.bytes.count }))
    }
  }

  /// Tells of what is odd about a file in which every block was found.
  private func reportOddities(of source: Evaluation.Source) {
    do throws(Diagnostic) {
      for warning in try checkStructure(source.bytes, source.facts.format) {
        book.report(warning.inEntry(source.reference.name))
      }
    } catch {
      // What is amiss lies where no block does.
    }
  }

  /// The sources of a picture that draws on JPEGs alone; nil also where one cannot be read, which decoding
  /// then says in full.
  private func jpegs(of picture: Picture, _ evaluation: Evaluation) -> [Evaluation.Source]? {
    var sources: [Evaluation.Source] = []
    for entry in picture.entries {
      do throws(Diagnostic) { sources.append(try evaluation.load(entry)) } catch { return nil }
    }
    return !sources.isEmpty && sources.allSatisfy { $0.facts.format == .jpeg } ? sources : nil
  }

  private func bytes(
    of picture: Picture, _ evaluation: Evaluation
  ) throws(Diagnostic) -> Result<[UInt8], LosslessObstacle> {
    if case .derived(let operation, let inputs) = picture {
      if let join = operation.base as? JoinOperation { return try joined(inputs, join, evaluation) }
      if operation.base is LosslessDemand, inputs.count == 1 { return try bytes(of: inputs[0], evaluation) }
    }
    switch try part(of: picture, evaluation) {
    case .failure(let obstacle): return .failure(obstacle)
    case .success(let part): return transformJPEG(part)
    }
  }

  /// A JPEG and what is to be done to it; a join in between is made on the way.
  private func part(
    of picture: Picture, _ evaluation: Evaluation
  ) throws(Diagnostic) -> Result<LosslessJPEGPart, LosslessObstacle> {
    switch picture {
    case .entry(let reference): return .success(LosslessJPEGPart(try evaluation.load(reference).bytes))
    case .blank: return .failure(LosslessObstacle("a blank is part of it"))
    case .drawn(let drawing): return .failure(LosslessObstacle("'\(drawing.name)' is drawn"))
    case .derived(let operation, let inputs):
      if let join = operation.base as? JoinOperation {
        return try joined(inputs, join, evaluation).map { LosslessJPEGPart($0) }
      }
      guard inputs.count == 1 else {
        return .failure(LosslessObstacle("'\(operation.description)' works on pixels"))
      }
      let transforms = operation.base.lossless.map { [$0] } ?? []
      return try part(of: inputs[0], evaluation).map {
        LosslessJPEGPart($0.bytes, $0.transforms + transforms)
      }
    }
  }

  private func joined(
    _ inputs: [Picture], _ join: JoinOperation, _ evaluation: Evaluation
  ) throws(Diagnostic) -> Result<[UInt8], LosslessObstacle> {
    guard inputs.count == 2, let left = try evaluation.facts(of: inputs[0])?.size,
      let right = try evaluation.facts(of: inputs[1])?.size
    else { return .failure(LosslessObstacle("the pages' sizes are not known")) }
    let transforms: [[LosslessTransform]]
    switch join.losslessTransforms(left, right) {
    case .failure(let obstacle): return .failure(obstacle)
    case .success(let needed): transforms = needed
    }
    var parts: [LosslessJPEGPart] = []
    for (input, own) in zip(inputs, transforms) {
      switch try part(of: input, evaluation) {
      case .failure(let obstacle): return .failure(obstacle)
      case .success(let part): parts.append(LosslessJPEGPart(part.bytes, part.transforms + own))
      }
    }
    return joinJPEGs(left: parts[0], right: parts[1])
  }
}

extension Rule {
  static let losslessImpossible = Rule(
    "lossless-impossible", .output,
    "A stage was told to work without loss, which is not possible for this page.",
    advice: "Set 'lossless: prefer' on the stage, or leave the page out with 'where:'.")
}

extension Page {
  /// The failure of a page that a stage demands to be made without loss, and that cannot be.
  ///
  /// - Parameter why: the reason, where one is known.
  func losslessFailure(_ stage: String, why: String?) -> Diagnostic {
    let known = why ?? picture.drawing.map { "'\($0.name)' in it is drawn" }
    return .error(
      .losslessImpossible,
      "'\(picture.recipe)' cannot be made losslessly: \(known ?? "its pixels are changed, or its format is lossy")",
      remedy: "write 'lossless: prefer' in stage '\(stage)' to let it be re-encoded")
  }
}
