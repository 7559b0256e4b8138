public import BookModel
public import Diagnostics

/// What reading a publication asks of its surroundings: the context of readers, stages and sinks has it.
public protocol PublicationContext: Sendable {
  var limits: Limits { get }
  /// Tells something without stopping.
  func report(_ diagnostic: Diagnostic)
  /// The whole of an entry, checked.
  func bytes(of entry: EntryReference) async throws(Diagnostic) -> [UInt8]
}
