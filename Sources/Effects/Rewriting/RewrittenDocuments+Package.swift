import Archives
import BookModel
import Diagnostics
import Engine
import Formats

extension RewrittenDocuments {
  /// The package document of an EPUB, by way of its container document (EPUB 3.3, OCF §4.2.6.3); nil for a ZIP
  /// that is none.
  ///
  /// - Throws: `archive-not-rewritable` for an EPUB that is signed: a change would break its signature.
  func package() throws(Diagnostic) -> ContainerEntry? {
    func entry(_ name: String) -> ContainerEntry? {
      container.entries.first { $0.kind == .file && $0.path.text == name }
    }
    guard let root = entry(ContainerDocument.path) else { return nil }
    guard entry("META-INF/signatures.xml") == nil else {
      throw .error(
        .archiveNotRewritable, "this EPUB is signed, and changing it would break the signature",
        remedy: "convert it to a .cbz with the metadata wanted")
    }
    let document = try ContainerDocument(try read(root), limits: limits)
    guard let file = document.rootFiles.first(where: \.isPackage) else { return nil }
    return entry(file.path)
  }

  /// - Returns: the fields wanted that the package document says now.
  mutating func rewrite(package entry: ContainerEntry, _ wanted: [MetadataField]) throws(Diagnostic)
    -> [MetadataField]
  {
    let name = entry.path.text
    let bytes = try read(entry)
    let before = try metadata(ofPackage: bytes, name)
    let writing: MetadataWriting?
    do throws(Diagnostic) {
      writing = try PackageDocument.rewrite(bytes, saying: statement, limits: limits)
    } catch {
      throw error.inEntry(name)
    }
    guard let writing, writing.bytes != bytes else { return said(wanted, in: before) }
    let after = try metadata(ofPackage: writing.bytes, name)
    warnings += writing.warnings.map { $0.inEntry(name) }
    var change = FileChange.DocumentChange(name: name, format: "package document")
    change.fields = FieldChange.all(from: before, to: after, decided: statement.book.metadata)
    changes.replaced[entry.key] = ZIPChanges.NewEntry(name, writing.bytes)
    former.append(JournalEntry.Document(name: name, bytes: bytes))
    documents.append(change)
    return said(wanted, in: after) + change.fields.map(\.field)
  }

  private func metadata(ofPackage bytes: [UInt8], _ name: String) throws(Diagnostic) -> Metadata {
    do throws(Diagnostic) {
      let package = try PackageDocument(bytes, limits: limits)
      return OPFMetadata(package, origin: Origin(.embedded, name)).metadata
    } catch {
      throw error.inEntry(name)
    }
  }
}
