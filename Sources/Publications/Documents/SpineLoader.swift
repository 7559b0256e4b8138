import Archives
import BookModel
public import Diagnostics
import Markup
import Options

/// Reads the documents of the spine and looks up what they show.
public struct SpineLoader: Sendable {
  public let package: PackageDocument
  let files: PublicationFiles
  let context: any PublicationContext
  /// References in the package document.
  public let packageResolver: ReferenceResolver
  /// Whether display options or the package make the book's pages fixed.
  let isFixedLayout: Bool

  /// Pictures that documents hold themselves, by number.
  public internal(set) var embedded: [DataAddress] = []
  var embeddedNumbers: [DataAddress: Int] = [:]
  var manifestByFile: [Int: ManifestItem] = [:]
  var styles: StyleStore
  /// Documents shown inside others, read once.
  var inner: [Int: SpineContents] = [:]
  /// What files turned out to be that are not what the package says.
  var foundKinds: [Int: ContentKind] = [:]
  /// How often the spine has used each id so far.
  var usesOfID: [String: Int] = [:]
  /// What was odd about references.
  public var notes = ReferenceNotes()

  static let deepest = 3

  /// - Parameters:
  ///   - path: the package document's.
  ///   - isFixedLayout: whether display options or the package make the pages fixed.
  public init(
    _ package: PackageDocument, path: String, _ files: PublicationFiles, isFixedLayout: Bool,
    _ context: any PublicationContext
  ) {
    self.package = package
    let files = files.rooted(at: path)
    self.files = files
    self.context = context
    self.isFixedLayout = isFixedLayout
    styles = StyleStore(files, context, keeping: StyleStore.pictureProperties)
    packageResolver = ReferenceResolver(files, document: path)
    for item in package.manifest {
      if case .file(let match, _) = packageResolver.resolve(item.href), manifestByFile[match.index] == nil {
        manifestByFile[match.index] = item
      }
    }
  }

  /// What each place of the spine shows, in order.
  public mutating func load() async throws(Diagnostic) -> [SpineContents] {
    var all: [SpineContents] = []
    var pictures = 0
    for (index, reference) in package.spine.items.enumerated() {
      let contents = try await load(reference, at: index)
      pictures += max(1, contents.pictures.count)
      try check(pictures)
      all.append(contents)
    }
    noteSharedIDs()
    return withoutContentsPictures(all)
  }

  func check(_ pictures: Int) throws(Diagnostic) {
    guard pictures <= context.limits.maxPages else {
      throw .error(
        .tooManyPages, "the book has more than \(context.limits.maxPages) pages",
        remedy: "raise --max-pages if the book is genuine")
    }
  }

  private mutating func load(_ reference: SpineReference, at index: Int) async throws(Diagnostic)
    -> SpineContents
  {
    guard let item = item(reference.idref) else {
      notes.missing(reference.idref, in: "the spine")
      var contents = SpineContents(index: index, name: reference.idref)
      contents.missing = [reference.idref]
      return contents
    }
    let chosen = choose(item)
    var contents = SpineContents(index: index, name: chosen?.file.map(files.path) ?? item.href)
    if let file = chosen?.file {
      switch chosen?.kind {
      case .raster where try await !isDocument(file):
        contents.pictures = [SpineContents.Shown(source: .file(file))]
      case .raster, .svg, .page:
        try await read(file, into: &contents, depth: 0, isFixed: reference.isFixedLayout ?? isFixedLayout)
      case nil: contents.missing = ["\(item.href) (\(item.mediaType))"]
      }
      contents.file = file
    } else {
      contents.missing = [item.href]
    }
    contents.index = index
    contents.isLinear = reference.isLinear
    contents.isFixedLayout = reference.isFixedLayout ?? isFixedLayout
    contents.isNavigation = item.properties.contains("nav")
    contents.side = reference.side
    if contents.scene == nil { contents.pictures = withoutRepeats(contents.pictures) }
    return contents
  }

  struct Choice {
    var file: Int?
    var kind: ContentKind?
  }

