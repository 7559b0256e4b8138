public import BookModel
public import Formats
public import Options

/// A sink that makes no output of its own: the engine changes the metadata inside the source's file, and its pages
/// stay byte for byte. A run does this only with `--in-place`.
public protocol RewritingSink: ReadySink {
  var inPlace: InPlaceOptions { get }
}

extension RewritingSink {
  /// What the file holds stays as it is.
  public var takes: Set<ItemKind> { Set(ItemKind.allCases) }
  public var metadataTarget: MetadataTarget { inPlace.target }
}

/// How files are changed in place.
public struct InPlaceOptions: OptionGroup, Hashable {
  /// Whether a file with several hard links is changed, which makes it a file of its own.
  public var separateHardLinks = false
  public var target = MetadataTarget.standard

  public init() {}

  public static let options: [Option<InPlaceOptions>] = [
    Option(
      "separateHardLinks", \.separateHardLinks,
      "Change files that have hard links, which separates them from the others."),
    Option("target", \.target, "The program that will read the metadata."),
  ]
}
