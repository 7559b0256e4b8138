package import BookModel
import Diagnostics

/// For every page of a book the size of the page nearest to it that has one. Looked up at the first question, in two
/// passes over the book.
package actor NearestSizes {
  private let pages: [Page]
  private let open: OpenSources
  private var known: [Size?]?
  private var nearest: [Size?]?

  package init(_ pages: [Page], _ open: OpenSources) {
    self.pages = pages
    self.open = open
  }

  /// The size of the first page that has one.
  package var first: Size? {
    get async { await sizes().lazy.compactMap(\.self).first }
  }

  /// The size of the page nearest to another, the one before it first; nil where no other page has any.
  package func size(besides index: Int) async -> Size? {
    let all: [Size?]
    if let nearest { all = nearest } else { all = NearestSizes.nearest(await sizes()) }
    nearest = all
    return all[index]
  }

  /// The size of every page; nil for blanks without one, for what only pixels can tell, and for damaged pages, which
  /// are told of when they are rendered.
  private func sizes() async -> [Size?] {
    if let known { return known }
    var sizes: [Size?] = []
    for page in pages {
      do throws(Diagnostic) { sizes.append(try await open.facts(of: page.picture)?.size) } catch {
        sizes.append(nil)
      }
    }
    known = sizes
    return sizes
  }

  /// For every place the nearest other one that holds a size, that before it where two are as near.
  static func nearest(_ sizes: [Size?]) -> [Size?] {
    var before: [Int?] = []
    var last: Int?
    for (index, size) in sizes.enumerated() {
      before.append(last)
      if size != nil { last = index }
    }
    var nearest = [Size?](repeating: nil, count: sizes.count)
    var next: Int?
    for index in sizes.indices.reversed() {
      switch (before[index], next) {
      case (let left?, let right?): nearest[index] = sizes[index - left <= right - index ? left : right]
      case (let place?, nil), (nil, let place?): nearest[index] = sizes[place]
      case (nil, nil): break
      }
      if sizes[index] != nil { next = index }
    }
    return nearest
  }
}
