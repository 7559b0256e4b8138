public import Archives
public import BookModel
public import Diagnostics

/// What was, or would be, done to the metadata inside one book's file.
public struct RetagReceipt: Sendable {
  public var path: FilePath
  public var status: Status
  public var documents: [DocumentChange] = []
  /// Metadata files that go, since a book has one of each kind.
  public var removed: [String] = []
  /// The file as it was and as it is; nil where it was not written.
  public var before: OutputDigest?
  public var after: OutputDigest?
  public var diagnostics: [Diagnostic] = []

  public enum Status: String, Sendable {
    case changed
    /// Would be changed; nothing was to be written.
    case planned
    /// Nothing in it changes: the file was not touched.
    case unchanged
    case failed
    /// Not reached: the run ended first.
    case notReached = "not-reached"
  }

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

    /// The document in a few words: `ComicInfo.xml (new)`.
    public var title: String {
      let name = name ?? "archive comment (\(format))"
      if isNew { return name + " (new)" }
      return formerName.map { "\(name) (was \($0))" } ?? name
    }
  }

  public init(_ path: FilePath, _ status: Status, diagnostics: [Diagnostic] = []) {
    self.path = path
    self.status = status
    self.diagnostics = diagnostics
  }

  /// The change field by field, as text for people.
  public var lines: [String] {
    documents.flatMap { document in
      ["  \(document.title)"] + document.fields.map { "    " + $0.line }
        + (document.fields.isEmpty ? ["    the same fields, written differently"] : [])
    } + removed.map { "  \($0) (removed: there is another)" }
  }

  /// The receipt as machines get it: version 1 of this form.
  public var json: JSON {
    .members(
      ("retag", .integer(1)), ("status", .string(status.rawValue)), ("path", .string(path.display)),
      ("documents", documents.isEmpty ? nil : .array(documents.map(\.json))),
      ("removed", removed.isEmpty ? nil : .array(removed.map(JSON.string))),
      ("before", before?.json), ("after", after?.json),
      ("diagnostics", diagnostics.isEmpty ? nil : .array(diagnostics.map(\.json))))
  }
}

extension RetagReceipt.DocumentChange {
  fileprivate var json: JSON {
    .members(
      ("name", name.map(JSON.string)), ("format", .string(format)), ("new", isNew ? .bool(true) : nil),
      ("formerName", formerName.map(JSON.string)), ("changes", .array(fields.map(\.json))))
  }
}

extension OutputDigest {
  fileprivate var json: JSON { .members(("bytes", .integer(bytes)), ("sha256", sha256.map(JSON.string))) }
}
