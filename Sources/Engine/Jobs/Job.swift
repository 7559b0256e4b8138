public import BookModel
public import Inputs

/// What is planned, carried out, remembered and reported as one: one or more sources, of which books are made, which
/// become outputs.
public struct Job: Sendable {
  /// At least one, in the order they are read in.
  public let sources: [RunInput]
  /// What the sources were gathered by; nil for a single one that was not gathered.
  public let key: String?
  /// The books of the sources, where they had to be read to tell which belong together.
  package let read: [ReadSource]?

  /// A job of one source.
  public init(_ source: RunInput) {
    sources = [source]
    key = nil
    read = nil
  }

  /// A job of sources that belong together.
  package init(_ sources: [RunInput], key: String, read: [ReadSource]? = nil) {
    precondition(!sources.isEmpty, "a job has a source")
    self.sources = sources
    self.key = key
    self.read = read
  }

  /// The first of its sources: what a job of one is about.
  public var source: RunInput { sources[0] }

  /// What messages call it: its source's path, or the key with the number of sources.
  public var name: String {
    sources.count == 1 ? source.path.display : "\(key ?? "") (\(sources.count) sources)"
  }
}

/// One source as its reader gave it.
package struct ReadSource: Sendable {
  package let input: RunInput
  package let book: Book
  package let open: OpenSources
}
