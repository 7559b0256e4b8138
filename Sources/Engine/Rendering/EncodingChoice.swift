import BookModel
import Imaging
import Options

/// How one picture is encoded, every choice made: what the page says, and where it says nothing, what keeps
/// to the source.
struct EncodingChoice: Hashable, Sendable {
  /// The lowest quality a page is encoded with unless somebody says so.
  static let leastQuality = 85
  /// The quality of pages whose source tells of none: lossless formats.
  static let usualQuality = 90

  let format: ImageFormat
  let request: EncodeRequest
  let background: Color
  /// Whether unchanged pixels are encoded anew at all.
  let reencodesUnchanged: Bool
  /// Whether the bytes of a page whose pixels did not change are kept where new ones would not be fewer.
  let smallerOnly: Bool
  /// Whether an unchanged JPEG may be packed as JPEG XL without touching its data.
  let repacksJPEG: Bool

  /// - Parameters:
  ///   - encoding: what was said about the page, nil for nothing.
  ///   - sources: the facts of the pictures it is made from; none for a page that is drawn.
  ///   - result: the facts of the picture to be encoded, where they are known.
  init(_ encoding: PictureEncoding?, sources: [PictureFacts], result: PictureFacts?) {
    let stated = encoding ?? PictureEncoding()
    let own = (result ?? sources.first)?.format ?? .png
    let format = stated.format.imageFormat ?? EncodingChoice.writable(own)
    self.format = format
    background = stated.background
    smallerOnly = stated.smallerOnly
    request = EncodingChoice.request(format, stated, Fidelity(sources))
    let source = sources.first
    repacksJPEG = format == .jxl && stated.jxl.recompress && source?.format == .jpeg
    reencodesUnchanged =
      encoding != nil
      && (source.map { EncodingChoice.asksForMore(stated, of: $0, than: format) } ?? (format != .png))
  }

  /// Whether every sample of the raster can be had back.
  var isLossless: Bool { format == .png || (format.canBeLossless && request.lossless) }

  /// The choice in a few words, for plans: `JPEG, quality 90, 4:2:0`.
  var summary: String {
    if isLossless { return "\(format.displayName), lossless" }
    var parts = ["\(format.displayName), quality \(request.quality)"]
    if format == .jpeg {
      parts.append(request.sampling.rawValue.map { String($0) }.joined(separator: ":"))
    }
    return parts.joined(separator: ", ")
  }

  /// The format a page is written in that keeps its own: formats nobody writes become PNG.
  private static func writable(_ format: ImageFormat) -> ImageFormat {
    switch format {
    case .jpeg, .png, .webp, .avif, .jxl: format
    case .gif, .bmp, .tiff: .png
    case .heic, .jpeg2000: .jpeg
    }
  }

  /// What the sources kept: the best of them.
  private struct Fidelity {
    var quality: Int?
    var sampling: JPEGSampling?
    var isLossless: Bool

    init(_ sources: [PictureFacts]) {
      isLossless = sources.allSatisfy { $0.fidelity == .lossless }
      for source in sources {
        guard case .lossy(let quality, let sampling) = source.fidelity else { continue }
        self.quality = max(self.quality ?? 0, quality)
        guard let sampling else { continue }
        // More color kept comes first: 444, 422, 420.
        self.sampling = self.sampling.map { $0.rawValue > sampling.rawValue ? $0 : sampling } ?? sampling
      }
      if sources.contains(where: { $0.fidelity == .lossless && $0.color != .gray }) { sampling = .full }
    }
  }

  private static func request(
    _ format: ImageFormat, _ stated: PictureEncoding, _ source: Fidelity
  ) -> EncodeRequest {
    var request = EncodeRequest()
    let auto = max(leastQuality, source.quality ?? usualQuality)
    func quality(_ option: KeywordOr<AutoKeyword, Int>) -> Int {
      if case .value(let value) = option { value } else { auto }
    }
    func lossless(_ option: KeywordOr<AutoKeyword, Bool>) -> Bool {
      if case .value(let value) = option { value } else { source.isLossless }
    }
    switch format {
    case .png:
      request.effort = stated.png.level
    case .webp:
      request.quality = quality(stated.webp.quality)
      request.lossless = lossless(stated.webp.lossless)
      request.effort = stated.webp.effort
    case .avif:
      request.quality = quality(stated.avif.quality)
      request.effort = stated.avif.effort
    case .jxl:
      request.quality = quality(stated.jxl.quality)
      request.lossless = lossless(stated.jxl.lossless)
      request.effort = stated.jxl.effort
    default:
      request.quality = quality(stated.jpeg.quality)
      request.sampling = stated.jpeg.subsampling == .auto ? source.sampling ?? .full : stated.jpeg.subsampling
      request.progressive = stated.jpeg.progressive
    }
    return request
  }

  /// Whether an encoding asks for something the source's own bytes are not: another format, a lower quality,
  /// less color. A higher quality than the source has would only add bytes.
  private static func asksForMore(
    _ stated: PictureEncoding, of source: PictureFacts, than format: ImageFormat
  ) -> Bool {
    guard source.format == format else { return stated.format != .keep }
    var (quality, sampling) = (Int?.none, JPEGSampling?.none)
    if case .lossy(let estimate, let kept) = source.fidelity { (quality, sampling) = (estimate, kept) }
    func isLower(_ option: KeywordOr<AutoKeyword, Int>) -> Bool {
      guard case .value(let value) = option else { return false }
      return quality.map { value < $0 } ?? true
    }
    switch format {
    case .jpeg:
      let dropsColor = sampling.map { stated.jpeg.subsampling.rawValue < $0.rawValue } ?? false
      return isLower(stated.jpeg.quality) || (stated.jpeg.subsampling != .auto && dropsColor)
    case .png: return stated.png != PNGSettings()
    case .webp:
      if source.fidelity == .lossless { return stated.webp.lossless == .value(false) }
      return isLower(stated.webp.quality)
    case .avif: return isLower(stated.avif.quality)
    case .jxl: return isLower(stated.jxl.quality)
    default: return false
    }
  }
}

extension ImageFormat {
  fileprivate var canBeLossless: Bool { self == .webp || self == .jxl }
}
