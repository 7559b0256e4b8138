import BookModel
import Diagnostics
import Imaging
import PluginKit

/// Goes through pages and determines, for each, the confidence that its drawing continues from the page
/// before.
struct SpreadDetection {
  /// The lowest confidence worth reporting to a user.
  static let least = 0.5

  private let direction: Direction
  /// The previous page's edge at the gutter; nil if that page is not a candidate.
  private var before: GutterEdge?

  init(_ direction: Direction) { self.direction = direction }

  /// - Parameter page: the next page; nil for one that cannot face another.
  /// - Returns: nil if there is nothing to compare.
  mutating func next(_ page: Page?, _ context: any BookContext) async throws(Diagnostic) -> Double? {
    guard let page, let raster = try await SpreadDetection.raster(of: page, context) else {
      before = nil
      return nil
    }
    let isForward = direction == .leftToRight
    // The earlier page of an opening is on the left if the book is read from left to right.
    let own = GutterEdge(of: raster, at: isForward ? .left : .right)
    let confidence = before.map { isForward ? $0.continues(into: own) : own.continues(into: $0) }
    before = GutterEdge(of: raster, at: isForward ? .right : .left)
    return confidence
  }

  /// Nil for a damaged picture, which is reported when it is rendered.
  private static func raster(of page: Page, _ context: any BookContext) async throws(Diagnostic) -> Raster? {
    do throws(Diagnostic) { return try await context.raster(of: page.picture) } catch {
      guard error.rule.category == .damage else { throw error }
      return nil
    }
  }

  /// Of overlapping drawings (pages 2 and 3, 3 and 4), keeps those with the highest confidence.
  static func keepStrongest(_ facts: inout [PairingRule.PageFacts]) {
    func confidence(_ index: Int) -> Double {
      switch facts[index].spread {
      case .detected(let confidence)?: confidence
      case .stated?: 2
      case nil: 0
      }
    }
    let strongest = facts.indices.filter { confidence($0) > 0 }.sorted {
      (confidence($1), $0) < (confidence($0), $1)
    }
    for index in strongest where confidence(index) > 0 {
      for neighbor in [index - 1, index + 1] where facts.indices.contains(neighbor) {
        if case .detected? = facts[neighbor].spread { facts[neighbor].spread = nil }
      }
    }
  }
}
