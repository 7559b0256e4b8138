public import BookModel
public import Diagnostics
import Markup
public import Publications

/// What a document's pictures are asked of.
public protocol PictureLookup: Sendable {
  /// How large a picture of the book is; nil for what is none.
  func size(of entry: EntryReference) async throws(Diagnostic) -> Size?
  /// A picture that is written into a document itself; nil where it is none, or can't be kept.
  func place(_ address: DataAddress) async throws(Diagnostic) -> SizedPicture?
}

/// Reads the documents of a publication that are to be set.
public struct SectionLoader: Sendable {
  private let files: PublicationFiles
  private let context: any PublicationContext
  private let pictures: any PictureLookup
  private let environment: MediaEnvironment
  private let language: String?
  private var styles: StyleStore
  /// What was odd about references, to be told when all is read.
  public var notes = ReferenceNotes()

  /// - Parameters:
  ///   - files: those of the container that the documents lie in.
  ///   - package: the package document's path; empty where it isn't known.
  ///   - settings: how the documents will be set.
  public init(
    _ files: PublicationFiles, package: String, _ settings: TypesetSettings, pictures: any PictureLookup,
    _ context: any PublicationContext
  ) {
    self.files = files.rooted(at: package)
    self.context = context
    self.pictures = pictures
    language = settings.language
    // A style sheet's pixels are sixteenths of plain type.
    let scale = 16 / settings.fontSize
    environment = MediaEnvironment(
      width: Double(settings.page.width) * scale, height: Double(settings.page.height) * scale)
    styles = StyleStore(self.files, context)
  }

  /// Reads a section's document, its style sheets, and what is known of its pictures.
  ///
  /// - Throws: `xml-malformed`, `xml-too-large`; what reading entries and the lookup of pictures throw.
  public mutating func load(_ section: Section) async throws(Diagnostic) -> SectionDocument {
    let path = section.entry.name
    let parsed: XMLDocument
    do {
      parsed = try parseXHTML(try await context.bytes(of: section.entry), limits: context.limits)
    } catch {
      throw error.inEntry(path)
    }
    if let repair = parsed.repairs.first { notes.repaired(path, repair) }
    let head = DocumentHead(parsed.root)
    let resolver = ReferenceResolver(files, document: path, base: head.base)
    let styles = try await self.styles.cascade(of: head, resolver, for: environment)
    var document = SectionDocument(
      root: parsed.root, cascade: styles.cascade, path: path, language: section.language ?? language)
    for reference in PictureReferences.all(in: parsed.root) {
      if let picture = try await picture(reference, resolver, in: path) {
        document.pictures[reference] = picture
      }
    }
    document.fontFaces = styles.fontFaces.compactMap { face in
      FontFace(face.declarations) { address in
        guard case .file(let match, _) = styles.resolvers[face.sheet].resolve(address) else { return nil }
        return files.reference(match.index)
      }
    }
    return document
  }

  private mutating func picture(
    _ reference: String, _ resolver: ReferenceResolver, in path: String
  ) async throws(Diagnostic) -> SizedPicture? {
    switch resolver.resolve(reference) {
    case .file(let match, _):
      notes.match(match, files, reference, in: path)
      let entry = files.reference(match.index)
      return try await pictures.size(of: entry).map { SizedPicture(entry: entry, size: $0) }
    case .data(let address): return try await pictures.place(address)
    case .outside(let address):
      notes.outside(address, in: path)
      return nil
    case .missing(let name):
      notes.missing(name, in: path)
      return nil
    }
  }
}

/// The references to pictures in a document.
enum PictureReferences {
  /// As written, each once, in document order.
  static func all(in root: XMLElement) -> [String] {
    var found: [String] = []
    var known: Set<String> = []
    var stack = [root]
    while let element = stack.popLast() {
      for reference in references(of: element) where known.insert(reference).inserted {
        found.append(reference)
      }
      stack += element.elements.reversed()
    }
    return found
  }

  private static func references(of element: XMLElement) -> [String] {
    let references: [String?]
    switch element.name.lowercased() {
    case "img", "image":
      references =
        SourceSet.addresses(element.attribute("srcset") ?? "") + [
          element.attribute("src"), element.attribute("href"),
        ]
    case "source": references = SourceSet.addresses(element.attribute("srcset") ?? "")
    case "object": references = [element.attribute("data")]
    case "embed", "iframe": references = [element.attribute("src")]
    case "math": references = [element.attribute("altimg")]
    default: return []
    }
    return references.compactMap(\.self).filter { !$0.trimmed.isEmpty }
  }
}

extension FontFace {
  /// What an `@font-face` declares; nil for one that names no family or no file of the book.
  ///
  /// - Parameter entry: the file an address leads to.
  init?(_ declarations: StyleDeclarations, entry: (String) -> EntryReference?) {
    guard let name = declarations.value("font-family")?.trimmed, let source = declarations.value("src") else {
      return nil
    }
    family = name.first == "\"" || name.first == "'" ? String(name.dropFirst().dropLast()) : name
    entries = StyleText.addresses(in: source).compactMap(entry)
    guard !family.isEmpty, !entries.isEmpty else { return nil }
    isItalic =
      declarations.value("font-style").map { ["italic", "oblique"].contains($0.lowercased()) } ?? false
    switch declarations.value("font-weight")?.lowercased() {
    case "bold": weight = 700
    case let text?:
      weight = Int(text.prefix { $0.isNumber }).flatMap { (1...1000).contains($0) ? $0 : nil } ?? 400
    case nil: weight = 400
    }
  }
}
