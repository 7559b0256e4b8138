import BookModel
import CLCMS
import Synchronization

/// Converts the colors described by a profile to sRGB, using Little CMS: perceptual intent with black point
/// compensation, so that paper stays white and black stays black, whatever the profile's device can show.
///
/// Creating one may take longer than using it, and the pages of a book usually share one profile, so the last
/// few are kept.
final class ColorConversion: Sendable {
  private enum Work {
    /// The new value for each gray level.
    case levels([UInt8])
    case colors(ColorTransform)
    /// Takes samples that state how much of white is left, as Adobe's programs store ink.
    case ink(ColorTransform)
  }

  private let work: Work

  private init(_ work: Work) { self.work = work }

  /// The conversion for pictures of a color model; nil if none is needed (the profile is sRGB to within one
  /// level) or possible (it is broken, or for another color model). Such profiles are ignored, as viewers do.
  static func toSRGB(from profile: [UInt8], of color: PictureFacts.ColorModel) -> ColorConversion? {
    kept.withLock { kept in
      let known = kept.firstIndex { $0.color == color && $0.profile == profile }
      let entry = known.map { kept.remove(at: $0) } ?? Kept(profile, color, make(profile, color))
      if kept.count >= Kept.most { kept.removeFirst() }
      kept.append(entry)
      return entry.conversion
    }
  }

  private struct Kept {
    static let most = 8
    let profile: [UInt8]
    let color: PictureFacts.ColorModel
    let conversion: ColorConversion?

    init(_ profile: [UInt8], _ color: PictureFacts.ColorModel, _ conversion: ColorConversion?) {
      self.profile = profile
      self.color = color
      self.conversion = conversion
    }
  }

  private static let kept = Mutex<[Kept]>([])

  private static func make(_ profile: [UInt8], _ color: PictureFacts.ColorModel) -> ColorConversion? {
    guard let transform = ColorTransform(from: profile, of: color) else { return nil }
    switch color {
    case .gray:
      var levels = (0...255).map { UInt8($0) }
      transform.run(on: &levels)
      return isIdentity(levels, (0...255).map { UInt8($0) }) ? nil : ColorConversion(.levels(levels))
    case .rgb, .palette:
      let before = lattice
      var after = before
      transform.run(on: &after)
      return isIdentity(after, before) ? nil : ColorConversion(.colors(transform))
    case .cmyk: return ColorConversion(.ink(transform))
    }
  }

  /// Colors that reveal whether a conversion changes any: all grays, and nine levels of each channel.
  private static let lattice: [UInt8] = {
    var pixels = (0...255).flatMap { [UInt8($0), UInt8($0), UInt8($0), 255] as [UInt8] }
    let steps = stride(from: 0, through: 255, by: 32).map { UInt8(min($0, 255)) } + [255]
    for red in steps {
      for green in steps { for blue in steps { pixels += [red, green, blue, 255] } }
    }
    return pixels
  }()

  private static func isIdentity(_ after: [UInt8], _ before: [UInt8]) -> Bool {
    zip(after, before).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  /// Converts a raster in place; one of another color model than the profile's stays as it is.
  func convert(_ raster: inout Raster) {
    switch work {
    case .levels(let levels): _ = raster.mapLevels(levels)
    case .colors(let transform) where raster.layout != .gray: transform.run(on: &raster.samples)
    case .colors, .ink: break
    }
  }

  /// Converts cyan, magenta, yellow and black to opaque sRGB in place.
  ///
  /// - Parameter areInverted: whether 255 means no ink.
  func convert(ink samples: inout [UInt8], areInverted: Bool) {
    guard case .ink(let transform) = work else { return }
    if !areInverted {
      samples.withUnsafeMutableBufferPointer { for index in $0.indices { $0[index] ^= 255 } }
    }
    transform.run(on: &samples)
    samples.withUnsafeMutableBufferPointer { pixels in
      var index = 3
      while index < pixels.count {
        pixels[index] = 255
        index &+= 4
      }
    }
  }
}

/// A Little CMS transform in a context of its own, from and to 8-bit samples of the same size.
///
/// `@unchecked Sendable`: the handles are set once and freed with the last reference. Running a transform
/// created without a cache (`cmsFLAGS_NOCACHE`) does not modify it; Little CMS documents this as safe from
/// any thread.
private final class ColorTransform: @unchecked Sendable {
  private let context: cmsContext
  private let transform: cmsHTRANSFORM
  private let bytesPerPixel: Int

  init?(from profile: [UInt8], of color: PictureFacts.ColorModel) {
    guard let context = cmsCreateContext(nil, nil) else { return nil }
    guard let transform = ColorTransform.make(profile, color, context) else {
      cmsDeleteContext(context)
      return nil
    }
    self.context = context
    self.transform = transform
    bytesPerPixel = color == .gray ? 1 : 4
  }

  deinit {
    cmsDeleteTransform(transform)
    cmsDeleteContext(context)
  }

  private static func make(
    _ profile: [UInt8], _ color: PictureFacts.ColorModel, _ context: cmsContext
  ) -> cmsHTRANSFORM? {
    guard let source = cmsOpenProfileFromMemTHR(context, profile, UInt32(profile.count)) else { return nil }
    defer { cmsCloseProfile(source) }
    let (space, format): (cmsColorSpaceSignature, Int)
    switch color {
    case .gray: (space, format) = (cmsSigGrayData, CLCMS_GRAY_8)
    case .rgb, .palette: (space, format) = (cmsSigRgbData, CLCMS_RGBX_8)
    case .cmyk: (space, format) = (cmsSigCmykData, CLCMS_CMYK_8_INVERTED)
    }
    let classes = [cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass]
    guard cmsGetColorSpace(source) == space, classes.contains(cmsGetDeviceClass(source)),
      let target = color == .gray ? grayOfSRGB(context) : cmsCreate_sRGBProfileTHR(context)
    else { return nil }
    defer { cmsCloseProfile(target) }
    let result = color == .gray ? CLCMS_GRAY_8 : CLCMS_RGBX_8
    return cmsCreateTransformTHR(
      context, source, UInt32(format), target, UInt32(result), UInt32(INTENT_PERCEPTUAL),
      UInt32(cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION))
  }

  /// A gray profile with the tone curve of sRGB (IEC 61966-2-1).
  private static func grayOfSRGB(_ context: cmsContext) -> cmsHPROFILE? {
    let curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    guard let tone = cmsBuildParametricToneCurve(context, 4, curve) else { return nil }
    defer { cmsFreeToneCurve(tone) }
    return cmsCreateGrayProfileTHR(context, cmsD50_xyY(), tone)
  }

  /// Converts whole pixels in place. The fourth byte of a color pixel is unchanged.
  func run(on samples: inout [UInt8]) {
    samples.withUnsafeMutableBytes { samples in
      // The count is 32 bits wide; chunks that stay in the cache are no slower than the whole picture at
      // once.
      let step = 1 << 16
      for start in stride(from: 0, to: samples.count, by: step) {
        let run = UnsafeMutableRawBufferPointer(rebasing: samples[start..<min(start + step, samples.count)])
        cmsDoTransform(transform, run.baseAddress, run.baseAddress, UInt32(run.count / bytesPerPixel))
      }
    }
  }
}
