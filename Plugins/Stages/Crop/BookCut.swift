import BookModel
import Diagnostics
import Imaging
import PluginKit

/// One cut for a whole book: the margins that its pages share, mirrored between left and right pages.
///
/// The usual margin at an edge (top, bottom, towards the gutter, away from it) is what nine tenths of the
/// pages with a margin there leave free; if fewer than half have one, the edge is not cut. A page whose
/// picture extends into it is never damaged: that page and the one facing it are cut less at this edge, both
/// by the same amount.
struct BookCut {
  private let search: MarginSearch

  init(_ search: MarginSearch) { self.search = search }

  /// A page's margins as fractions of its height and width.
  private struct Shares {
    var top = 0.0
    var bottom = 0.0
    var inner = 0.0
    var outer = 0.0

    static let edges: [any WritableKeyPath<Shares, Double> & Sendable] = [\.top, \.bottom, \.inner, \.outer]

    func lesser(_ other: Shares) -> Shares {
      Shares(
        top: min(top, other.top), bottom: min(bottom, other.bottom), inner: min(inner, other.inner),
        outer: min(outer, other.outer))
    }
  }

  private struct Seen {
    var id: PageID
    var size: Size
    var isLeft: Bool
    var isWide: Bool
    /// Nil for a blank page, which is cut like the others.
    var shares: Shares?
  }

  /// The part to keep of each selected page that is cut.
  func rectangles(
    _ book: Book, _ selection: PageSelection, _ context: any BookContext
  ) async throws(Diagnostic) -> [PageID: Rectangle] {
    let openings = try await openings(book, selection, context)
    let singles = openings.joined().filter { !$0.isWide }.compactMap(\.shares)
    let usual = usual(singles)
    var kept: [PageID: Rectangle] = [:]
    for opening in openings {
      let shares = opening.reduce(usual) { common, page in
        page.shares.map(common.lesser) ?? common
      }
      for page in opening {
        let rectangle = cut(shares, page).rectangle(in: page.size)
        if rectangle.size != page.size { kept[page.id] = rectangle }
      }
    }
    return kept
  }

  private func usual(_ pages: [Shares]) -> Shares {
    var usual = Shares()
    for edge in Shares.edges {
      // Less than a hundredth does not count as a margin.
      let margins = pages.map { $0[keyPath: edge] }.filter { $0 >= 0.01 }.sorted()
      if !margins.isEmpty, margins.count * 2 >= pages.count {
        usual[keyPath: edge] = margins[margins.count / 10]
      }
    }
    return usual
  }

  private func cut(_ shares: Shares, _ page: Seen) -> EdgePixels {
    func pixels(_ share: Double, _ side: Int) -> Int { Int(share * Double(side) + 1e-6) }
    // The gutter of a wide page is in its middle.
    let left = page.isWide || page.isLeft ? shares.outer : shares.inner
    let right = page.isWide || !page.isLeft ? shares.outer : shares.inner
    let width = page.isWide ? page.size.width / 2 : page.size.width
    let empty = EdgePixels(
      left: pixels(left, width), top: pixels(shares.top, page.size.height), right: pixels(right, width),
      bottom: pixels(shares.bottom, page.size.height))
    return PageMargins(empty: empty).cut(of: page.size, by: search)
  }

  // MARK: Examining the pages

  /// The selected pages by opening; each page is examined once, one at a time.
  private func openings(
    _ book: Book, _ selection: PageSelection, _ context: any BookContext
  ) async throws(Diagnostic) -> [[Seen]] {
    let wide = try await book.widePages(in: context)
    var openings: [[Seen]] = []
    for opening in Openings.of(book, wide: wide) {
      var seen: [Seen] = []
      for (page, isLeft) in opening where selection.contains(page) {
        if let one = try await look(at: page, isLeft: isLeft, isWide: wide.contains(page.id), context) {
          seen.append(one)
        }
      }
      openings.append(seen)
    }
    return openings
  }

  /// A damaged page is left as it is, and reported when it is rendered.
  private func look(
    at page: Page, isLeft: Bool, isWide: Bool, _ context: any BookContext
  ) async throws(Diagnostic) -> Seen? {
    let raster: Raster
    do throws(Diagnostic) { raster = try await context.raster(of: page.picture) } catch {
      guard error.rule.category == .damage else { throw error }
      return nil
    }
    var seen = Seen(id: page.id, size: raster.size, isLeft: isLeft, isWide: isWide)
    if let empty = raster.margins(by: search)?.empty {
      let (width, height) = (
        Double(isWide ? raster.size.width / 2 : raster.size.width), Double(raster.size.height)
      )
      let (left, right) = (Double(empty.left) / width, Double(empty.right) / width)
      seen.shares = Shares(
        top: Double(empty.top) / height, bottom: Double(empty.bottom) / height,
        inner: isWide ? 1 : isLeft ? right : left,
        outer: isWide ? min(left, right) : isLeft ? left : right)
    }
    return seen
  }
}
