public import BookModel
import Diagnostics

/// All that this module knows of one picture format. It is declared in the format's own folder and listed in
/// the table below; nothing else asks which formats there are.
struct PictureFormat: Sendable {
  /// Whether a picture's first bytes are this format's. No two formats claim the same bytes.
  let claims: @Sendable (FirstBytes) -> Bool
  /// What the header says; the size is as stated, whatever it is.
  let header: @Sendable (PictureBytes) throws(HeaderStop) -> PictureFacts
  /// Follows the parts of a whole file to its end, and returns what decoders pass over.
  let structure: @Sendable (PictureBytes) throws(HeaderStop) -> [Diagnostic]
  /// The ICC profile that lies in the file, where formats have a place for one.
  var profile: @Sendable (PictureBytes) throws(HeaderStop) -> [UInt8]? = { _ in nil }
  /// Nil where this build can only copy such pictures.
  var codec: (any ImageCodec.Type)?
  let compression: Compression
  var holdsAlpha = true
  var memory = CodecMemory(decoding: 4, encoding: 4)

  enum Compression: Sendable { case lossless, lossy, either }

  /// The table: one line a format.
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
  /// The format a picture's first bytes tell, whatever its name says; nil where they tell none.
  ///
  /// 64 bytes are enough for any file in use; fewer than 18 may leave a BMP unrecognized.
  public static func sniff(_ head: [UInt8]) -> ImageFormat? {
    let first = FirstBytes(bytes: head)
    return allCases.first { PictureFormat[$0].claims(first) }
  }

  /// Bytes that decoding a picture of the format takes at most, besides its file and its raster.
  public func decodingMemory(_ facts: PictureFacts) -> Int {
    let memory = PictureFormat[self].memory
    // A conversion by a profile works on rows, a turn needs a second raster.
    let turning = facts.orientation > 1 ? 4 : 0
    return facts.size.area * max(turning, facts.isProgressive ? memory.progressive : memory.decoding)
  }

  /// Bytes that encoding a picture of a size takes at most, besides its raster and its file.
  public func encodingMemory(_ size: Size, _ request: EncodeRequest) -> Int {
    let memory = PictureFormat[self].memory
    let bytes = request.progressive ? memory.progressive : request.lossless ? memory.losslessEncoding : nil
    return size.area * (bytes ?? memory.encoding)
  }

  /// Whether pictures of the format can be transparent.
  public var holdsAlpha: Bool { PictureFormat[self].holdsAlpha }

  /// Whether pictures of the format keep every sample; nil where only a picture itself can tell.
  public var isLossless: Bool? {
    switch PictureFormat[self].compression {
    case .lossless: true
    case .lossy: false
    case .either: nil
    }
  }
}

/// Bytes for each pixel that a codec takes besides the raster and the file, as measured on color pages.
struct CodecMemory: Sendable {
  var decoding: Int
  var encoding: Int
  var losslessEncoding: Int?
  /// Where all coefficients have to be held, in reading and in writing.
  var progressive = 8
}

/// A picture's first bytes, to be compared with what formats begin with.
struct FirstBytes {
  let bytes: [UInt8]

  func begin(with magic: StaticString, at offset: Int = 0) -> Bool {
    magic.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
  }

  func begin(with magic: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: magic) }
}
