public import BookModel
public import Diagnostics

/// Converts one picture format into pixels and back: one type per format.
///
/// This module itself reads the headers and structure of every format, so that pictures whose codec is
/// missing from a build can still be listed and copied.
public protocol ImageCodec: Sendable {
  static var format: ImageFormat { get }

  /// The pixels as stored; the caller applies the orientation that a header states.
  ///
  /// - Throws: `picture-data` if any of the data is damaged; `codec-unsupported`.
  static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster

  /// A complete file in this format; the same raster and request give the same bytes.
  ///
  /// - Throws: `codec-missing` if the format can only be read; `picture-unencodable` if it cannot hold a
  ///   picture of this size.
  static func encode(_ raster: Raster, _ request: EncodeRequest) throws(Diagnostic) -> [UInt8]

  /// A JPEG's data packed in this format so that the very same JPEG can be restored; nil if the format or
  /// this build cannot do this, or if this JPEG is not restored byte for byte.
  static func repack(jpeg: [UInt8], _ request: EncodeRequest) throws(Diagnostic) -> [UInt8]?
}

extension ImageCodec {
  public static func repack(jpeg: [UInt8], _ request: EncodeRequest) throws(Diagnostic) -> [UInt8]? { nil }

  public static func encode(_ raster: Raster, _ request: EncodeRequest) throws(Diagnostic) -> [UInt8] {
    throw .error(
      .codecMissing, "\(format.displayName) pictures cannot be written by this version",
      remedy: "write PNG instead")
  }
}

/// What a decoder is asked for in addition to a picture's pixels.
public struct DecodeRequest: Sendable {
  public var limits: Limits
  /// The smallest sufficient size, as stored. If it is faster, a decoder may return a reduced picture that is
  /// no smaller than this on either side. Nil for the full size.
  public var smallestSize: Size?
  /// Whether luma is enough. If it is faster, a decoder may return gray.
  public var grayOnly: Bool
  /// What the header says, which has already been read.
  public var facts: PictureFacts
  /// Whether a damaged picture will do as far as its data go: what is missing is then white or gray. A codec that has
  /// no use for half a picture refuses it all the same.
  public var takesParts = false
  /// Told of what decoding passes over.
  public var report: @Sendable (Diagnostic) -> Void = { _ in }
  /// From the picture's own colors to sRGB, for codecs that read ink: a raster has no layout for it.
  var conversion: ColorConversion?

  public init(
    facts: PictureFacts, limits: Limits = Limits(), smallestSize: Size? = nil, grayOnly: Bool = false
  ) {
    self.facts = facts
    self.limits = limits
    self.smallestSize = smallestSize
    self.grayOnly = grayOnly
  }
}

/// Bytes of a picture in a known format.
public struct EncodedImage: Hashable, Sendable {
  public var format: ImageFormat
  public var bytes: [UInt8]

  public init(format: ImageFormat, bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
  }
}

/// How to encode a raster, with every choice made: the meaning of `auto` has already been decided.
public struct EncodeRequest: Sendable, Hashable {
  /// 1 to 100 on libjpeg's scale; other lossy formats map it to a setting that looks similar.
  public var quality = 90
  /// 4:4:4, 4:2:2 or 4:2:0, for JPEG; never `auto`.
  public var sampling = JPEGSampling.full
  public var progressive = false
  /// For formats that can do either.
  public var lossless = false
  /// The effort on the format's own scale, as its settings declare it.
  public var effort: Int?

  public init() {}
}

/// Maps a quality on libjpeg's scale to another encoder's setting that looks similar.
struct LossyQuality {
  /// Pairs of libjpeg's quality and the format's own, ascending, with linear interpolation in between.
  let points: [(jpeg: Float, own: Float)]

