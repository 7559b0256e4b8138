public import BookModel
public import Options

/// How a reader program pairs the pages of a comic archive when it shows two at a time. An archive cannot
/// state sides: the result depends on what the reader infers from sizes and, at most, page types.
///
/// Based on the programs' own sources: Komga's web reader (`book-spreads.ts`, layout "double pages"),
/// Kavita's (`double-renderer`), YACReader (double page mode, first page single), ComicRack (`ComicPageInfo`:
/// types and `ImageWidth > ImageHeight`). None of them uses `DoublePage`.
public enum ViewerModel: String, OptionEnumeration, Hashable {
  case komga, kavita, yacreader, comicrack

  /// The facts a reader uses.
  public struct PageFacts: Hashable, Sendable {
    /// Nil if unknown; the page then counts as upright.
    public var size: Size?
    public var isFrontCover: Bool
    public var isBackCover: Bool

    public init(size: Size?, isFrontCover: Bool = false, isBackCover: Bool = false) {
      self.size = size
      self.isFrontCover = isFrontCover
      self.isBackCover = isBackCover
    }

    /// Readers treat every page that is wider than tall as a double page, regardless of the book's usual
    /// shape.
    public var isWide: Bool { size.map { $0.width > $0.height } ?? false }
  }

  /// The openings a reader forms: one or two page indices each, in reading order.
  public func openings(of pages: [PageFacts]) -> [[Int]] {
    ViewerModel.openings(of: pages) { index in isAlone(index, pages) }
  }

  /// What all readers have in common: the first page alone, wide pages alone, the others in pairs, starting
  /// afresh after each page that is alone.
  public static func commonOpenings(of pages: [PageFacts]) -> [[Int]] {
    openings(of: pages) { $0 == 0 || pages[$0].isWide }
  }

  private func isAlone(_ index: Int, _ pages: [PageFacts]) -> Bool {
    if index == 0 || pages[index].isWide { return true }
    switch self {
    case .komga: return index == pages.count - 1
    case .comicrack: return pages[index].isFrontCover || pages[index].isBackCover
    case .kavita, .yacreader: return false
    }
  }

  private static func openings(of pages: [PageFacts], isAlone: (Int) -> Bool) -> [[Int]] {
    var openings: [[Int]] = []
    var index = 0
    while index < pages.count {
      let isPair = !isAlone(index) && index + 1 < pages.count && !isAlone(index + 1)
      openings.append(isPair ? [index, index + 1] : [index])
      index += isPair ? 2 : 1
    }
    return openings
  }
}
