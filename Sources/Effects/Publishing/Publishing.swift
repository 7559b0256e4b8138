import Archives
import BookModel
import Diagnostics
import Engine
import Inputs
import PluginKit

/// Publishes the books of a place: once a run, behind its books, one run at a time.
struct Publishing {
  let sink: any PublishingSink
  let place: FilePath
  /// Outputs that are not to be published, relative to the place.
  let hidden: Set<FilePath>

  /// How long a run waits before it asks again whether another one is done.
  private static let pause = Duration.milliseconds(50)

  /// Makes the edition of all books that lie in the place now, those of earlier runs included, and puts it there.
  ///
  /// - Returns: what was published, and what was to be told of records.
  /// - Throws: `CancellationError` where the run was interrupted while another one was publishing; `Diagnostic`.
  func carryOut(_ resources: RunResources) async throws -> (PlaceReceipt.Publication, [Diagnostic]) {
    let state = BookRecords.state(of: place)
    let lock = try await resources.io.run { () async throws(Diagnostic) in
      try LockFile(state.appending("lock"))
    }
    while !lock.take() { try await Task.sleep(for: Self.pause) }
    let (sink, place, hidden) = (sink, place, hidden)
    return try await resources.io.run { () async throws(Diagnostic) in
      defer { withExtendedLifetime(lock) {} }
      LeftoverOutputs.sweep(in: state)
      let (all, warnings) = try BookRecords(of: place).books()
      let books = all.filter { !hidden.contains($0.path) }
      var editions = try PublishedEditions(of: place)
      let isNew = try editions.publish(try sink.publish(books))
      return (PlaceReceipt.Publication(isNew: isNew, books: books.count), warnings)
    }
  }
}
