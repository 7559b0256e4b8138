import Archives
import BookModel
import Diagnostics
import Imaging
import Markup
import Options

extension SpineLoader {
  /// Reads a document and adds what it shows. One that is a picture in truth is shown as one.
  mutating func read(
    _ file: Int, into contents: inout SpineContents, depth: Int, isFixed: Bool
  ) async throws(Diagnostic) {
    let path = files.path(file)
    let bytes = try await document(file)
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    if ImageFormat.sniff(bytes) != nil {
      foundKinds[file] = .raster
      notes.mistyped(path, manifestByFile[file]?.mediaType ?? "", is: "a picture")
      contents.pictures.append(SpineContents.Shown(source: .file(file)))
      return
    }
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
    let head = DocumentHead(parsed.root)
    let resolver = ReferenceResolver(files, document: path, base: head.base)
    let sheets = try await styles.cascade(of: head, resolver)
    let scan = PageScan(parsed.root, sheets.cascade)
    contents.viewport = contents.viewport ?? head.viewport
    contents.text += scan.text
    contents.hasDrawing = contents.hasDrawing || scan.hasDrawing
    let scope = Scope(
      path: path, resolver: resolver, sheets: sheets.resolvers, depth: depth, isFixed: isFixed)
    let shownBefore = try await show(scan, head, scope, &contents)
    if depth == 0 {
      contents.language = scan.language
      contents.anchors = scan.anchors.mapValues { shownBefore[min($0, shownBefore.count - 1)] }
    }
  }

  /// What references of one document are looked up by.
  private struct Scope {
    let path: String
    let resolver: ReferenceResolver
    /// One for each sheet of the document's cascade.
    let sheets: [ReferenceResolver]
    let depth: Int
    let isFixed: Bool

    /// References in a sheet are relative to that.
    func resolve(_ value: StyleValue) -> ReferenceTarget {
      (value.sheet.map { sheets[$0] } ?? resolver).resolve(value.text)
    }
  }

  /// Looks up what a document shows. Backgrounds count where pages have a fixed layout, or where there is nothing else.
  ///
  /// - Returns: how many pictures were there before each place of the document, and behind the last.
  private mutating func show(
    _ scan: PageScan, _ head: DocumentHead, _ scope: Scope, _ contents: inout SpineContents
  ) async throws(Diagnostic) -> [Int] {
    var subjects = [PageScene.Subject?](repeating: nil, count: scan.pictures.count)
    var shownBefore = [contents.pictures.count]
    for (number, use) in scan.pictures.enumerated() {
      if scope.isFixed || !use.isBackground { subjects[number] = try await add(use, scope, &contents) }
      shownBefore.append(contents.pictures.count)
    }
    if contents.substance == .blank {
      for (number, use) in scan.pictures.enumerated() where use.isBackground {
        subjects[number] = try await add(use, scope, &contents)
      }
    }
    if scope.isFixed, contents.pictures.count > 0 {
      var scene = PageScene(viewport: head.viewport ?? package.statedViewport, root: scan.root)
      scene.subjects = subjects
      contents.scene = scene
    }
    return shownBefore
  }

  /// The whole of a document, if it is not too large to be one.
  func document(_ file: Int) async throws(Diagnostic) -> [UInt8] {
    let limit = context.limits.maxDocumentBytes.bytes
    if let size = files[file].size, size > limit {
      throw .error(
        .markupTooLarge, "the document has \(size) bytes, more than \(limit)",
        at: Place(entry: files.path(file)),
        remedy: "raise --max-document-bytes if the document is genuine")
    }
    return try await context.bytes(of: files.reference(file))
  }

  /// Whether a file is a document that the package calls a picture: only looked at where its name says so.
  mutating func isDocument(_ file: Int) async throws(Diagnostic) -> Bool {
    if let found = foundKinds[file] { return found != .raster }
    guard let named = ContentKind(fileExtension: files[file].path.fileExtension), named != .raster else {
      return false
    }
    let bytes = try await document(file)
    let isPicture = ImageFormat.sniff(bytes) != nil || bytes.first { $0 > 0x20 } != UInt8(ascii: "<")
    foundKinds[file] = isPicture ? .raster : named
    if !isPicture {
      notes.mistyped(files.path(file), manifestByFile[file]?.mediaType ?? "", is: "a document")
    }
    return !isPicture
  }

  // MARK: - Pictures

  /// Adds the picture a place shows: the best candidate the package declares, else one that is there at all.
  private mutating func add(
    _ use: PageScan.PictureUse, _ scope: Scope, _ contents: inout SpineContents
  ) async throws(Diagnostic) -> PageScene.Subject? {
    try check(contents.pictures.count)
    let targets = use.candidates.map(scope.resolve)
    let matches = targets.compactMap { target -> PublicationFiles.Match? in
      if case .file(let match, _) = target { match } else { nil }
    }
    let known = matches.filter { kind(of: $0.index, manifestByFile[$0.index]) != nil }
    let declared = known.first { manifestByFile[$0.index] != nil }
    if let match = declared ?? known.first ?? matches.first {
      notes.match(match, files, use.candidates[0].text, in: scope.path)
      return try await show(match.index, use, scope, &contents)
    }
    for target in targets {
      if case .data(let address) = target { return show(address, use, &contents) }
    }
    switch targets.last {
    case .outside(let address):
      notes.outside(address, in: scope.path)
      contents.missing.append(address)
    case .missing(let name):
      notes.missing(name, in: scope.path)
      contents.missing.append(name)
    default: break
    }
    return nil
  }

  /// Shows a file: a picture; a document inside this one; or the fallback of something else.
  private mutating func show(
    _ file: Int, _ use: PageScan.PictureUse, _ scope: Scope, _ contents: inout SpineContents
  ) async throws(Diagnostic) -> PageScene.Subject? {
    var source = file
    switch kind(of: file, manifestByFile[file]) {
    case .raster where try await !isDocument(file): break
    case .raster, .svg, .page:
      guard scope.depth < SpineLoader.deepest else { return nil }
      if inner[file] == nil {
        var shown = SpineContents(index: 0, name: "")
        try await read(file, into: &shown, depth: scope.depth + 1, isFixed: scope.isFixed)
        inner[file] = shown
      }
      guard let shown = inner[file] else { return nil }
      let first = contents.pictures.count
      contents.pictures += shown.pictures
      contents.text += shown.text
      contents.hasDrawing = contents.hasDrawing || shown.hasDrawing
      contents.missing += shown.missing
      if let scene = shown.scene { return .scene(scene, first: first) }
      return shown.pictures.count == 1 ? .picture(first) : nil
    case nil:
      // Without a fallback its bytes decide: what is no picture is told of when the page is made.
      if let item = manifestByFile[file], let choice = choose(item), let other = choice.file,
        choice.kind == .raster
      {
        source = other
      }
    }
    contents.pictures.append(SpineContents.Shown(source: .file(source), isBackground: use.isBackground))
    return .picture(contents.pictures.count - 1)
  }

  private mutating func show(
    _ address: DataAddress, _ use: PageScan.PictureUse, _ contents: inout SpineContents
  ) -> PageScene.Subject? {
    switch ContentKind(mediaType: address.mediaType) {
    case .raster:
      let number = embeddedNumbers[address] ?? embedded.count
      if number == embedded.count {
        embedded.append(address)
        embeddedNumbers[address] = number
      }
      contents.pictures.append(SpineContents.Shown(source: .data(number), isBackground: use.isBackground))
      return .picture(contents.pictures.count - 1)
    case .svg, .page: contents.hasDrawing = true
    case nil: break
    }
    return nil
  }
}
