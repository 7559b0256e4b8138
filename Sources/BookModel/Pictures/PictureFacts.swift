/// What a picture's header says, without its pixels.
public struct PictureFacts: Hashable, Sendable {
  public var format: ImageFormat
  /// Upright width and height: an orientation the header states is already applied.
  public var size: Size
  /// Bits of one sample, 1 to 16.
  public var bitsPerSample: Int
  public var color: ColorModel
  public var hasAlpha: Bool
  /// EXIF orientation, 1 to 8 (Exif 2.32, tag 0x0112); 1 where none is stated.
  public var orientation: Int
  public var hasColorProfile: Bool
  /// Whether its whole data have to be held to decode any of it: a JPEG in several scans.
  public var isProgressive = false
  /// Whether the file holds more than one frame.
  public var isAnimated: Bool
  /// Pictures of their own in the file, one behind the other: the scans of a TIFF.
  public var scanCount = 1
  /// What the header says about how much was kept when the picture was encoded.
  public var fidelity: Fidelity?
  /// Bytes of the encoded picture, nil where it would have to be made first.
  public var byteCount: Int?

  /// How faithful an encoded picture is to what it was made from, as far as its header says.
  public enum Fidelity: Hashable, Sendable {
    /// Every sample was kept.
    case lossless
    /// Estimated quality, 1 to 100 on libjpeg's scale, and the chroma sampling (nil: gray, or another format's).
    case lossy(quality: Int, sampling: JPEGSampling?)
  }

  public enum ColorModel: String, Sendable, Hashable, CaseIterable { case gray, rgb, palette, cmyk }

  public init(
    format: ImageFormat, size: Size, bitsPerSample: Int = 8, color: ColorModel = .rgb, hasAlpha: Bool = false,
    orientation: Int = 1, hasColorProfile: Bool = false, isAnimated: Bool = false, fidelity: Fidelity? = nil,
    byteCount: Int? = nil
  ) {
    self.format = format
    self.size = size
    self.bitsPerSample = bitsPerSample
    self.color = color
    self.hasAlpha = hasAlpha
    self.orientation = orientation
    self.hasColorProfile = hasColorProfile
    self.isAnimated = isAnimated
    self.fidelity = fidelity
    self.byteCount = byteCount
  }
}
