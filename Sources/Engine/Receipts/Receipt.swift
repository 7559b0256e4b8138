public import BookModel
public import Diagnostics
public import Inputs
public import PluginKit

/// What was done with one job. Terminal, `--json` and the ledger read this same value.
public struct Receipt: Sendable {
  public var status: Status
  /// What the sources were gathered by; nil for a single one that was not gathered.
  public var job: String?
  /// At least one.
  public var sources: [Source]
  /// One for each book and sink; none where it did not come to that.
  public var outputs: [Output] = []
  /// What was told of the job, errors of single outputs included.
  public var diagnostics: [Diagnostic] = []

  public enum Status: String, Sendable {
    case written
    /// The source's own file has other metadata now.
    case changed
    /// The source has another path now.
    case moved
    /// Would be changed or moved; nothing was to be done.
    case planned
    /// What a journal tells of was taken back.
    case restored
    /// The destination was there before and `exists: skip` says to leave it.
    case skipped
    /// There was nothing to do: written by an earlier run with no change since, or as it is to be already.
    case unchanged
    /// The source was changed only just now, and is left to the next run.
    case waiting
    case failed
    /// Written, but pages were skipped, blanked or kept in part because they are damaged.
    case damaged
    /// Not reached: the run ended first.
    case notReached = "not-reached"
  }

  public struct Source: Sendable {
    public var path: FilePath
    /// What it really is: `ZIP`, `EPUB 3.0`; empty where it could not be told.
    public var format: String
    public var bytes: Int?
    /// Of the file's bytes; nil for folders and for sources that were not read through.
    public var sha256: String?
    /// What became of it in the end, where the pipeline says that something should.
    public var after: SourceFate?

