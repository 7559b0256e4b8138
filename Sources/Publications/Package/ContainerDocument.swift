public import BookModel
public import Diagnostics
import Markup

/// `META-INF/container.xml` (EPUB 3.3, section 4.2.6.3.1): where the package documents are.
public struct ContainerDocument: Hashable, Sendable {
  public static let path = "META-INF/container.xml"

  /// Every rendition stated, in the order given.
  public var rootFiles: [RootFile]

  public struct RootFile: Hashable, Sendable {
    /// A path from the container's root, as written; empty where the attribute is missing.
    public var path: String
    public var mediaType: String

    /// Whether it is said to be a package document.
    public var isPackage: Bool {
      mediaType == "application/oebps-package+xml" || mediaType.isEmpty && path.lowercased().hasSuffix(".opf")
    }
  }

  /// - Throws: what `parseXML` throws.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) {
    let root = try parseXML(bytes, limits: limits, mode: .recovering).root
    rootFiles = root.elements(named: "rootfiles").flatMap { $0.elements(named: "rootfile") }.map {
      RootFile(
        path: $0.attribute("full-path")?.trimmed ?? "",
        mediaType: $0.attribute("media-type")?.trimmed.lowercased() ?? "")
    }
  }
}
