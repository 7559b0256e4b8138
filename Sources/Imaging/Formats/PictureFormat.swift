public import BookModel
import Diagnostics

/// Everything this module knows about one picture format. It is declared in the format's own folder and
/// listed in the table below; no other code depends on which formats exist.
struct PictureFormat: Sendable {
  /// Whether a picture's first bytes belong to this format. No two formats claim the same bytes.
  let claims: @Sendable (FirstBytes) -> Bool
  /// What the header says; the size is as stated, without any check.
  let header: @Sendable (PictureBytes) throws(HeaderStop) -> PictureFacts
  /// Follows the parts of a complete file to its end, and returns what decoders ignore.
  let structure: @Sendable (PictureBytes) throws(HeaderStop) -> [Diagnostic]
  /// The ICC profile embedded in the file, if the format has a place for one.
  var profile: @Sendable (PictureBytes) throws(HeaderStop) -> [UInt8]? = { _ in nil }
  /// Nil if this build can only copy such pictures.
  var codec: (any ImageCodec.Type)?
  let compression: Compression
  var holdsAlpha = true
  var memory = CodecMemory(decoding: 4, encoding: 4)

  enum Compression: Sendable { case lossless, lossy, either }

  /// The table: one line per format.
  static subscript(_ format: ImageFormat) -> PictureFormat {
    switch format {
    case .jpeg: jpeg
    case .png: png
    case .gif: gif
    case .webp: webp
    case .avif: avif
    case .heic: heic
    case .jxl: jxl
    case .tiff: tiff
    case .bmp: bmp
    case .jpeg2000: jpeg2000
    }
  }
}

extension ImageFormat {
  /// The format recognized from a picture's first bytes, regardless of its name; nil if none is.
  ///
  /// 64 bytes are enough for any file in use; fewer than 18 may leave a BMP unrecognized.
  public static func sniff(_ head: [UInt8]) -> ImageFormat? {
    let first = FirstBytes(bytes: head)
    return allCases.first { PictureFormat[$0].claims(first) }
  }

  /// The most bytes that decoding a picture of the format takes, in addition to its file and its raster.
  public func decodingMemory(_ facts: PictureFacts) -> Int {
    let memory = PictureFormat[self].memory
    // Converting with a profile works row by row; turning needs a second raster.
    let turning = facts.orientation > 1 ? 4 : 0
    return facts.size.area * max(turning, facts.isProgressive ? memory.progressive : memory.decoding)
  }

  /// The most bytes that encoding a picture of a size takes, in addition to its raster and its file.
  public func encodingMemory(_ size: Size, _ request: EncodeRequest) -> Int {
    let memory = PictureFormat[self].memory
    let bytes = request.progressive ? memory.progressive : request.lossless ? memory.losslessEncoding : nil
    return size.area * (bytes ?? memory.encoding)
  }

  /// Whether pictures of the format can be transparent.
  public var holdsAlpha: Bool { PictureFormat[self].holdsAlpha }

  /// Whether pictures of the format keep every sample; nil if it depends on the picture.
  public var isLossless: Bool? {
    switch PictureFormat[self].compression {
    case .lossless: true
    case .lossy: false
    case .either: nil
    }
  }
}

/// Bytes per pixel that a codec takes in addition to the raster and the file, as measured on color pages.
struct CodecMemory: Sendable {
  var decoding: Int
  var encoding: Int
  var losslessEncoding: Int?
  /// If all coefficients must be held, in reading and in writing.
  var progressive = 8
}

/// A picture's first bytes, for comparison with the beginnings of formats.
struct FirstBytes {
  let bytes: [UInt8]

  func begin(with magic: StaticString, at offset: Int = 0) -> Bool {
    magic.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
  }

  func begin(with magic: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: magic) }
}