  func value(for quality: Int) -> Float {
    let quality = Float(min(max(quality, 1), 100))
    for (low, high) in zip(points, points.dropFirst()) where quality <= high.jpeg {
      return low.own + (high.own - low.own) * (quality - low.jpeg) / (high.jpeg - low.jpeg)
    }
    return 100
  }
}

/// The codecs of this build: a value, so that embedders can supply their own.
public struct ImageCodecs: Sendable {
  public private(set) var all: [any ImageCodec.Type]

  public init(_ codecs: [any ImageCodec.Type]) { all = codecs }

  public static let builtIn = ImageCodecs(ImageFormat.allCases.compactMap { PictureFormat[$0].codec })

  public func with(_ codec: any ImageCodec.Type) -> ImageCodecs {
    ImageCodecs(all.filter { $0.format != codec.format } + [codec])
  }

  /// - Throws: `codec-missing`.
  public func codec(for format: ImageFormat) throws(Diagnostic) -> any ImageCodec.Type {
    guard let codec = all.first(where: { $0.format == format }) else {
      throw .error(
        .codecMissing,
        "\(format.displayName) pictures cannot be decoded by this build; the page can only be copied",
        remedy: "leave the page out of stages that change pixels, or convert it to JPEG or PNG first")
    }
    return codec
  }
}

/// Decodes a picture, upright and in sRGB: an orientation stated in its header and its ICC profile are
/// applied. A profile that is broken or for another color model is ignored.
///
/// - Parameters:
///   - smallestSize: the smallest upright size that will do; nil for the full one.
///   - takesParts: whether a damaged picture will do as far as its data go.
///   - report: told of what is odd about the file but leaves the picture whole.
/// - Throws: what `probeHeader` throws; `codec-missing`, `codec-unsupported`, `picture-data`. Limits are
///   checked before anything is allocated.
public func decodePicture(
  _ bytes: [UInt8], limits: Limits = Limits(), smallestSize: Size? = nil, grayOnly: Bool = false,
  takesParts: Bool = false, codecs: ImageCodecs = .builtIn,
  report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
) throws(Diagnostic) -> Raster {
  guard case .facts(let facts) = try probeHeader(bytes, isWhole: true, limits: limits) else {
    throw .error(.pictureHeader, "the picture's header has no end", remedy: Remedy.replace)
  }
  let conversion = ColorProfile.read(bytes, facts).flatMap {
    ColorConversion.toSRGB(from: $0, of: facts.color)
  }
  // The luma of unconverted colors would be wrong.
  let isLumaExact = conversion == nil || facts.color == .gray
  var request = DecodeRequest(
    facts: facts, limits: limits,
    smallestSize: smallestSize.map { ExifOrientation.upright($0, facts.orientation) },
    grayOnly: grayOnly && isLumaExact)
  request.conversion = conversion
  request.takesParts = takesParts
  request.report = report
  try checkInterruption()
  var raster = try codecs.codec(for: facts.format).decode(bytes, request)
  try checkInterruption()
  if facts.color != .cmyk { conversion?.convert(&raster) }
  return raster.upright(from: facts.orientation)
}

/// Encodes a raster as a complete file of a format: the same pixels and request give the same bytes.
///
/// If the format has no alpha, the caller must lay the raster on a ground first.
///
/// - Throws: `codec-missing` if the format cannot be written; `picture-unencodable` if it cannot hold a
///   picture of this size.
public func encodePicture(
  _ raster: Raster, as format: ImageFormat, _ request: EncodeRequest, codecs: ImageCodecs = .builtIn
) throws(Diagnostic) -> EncodedImage {
  try checkInterruption()
  let bytes = try codecs.codec(for: format).encode(raster, request)
  try checkInterruption()
  return EncodedImage(format: format, bytes: bytes)
}

/// A raster as a PNG file: 8 bits per sample, level 6, the same bytes for the same pixels.
public func encodePNG(_ raster: Raster) throws(Diagnostic) -> [UInt8] {
  try encodePicture(raster, as: .png, EncodeRequest()).bytes
}
