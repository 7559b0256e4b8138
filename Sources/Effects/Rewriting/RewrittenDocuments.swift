import Archives
import BookModel
import Diagnostics
import Engine
import Formats
import Options

extension Rule {
  static let fieldWithoutPlace = Rule(
    "field-without-place", .metadata,
    "A changed field has no place in the metadata documents that the file holds.",
    advice: """
      Convert the book to a CBZ, which gets a ComicInfo.xml; the sink's options add other documents. In \
      place, documents are changed, never added.
      """)
}

/// What the metadata documents of a ZIP become when they say what was decided of its book: the documents it has
/// already, or a first one, each through its own format. An EPUB's package document comes before all others.
struct RewrittenDocuments {
  var changes = ZIPChanges()
  var documents: [FileChange.DocumentChange] = []
  var removed: [String] = []
  /// Documents as they were that are written over or go.
  var former: [JournalEntry.Document] = []
  var warnings: [Diagnostic] = []

  let container: ZIPContainer
  let statement: MetadataStatement
  let limits: Limits

  /// - Parameters:
  ///   - statement: the book as it is to be, and as its file said it was.
  /// - Throws: `metadata-not-understood` for a document that must not be written over; what reading entries
  ///   throws.
  init(
    in container: ZIPContainer, saying statement: MetadataStatement, formats: [any MetadataFormat.Type],
    limits: Limits
  ) throws(Diagnostic) {
    self.container = container
    self.limits = limits
    self.statement = statement
    let base = statement.base ?? Metadata()
    let wanted = MetadataField.allCases.filter {
      !MetadataValue.areIdentical(base[$0]?.value, statement.book.metadata[$0]?.value)
    }
    var unplaced = Set(wanted)
    var isAnyThere = false
    if let package = try package() {
      isAnyThere = true
      unplaced.subtract(try rewrite(package: package, wanted))
    }
    for format in formats {
      guard let held = try held(format) else { continue }
      isAnyThere = true
      unplaced.subtract(try rewrite(held, as: format, wanted))
    }
    if !isAnyThere, !wanted.isEmpty, let format = formats.first {
      unplaced.subtract(addFirst(format, wanted))
    }
    let names = wanted.filter(unplaced.contains).map { "'\($0.rawValue)'" }
    if !names.isEmpty {
      warnings.append(
        .warning(
          .fieldWithoutPlace,
          "\(names.joined(separator: ", ")) has no place in this file's metadata: not written"))
    }
  }

  /// A document of the archive, and others of its kind.
  private struct Held {
    /// Nil for the archive's comment.
    var entry: ContainerEntry?
    var bytes: [UInt8]
    var others: [ContainerEntry] = []
  }

  /// The document of a format the archive holds: a file least deep first, in the exact spelling before others; a
  /// comment only where it is one of this format.
  private func held(_ format: any MetadataFormat.Type) throws(Diagnostic) -> Held? {
    switch format.place {
    case .comment:
      guard let comment = container.comment,
        format.read(comment, origin: Origin(.embedded, format.name), limits: limits).isReadable
      else { return nil }
      return Held(entry: nil, bytes: comment)
    case .file(let name):
      let found = container.entries.filter {
        $0.kind == .file && !$0.path.isSystemJunk && $0.path.name.lowercased() == name.lowercased()
      }
      .sorted { left, right in
        let (a, b) = (left.path.components, right.path.components)
        if a.count != b.count { return a.count < b.count }
        if (a.last == name) != (b.last == name) { return a.last == name }
        return (NaturalOrder.PathKey(a), left.key) < (NaturalOrder.PathKey(b), right.key)
      }
      guard let first = found.first else { return nil }
      return Held(entry: first, bytes: try read(first), others: Array(found.dropFirst()))
    }
  }

  func read(_ entry: ContainerEntry) throws(Diagnostic) -> [UInt8] {
    if let size = entry.size, size > limits.maxDocumentBytes.bytes {
      throw .error(
        .fileTooLarge, "this document has \(size) bytes, more than \(limits.maxDocumentBytes.optionText)",
        at: Place(entry: entry.path.text), remedy: "raise --max-document-bytes if that is right")
    }
    do throws(Diagnostic) { return try container.read(entry) } catch { throw error.inEntry(entry.path.text) }
  }

