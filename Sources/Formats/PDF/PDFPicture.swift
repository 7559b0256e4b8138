public import BookModel
public import Diagnostics
import Imaging

/// A page's picture as a PDF holds it: the data of JPEGs and plain PNGs as they are, everything else without loss.
public struct PDFPicture: Sendable {
  /// Upright width and height.
  public let size: Size
  /// EXIF orientation, 1 to 8, that the page's contents have to carry out.
  public let orientation: Int
  /// The picture's dictionary, without references.
  public let entries: [(name: String, value: PDFValue)]
  public let data: [UInt8]
  /// The number of color components, and the profile they are meant in; nil: the device's own colors.
  public let profile: (components: Int, bytes: [UInt8])?
  /// Its transparency, a gray picture of its own.
  public let mask: PNGData?

  /// - Throws: rules of category `damage`; `codec-missing`.
  public init(_ bytes: [UInt8], _ facts: PictureFacts, limits: Limits) throws(Diagnostic) {
    if facts.format == .jpeg {
      let frame = try JPEGFrame(bytes)
      if frame.isCommon, frame.bitsPerSample == 8, [1, 3, 4].contains(frame.components) {
        self.init(bytes, frame, facts)
        return
      }
    }
    if facts.format == .png, facts.orientation == 1, let png = PNGData(bytes, limits: limits) {
      self.init(png, facts.size, profile: colorProfile(of: bytes, facts), mask: nil)
      return
    }
    try self.init(try decodePicture(bytes, limits: limits), limits: limits)
  }

  /// ISO 32000-1 §7.4.8. Adobe's programs store CMYK inverted, which PDF has to be told (§8.9.5.2).
  private init(_ bytes: [UInt8], _ frame: JPEGFrame, _ facts: PictureFacts) {
    let space = [1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"][frame.components] ?? "DeviceRGB"
    var entries = PDFPicture.entries(frame.size, bits: 8, space: .name(space))
    entries.append(("Filter", .name("DCTDecode")))
    if frame.isInverted {
      entries.append(("Decode", .array((0..<4).flatMap { _ in [.integer(1), .integer(0)] })))
    }
    size = facts.size
    orientation = facts.orientation
    self.entries = entries
    data = bytes
    profile = colorProfile(of: bytes, facts).map { (frame.components, $0) }
    mask = nil
  }

  /// Pixels that were decoded: upright, in sRGB.
  private init(_ raster: Raster, limits: Limits) throws(Diagnostic) {
    guard let png = PNGData(try PNGCodec.encode(raster.opaque, EncodeRequest()), limits: limits) else {
      throw .error(.pdfPicture, "this picture cannot be stored in a PDF", remedy: "write it as JPEG first")
    }
    let mask =
      raster.layout == .rgba
      ? PNGData(try PNGCodec.encode(raster.alphaAlone, EncodeRequest()), limits: limits) : nil
    self.init(png, raster.size, profile: nil, mask: mask)
  }

  private init(_ png: PNGData, _ size: Size, profile: [UInt8]?, mask: PNGData?) {
    self.size = size
    orientation = 1
    entries = png.entries
    data = png.data
    self.profile = profile.map { (png.colors, $0) }
    self.mask = mask
  }

  fileprivate static func entries(_ size: Size, bits: Int, space: PDFValue) -> [(
    name: String, value: PDFValue
  )] {
    [
      ("Type", .name("XObject")), ("Subtype", .name("Image")), ("Width", .integer(size.width)),
      ("Height", .integer(size.height)), ("ColorSpace", space), ("BitsPerComponent", .integer(bits)),
    ]
  }
}

/// The rows of a PNG as they are compressed in it: PDF knows its filters (ISO 32000-1 §7.4.4.4).
public struct PNGData: Sendable {
  public let entries: [(name: String, value: PDFValue)]
  /// One zlib stream.
  public let data: [UInt8]
  /// Components of its color space.
  public let colors: Int

  /// Nil for what PDF can't take as it is: interlaced rows, transparency.
  init?(_ bytes: [UInt8], limits: Limits) {
    var chunks = PNGChunks(bytes)
    guard let header = chunks.next(), header.name == "IHDR", header.range.count == 13 else { return nil }
    let at = header.range.lowerBound
    let size = Size(width: PNGChunks.integer(bytes, at), height: PNGChunks.integer(bytes, at + 4))
    let (bits, colorType) = (Int(bytes[at + 8]), bytes[at + 9])
    guard bytes[at + 12] == 0, [0, 2, 3].contains(colorType), [1, 2, 4, 8, 16].contains(bits) else {
      return nil
    }
    var palette: [UInt8] = []
    var data: [UInt8] = []
    while let chunk = chunks.next() {
      switch chunk.name {
      case "PLTE": palette = Array(bytes[chunk.range])
      case "tRNS": return nil
      case "IDAT": data += bytes[chunk.range]
      default: break
      }
    }
    guard !data.isEmpty, colorType != 3 || (palette.count % 3 == 0 && (3...768).contains(palette.count))
    else {
      return nil
    }
    colors = colorType == 2 ? 3 : colorType == 0 ? 1 : 3
    let space: PDFValue =
      colorType == 2
      ? .name("DeviceRGB")
      : colorType == 0
        ? .name("DeviceGray")
        : .array([.name("Indexed"), .name("DeviceRGB"), .integer(palette.count / 3 - 1), .bytes(palette)])
    let parameters = PDFValue.dictionary([
      ("Predictor", .integer(15)), ("Colors", .integer(colorType == 2 ? 3 : 1)),
      ("BitsPerComponent", .integer(bits)), ("Columns", .integer(size.width)),
    ])
    entries =
      PDFPicture.entries(size, bits: bits, space: space) + [
        ("Filter", .name("FlateDecode")), ("DecodeParms", parameters),
      ]
    self.data = data
  }
}

/// The chunks of a PNG (PNG §5.3), which was checked before.
private struct PNGChunks {
  private let bytes: [UInt8]
  private var offset = 8

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (name: String, range: Range<Int>)? {
    guard offset <= bytes.count - 12 else { return nil }
    let length = PNGChunks.integer(bytes, offset)
    let start = offset + 8
    guard length <= bytes.count - start - 4 else { return nil }
    offset = start + length + 4
    return (String(decoding: bytes[start - 4..<start], as: UTF8.self), start..<start + length)
  }

  static func integer(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Raster {
  /// Without its transparency.
  fileprivate var opaque: Raster {
    layout == .rgba ? Raster(size: size, layout: .rgb, samples: opaqueSamples) : self
  }

  private var opaqueSamples: [UInt8] {
    var samples = samples
    for place in stride(from: 3, to: samples.count, by: 4) { samples[place] = 255 }
    return samples
  }

  /// Its transparency as a gray picture.
  fileprivate var alphaAlone: Raster {
    let alpha = stride(from: 3, to: samples.count, by: 4).map { samples[$0] }
    return Raster(size: size, layout: .gray, samples: alpha)
  }
}

extension Rule {
  public static let pdfPicture = Rule(
    "pdf-picture", .output, "A picture cannot be stored in a PDF.",
    advice: "Write the pages as JPEG or PNG first, with the stage 'encode'.")
}
