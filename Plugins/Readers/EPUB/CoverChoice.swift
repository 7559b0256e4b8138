import Archives
import BookModel
import Diagnostics
import Formats
import Imaging
import PluginKit
import Publications

/// Finds a book's cover and makes sure that it comes first and only once.
struct CoverChoice {
  let context: any ReadContext

  init(_ context: any ReadContext) { self.context = context }

  // MARK: - Finding it

  /// The picture that the book declares as its cover, with the most explicit declaration first: the
  /// manifest's property, `meta cover` naming an item, `meta cover` naming a file, the page from the guide or
  /// the landmarks.
  static func declared(
    _ loader: inout SpineLoader, _ spine: [SpineContents],
    landmarks: [(href: String, resolver: ReferenceResolver)]
  ) async throws(Diagnostic) -> PictureSource? {
    let package = loader.package
    for item in package.manifest where item.properties.contains("cover-image") {
      if let picture = try await loader.picture(of: item.href, loader.packageResolver, spine) {
        return picture
      }
    }
    if let name = package.meta("cover") {
      let href = package.item(name)?.href ?? name
      if let picture = try await loader.picture(of: href, loader.packageResolver, spine) { return picture }
    }
    let guide = package.guide.filter { $0.type == "cover" }.map { ($0.href, loader.packageResolver) }
    for (href, resolver) in guide + landmarks.map({ ($0.href, $0.resolver) }) {
      if let picture = try await loader.picture(of: href, resolver, spine) { return picture }
    }
    return nil
  }

  // MARK: - Placing it

  /// The result for the pages: the book's new ones, and the pages that now replace others.
  struct Placement {
    var pages: [Page]
    var merged: [PageID: PageID] = [:]

    /// The current ID of an item.
    func id(_ item: ItemID) -> ItemID { item.page.flatMap { merged[$0] }.map(ItemID.page) ?? item }

    /// A book's items with the changed pages; an added cover comes first.
    func items(_ items: [BookItem]) -> [BookItem] {
      let placed = Dictionary(pages.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      var known: Set<PageID> = []
      let kept: [BookItem] = items.compactMap { item in
        guard case .page(let page) = item else { return item }
        known.insert(page.id)
        return placed[page.id].map(BookItem.page)
      }
      return pages.filter { !known.contains($0.id) }.map(BookItem.page) + kept
    }
  }

  /// Marks the cover's page. A cover that is not on any page becomes the first page. A cover that repeats
  /// page 1, on a page of its own or not, appears once, as the better copy.
  func place(_ cover: EntryReference?, among pages: [Page]) async throws(Diagnostic) -> Placement {
    var placement = Placement(pages: pages)
    guard let cover else {
      placement.pages[0].addRole(.frontCover)
      return placement
    }
    // If the cover is one layer of a page, that page is the cover.
    let shown =
      pages.firstIndex { $0.picture == .entry(cover) }
      ?? pages.firstIndex { $0.picture.entries.contains(cover) }
    guard let own = shown else {
      await putInFront(cover, &placement)
      return placement
    }
    placement.pages[own].addRole(.frontCover)
    guard own == 0, pages[0].picture == .entry(cover), pages.count > 1,
      case .entry(let next) = pages[1].picture, next != cover
    else {
      return placement
    }
    guard case .same(let better) = try await compareNeighbors(cover, next) else { return placement }
    placement.pages[0].picture = .entry(better)
    placement.pages[0].sourceName = better.name
    placement.merged[pages[1].id] = pages[0].id
    placement.pages.remove(at: 1)
    note(
      "the cover '\(cover.name)' repeats the page after it; '\(better.name)', the better copy, is kept", cover
    )
    return placement
  }

