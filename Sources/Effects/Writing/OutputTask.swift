import Archives
import BookModel
import Diagnostics
import Engine
import PluginKit

/// One output that is to be written.
struct OutputTask: Sendable {
  /// Which of the job's outputs.
  let index: Int
  let slot: PlannedOutput.Slot
  /// The sink's id in the pipeline.
  let sinkID: String
  let sink: any WritingSink
  let destination: FilePath
  let isReplacing: Bool
  let planned: PlannedBook

  /// Whether the pages of another output are made by the same recipes, so that making them once does for both.
  func hasSamePages(as other: OutputTask) -> Bool {
    let (own, others) = (planned.book.pages, other.planned.book.pages)
    return slot.book == other.slot.book && own.count == others.count
      && zip(own, others).allSatisfy { own, other in
        own.id == other.id && own.picture == other.picture && own.encoding == other.encoding
      }
  }
}

/// An output of either kind, not visible under its name yet.
enum UnfinishedOutput: Sendable {
  case file(OutputFile)
  case folder(OutputFolder)

  init(_ kind: OutputKind, at destination: FilePath) throws(Diagnostic) {
    switch kind {
    case .file: self = .file(try OutputFile(for: destination))
    case .folder: self = .folder(try OutputFolder(for: destination))
    }
  }

  var target: OutputTarget {
    switch self {
    case .file(let file): .file(file)
    case .folder(let folder): .folder(folder)
    }
  }

  var temporaryPath: FilePath {
    switch self {
    case .file(let file): file.temporary
    case .folder(let folder): folder.temporary
    }
  }

  /// Hands everything written to the system, so that it can be read again.
  func close() throws(Diagnostic) { if case .file(let file) = self { try file.flush() } }

  /// Waits until the disk has it. Files of a folder have been waited for one by one.
  func flushToDisk() throws(Diagnostic) { if case .file(let file) = self { try file.flushToDisk() } }

  /// Gives the output its name.
  ///
  /// - Returns: a warning where what it replaced could not be removed.
  func commit(replacing: Bool) throws(Diagnostic) -> Diagnostic? {
    switch self {
    case .file(let file):
      try file.commit(replacing: replacing)
      return nil
    case .folder(let folder): return try folder.commit(replacing: replacing)
    }
  }

  func discard() {
    switch self {
    case .file(let file): file.discard()
    case .folder(let folder): folder.discard()
    }
  }
}
