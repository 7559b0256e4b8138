import BookModel
public import Diagnostics

/// What makes a container an EPUB: the package document, found by way of `META-INF/container.xml`.
public struct Publication: Sendable {
  public let package: PackageDocument
  /// The package document's path.
  public let path: String
  /// Whether the package, or display options beside it, say that pages have a fixed size.
  public let isFixedLayout: Bool

  /// - Throws: `epub-incomplete`; `drm`; what reading and parsing throw.
  public init(_ files: PublicationFiles, _ context: any PublicationContext) async throws(Diagnostic) {
    guard let container = files.find(ContainerDocument.path) else {
      throw .error(
        .epubIncomplete, "this is not an EPUB: it has no META-INF/container.xml",
        remedy: "if it is an archive of pictures, give it the extension .cbz")
    }
    try await Publication.refuseProtection(files, context)
    let document: ContainerDocument
    do {
      document = try ContainerDocument(
        try await context.bytes(of: files.reference(container.index)), limits: context.limits)
    } catch {
      throw error.inEntry(ContainerDocument.path)
    }
    let index = try Publication.package(of: document, files, context)
    path = files.path(index)
    do {
      package = try PackageDocument(
        try await context.bytes(of: files.reference(index)), limits: context.limits)
    } catch {
      throw error.inEntry(files.path(index))
    }
    for repair in package.repairs { context.report(repair.inEntry(path)) }
    isFixedLayout = package.isFixedLayout ? true : try await Publication.displayOptions(files, context)
  }

  /// The first package document that is there; other forms of the book are told.
  private static func package(
    of document: ContainerDocument, _ files: PublicationFiles, _ context: any PublicationContext
  ) throws(Diagnostic) -> Int {
    let root = ReferenceResolver(files, document: "")
    let stated = document.rootFiles.filter(\.isPackage)
    let found = stated.compactMap { file -> Int? in
      guard !file.path.isEmpty, case .file(let match, _) = root.resolve(file.path) else { return nil }
      return match.index
    }
    guard let first = found.first else {
      let names = stated.map { "'\($0.path)'" }.joined(separator: ", ")
      throw .error(
        .epubIncomplete,
        stated.isEmpty
          ? "META-INF/container.xml names no package document"
          : "the package document \(names) is not in the book",
        remedy: "get a fresh copy of the book")
    }
    let others = document.rootFiles.map(\.path).filter { $0 != files.path(first) && !$0.isEmpty }
    if !others.isEmpty {
      context.report(
        .note(
          .severalRenditions,
          "the book also comes in other renditions, which are not read: \(others.joined(separator: ", "))",
          at: Place(entry: ContainerDocument.path)))
    }
    return first
  }

  /// Refuses a book of which more than fonts is encrypted, by the name of what protects it.
  private static func refuseProtection(_ files: PublicationFiles, _ context: any PublicationContext)
    async throws(Diagnostic)
  {
    guard let match = files.find(EncryptionDocument.path) else { return }
    let document: EncryptionDocument
    do {
      let bytes = try await context.bytes(of: files.reference(match.index))
      guard !EncryptionDocument.isEmpty(bytes) else { return }
      document = try EncryptionDocument(bytes, limits: context.limits)
    } catch {
      throw error.inEntry(EncryptionDocument.path)
    }
    let protected = document.resources.filter { !$0.isFontObfuscation }
    guard let first = protected.first else { return }
    let schemes = [
      ("META-INF/license.lcpl", "Readium LCP"), ("META-INF/sinf.xml", "Apple FairPlay"),
      ("META-INF/rights.xml", "Adobe ADEPT"),
    ]
    let scheme = schemes.first { files.find($0.0) != nil }.map { " (\($0.1))" } ?? ""
    throw .error(
      .protected,
      "the book is protected\(scheme): \(protected.count) of its files are encrypted, such as '\(first.path)'",
      at: Place(entry: EncryptionDocument.path),
      remedy: "protected books can only be read with the software they were sold for")
  }

  private static func displayOptions(_ files: PublicationFiles, _ context: any PublicationContext)
    async throws(Diagnostic)
    -> Bool
  {
    for path in DisplayOptions.paths {
      guard let match = files.find(path) else { continue }
      let bytes = try await context.bytes(of: files.reference(match.index))
      do {
        if try DisplayOptions(bytes, limits: context.limits).isFixedLayout == true { return true }
      } catch {
        // The book can be read without; whoever made the file wants to know.
        context.report(error.with(severity: .warning).inEntry(path))
      }
    }
    return false
  }
}
