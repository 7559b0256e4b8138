public import BookModel
import CTurboJPEG
public import Diagnostics
import Options

/// JPEG through TurboJPEG: baseline and progressive, gray, color and CMYK, 8 bits per sample.
public enum JPEGCodec: ImageCodec {
  public static let format = ImageFormat.jpeg

  /// What the decoder complains of counts as damage, since it then fills pixels with guesses, unless a second look at
  /// the data finds every block there.
  public static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster {
    let header = try header(of: bytes)
    try checkProcess(header)
    let scans = try JPEGScans(of: bytes, header, limits: request.limits)
    let size = header.storedSize
    let decompressor = try JPEGDecompressor()
    let isCMYK = header.components == 4
    let isGray = header.components == 1 || (request.grayOnly && !isCMYK)
    let target = JPEGCodec.target(size, request.smallestSize)
    var (samples, complaint) = try decompressor.decode(
      scans.ended(bytes), storedAs: size, to: target,
      as: isCMYK ? TJPF_CMYK : isGray ? TJPF_GRAY : TJPF_RGBX, bytesPerPixel: isGray ? 1 : 4,
      takesParts: request.takesParts)
    if !request.takesParts, complaint != nil || !scans.hasEnd {
      for warning in try JPEGWholeness.check(bytes, scans) { request.report(warning) }
    }
    if isCMYK { Ink(areInverted: header.isAdobe).separate(&samples, by: request.conversion) }
    return Raster(size: target, layout: isGray ? .gray : .rgb, samples: samples, fullSize: size)
  }

  /// Gray rasters become gray JPEGs. Transparent ones are laid on white, because the format has no alpha.
  public static func encode(_ raster: Raster, _ request: EncodeRequest) throws(Diagnostic) -> [UInt8] {
    let size = raster.size
    let sides = 1...JPEGCompressor.longestSide
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw .error(
        .pictureUnencodable,
        "a JPEG of \(size) pixels cannot be written: its sides are 1 to \(sides.upperBound) pixels",
        remedy: "make the page smaller with 'resize', or write PNG")
    }
    return try JPEGCompressor().encode(raster.laid(on: .white), request)
  }

  private static func header(of bytes: [UInt8]) throws(Diagnostic) -> JPEGHeader {
    do throws(HeaderStop) {
      return try JPEGHeader(PictureBytes(bytes: bytes, isWhole: true, format: .jpeg))
    } catch {
      switch error {
      case .bad(let diagnostic): throw diagnostic
      case .short: throw .pictureData(.jpeg, "its header has no end")
      }
    }
  }

  /// Baseline, extended and progressive processes, with Huffman or arithmetic coding and 8 bits.
  private static func checkProcess(_ header: JPEGHeader) throws(Diagnostic) {
    let isKnown = [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(header.frameMarker)
    guard isKnown, header.facts.bitsPerSample == 8 else {
      let kind = isKnown ? "\(header.facts.bitsPerSample) bits a sample" : "lossless or hierarchical coding"
      throw .error(
        .codecUnsupported, "a JPEG with \(kind) cannot be decoded; the page can only be copied",
        remedy: "convert the page to an 8-bit JPEG or to PNG first")
    }
    guard [1, 3, 4].contains(header.components) else {
      throw .error(
        .codecUnsupported,
        "a JPEG of \(header.components) components cannot be decoded; the page can only be copied",
        remedy: "convert the page to an 8-bit JPEG or to PNG first")
    }
  }

  /// The size at the smallest sufficient scale of 1/8, 1/4, 1/2 and 1, for which the decoder has fast
  /// transforms.
  private static func target(_ size: Size, _ smallest: Size?) -> Size {
    guard let smallest else { return size }
    for divisor in [8, 4, 2] {
      let scaled = Size(
        width: (size.width + divisor - 1) / divisor, height: (size.height + divisor - 1) / divisor)
      if scaled.width >= smallest.width, scaled.height >= smallest.height { return scaled }
    }
    return size
  }
}

/// How the samples of a CMYK picture represent ink.
struct Ink {
  /// Adobe's programs store how much of white is left rather than how much ink is used: 255 is no ink.
  let areInverted: Bool

  /// Converts samples of cyan, magenta, yellow and black to opaque sRGB in place: with the picture's profile
  /// or, if there is none, by how much white each ink and black leave together.
  func separate(_ samples: inout [UInt8], by profile: ColorConversion?) {
    guard let profile else { return multiply(&samples) }
    profile.convert(ink: &samples, areInverted: areInverted)
  }

  private func multiply(_ samples: inout [UInt8]) {
    let mask: UInt8 = areInverted ? 0 : 255
    samples.withUnsafeMutableBufferPointer { ink in
      var pixel = 0
      while pixel < ink.count {
        let black = UInt32(ink[pixel &+ 3] ^ mask)
        for channel in 0..<3 {
          let product = UInt32(ink[pixel &+ channel] ^ mask) &* black &+ 127
          ink[pixel &+ channel] = UInt8(truncatingIfNeeded: product / 255)
        }
        ink[pixel &+ 3] = 255
        pixel &+= 4
      }
    }
  }
}