  /// The item, or the first of its fallbacks that is there and of a kind that can be shown.
  mutating func choose(_ item: ManifestItem) -> Choice? {
    var first: Choice?
    for (place, candidate) in package.fallbackChain(of: item).enumerated() {
      switch packageResolver.resolve(candidate.href) {
      case .file(let match, _):
        notes.match(match, files, candidate.href, in: "the package document")
        let choice = Choice(file: match.index, kind: kind(of: match.index, candidate))
        if choice.kind != nil {
          if place > 0 { notes.foreign(item.href, taken: candidate.href) }
          return choice
        }
        first = first ?? choice
      case .outside(let address): notes.outside(address, in: "the package document")
      case .missing: notes.missing(candidate.href, in: "the package document")
      case .data: break
      }
    }
    return first
  }

  func kind(of file: Int, _ item: ManifestItem?) -> ContentKind? {
    if let found = foundKinds[file] { return found }
    return item.flatMap { ContentKind(mediaType: $0.mediaType) }
      ?? ContentKind(fileExtension: files[file].path.fileExtension)
  }

  /// The pictures a file shows that may be in no place of the spine.
  mutating func pictures(of file: Int) async throws(Diagnostic) -> [SpineContents.Shown] {
    switch kind(of: file, manifestByFile[file]) {
    case .raster where try await !isDocument(file): return [SpineContents.Shown(source: .file(file))]
    case .raster, .svg, .page:
      var contents = SpineContents(index: 0, name: files.path(file))
      try await read(file, into: &contents, depth: 0, isFixed: isFixedLayout)
      return contents.pictures
    case nil: return []
    }
  }
}

extension SpineLoader {
  /// The item a place of the spine means. Where several have its id, each place takes the next of those that can be
  /// shown as pages, documents before pictures.
  private mutating func item(_ id: String) -> ManifestItem? {
    let all = package.items(id)
    guard all.count > 1 else { return all.first }
    let documents = all.filter { item in
      let type = ContentKind(mediaType: item.mediaType)
      return type == .page || type == .svg
    }
    let items = documents.isEmpty ? all : documents
    let use = usesOfID[id, default: 0]
    usesOfID[id] = use + 1
    return items[min(use, items.count - 1)]
  }

  private mutating func noteSharedIDs() {
    for (id, uses) in usesOfID.sorted(by: { $0.key < $1.key }) {
      notes.sharedID(id, package.items(id).map(\.href), uses: uses)
    }
  }

  /// Contents with small or large pictures of the pages they lead to: those are pages in their own place.
  private func withoutContentsPictures(_ spine: [SpineContents]) -> [SpineContents] {
    let guides = package.guide.filter { $0.type == "toc" }.compactMap { mark -> Int? in
      if case .file(let match, _) = packageResolver.resolve(mark.href) { match.index } else { nil }
    }
    func isContents(_ item: SpineContents) -> Bool {
      item.isNavigation || item.file.map(guides.contains) == true
    }
    guard spine.contains(where: { isContents($0) && !$0.pictures.isEmpty }) else { return spine }
    let shown = spine.filter { !isContents($0) }.flatMap(\.pictures).map(\.source)
    let known = Set(shown.map(identity))
    return spine.map { item in
      guard isContents(item) else { return item }
      var item = item
      item.pictures.removeAll { known.contains(identity($0.source)) }
      item.scene = nil
      return item
    }
  }

  /// Tells pictures apart by what the container states of them, or else by their place in it.
  public func identity(_ source: PictureSource) -> [UInt64] {
    switch source {
    case .data(let number): return [0, UInt64(number)]
    case .file(let file):
      guard let size = files[file].size, let crc = files[file].crc32 else { return [1, UInt64(file)] }
      return [2, UInt64(size), UInt64(crc)]
    }
  }

  /// A picture shown again on the same item (panel views magnify it) is one picture; so are two files whose
  /// size and checksum agree.
  private func withoutRepeats(_ pictures: [SpineContents.Shown]) -> [SpineContents.Shown] {
    guard pictures.count > 1 else { return pictures }
    var known: Set<[UInt64]> = []
    return pictures.filter { known.insert(identity($0.source)).inserted }
  }
}

extension SpineLoader {
  /// The first picture a reference leads to: itself, or the first one its document shows.
  public mutating func picture(
    of href: String, _ resolver: ReferenceResolver, _ spine: [SpineContents]
  ) async throws(Diagnostic) -> PictureSource? {
    guard case .file(let match, _) = resolver.resolve(href) else { return nil }
    if let item = spine.first(where: { $0.file == match.index }) { return item.pictures.first?.source }
    return try await pictures(of: match.index).first?.source
  }
}
