public import BookModel
public import Diagnostics
import Imaging
public import PluginKit

/// How a page will be made, as far as headers tell: what plans print.
public struct PageForecast: Sendable, Hashable {
  public var how: Making
  /// Whether only the pixels can tell that there is anything to do: the page may be copied after all.
  public var maybeCopied = false
  /// The format and quality of a page that is encoded anew: `JPEG, quality 90, 4:2:0`.
  public var encoding: String?
  /// Bytes of the source's pictures it is made from.
  public var sourceBytes = 0
  /// Bytes it will take: its own for a copy; for others about as many for each pixel as the source has, nil
  /// where that would be a wild guess (another format, a size only the pixels tell).
  public var bytes: Int?

  /// `copied`, `re-encoded (JPEG, quality 90, 4:2:0)`, `re-encoded or copied (…)`.
  public var text: String {
    let how = how.rawValue + (maybeCopied ? " or copied" : "")
    return encoding.map { "\(how) (\($0))" } ?? how
  }
}

extension OpenBook {
  /// Works out how a page will be made; decodes nothing.
  public func forecast(_ page: Page) async throws(Diagnostic) -> PageForecast {
    var sources: [PictureFacts] = []
    for entry in page.picture.entries { if let facts = try await facts(of: .entry(entry)) { sources.append(facts) } }
    let result = try await facts(of: page.picture)
    let choice = EncodingChoice(page.encoding, sources: sources, result: result)
    let before = page.picture.entries.reduce(0) { $0 + (stated($1).size ?? 0) }
    switch page.picture {
    case .entry where !choice.reencodesUnchanged:
      return PageForecast(how: .copied, sourceBytes: before, bytes: before)
    case .blank: return PageForecast(how: .drawn)
    case .entry, .derived:
      let isExact = page.picture.keepsSamples && sources.allSatisfy { $0.bitsPerSample <= 8 && !$0.hasColorProfile }
      let isLossless = choice.repacksJPEG && page.picture.isEntry || choice.isLossless && isExact
      var forecast = PageForecast(
        how: isLossless ? .lossless : .reencoded, maybeCopied: page.picture.dependsOnContent,
        encoding: choice.summary, sourceBytes: before)
      let pixels = sources.reduce(0) { $0 + $1.size.area }
      if let result, pixels > 0, sources.allSatisfy({ $0.format == choice.format }) {
        forecast.bytes = Int(Double(before) * Double(result.size.area) / Double(pixels))
      }
      return forecast
    }
  }
}

extension Picture {
  fileprivate var isEntry: Bool { if case .entry = self { true } else { false } }

  fileprivate var keepsSamples: Bool {
    guard case .derived(let operation, let inputs) = self else { return true }
    return operation.base.keepsSamples && inputs.allSatisfy(\.keepsSamples)
  }

  /// Whether every operation of the recipe may turn out to have nothing to do.
  fileprivate var dependsOnContent: Bool {
    guard case .derived(let operation, let inputs) = self else { return true }
    return operation.base.dependsOnContent && inputs.count == 1 && inputs.allSatisfy(\.dependsOnContent)
  }
}
