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
  public private(set) var embedded: [DataAddress] = []
  private var embeddedNumbers: [DataAddress: Int] = [:]
  private var manifestByFile: [Int: ManifestItem] = [:]
  private var styleSheets: [Int: StyleSheet] = [:]
  /// Documents shown inside others, read once.
  private var inner: [Int: SpineContents] = [:]
  /// What was odd about references.
  public var notes = ReferenceNotes()

  private static let deepest = 3

  /// - Parameters:
  ///   - path: the package document's.
  ///   - isFixedLayout: whether display options or the package make the pages fixed.
  public init(
    _ package: PackageDocument, path: String, _ files: PublicationFiles, isFixedLayout: Bool,
    _ context: any PublicationContext
  ) {
    self.package = package
    self.files = files
    self.context = context
    self.isFixedLayout = isFixedLayout
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
    return all
  }

  private func check(_ pictures: Int) throws(Diagnostic) {
    guard pictures <= context.limits.maxPages else {
      throw .error(
        .tooManyPages, "the book has more than \(context.limits.maxPages) pages",
        remedy: "raise --max-pages if the book is genuine")
    }
  }

  private mutating func load(_ reference: SpineReference, at index: Int) async throws(Diagnostic)
    -> SpineContents
  {
    guard let item = package.item(reference.idref) else {
      notes.missing(reference.idref, in: "the spine")
      var contents = SpineContents(index: index, name: reference.idref)
      contents.missing = [reference.idref]
      return contents
    }
    let chosen = choose(item)
    var contents = SpineContents(index: index, name: chosen?.file.map(files.path) ?? item.href)
    if let file = chosen?.file {
      switch chosen?.kind {
      case .raster: contents.pictures = [SpineContents.Shown(source: .file(file))]
      case .svg, .page:
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
    contents.pictures = withoutRepeats(contents.pictures)
    return contents
  }

  private struct Choice {
    var file: Int?
    var kind: ContentKind?
  }

  /// The item, or the first of its fallbacks that is there and of a kind that can be shown.
  private mutating func choose(_ item: ManifestItem) -> Choice? {
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

  private func kind(of file: Int, _ item: ManifestItem?) -> ContentKind? {
    item.flatMap { ContentKind(mediaType: $0.mediaType) }
      ?? ContentKind(fileExtension: files[file].path.fileExtension)
  }

  /// The pictures a file shows that may be in no place of the spine.
  mutating func pictures(of file: Int) async throws(Diagnostic) -> [SpineContents.Shown] {
    switch kind(of: file, manifestByFile[file]) {
    case .raster: return [SpineContents.Shown(source: .file(file))]
    case .svg, .page:
      var contents = SpineContents(index: 0, name: files.path(file))
      try await read(file, into: &contents, depth: 0, isFixed: isFixedLayout)
      return contents.pictures
    case nil: return []
    }
  }

  // MARK: - Documents

  /// Reads a document and adds what it shows.
  private mutating func read(
    _ file: Int, into contents: inout SpineContents, depth: Int, isFixed: Bool
  ) async throws(Diagnostic) {
    let path = files.path(file)
    let bytes = try await document(file)
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    let parsed: XMLDocument
    do {
      parsed =
        kind(of: file, manifestByFile[file]) == .svg
        ? try parseXML(bytes, limits: context.limits, mode: .recovering)
        : try parseXHTML(bytes, limits: context.limits)
    } catch {
      throw error.inEntry(path)
    }
    if let repair = parsed.repairs.first { notes.repaired(path, repair) }
    let scan = PageScan(parsed.root)
    let resolver = ReferenceResolver(files, document: path, base: scan.base)
    contents.viewport = contents.viewport ?? scan.viewport
    contents.textLength += scan.textLength
    contents.hasDrawing = contents.hasDrawing || scan.hasDrawing
    // Anchors count pictures as written; what they become is counted while they are looked up.
    var shownBefore = [0]
    for use in scan.pictures {
      try await add(use, resolver, path, &contents, depth)
      shownBefore.append(contents.pictures.count)
    }
    if depth == 0 {
      contents.language = scan.language
      contents.anchors = scan.anchors.mapValues { shownBefore[min($0, shownBefore.count - 1)] }
    }
    let hasNothingElse = contents.substance == .blank || isFixed && contents.substance != .missing
    if contents.pictures.isEmpty, hasNothingElse {
      for address in try await backgrounds(of: parsed.root, scan, resolver, path) {
        let use = PageScan.PictureUse(candidates: [address], top: nil, left: nil)
        try await add(use, resolver, path, &contents, depth)
      }
    }
  }

  private func document(_ file: Int) async throws(Diagnostic) -> [UInt8] {
    let limit = context.limits.maxDocumentBytes.bytes
    if let size = files[file].size, size > limit {
      throw .error(
        .markupTooLarge, "the document has \(size) bytes, more than \(limit)",
        at: Place(entry: files.path(file)),
        remedy: "raise --max-document-bytes if the document is genuine")
    }
    return try await context.bytes(of: files.reference(file))
  }

  /// Adds the picture a place shows: the best candidate the package declares, else one that is there at all.
  private mutating func add(
    _ use: PageScan.PictureUse, _ resolver: ReferenceResolver, _ path: String,
    _ contents: inout SpineContents,
    _ depth: Int
  ) async throws(Diagnostic) {
    try check(contents.pictures.count)
    let targets = use.candidates.map(resolver.resolve)
    let matches = targets.compactMap { target -> PublicationFiles.Match? in
      if case .file(let match, _) = target { match } else { nil }
    }
    let known = matches.filter { kind(of: $0.index, manifestByFile[$0.index]) != nil }
    let declared = known.first { manifestByFile[$0.index] != nil }
    if let match = declared ?? known.first ?? matches.first {
      notes.match(match, files, use.candidates[0], in: path)
      try await show(match.index, use, &contents, depth)
      return
    }
    for target in targets {
      if case .data(let address) = target {
        show(address, use, &contents)
        return
      }
    }
    switch targets.last {
    case .outside(let address):
      notes.outside(address, in: path)
      contents.missing.append(address)
    case .missing(let name):
      notes.missing(name, in: path)
      contents.missing.append(name)
    default: break
    }
  }

  /// Shows a file: a picture; a document inside this one; or the fallback of something else.
  private mutating func show(
    _ file: Int, _ use: PageScan.PictureUse, _ contents: inout SpineContents, _ depth: Int
  ) async throws(Diagnostic) {
    switch kind(of: file, manifestByFile[file]) {
    case .raster:
      contents.pictures.append(SpineContents.Shown(source: .file(file), top: use.top, left: use.left))
    case .svg, .page:
      guard depth < SpineLoader.deepest else { return }
      if inner[file] == nil {
        var shown = SpineContents(index: 0, name: "")
        try await read(file, into: &shown, depth: depth + 1, isFixed: false)
        inner[file] = shown
      }
      guard let shown = inner[file] else { return }
      contents.pictures += shown.pictures
      contents.textLength += shown.textLength
      contents.hasDrawing = contents.hasDrawing || shown.hasDrawing
      contents.missing += shown.missing
    case nil:
      if let item = manifestByFile[file], let choice = choose(item), let other = choice.file,
        choice.kind == .raster
      {
        contents.pictures.append(SpineContents.Shown(source: .file(other), top: use.top, left: use.left))
      } else {
        // Its bytes decide: what is no picture is told of when the page is made.
        contents.pictures.append(SpineContents.Shown(source: .file(file), top: use.top, left: use.left))
      }
    }
  }

  private mutating func show(
    _ address: DataAddress, _ use: PageScan.PictureUse, _ contents: inout SpineContents
  ) {
    switch ContentKind(mediaType: address.mediaType) {
    case .raster:
      let number = embeddedNumbers[address] ?? embedded.count
      if number == embedded.count {
        embedded.append(address)
        embeddedNumbers[address] = number
      }
      contents.pictures.append(SpineContents.Shown(source: .data(number), top: use.top, left: use.left))
    case .svg, .page: contents.hasDrawing = true
    case nil: break
    }
  }

  // MARK: - Style sheets

  private mutating func backgrounds(
    of root: XMLElement, _ scan: PageScan, _ resolver: ReferenceResolver, _ path: String
  ) async throws(Diagnostic) -> [String] {
    if !scan.backgrounds.isEmpty { return scan.backgrounds }
    var found: [String] = []
    for text in scan.styleTexts { found += StyleSheet(text).backgrounds(in: root) }
    for href in scan.styleSheets {
      guard case .file(let match, _) = resolver.resolve(href) else { continue }
      found += try await backgrounds(of: root, sheet: match.index, depth: 0)
    }
    return found
  }

  /// A sheet's own references are relative to it; they come back as paths from the container's root.
  private mutating func backgrounds(
    of root: XMLElement, sheet file: Int, depth: Int
  ) async throws(Diagnostic) -> [String] {
    guard depth < SpineLoader.deepest else { return [] }
    if styleSheets[file] == nil {
      styleSheets[file] = StyleSheet(String(decoding: try await document(file), as: UTF8.self))
    }
    guard let sheet = styleSheets[file] else { return [] }
    let resolver = ReferenceResolver(files, document: files.path(file))
    var found: [String] = []
    for address in sheet.imports {
      guard case .file(let match, _) = resolver.resolve(address) else { continue }
      found += try await backgrounds(of: root, sheet: match.index, depth: depth + 1)
    }
    for address in sheet.backgrounds(in: root) {
      switch resolver.resolve(address) {
      case .file(let match, _): found.append("/" + PercentCoding.encoded(files.path(match.index)))
      case .data, .outside: found.append(address)
      case .missing(let name): found.append("/" + PercentCoding.encoded(name))
      }
    }
    return found
  }

  /// A picture shown again on the same item (panel views magnify it) is one picture; so are two files whose
  /// size and checksum agree.
  private func withoutRepeats(_ pictures: [SpineContents.Shown]) -> [SpineContents.Shown] {
    guard pictures.count > 1 else { return pictures }
    var sources: Set<PictureSource> = []
    var stated: Set<[UInt64]> = []
    return pictures.filter { shown in
      guard sources.insert(shown.source).inserted else { return false }
      guard case .file(let file) = shown.source, let size = files[file].size, let crc = files[file].crc32
      else {
        return true
      }
      return stated.insert([UInt64(size), UInt64(crc)]).inserted
    }
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
