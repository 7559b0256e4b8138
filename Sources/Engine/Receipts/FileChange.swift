public import Archives
import BookModel
public import Diagnostics

/// What was, or would be, done to the metadata inside one file.
public struct FileChange: Sendable {
  public var documents: [DocumentChange] = []
  /// Metadata files that go, since a book has one of each kind.
  public var removed: [String] = []
  /// The file as it was and as it is; nil where it was not written.
  public var before: OutputDigest?
  public var after: OutputDigest?

  package init() {}

  /// One metadata document that is made or changed.
  public struct DocumentChange: Hashable, Sendable {
    /// The entry's name: `ComicInfo.xml`; nil for the archive's comment.
    public var name: String?
    /// `ComicInfo`, `MetronInfo`…
    public var format: String
    public var isNew = false
    /// The name it had, where it gets another.
    public var formerName: String?
    public var fields: [FieldChange] = []

    package init(
      name: String? = nil, format: String, isNew: Bool = false, formerName: String? = nil,
      fields: [FieldChange] = []
    ) {
      self.name = name
      self.format = format
      self.isNew = isNew
      self.formerName = formerName
      self.fields = fields
    }

    /// The document in a few words: `ComicInfo.xml (new)`.
    public var title: String {
      let name = name ?? "archive comment (\(format))"
      if isNew { return name + " (new)" }
      return formerName.map { "\(name) (was \($0))" } ?? name
    }
  }

  /// The change field by field, as text for people.
  public var lines: [String] {
    documents.flatMap { document in
      ["  \(document.title)"] + document.fields.map { "    " + $0.line }
        + (document.fields.isEmpty ? ["    the same fields, written differently"] : [])
    } + removed.map { "  \($0) (removed: there is another)" }
  }

  public var json: JSON {
    .members(
      ("documents", documents.isEmpty ? nil : .array(documents.map(\.json))),
      ("removed", removed.isEmpty ? nil : .array(removed.map(JSON.string))),
      ("before", before?.json), ("after", after?.json))
  }
}

extension FileChange.DocumentChange {
  fileprivate var json: JSON {
    .members(
      ("name", name.map(JSON.string)), ("format", .string(format)), ("new", isNew ? .bool(true) : nil),
      ("formerName", formerName.map(JSON.string)), ("changes", .array(fields.map(\.json))))
  }
}

extension OutputDigest {
  fileprivate var json: JSON { .members(("bytes", .integer(bytes)), ("sha256", sha256.map(JSON.string))) }
}
