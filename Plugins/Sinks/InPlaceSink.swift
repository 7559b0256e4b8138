public import Archives
public import BookModel
public import Diagnostics
public import PluginKit

/// Changes the metadata inside each book's own file, and nothing else of it.
public struct InPlaceSink: RewritingSink {
  public static let name = "in-place"
  public static let summary = "Change the metadata inside each book's own file; its pages stay byte for byte."
  public static let example = """
    stages:
      - metadata: { from: [embedded, filename], remove: [notes] }
    sink: in-place
    """
  public static let rules: [Rule] = [.sinkTarget]

  public let inPlace: InPlaceOptions

  public init(_ options: InPlaceOptions) { inPlace = options }

  public func begin(_ book: Book, _ output: OutputTarget, in context: any BookContext)
    async throws(Diagnostic)
    -> any SinkSession
  {
    throw .error(.sinkTarget, "the in-place sink writes no output of its own")
  }

  public func verify(_ output: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest
  {
    throw .error(.sinkTarget, "the in-place sink writes no output of its own")
  }
}
