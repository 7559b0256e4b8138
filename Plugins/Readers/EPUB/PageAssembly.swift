import Archives
import BookModel
import Diagnostics
import Imaging
import PluginKit
import Publications

/// Makes pages and sections from what the spine shows.
struct PageAssembly {
  let files: PublicationFiles
  /// The source of pictures embedded in documents; nil if there are none.
  let embedded: SourceID?
  let settings: EPUBSettings
  let context: any ReadContext

  private(set) var items: [BookItem] = []
  /// What each spine item became: a section, or pages in the order of its pictures.
  private(set) var idsOfItem: [[ItemID]] = []
  private var documents: [EntryReference: Int] = [:]
  private var shown: [EntryReference: Int] = [:]

  init(_ files: PublicationFiles, embedded: SourceID?, _ settings: EPUBSettings, _ context: any ReadContext) {
    self.files = files
    self.embedded = embedded
    self.settings = settings
    self.context = context
  }

  mutating func add(_ item: SpineContents, _ verdict: ComicJudgement.Verdict) async throws(Diagnostic) {
    var made: [Page] = []
    switch verdict {
    case .leftOut: break
    case .section:
      if let section = section(item) {
        items.append(.section(section))
        idsOfItem.append([.section(section.id)])
        return
      }
    case .blank(let reason):
      let id = PageID(sourcePlace: "spine:\(item.index):\(item.name)")
      made = [
        Page(
          id: id, picture: .blank(Picture.Blank(size: nil, reason: reason)), side: item.side,
          sourceName: item.name)
      ]
    case .pages:
      if let arrangement = item.arrangement {
        try await add(item, arrangement)
        return
      }
      made = item.pictures.compactMap { reference($0.source) }.map { page($0) }
      // A side is stated for the item; if it has several pages, it can only apply to the first.
      if !made.isEmpty { made[0].side = item.side }
    }
    idsOfItem.append(made.map { .page($0.id) })
    items += made.map(BookItem.page)
  }

  var pages: [Page] { items.compactMap { if case .page(let page) = $0 { page } else { nil } } }

  private mutating func section(_ item: SpineContents) -> Section? {
    guard let file = item.file else { return nil }
    let entry = files.reference(file)
    let occurrence = documents[entry, default: 0]
    documents[entry] = occurrence + 1
    return Section(id: SectionID(entry, occurrence: occurrence), entry: entry, language: item.language)
  }

  private mutating func page(_ reference: EntryReference) -> Page {
    let occurrence = shown[reference, default: 0]
    shown[reference] = occurrence + 1
    return Page(
      id: PageID(reference, occurrence: occurrence), picture: .entry(reference), sourceName: reference.name)
  }

  func reference(_ source: PictureSource) -> EntryReference? {
    switch source {
    case .file(let file): files.reference(file)
    case .data(let number):
      embedded.map { EntryReference(source: $0, key: number, name: PageAssembly.embeddedName(number)) }
    }
  }

  static func embeddedName(_ number: Int) -> String { "data-\(number + 1)" }

  // MARK: - Several pictures in one item

  /// Adds the pages that an item's pictures form together. Links to a picture that is not a page lead to the
  /// page before.
  private mutating func add(_ item: SpineContents, _ arrangement: PageArrangement) async throws(Diagnostic) {
    var ids = [ItemID?](repeating: nil, count: item.pictures.count)
    for (place, made) in arrangement.pages.enumerated() {
      guard var page = try await page(made, of: item, number: place, among: arrangement.pages.count) else {
        continue
      }
      if place == 0 { page.side = item.side } else if item.side == nil { page.side = nil }
      for picture in made.pictures { ids[picture] = .page(page.id) }
      items.append(.page(page))
    }
    let first = ids.lazy.compactMap(\.self).first
    var last: ItemID?
    idsOfItem.append(
      ids.compactMap { id in
        last = id ?? last ?? first
        return last
      })
  }

  private mutating func page(
    _ made: PageArrangement.Page, of item: SpineContents, number: Int, among count: Int
  ) async throws(Diagnostic) -> Page? {
    func entry(_ picture: Int) -> EntryReference? { reference(item.pictures[picture].source) }
    let picture: Picture
    let named: EntryReference?
    switch made {
    case .picture(let one): return entry(one).map { page($0) }
    case .stack(let strips):
      let entries = strips.compactMap(entry)
      (picture, named) = (.derived(StackOperation(), entries.map(Picture.entry)), entries.first)
    case .sideBySide(let left, let right):
      let entries = [left, right].compactMap(entry)
      (picture, named) = (.derived(JoinOperation(heights: .pad), entries.map(Picture.entry)), entries.first)
    case .layers(let page):
      var facts: [PictureFacts] = []
      var layers: [LayeredDrawing.Layer] = []
      for one in page.layers {
        guard let entry = entry(one.picture), let frame = one.frame else { continue }
        if let known = try await context.readableFacts(of: entry) { facts.append(known) }
        layers.append(
          LayeredDrawing.Layer(
            .entry(entry), in: LayeredDrawing.Box(frame), clip: one.clip.map(LayeredDrawing.Box.init),
            opacity: one.opacity, multiplies: one.multiplies, repeats: one.repeats))
      }
      picture = .drawn(LayeredDrawing(size: page.size, layers, pictures: facts))
      named = page.layers.first.flatMap { entry($0.picture) }
    }
    let half = count > 1 ? "#\(number + 1)" : ""
    let id = PageID(sourcePlace: "spine:\(item.index):\(item.name)\(half)")
    return Page(id: id, picture: picture, sourceName: named?.name ?? item.name)
  }
}

extension LayeredDrawing.Box {
  init(_ frame: Frame) { self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height) }
}
