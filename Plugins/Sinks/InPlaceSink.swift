public import Diagnostics
public import PluginKit

/// Changes the metadata inside each book's own file, and nothing else in it.
public struct InPlaceSink: Plugin, RewritingSink {
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
}
