public import BookModel
public import Diagnostics
import Imaging
public import PluginKit

/// How a page will be made, as far as headers tell: what plans print.
public struct PageForecast: Sendable, Hashable {
  public var how: Making
  /// Whether only the pixels can tell that there is anything to do: the page may be copied after all.
  public var maybeCopied = false
  /// Whether a page that can be made of a JPEG's coefficients may have to be encoded anew: edges of blocks, and
  /// tables that only its data tell, decide.
  public var maybeReencoded = false
  /// The format and quality of a page that is encoded anew: `JPEG, quality 90, 4:2:0`.
  public var encoding: String?
  /// Bytes of the source's pictures it is made from.
  public var sourceBytes = 0
  /// Bytes it will take: its own for a copy; for others about as many for each pixel as the source has, nil
  /// where that would be a wild guess (another format, a size only the pixels tell).
  public var bytes: Int?

  /// `copied`, `re-encoded (JPEG, quality 90, 4:2:0)`, `re-encoded or copied (…)`.
  public var text: String {
    var how = how.rawValue + (maybeCopied ? " or copied" : "")
    if maybeReencoded { how += " if blocks and tables allow" }
    return encoding.map { "\(how) (\($0))" } ?? how
  }
}

extension OpenSources {
  /// Works out how a page will be made; decodes nothing.
  public func forecast(_ page: Page) async throws(Diagnostic) -> PageForecast {
    var sources: [PictureFacts] = []
    for entry in page.picture.entries {
      if let facts = try await facts(of: .entry(entry)) { sources.append(facts) }
    }
    let result = try await facts(of: page.picture)
    let choice = EncodingChoice(page.encoding, sources: sources, result: result)
    let before = page.picture.entries.reduce(0) { $0 + (stated($1).size ?? 0) }
    switch page.picture {
    case .entry where !choice.reencodesUnchanged:
      return PageForecast(how: .copied, sourceBytes: before, bytes: before)
    case .blank: return PageForecast(how: .drawn)
    case .derived(let operation, _) where page.encoding == nil && operation.base is any EncodedOperation:
      return PageForecast(how: .reencoded, encoding: "by a program", sourceBytes: before)
    case .entry, .derived:
      let isExact =
        try await keepsSamples(page.picture)
        && sources.allSatisfy { $0.bitsPerSample <= 8 && !$0.hasColorProfile }
      let isLossless = choice.repacksJPEG && page.picture.isEntry || choice.isLossless && isExact
      var forecast = PageForecast(
        how: isLossless ? .lossless : .reencoded,
        maybeCopied: !page.picture.isEntry && page.picture.dependsOnContent,
        encoding: choice.summary, sourceBytes: before)
      if page.picture.isMovedJPEG, choice.format == .jpeg, !choice.reencodesUnchanged,
        sources.allSatisfy({ $0.format == .jpeg })
      {
        forecast.how = .lossless
        forecast.maybeCopied = false
        forecast.maybeReencoded = true
      }
      let pixels = sources.reduce(0) { $0 + $1.size.area }
      if let result, pixels > 0, sources.allSatisfy({ $0.format == choice.format }) {
        forecast.bytes = Int(Double(before) * Double(result.size.area) / Double(pixels))
      }
      return forecast
    }
  }

  /// Whether every sample of a picture is one of its sources'.
  private func keepsSamples(_ picture: Picture) async throws(Diagnostic) -> Bool {
    guard case .derived(let operation, let inputs) = picture else { return true }
    for input in inputs { guard try await keepsSamples(input) else { return false } }
    guard let combining = operation.base as? any CombiningOperation else {
      return operation.base.keepsSamples
    }
    var sizes: [Size] = []
    for input in inputs { if let size = try await facts(of: input)?.size { sizes.append(size) } }
    return sizes.count == inputs.count ? combining.keepsSamples(of: sizes) : operation.base.keepsSamples
  }
}

extension Picture {
  fileprivate var isEntry: Bool { if case .entry = self { true } else { false } }

  /// Whether the recipe only moves samples, at least one of them.
  fileprivate var isMovedJPEG: Bool { !isEntry && mayBeLossless }

  /// Whether every operation of the recipe may turn out to have nothing to do.
  fileprivate var dependsOnContent: Bool {
    guard case .derived(let operation, let inputs) = self else { return true }
    return operation.base.dependsOnContent && inputs.count == 1 && inputs.allSatisfy(\.dependsOnContent)
  }
}
