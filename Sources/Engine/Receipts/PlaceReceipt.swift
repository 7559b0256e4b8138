public import BookModel
public import Diagnostics

/// What was done, behind all jobs of a run, with the folder that a sink's outputs lie in: what vanished sources left
/// there was hidden or removed, and the books were published.
public struct PlaceReceipt: Sendable {
  /// The sink's id in the pipeline.
  public var sink: String
  public var path: FilePath
  /// Nil for a sink that publishes nothing, and where it failed.
  public var publication: Publication?
  public var gone: [Gone] = []
  public var diagnostics: [Diagnostic] = []

  /// A publication that is whole and in its place.
  public struct Publication: Sendable, Hashable {
    /// False where the same was published before, and nothing was written.
    public var isNew: Bool
    public var books: Int

    public init(isNew: Bool, books: Int) {
      self.isNew = isNew
      self.books = books
    }
  }

  /// An output that no source calls for anymore.
  public struct Gone: Sendable, Hashable {
    public var path: FilePath
    public var fate: Fate

    public enum Fate: Sendable, Hashable {
      case hidden
      case removed
      /// Would be removed or hidden; nothing was to be done.
      case planned
      /// Left where it is, and why.
      case kept(String)
    }

    public init(_ path: FilePath, _ fate: Fate) {
      self.path = path
      self.fate = fate
    }
  }

  public init(sink: String, path: FilePath) {
    self.sink = sink
    self.path = path
  }

  /// The receipt as machines get it, on a line of its own behind those of the jobs.
  public var json: JSON {
    .members(
      ("place", .string(path.display)), ("sink", .string(sink)),
      (
        "publication",
        publication.map { .members(("new", .bool($0.isNew)), ("books", .integer($0.books))) }
      ),
      ("gone", gone.isEmpty ? nil : .array(gone.map(\.json))),
      ("diagnostics", diagnostics.isEmpty ? nil : .array(diagnostics.map(\.json))))
  }
}

extension PlaceReceipt.Gone {
  public var json: JSON {
    let (word, why): (String, String?) =
      switch fate {
      case .hidden: ("hidden", nil)
      case .removed: ("removed", nil)
      case .planned: ("planned", nil)
      case .kept(let why): ("kept", why)
      }
    return .members(("path", .string(path.display)), ("fate", .string(word)), ("why", why.map(JSON.string)))
  }
}
