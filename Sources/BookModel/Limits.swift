public import Diagnostics
public import Options

extension Rule {
  public static let tooManyPages = Rule(
    "too-many-pages", .limit, "A book has more pages than the limit allows.",
    advice: "If you trust the book, raise the limit: --max-pages.")
}

/// What an input may claim before it is refused: every limit has a name, a default and a flag.
public struct Limits: OptionGroup, Hashable {
  /// Entries of one container.
  public var maxEntries = 100_000
  /// Bytes of one entry once unpacked.
  public var maxEntryBytes = ByteCount(1 << 30)
  /// Bytes of all entries of one container once unpacked.
  public var maxBookBytes = ByteCount(32 << 30)
  /// Unpacked bytes for each packed one, for entries over a mebibyte.
  public var maxRatio = 1_000
  /// Pixels of one picture (width times height).
  public var maxPixels = 500_000_000
  /// Bytes of one XML or text document that is parsed (container files, package documents, ComicInfo).
  public var maxDocumentBytes = ByteCount(64 << 20)
  /// Elements inside elements of one XML document.
  public var maxDepth = 256
  /// Elements of one XML document.
  public var maxElements = 1_000_000
  /// Attributes of one element of an XML document: parsers compare each with all others.
  public var maxAttributes = 256
  /// Scans of one JPEG: decoders go over the whole picture for each.
  public var maxScans = 100
  /// Pages of one book.
  public var maxPages = 65_000
  /// Folders below a folder argument, one inside the other.
  public var maxFolderDepth = 64
  /// Stages of a pipeline, those of every sink counted with those before it.
  public var maxStages = 1_000
  /// Comparisons in one condition of a pipeline.
  public var maxComparisons = 1_000

  public init() {}

  public static let options: [Option<Limits>] = [
    Option("maxEntries", \.maxEntries, in: 1...10_000_000, "Entries one archive may hold."),
    Option("maxEntryBytes", \.maxEntryBytes, "Bytes one entry may unpack to."),
    Option("maxBookBytes", \.maxBookBytes, "Bytes all entries of one book may unpack to."),
    Option(
      "maxRatio", \.maxRatio, in: 1...1_000_000, "Unpacked bytes for each packed byte of a large entry."),
    Option(
      "maxPixels", \.maxPixels, in: 1...4_000_000_000, "Pixels one picture may have, width times height."),
    Option("maxDocumentBytes", \.maxDocumentBytes, "Bytes one XML document may have."),
    Option("maxDepth", \.maxDepth, in: 8...4_096, "Elements inside elements of one XML document."),
    Option("maxElements", \.maxElements, in: 1_000...100_000_000, "Elements one XML document may have."),
    Option("maxAttributes", \.maxAttributes, in: 16...100_000, "Attributes one XML element may have."),
    Option("maxScans", \.maxScans, in: 1...500, "Scans one JPEG may have."),
    Option("maxPages", \.maxPages, in: 1...1_000_000, "Pages one book may have."),
    Option("maxFolderDepth", \.maxFolderDepth, in: 1...1_000, "Folders inside folders of one input."),
    Option("maxStages", \.maxStages, in: 1...100_000, "Stages one pipeline may have."),
    Option(
      "maxComparisons", \.maxComparisons, in: 1...100_000, "Comparisons one condition of a pipeline may have."
    ),
  ]
}
