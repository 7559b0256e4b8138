package import BookModel
package import Diagnostics
public import Inputs
package import PipelineFile

/// What is planned, carried out, remembered and reported as one: one or more sources, of which books are made, which
/// become outputs.
public struct Job: Sendable {
  /// At least one, in the order they are read in.
  public let sources: [RunInput]
  /// How the sources make one book; nil for a single one that was not gathered.
  package let group: GatherGroup?
  /// The books of the sources, where they had to be read to tell which belong together.
  package let read: [ReadSource]?

  /// A job of one source.
  public init(_ source: RunInput) { self.init([source], nil) }

  /// A job of sources that belong together.
  ///
  /// - Parameter group: nil for a single source.
  package init(_ sources: [RunInput], _ group: GatherGroup?, read: [ReadSource]? = nil) {
    precondition(!sources.isEmpty, "a job has a source")
    self.sources = sources
    self.group = group
    self.read = read
  }

  /// The first of its sources: what a job of one is about.
  public var source: RunInput { sources[0] }

  /// What several sources were gathered by; nil for a single one.
  public var key: String? { group?.place?.stem }

  /// What messages call it: its source's path, or the key with the number of sources.
  public var name: String {
    sources.count == 1 ? source.path.display : "\(key ?? "") (\(sources.count) sources)"
  }
}

/// One source as its reader gave it.
package struct ReadSource: Sendable {
  package var book: Book
  package let open: OpenSources
}

extension Job {
  /// How each source looks with all that is read with it. Blocks.
  package func states() throws(Diagnostic) -> [FileState] {
    var states: [FileState] = []
    for source in sources { states.append(try source.state()) }
    return states
  }
}
