import Archives
import BookModel
import Diagnostics
import Publications

extension BookSurvey {
  /// The package document of an EPUB, found through its container document, or the one that calibre puts into
  /// archives; nil if there is neither.
  static func package(in container: any Container, _ limits: Limits) -> Document? {
    func entry(_ name: String) -> ContainerEntry? {
      container.entries.first { $0.kind == .file && $0.path.text == name }
    }
    guard let root = entry(ContainerDocument.path) ?? entry("metadata.opf") else { return nil }
    var name = root.path.components
    var reading = MetadataReading()
    do throws(Diagnostic) {
      var package = root
      if root.path.text == ContainerDocument.path {
        let document = try ContainerDocument(try container.read(root), limits: limits)
        guard let file = document.rootFiles.first(where: \.isPackage), let found = entry(file.path) else {
          throw .error(.packageMissing, "there is no package document where the container document says")
        }
        package = found
      }
      name = package.path.components
      let origin = Origin(.embedded, "package document")
      reading.metadata =
        OPFMetadata(
          try PackageDocument(try container.read(package), limits: limits), origin: origin
        ).metadata
    } catch {
      reading.isReadable = false
      reading.warnings = [error.with(severity: .warning)]
    }
    return Document(name: name, isComicInfo: false, reading: reading)
  }
}

extension Rule {
  static let packageMissing = Rule(
    "package-missing", .metadata, "An EPUB's package document is not where its container document says.",
    advice: "Usually nothing: another package document was found.")
}
