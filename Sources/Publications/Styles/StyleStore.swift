import Archives
import BookModel
public import Diagnostics
import Markup
import Options

/// The style sheets of a book, each read once, and the cascades that documents make of them.
public struct StyleStore: Sendable {
  private let files: PublicationFiles
  private let context: any PublicationContext
  /// What is kept of sheets; nil for everything.
  private let properties: Set<String>?
  private var sheets: [Int: StyleSheet] = [:]
  /// Documents of a book mostly name the same sheets.
  private var cascades: [Key: Cascade] = [:]

  private struct Key: Hashable {
    var sheets: [Int]
    var environment: MediaEnvironment
  }

  /// How deep sheets may take in sheets, and how many a document may have in all.
  private static let deepest = 8
  private static let most = 256

  /// - Parameter properties: the only ones that are kept of sheets; nil for all.
  public init(
    _ files: PublicationFiles, _ context: any PublicationContext, keeping properties: Set<String>? = nil
  ) {
    self.files = files
    self.context = context
    self.properties = properties
  }

  /// What a document's sheets come to.
  public struct Styles: Sendable {
    public var cascade: Cascade
    /// Where references of each sheet begin.
    public var resolvers: [ReferenceResolver]
    /// The declarations of each `@font-face`, with the number of its sheet.
    public var fontFaces: [(sheet: Int, declarations: StyleDeclarations)]
  }

  /// What a document's sheets come to.
  ///
  /// - Parameter environment: what the document is shown on, if not what its viewport says.
  /// - Throws: what reading entries throws; a sheet that can't be read is told and left out.
  public mutating func cascade(
    of head: DocumentHead, _ resolver: ReferenceResolver, for environment: MediaEnvironment? = nil
  ) async throws(Diagnostic) -> Styles {
    let environment =
      environment ?? head.viewport.map {
        MediaEnvironment(width: Double($0.width), height: Double($0.height))
      }
      ?? .reader
    var found = Found()
    for (style, media) in head.styles where media.matches(environment) {
      switch style {
      case .text(let text):
        let sheet = kept(StyleSheet(text))
        try await takeImports(of: sheet, resolver, environment, &found, depth: 0)
        found.add(sheet, file: nil, resolver)
      case .link(let href):
        guard case .file(let match, _) = resolver.resolve(href) else { continue }
        try await take(match.index, environment, &found, depth: 0)
      }
    }
    let key = found.files.map { Key(sheets: $0, environment: environment) }
    let cascade = key.flatMap { cascades[$0] } ?? Cascade(found.sheets, for: environment)
    if let key { cascades[key] = cascade }
    let faces = found.sheets.enumerated().flatMap { number, sheet in
      sheet.fontFaces.map { (sheet: number, declarations: $0) }
    }
    return Styles(cascade: cascade, resolvers: found.resolvers, fontFaces: faces)
  }

  private func kept(_ sheet: StyleSheet) -> StyleSheet { properties.map(sheet.keeping) ?? sheet }

  /// Sheets in the order in which they hold.
  private struct Found {
    var sheets: [StyleSheet] = []
    var resolvers: [ReferenceResolver] = []
    /// The files they are; nil where one is none.
    var files: [Int]? = []

    mutating func add(_ sheet: StyleSheet, file: Int?, _ resolver: ReferenceResolver) {
      sheets.append(sheet)
      resolvers.append(resolver)
      if let file { files?.append(file) } else { files = nil }
    }
  }

  private mutating func take(
    _ file: Int, _ environment: MediaEnvironment, _ found: inout Found, depth: Int
  ) async throws(Diagnostic) {
    guard depth < StyleStore.deepest, found.sheets.count < StyleStore.most else { return }
    let sheet = try await sheet(file)
    let resolver = ReferenceResolver(files, document: files.path(file))
    try await takeImports(of: sheet, resolver, environment, &found, depth: depth)
    found.add(sheet, file: file, resolver)
  }

  private mutating func takeImports(
    of sheet: StyleSheet, _ resolver: ReferenceResolver, _ environment: MediaEnvironment,
    _ found: inout Found,
    depth: Int
  ) async throws(Diagnostic) {
    for one in sheet.imports where one.media.matches(environment) {
      guard case .file(let match, _) = resolver.resolve(one.address) else { continue }
      try await take(match.index, environment, &found, depth: depth + 1)
    }
  }

  /// A sheet; an empty one where it cannot be read, which is told.
  private mutating func sheet(_ file: Int) async throws(Diagnostic) -> StyleSheet {
    if let known = sheets[file] { return known }
    var sheet = StyleSheet("")
    let limit = context.limits.maxDocumentBytes.bytes
    if let size = files[file].size, size > limit {
      context.report(
        .warning(
          .markupTooLarge, "the style sheet has \(size) bytes, more than \(limit), and was not read",
          at: Place(entry: files.path(file))))
    } else {
      do throws(Diagnostic) {
        sheet = kept(StyleSheet(try await context.bytes(of: files.reference(file))))
      } catch {
        if error.isReadFailure { throw error }
        context.report(error.with(severity: .warning).inEntry(files.path(file)))
      }
    }
    sheets[file] = sheet
    return sheet
  }
}

extension StyleStore {
  /// What tells which pictures a page shows and where they lie.
  static let pictureProperties: Set<String> = [
    "background-image", "background-position", "background-repeat", "background-size", "bottom", "clip",
    "clip-path",
    "content", "direction", "display", "fill", "fill-opacity", "flex-direction", "float", "height",
    "justify-content",
    "left",
    "margin-bottom", "margin-left", "margin-right", "margin-top", "max-height", "max-width", "mix-blend-mode",
    "object-fit", "opacity", "overflow", "overflow-x", "overflow-y", "padding-left", "padding-top",
    "position", "right",
    "stroke", "stroke-opacity", "text-align", "top", "transform", "transform-origin", "visibility", "width",
    "writing-mode", "z-index",
  ]
}