  private func putInFront(_ cover: EntryReference, _ placement: inout Placement) async {
    let first = placement.pages[0]
    if case .entry(let page) = first.picture {
      switch await compare(cover, page) {
      case .same(let better):
        placement.pages[0].addRole(.frontCover)
        guard better != page else { return }
        placement.pages[0].picture = .entry(better)
        placement.pages[0].sourceName = better.name
        note("the cover '\(cover.name)' repeats page 1 and is the better copy; it replaces it", cover)
        return
      case .different:
        note("the cover '\(cover.name)' differs from page 1; it became a page of its own", cover)
      case .unknown(let why):
        note("the cover '\(cover.name)' became a page of its own; it could not be compared: \(why)", cover)
      }
    }
    let page = Page(id: PageID(cover), picture: .entry(cover), roles: [.frontCover], sourceName: cover.name)
    placement.pages.insert(page, at: 0)
  }

  // MARK: - Comparing

  private enum Comparison {
    /// The same picture; the entry is the better copy, or the second if neither is better.
    case same(EntryReference)
    case different
    case unknown(String)
  }

  /// Compares two consecutive pictures in the spine. They are decoded, no larger than needed, only if their
  /// shapes match; one with an invalid header stays.
  private func compareNeighbors(_ cover: EntryReference, _ page: EntryReference) async throws(Diagnostic)
    -> Comparison
  {
    if isStatedAlike(cover, page) { return .same(cover) }
    guard try await context.readableFacts(of: cover) != nil, try await context.readableFacts(of: page) != nil
    else {
      return .different
    }
    return await compare(cover, page)
  }

  /// Whether the first of two copies is better: larger, or else with less loss, or else with more bytes.
  private func isBetter(_ cover: PictureFacts, than page: PictureFacts) -> Bool {
    if cover.size.area != page.size.area { return cover.size.area > page.size.area }
    func kept(_ facts: PictureFacts) -> Int {
      switch facts.fidelity {
      case .lossless: 101
      case .lossy(let quality, _): quality
      case nil: facts.format.isLossless == true ? 101 : 0
      }
    }
    if kept(cover) != kept(page) { return kept(cover) > kept(page) }
    return (cover.byteCount ?? 0) > (page.byteCount ?? 0)
  }

  /// Compares by bytes, or else by pixels if the shapes match within 1 %.
  private func compare(_ cover: EntryReference, _ page: EntryReference) async -> Comparison {
    if isStatedAlike(cover, page) { return .same(page) }
    do {
      guard let a = try await context.facts(of: .entry(cover)),
        let b = try await context.facts(of: .entry(page))
      else {
        return .unknown("its size is not known")
      }
      guard abs(a.size.aspect - b.size.aspect) <= 0.01 * b.size.aspect else { return .different }
      let (first, second) = (try await context.bytes(of: cover), try await context.bytes(of: page))
      let isSame = first == second ? true : try looksAlike(first, second, limits: context.limits)
      guard isSame else { return .different }
      return .same(isBetter(a, than: b) ? cover : page)
    } catch {
      return .unknown(error.message)
    }
  }

  /// Whether the container states the same size and checksum for both.
  private func isStatedAlike(_ a: EntryReference, _ b: EntryReference) -> Bool {
    let (left, right) = (context.stated(a), context.stated(b))
    guard let size = left.size, let crc = left.crc32 else { return false }
    return size == right.size && crc == right.crc32
  }

  private func note(_ message: String, _ cover: EntryReference) {
    context.report(.note(.coverKept, message, at: Place(entry: cover.name)))
  }
}

extension ReadContext {
  /// A picture's facts; nil if its header is invalid, which is reported when its page is made.
  ///
  /// - Throws: `file-unreadable`, because a file that cannot be read at the moment may well be sound.
  func readableFacts(of entry: EntryReference) async throws(Diagnostic) -> PictureFacts? {
    do throws(Diagnostic) {
      return try await facts(of: .entry(entry))
    } catch {
      if error.isReadFailure { throw error }
      return nil
    }
  }
}

extension Page {
  mutating func addRole(_ role: PageRole) {
    if !roles.contains(role) { roles.append(role) }
  }
}