    public init(path: FilePath, format: String = "", bytes: Int? = nil, sha256: String? = nil) {
      self.path = path
      self.format = format
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// What one sink made of the book.
  public struct Output: Sendable {
    public var status: Status
    /// The sink's id in the pipeline; `rename` or `undo` where that is what was done.
    public var sink: String
    /// Nil where the destination could not be worked out.
    public var path: FilePath?
    public var bytes: Int?
    /// Of the file's bytes as read again before it was given its name; nil for folders.
    public var sha256: String?
    /// The book's id, which it keeps as long as the ledger does; nil without one.
    public var book: String?
    /// A digest of the sources' contents and the metadata written; nil without a ledger.
    public var version: String?
    public var pages: [PageRecord] = []
    public var counts = Counts()
    /// Bytes of the pictures that were encoded anew, before and after.
    public var reencodedBytes = PictureBytesChange()
    /// What was written, each field with its origin.
    public var metadata = Metadata()
    public var dropped: [DroppedPage] = []
    public var leftOut = LeftOut()
    /// What of the sources it does not hold, in words; none where it is whole, so that they may go.
    public var missing: [String] = []
    /// What was done to a file that was changed in place.
    public var change: FileChange?
    /// Why it failed.
    public var failure: Diagnostic?

    public init(
      _ status: Status, sink: String, path: FilePath?, bytes: Int? = nil, sha256: String? = nil,
      failure: Diagnostic? = nil
    ) {
      self.status = status
      self.sink = sink
      self.path = path
      self.bytes = bytes
      self.sha256 = sha256
      self.failure = failure
    }

    public var isWritten: Bool { status == .written || status == .damaged }
  }

  /// One page of the output, or one that damage took out of it.
  public struct PageRecord: Sendable {
    public var sourceEntries: [String]
    /// Nil for a page that was left out.
    public var outputEntry: String?
    public var how: Making?
    public var isDamaged: Bool
    /// Of the source's pictures it was made from, and of the one written.
    public var bytes = PictureBytesChange()
    /// Why a page whose samples are only moved had to be encoded anew, in words.
    public var why: String?
  }

  /// How the source's pages fared: the six add up to the source's pages. `added` counts pages from nowhere.
  public struct Counts: Sendable, Equatable {
    public var copied = 0
    public var lossless = 0
    public var reencoded = 0
    public var drawn = 0
    public var dropped = 0
    public var damaged = 0
    public var added = 0

    public init(
      copied: Int = 0, lossless: Int = 0, reencoded: Int = 0, drawn: Int = 0, dropped: Int = 0,
      damaged: Int = 0,
      added: Int = 0
    ) {
      (self.copied, self.lossless, self.reencoded, self.drawn) = (copied, lossless, reencoded, drawn)
      (self.dropped, self.damaged, self.added) = (dropped, damaged, added)
    }

    public var accountedFor: Int { copied + lossless + reencoded + drawn + dropped + damaged }
  }

  /// What became of a job as a whole.
  public init(_ status: Status, of job: Job, diagnostics: [Diagnostic] = []) {
    self.init(status, sources: job.sources.map { Source(path: $0.path) }, diagnostics: diagnostics)
    self.job = job.key
  }

  /// What became of sources that came to no job.
  public init(_ status: Status, sources: [Source], diagnostics: [Diagnostic] = []) {
    self.status = status
    self.sources = sources
    self.diagnostics = diagnostics
  }

  /// What became of a job is what became of its outputs, the worst first.
  public init(job: String? = nil, sources: [Source], outputs: [Output], diagnostics: [Diagnostic]) {
    let worst: [Status] = [
      .failed, .notReached, .damaged, .written, .changed, .moved, .restored, .planned, .skipped,
    ]
    status = worst.first { status in outputs.contains { $0.status == status } } ?? .unchanged
    self.job = job
    self.sources = sources
    self.outputs = outputs
    self.diagnostics = diagnostics
  }

  /// What messages call the job: its source's path, or what its sources were gathered by.
  public var name: String {
    sources.count == 1 ? sources[0].path.display : "\(job ?? "") (\(sources.count) sources)"
  }

  public func diagnostics(_ severity: Severity) -> [Diagnostic] {
    diagnostics.filter { $0.severity == severity }
  }
}

extension Receipt {
  /// The receipt as machines get it: version 3 of this form.
  public var json: JSON {
    .members(
      ("receipt", .integer(3)), ("status", .string(status.rawValue)), ("job", job.map(JSON.string)),
      ("sources", .array(sources.map(\.json))),
      ("outputs", outputs.isEmpty ? nil : .array(outputs.map(\.json))),
      ("diagnostics", diagnostics.isEmpty ? nil : .array(diagnostics.map(\.json))))
  }
}

extension Receipt.Source {
  public var json: JSON {
    .members(
      ("path", .string(path.display)), ("format", format.isEmpty ? nil : .string(format)),
      ("bytes", bytes.map(JSON.integer)), ("sha256", sha256.map(JSON.string)), ("after", after.map(\.json)))
  }
}

extension Receipt.Output {
  public var json: JSON {
    .members(
      ("sink", .string(sink)), ("status", .string(status.rawValue)),
      ("path", path.map { .string($0.display) }),
      ("bytes", bytes.map(JSON.integer)), ("sha256", sha256.map(JSON.string)),
      ("book", book.map(JSON.string)), ("version", version.map(JSON.string)),
      ("counts", isWritten ? counts.json : nil), ("whole", isWritten ? .bool(missing.isEmpty) : nil),
      ("missing", missing.isEmpty ? nil : .array(missing.map(JSON.string))),
      ("reencodedBytes", reencodedBytes.before == 0 ? nil : reencodedBytes.json),
      ("pages", pages.isEmpty ? nil : .array(pages.map(\.json))),
      ("metadata", metadata.isEmpty ? nil : metadata.json),
      ("dropped", dropped.isEmpty ? nil : .array(dropped.map(\.json))),
      ("leftOut", leftOut.names.isEmpty ? nil : .array(leftOut.names.map(JSON.string))),
      ("junk", leftOut.junkCount == 0 ? nil : .integer(leftOut.junkCount)), ("change", change?.json),
      ("failure", failure.map(\.json)))
  }
}

extension Receipt.Counts {
  public var json: JSON {
    .members(
      ("copied", .integer(copied)), ("lossless", .integer(lossless)), ("reencoded", .integer(reencoded)),
      ("drawn", .integer(drawn)), ("dropped", .integer(dropped)), ("damaged", .integer(damaged)),
      ("added", .integer(added)))
  }
}

extension Receipt.PageRecord {
  public var json: JSON {
    .members(
      ("source", .array(sourceEntries.map(JSON.string))), ("output", outputEntry.map(JSON.string)),
      ("how", how.map { .string($0.rawValue) }), ("damaged", isDamaged ? .bool(true) : nil),
      ("bytes", how == nil || how == .copied || how == .drawn ? nil : bytes.json),
      ("why", why.map(JSON.string)))
  }
}

extension DroppedPage {
  public var json: JSON {
    .members(
      ("name", .string(name)), ("bytes", byteCount.map(JSON.integer)), ("sha256", sha256.map(JSON.string)))
  }
}
