public import BookModel
import Inputs
import PipelineFile

/// One book with the pipeline applied: as it was read, and as it will be written.
public struct PlannedBook: Sendable {
  public let job: Job
  /// Its sources; what its pictures are read from.
  public let open: OpenSources
  /// As the readers gave it.
  public let read: Book
  /// After the stages it has gone through: those of the pipeline, and of a sink's branch.
  public var book: Book
  /// The ids of stages that were left out since they have to see pixels, and none were to be decoded.
  public internal(set) var undecided: [String] = []
  /// Which book of its job it is, from 1.
  public internal(set) var part = 1
  /// What stages are chosen and applied by.
  let terms: Terms

  struct Terms: Sendable {
    /// The number of each of the source's pages.
    var numbers: [String: Int]
    /// What the file beside the book changes; nil where there is none.
    var file: BookFile?
    /// The source's SHA-256, where matches ask for it.
    var hash: String?
  }

  /// What is known of its sources, for receipts.
  package var sources: [Receipt.Source] {
    job.sources.enumerated().map { index, input in
      let digest = open.knownDigest(at: index)
      return Receipt.Source(
        path: input.path, format: format(ofSource: index), bytes: digest?.bytes, sha256: digest?.sha256)
    }
  }

  /// What a source of the job really is: `ZIP`, `EPUB 3.0`.
  package func format(ofSource index: Int) -> String { read.source.format }

  /// The pages the book is accountable for, in the order of its sources.
  public var sourcePages: [PageID] { read.pages.map(\.id) }
}
