import Archives
import BookModel
import Diagnostics
import Imaging
import PluginKit
import Publications

/// Makes pages and sections of what the spine shows.
struct PageAssembly {
  let files: PublicationFiles
  /// The source that holds pictures written into documents; nil where there are none.
  let embedded: SourceID?
  let settings: EPUBSettings
  let context: any ReadContext

  private(set) var items: [BookItem] = []
  /// What became of each spine item: a section, or pages in the order of its pictures.
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
      let references = item.pictures.compactMap { reference($0.source) }
      if references.count > 1, try await areTiles(item, references) {
        let id = PageID(sourcePlace: "spine:\(item.index):\(item.name)")
        let picture = Picture.derived(StackOperation(), references.map(Picture.entry))
        made = [Page(id: id, picture: picture, side: item.side, sourceName: references[0].name)]
        idsOfItem.append(references.map { _ in .page(id) })
        items += made.map(BookItem.page)
        return
      }
      made = references.map { page($0) }
      // A side is said of the item; of several pages on it, it can only be true of the first.
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

  /// Whether an item's pictures are strips of one page: of one width, and together of the page's shape (margins
  /// at two sides allowed), or placed one below the other.
  private func areTiles(_ item: SpineContents, _ references: [EntryReference]) async throws(Diagnostic)
    -> Bool
  {
    guard settings.tiles == .stack, item.isFixedLayout, references.count <= PageAssembly.mostTiles else {
      return false
    }
    var sizes: [Size] = []
    for reference in references {
      guard let facts = try await context.readableFacts(of: reference) else { return false }
      sizes.append(facts.size)
    }
    guard let width = sizes.first?.width, width > 0, sizes.allSatisfy({ $0.width == width }) else {
      return false
    }
    let height = sizes.reduce(0) { $0 + $1.height }
    if let viewport = item.viewport {
      // Pictures side by side would make a stack far too tall: a quarter of the page's aspect for two.
      let fit = Size(width: width, height: height).aspect / viewport.aspect
      return (PageAssembly.loosestFit...1 / PageAssembly.loosestFit).contains(fit)
    }
    let tops = item.pictures.map(\.top)
    let lefts = Set(item.pictures.map { $0.left ?? 0 })
    return lefts.count == 1
      && zip(tops, tops.dropFirst()).allSatisfy { above, below in
        guard let below else { return false }
        return (above ?? 0) < below
      }
  }

  private static let mostTiles = 16
  private static let loosestFit = 0.7
}
