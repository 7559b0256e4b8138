import BookModel
public import Diagnostics

/// A publication's contents and landmarks, with what their references are relative to.
public struct Navigation: Sendable {
  public private(set) var contents: [NavigationPoint] = []
  /// The path of the document that has the contents; empty where none has.
  public private(set) var path = ""
  /// Where the references of the contents begin.
  public private(set) var resolver: ReferenceResolver
  /// Landmarks of the navigation document, and behind them what the package's guide names.
  public private(set) var landmarks: [Landmark] = []

  /// A part of the publication by its kind.
  public struct Landmark: Sendable {
    /// The word of `epub:type`, or of the guide: `cover`, `toc`, `bodymatter`.
    public var type: String
    /// As written.
    public var href: String
    /// Where the reference begins.
    public var resolver: ReferenceResolver
  }

  /// Reads the navigation document, or else the NCX. One that cannot be read is told and costs the contents
  /// only.
  public init(
    _ package: PackageDocument, _ files: PublicationFiles, _ packageResolver: ReferenceResolver,
    _ context: any PublicationContext
  ) async throws(Diagnostic) {
    resolver = packageResolver
    let navigation = package.manifest.first { $0.properties.contains("nav") }
    let ncx =
      package.spine.toc.flatMap(package.item)
      ?? package.manifest.first { $0.mediaType == "application/x-dtbncx+xml" }
    for (item, isNCX) in [(navigation, false), (ncx, true)] {
      guard contents.isEmpty, let item, case .file(let match, _) = packageResolver.resolve(item.href) else {
        continue
      }
      let document = files.path(match.index)
      let bytes = try await context.bytes(of: files.reference(match.index))
      do {
        let found =
          isNCX
          ? try NavigationDocument(ncx: bytes, limits: context.limits)
          : try NavigationDocument(navigation: bytes, limits: context.limits)
        if let repair = found.repairs.first { context.report(repair.inEntry(document)) }
        let own = ReferenceResolver(files, document: document)
        (contents, path, resolver) = (found.contents, document, own)
        landmarks += found.landmarks.map { Landmark(type: $0.type, href: $0.href, resolver: own) }
      } catch {
        context.report(error.with(severity: .warning).inEntry(document))
      }
    }
    landmarks += package.guide.map { Landmark(type: $0.type, href: $0.href, resolver: packageResolver) }
  }
}
