public import BookModel
public import Diagnostics
public import PluginKit

/// What was done with one input. Terminal, `--json` and the ledger read this same value.
public struct Receipt: Sendable {
  public var status: Status
  public var source: Source
  /// One for each sink; none where it did not come to that.
  public var outputs: [Output] = []
  /// What was told of the book, errors of single outputs included.
  public var diagnostics: [Diagnostic] = []

  public enum Status: String, Sendable {
    case written
    /// The destination was there before and `exists: skip` says to leave it.
    case skipped
    /// Nothing has changed since an earlier run wrote it.
    case unchanged
    /// The source was changed only just now, and is left to the next run.
    case waiting
    case failed
    /// Written, but pages were skipped or blanked because they are damaged.
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
    /// The sink's id in the pipeline.
    public var sink: String
    /// Nil where the destination could not be worked out.
    public var path: FilePath?
    public var bytes: Int?
    /// Of the file's bytes as read again before it was given its name; nil for folders.
    public var sha256: String?
    public var pages: [PageRecord] = []
    public var counts = Counts()
    /// Bytes of the pictures that were encoded anew, before and after.
    public var reencodedBytes = PictureBytesChange()
    /// What was written, each field with its origin.
    public var metadata = Metadata()
    public var dropped: [DroppedPage] = []
    public var leftOut = LeftOut()
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

    public var accountedFor: Int { copied + lossless + reencoded + drawn + dropped + damaged }
  }

  /// What became of an input as a whole.
  public init(_ status: Status, source: Source, diagnostics: [Diagnostic] = []) {
    self.status = status
    self.source = source
    self.diagnostics = diagnostics
  }

  /// What became of an input is what became of its outputs, the worst first.
  public init(source: Source, outputs: [Output], diagnostics: [Diagnostic]) {
    let worst: [Status] = [.failed, .notReached, .damaged, .written, .skipped]
    status = worst.first { status in outputs.contains { $0.status == status } } ?? .unchanged
    self.source = source
    self.outputs = outputs
    self.diagnostics = diagnostics
  }

  public func diagnostics(_ severity: Severity) -> [Diagnostic] {
    diagnostics.filter { $0.severity == severity }
  }
}

/// What became of a source once its outputs were safe.
public enum SourceFate: Sendable, Hashable {
  case moved(FilePath)
  case trashed(FilePath)
  /// Left where it is, and why.
  case kept(String)

  public var json: JSON {
    switch self {
    case .moved(let path): .members(("moved", .string(path.display)))
    case .trashed(let path): .members(("trashed", .string(path.display)))
    case .kept(let why): .members(("kept", .string(why)))
    }
  }
}

extension Receipt {
  /// The receipt as machines get it: version 2 of this form.
  public var json: JSON {
    .members(
      ("receipt", .integer(2)), ("status", .string(status.rawValue)),
      (
        "source",
        .members(
          ("path", .string(source.path.display)),
          ("format", source.format.isEmpty ? nil : .string(source.format)),
          ("bytes", source.bytes.map(JSON.integer)), ("sha256", source.sha256.map(JSON.string)),
          ("after", source.after.map(\.json)))
      ),
      ("outputs", outputs.isEmpty ? nil : .array(outputs.map(\.json))),
      ("diagnostics", diagnostics.isEmpty ? nil : .array(diagnostics.map(\.json))))
  }
}

extension Receipt.Output {
  public var json: JSON {
    .members(
      ("sink", .string(sink)), ("status", .string(status.rawValue)),
      ("path", path.map { .string($0.display) }),
      ("bytes", bytes.map(JSON.integer)), ("sha256", sha256.map(JSON.string)),
      ("counts", isWritten ? counts.json : nil),
      ("reencodedBytes", reencodedBytes.before == 0 ? nil : reencodedBytes.json),
      ("pages", pages.isEmpty ? nil : .array(pages.map(\.json))),
      ("metadata", metadata.isEmpty ? nil : metadata.json),
      ("dropped", dropped.isEmpty ? nil : .array(dropped.map(\.json))),
      ("leftOut", leftOut.names.isEmpty ? nil : .array(leftOut.names.map(JSON.string))),
      ("junk", leftOut.junkCount == 0 ? nil : .integer(leftOut.junkCount)), ("failure", failure.map(\.json)))
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
