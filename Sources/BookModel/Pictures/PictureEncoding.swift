public import Options

/// How a page's picture is to be encoded where it cannot be copied; travels with the page.
///
/// Everything left at `auto` follows the source: its format, at least its estimated quality, its sampling.
public struct PictureEncoding: OptionGroup, Hashable {
  public var format = OutputFormat.keep
  public var jpeg = JPEGSettings()
  public var png = PNGSettings()
  public var webp = WebPSettings()
  public var avif = AVIFSettings()
  public var jxl = JXLSettings()
  public var smallerOnly = false
  public var background = Color.white

  public init() {}

  public static let options: [Option<PictureEncoding>] = [
    Option("format", \.format, shortForm: true, "Format of the pages written; 'keep' is the source's."),
    Option("jpeg", \.jpeg, "How JPEG is written."),
    Option("png", \.png, "How PNG is written."),
    Option("webp", \.webp, "How WebP is written."),
    Option("avif", \.avif, "How AVIF is written."),
    Option("jxl", \.jxl, "How JPEG XL is written."),
    Option(
      "smallerOnly", \.smallerOnly,
      "Keep the bytes of a page whose pixels did not change if re-encoding would not make it smaller."),
    Option("background", \.background, "The background of transparent pages if the format has no alpha."),
  ]

  public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
    guard format != .keep else { return }
    let others = OutputFormat.allCases.filter { $0 != format }.map(\.rawValue)
    decoder.warnUseless(others, in: node, "pages are written as '\(format.rawValue)'")
    if format != .jpeg {
      decoder.warnUseless(["background"], in: node, "'\(format.rawValue)' keeps transparency")
    }
    if webp.lossless == .value(true), let inner = node["webp"] {
      decoder.warnUseless(["quality"], in: inner, "'lossless' keeps everything")
    }
    if jxl.lossless == .value(true), let inner = node["jxl"] {
      decoder.warnUseless(["quality"], in: inner, "'lossless' keeps everything")
    }
  }
}

/// A format pages can be written in.
public enum OutputFormat: String, OptionEnumeration, Hashable {
  case keep, jpeg, png, webp, avif, jxl

  /// Nil for `keep`.
  public var imageFormat: ImageFormat? { ImageFormat(rawValue: rawValue) }
}

public struct JPEGSettings: OptionGroup, Hashable {
  public var quality = KeywordOr<AutoKeyword, Int>.keyword(.auto)
  public var subsampling = JPEGSampling.auto
  public var progressive = false

  public init() {}

  public static let options: [Option<JPEGSettings>] = [
    Option(
      "quality", \.quality, in: 1...100,
      "The quality on libjpeg's scale; 'auto' is the source's estimated quality, at least 85."),
    Option(
      "subsampling", \.subsampling,
      "How much color is kept: 444 all, 420 a quarter; 'auto' is the source's, 444 for other sources."),
    Option("progressive", \.progressive, "Write progressive files: a little smaller, several times slower."),
  ]
}

/// Chroma sampling of a JPEG that is written.
public enum JPEGSampling: String, OptionEnumeration, Hashable {
  case auto
  case full = "444"
  case half = "422"
  case quarter = "420"
}

public struct PNGSettings: OptionGroup, Hashable {
  public var level = 6

  public init() {}

  public static let options: [Option<PNGSettings>] = [
    Option("level", \.level, in: 1...12, "Effort of the compression: 1 is fastest, 12 smallest.")
  ]
}

public struct WebPSettings: OptionGroup, Hashable {
  public var lossless = KeywordOr<AutoKeyword, Bool>.keyword(.auto)
  public var quality = KeywordOr<AutoKeyword, Int>.keyword(.auto)
  public var effort = 4

  public init() {}

  public static let options: [Option<WebPSettings>] = [
    Option(
      "lossless", \.lossless, "Whether every sample is kept; 'auto' where the source's format keeps them."),
    Option(
      "quality", \.quality, in: 1...100,
      "The quality; 'auto' is the source's estimated quality, at least 85."),
    Option("effort", \.effort, in: 0...6, "Effort of the compression: 0 is fastest, 6 smallest."),
  ]
}

public struct AVIFSettings: OptionGroup, Hashable {
  public var quality = KeywordOr<AutoKeyword, Int>.keyword(.auto)
  public var effort = 2

  public init() {}

  public static let options: [Option<AVIFSettings>] = [
    Option(
      "quality", \.quality, in: 1...100,
      "The quality; 'auto' is the source's estimated quality, at least 85."),
    Option("effort", \.effort, in: 0...10, "Effort of the compression: 0 is fastest, 10 smallest."),
  ]
}

public struct JXLSettings: OptionGroup, Hashable {
  public var lossless = KeywordOr<AutoKeyword, Bool>.keyword(.auto)
  public var quality = KeywordOr<AutoKeyword, Int>.keyword(.auto)
  public var recompress = true
  public var effort = 5

  public init() {}

  public static let options: [Option<JXLSettings>] = [
    Option(
      "lossless", \.lossless, "Whether every sample is kept; 'auto' where the source's format keeps them."),
    Option(
      "quality", \.quality, in: 1...100,
      "The quality; 'auto' is the source's estimated quality, at least 85."),
    Option(
      "recompress", \.recompress,
      "Pack the data of unchanged JPEG pages, so that exactly the same JPEG can be restored."),
    Option("effort", \.effort, in: 1...9, "Effort of the compression: 1 is fastest, 9 smallest."),
  ]
}

/// The word that leaves a choice to the program.
public enum AutoKeyword: String, OptionEnumeration, Hashable { case auto }