  /// - Returns: the fields wanted that the document says now.
  private mutating func rewrite(
    _ held: Held, as format: any MetadataFormat.Type, _ wanted: [MetadataField]
  ) throws(Diagnostic) -> [MetadataField] {
    let name = held.entry?.path.text
    let origin = Origin(.embedded, name ?? format.name)
    let writing: MetadataWriting?
    do throws(Diagnostic) {
      writing = try format.rewrite(held.bytes, saying: statement, limits: limits)
    } catch {
      throw name.map { error.inEntry($0) } ?? error
    }
    let before = format.read(held.bytes, origin: origin, limits: limits).metadata
    guard let writing, writing.bytes != held.bytes else { return placed(wanted, in: before, of: format) }
    let after = format.read(writing.bytes, origin: origin, limits: limits).metadata
    warnings += writing.warnings.map { warning in name.map { warning.inEntry($0) } ?? warning }
    var change = FileChange.DocumentChange(name: nil, format: format.name)
    change.fields = FieldChange.all(from: before, to: after, decided: statement.book.metadata)
    if let entry = held.entry, case .file(let proper) = format.place {
      change.name = proper
      if entry.path.text != proper { change.formerName = entry.path.text }
      changes.replaced[entry.key] = ZIPChanges.NewEntry(proper, writing.bytes)
      former.append(JournalEntry.Document(name: entry.path.text, bytes: held.bytes))
      try remove(held.others, of: format)
    } else {
      changes.comment = writing.bytes
    }
    documents.append(change)
    return placed(wanted, in: after, of: format) + change.fields.map(\.field)
  }

  /// Two documents of one kind contradict each other sooner or later: the one that counts stays.
  private mutating func remove(_ entries: [ContainerEntry], of format: any MetadataFormat.Type)
    throws(Diagnostic)
  {
    for entry in entries {
      let bytes = try read(entry)
      let name = entry.path.text
      guard format.read(bytes, origin: Origin(.embedded, name), limits: limits).isReadable else {
        throw .error(
          .metadataNotUnderstood, "there is another \(format.name) here, which cannot be understood",
          at: Place(entry: name), remedy: "check it, and remove it from the archive by hand")
      }
      changes.removed.insert(entry.key)
      removed.append(name)
      former.append(JournalEntry.Document(name: name, bytes: bytes))
    }
  }

  private mutating func addFirst(_ format: any MetadataFormat.Type, _ wanted: [MetadataField])
    -> [MetadataField]
  {
    var statement = statement
    statement.base = nil
    let writing = format.write(statement)
    let origin = Origin(.embedded, format.name)
    let after = format.read(writing.bytes, origin: origin, limits: limits).metadata
    let held = placed(wanted, in: after, of: format)
    // A document that says nothing of what was asked for is not worth making.
    guard !held.isEmpty, case .file(let name) = format.place else { return held }
    var change = FileChange.DocumentChange(name: name, format: format.name, isNew: true)
    change.fields = FieldChange.all(from: Metadata(), to: after, decided: statement.book.metadata)
    changes.added.append(ZIPChanges.NewEntry(name, writing.bytes))
    documents.append(change)
    warnings += writing.warnings.map { $0.inEntry(name) }
    return held
  }

  /// The fields that have their place in a document, whatever it calls them: ComicInfo's `Volume` holds three fields,
  /// and a tankōbon's number may stand in `Number`.
  private func placed(
    _ wanted: [MetadataField], in document: Metadata, of format: any MetadataFormat.Type
  ) -> [MetadataField] {
    let said = said(wanted, in: document)
    guard said.count < wanted.count else { return said }
    func written(_ metadata: Metadata) -> Metadata {
      var statement = statement
      statement.base = nil
      statement.book.metadata = metadata
      let bytes = format.write(statement).bytes
      return format.read(bytes, origin: Origin(.embedded, format.name), limits: limits).metadata
    }
    let decided = statement.book.metadata
    let whole = written(decided)
    return wanted.filter { field in
      if said.contains(field) { return true }
      guard let value = decided[field]?.value else { return isSame(field, document, whole) }
      // Where a document would say something else without the field, there the field stands.
      var rest = decided
      rest.remove(field)
      let without = written(rest)
      let places = MetadataField.allCases.filter { !isSame($0, without, whole) }
      let isSaidByOther = MetadataField.oneElement.contains { group in
        group.contains(field) && group.contains { document[$0]?.value.text == value.text }
      }
      return isSaidByOther || !places.isEmpty && places.allSatisfy { isSame($0, document, whole) }
    }
  }

  private func isSame(_ field: MetadataField, _ left: Metadata, _ right: Metadata) -> Bool {
    MetadataValue.areIdentical(left[field]?.value, right[field]?.value)
  }

  /// The fields of which a document says what was decided.
  func said(_ wanted: [MetadataField], in document: Metadata) -> [MetadataField] {
    wanted.filter { MetadataValue.areIdentical(document[$0]?.value, statement.book.metadata[$0]?.value) }
  }
}
