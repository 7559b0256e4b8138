import Archives
import BookModel
import Diagnostics
import Imaging
import PluginKit
import Publications

/// Determines which pages the spine items produce, before the book is judged. Picture headers are read only
/// if an item shows several pictures, or one that may not be a page at all.
struct ItemArrangement {
  let files: PublicationFiles
  let loader: SpineLoader
  let direction: Direction?
  let settings: EPUBSettings
  let context: any ReadContext
  let reference: (PictureSource) -> EntryReference?

  /// Pictures that only reserve space.
  private(set) var spacers: Set<EntryReference> = []
  private var identities: [[UInt64]: Int] = [:]
  private var uses: [Int: Int] = [:]
  private var known: [PictureSource: PictureFacts?] = [:]

  /// The maximum size in bytes of a file that may be a spacer of a pixel or two.
  private static let mostSpacerBytes = 1_024

  init(
    _ files: PublicationFiles, _ loader: SpineLoader, _ settings: EPUBSettings, _ context: any ReadContext,
    reference: @escaping (PictureSource) -> EntryReference?
  ) {
    self.files = files
    self.loader = loader
    self.settings = settings
    self.context = context
    self.reference = reference
    direction = loader.package.direction
  }

  /// The same items with the pages they produce; pictures that are not pages are removed.
  mutating func arrange(_ spine: [SpineContents]) async throws(Diagnostic) -> [SpineContents] {
    for item in spine {
      for identity in Set(item.pictures.map { self.identity($0.source) }) { uses[identity, default: 0] += 1 }
    }
    var arranged: [SpineContents] = []
    for item in spine { arranged.append(try await arrange(item)) }
    try await takeParts(spine, &arranged)
    tell(arranged)
    return arranged
  }

  /// If several items show different parts of one picture, each produces its part.
  private mutating func takeParts(
    _ spine: [SpineContents], _ arranged: inout [SpineContents]
  ) async throws(Diagnostic) {
    var places: [Int: [Int]] = [:]
    for (place, item) in spine.enumerated() where item.scene != nil && item.pictures.count == 1 {
      guard arranged[place].pictures.count == 1 else { continue }
      places[identity(item.pictures[0].source), default: []].append(place)
    }
    for (identity, places) in places.sorted(by: { $0.key < $1.key }) {
      guard places.count > 1, Set(places.map { spine[$0].file }).count == places.count,
        let facts = try await facts(spine[places[0]].pictures[0].source)
      else { continue }
      let picture = ArrangedPicture(
        size: facts.size, isOpaque: true, identity: identity, uses: uses[identity] ?? 1)
      let parts = places.compactMap { place in
        spine[place].scene.flatMap { PageArrangement.part(of: $0, picture) }
      }
      let areApart = zip(parts, parts.dropFirst()).allSatisfy { one, next in
        one.seen.intersection(next.seen).area < one.seen.area / 2
      }
      guard parts.count == places.count, areApart else { continue }
      for (place, part) in zip(places, parts) { arranged[place].arrangement = part.page }
    }
  }

  private mutating func identity(_ source: PictureSource) -> Int {
    let key = loader.identity(source)
    let number = identities[key] ?? identities.count
    identities[key] = number
    return number
  }

  private mutating func arrange(_ item: SpineContents) async throws(Diagnostic) -> SpineContents {
    var item = item
    guard let scene = item.scene, item.pictures.count > 1 else {
      try await dropSpacers(&item)
      item.scene = nil
      return item
    }
    var pictures: [ArrangedPicture?] = []
    for shown in item.pictures {
      let identity = identity(shown.source)
      pictures.append(
        try await facts(shown.source).map { facts in
          ArrangedPicture(
            size: facts.size, isOpaque: ItemArrangement.isOpaque(facts), identity: identity,
            uses: uses[identity] ?? 1)
        })
    }
    let arrangement = PageArrangement(
      scene, pictures, direction: direction, keepsPieces: settings.tiles == .separate)
    if arrangement.pages.isEmpty {
      item.pictures = []
      item.scene = nil
    } else {
      item.arrangement = arrangement
    }
    return item
  }

  /// A spacer is not a page, and neither is a pattern behind text alone.
  private mutating func dropSpacers(_ item: inout SpineContents) async throws(Diagnostic) {
    var kept: [SpineContents.Shown] = []
    var keptBefore = [0]
    for shown in item.pictures {
      defer { keptBefore.append(kept.count) }
      let mayBePattern = shown.isBackground && item.isFixedLayout && !item.text.isNone
      guard mayBePattern || mayBeSpacer(shown.source), let facts = try await facts(shown.source) else {
        kept.append(shown)
        continue
      }
      let isPattern = mayBePattern && isPattern(facts.size, on: item.viewport)
      if !isPattern, !ItemArrangement.isSpacer(facts.size) { kept.append(shown) }
    }
    guard kept.count < item.pictures.count else { return }
    item.pictures = kept
    item.anchors = item.anchors.mapValues { keptBefore[min($0, keptBefore.count - 1)] }
  }

  private static func isSpacer(_ size: Size) -> Bool { min(size.width, size.height) <= 2 }

  /// Whether a header guarantees that the picture is fully opaque.
  private static func isOpaque(_ facts: PictureFacts) -> Bool {
    switch facts.format {
    case .jpeg, .png, .gif, .webp, .bmp, .tiff, .jpeg2000: !facts.hasAlpha
    default: false
    }
  }

  /// Whether a background would have to be repeated many times to fill a page.
  private func isPattern(_ size: Size, on page: Size?) -> Bool {
    let page = page ?? Size(width: 600, height: 800)
    return size.width * 2 < page.width && size.height * 2 < page.height
  }

  private func mayBeSpacer(_ source: PictureSource) -> Bool {
    guard let reference = reference(source), let size = context.stated(reference).size else { return false }
    return size < ItemArrangement.mostSpacerBytes
  }

  private mutating func facts(_ source: PictureSource) async throws(Diagnostic) -> PictureFacts? {
    if let facts = known[source] { return facts }
    guard let reference = reference(source) else { return nil }
    let facts = try await context.readableFacts(of: reference)
    if let facts, ItemArrangement.isSpacer(facts.size) { spacers.insert(reference) }
    known[source] = .some(facts)
    return facts
  }

  // MARK: - Messages

  private func tell(_ spine: [SpineContents]) {
    let unclear = spine.filter { $0.arrangement?.isUnclear == true }
    if !unclear.isEmpty {
      let pages = unclear.reduce(0) { $0 + $1.pageCount }
      context.report(
        .warning(
          .itemsUnclear,
          "the positions of some items' pictures could not be determined: \(unclear.count) items gave \(pages) pages (\(names(unclear.map(\.name))))",
          remedy: "compare these pages with the book in a reading program"))
    }
    var small: [String] = []
    for item in spine {
      for number in item.arrangement?.decorations ?? [] {
        if let name = reference(item.pictures[number].source)?.name, !small.contains(name) {
          small.append(name)
        }
      }
    }
    guard !small.isEmpty else { return }
    context.report(
      .warning(
        .decorationLost, "small pictures beside those that fill their pages are not shown: \(names(small))"))
  }

  private func names(_ all: [String]) -> String {
    let shown = all.prefix(20).joined(separator: ", ")
    return all.count > 20 ? "\(shown) and \(all.count - 20) more" : shown
  }
}
