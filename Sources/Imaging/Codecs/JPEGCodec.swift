public import BookModel
import CTurboJPEG
public import Diagnostics

/// JPEG through TurboJPEG: baseline and progressive, gray, color and CMYK, 8 bits a sample.
public enum JPEGCodec: ImageCodec {
  public static let format = ImageFormat.jpeg

  public static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster {
    let header = try header(of: bytes)
    try checkProcess(header)
    let size = header.storedSize
    let decompressor = try JPEGDecompressor()
    let clean = header.strayBytes > 0 ? try withoutStrayBytes(bytes) : bytes
    let isCMYK = header.components == 4
    let isGray = header.components == 1 || (request.grayOnly && !isCMYK)
    let target = JPEGCodec.target(size, request.smallestSize)
    let samples = try decompressor.decode(
      clean, storedAs: size, to: target, as: isCMYK ? TJPF_CMYK : isGray ? TJPF_GRAY : TJPF_RGBX,
      bytesPerPixel: isGray ? 1 : 4)
    return Raster(
      size: target, layout: isGray ? .gray : .rgb,
      samples: isCMYK ? rgb(cmyk: samples, areInverted: header.isAdobe) : samples, fullSize: size)
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

  /// Baseline, extended and progressive processes, Huffman or arithmetic coded, with 8 bits.
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

  /// The size at the smallest of the scales 1/8, 1/4, 1/2 and 1 that is large enough.
  private static func target(_ size: Size, _ smallest: Size?) -> Size {
    guard let smallest else { return size }
    for divisor in [8, 4, 2] {
      let scaled = Size(
        width: (size.width + divisor - 1) / divisor, height: (size.height + divisor - 1) / divisor)
      if scaled.width >= smallest.width, scaled.height >= smallest.height { return scaled }
    }
    return size
  }

  /// The file without the bytes that lie between segments before the first scan: the decoder reports them as
  /// its first trouble, which would hide real damage behind it.
  private static func withoutStrayBytes(_ bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
    var segments = JPEGSegments(PictureBytes(bytes: bytes, isWhole: true, format: .jpeg))
    var clean = Array(bytes[..<2])
    clean.reserveCapacity(bytes.count)
    do throws(HeaderStop) {
      while true {
        let segment = try segments.next()
        let isScan = segment.marker == JPEGSegment.startOfScan
        clean += bytes[segment.offset..<(isScan ? bytes.count : min(segment.payload.upperBound, bytes.count))]
        if isScan { return clean }
      }
    } catch {
      return bytes
    }
  }

  /// CMYK to RGB without a profile: each color is what the ink and black leave of white. Adobe's programs
  /// store how much of white is left instead of how much ink is laid (255 is no ink).
  private static func rgb(cmyk: [UInt8], areInverted: Bool) -> [UInt8] {
    let mask: UInt8 = areInverted ? 0 : 255
    var colors = cmyk
    colors.withUnsafeMutableBufferPointer { ink in
      for pixel in stride(from: 0, to: ink.count, by: 4) {
        let black = UInt32(ink[pixel &+ 3] ^ mask)
        for channel in 0..<3 {
          let product = UInt32(ink[pixel &+ channel] ^ mask) &* black &+ 127
          ink[pixel &+ channel] = UInt8(truncatingIfNeeded: product / 255)
        }
        ink[pixel &+ 3] = 255
      }
    }
    return colors
  }
}

/// A TurboJPEG handle for one picture.
private struct JPEGDecompressor: ~Copyable {
  private let handle: tjhandle

  init() throws(Diagnostic) {
    guard let handle = tjInitDecompress() else {
      throw .pictureData(.jpeg, "there is no memory for the decoder")
    }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  /// Decodes to interleaved samples. Anything the decoder warns of counts as damage, since it then fills
  /// pixels with guesses.
  borrowing func decode(
    _ bytes: [UInt8], storedAs stored: Size, to target: Size, as format: TJPF, bytesPerPixel: Int
  ) throws(Diagnostic) -> [UInt8] {
    var (width, height, subsampling, colorspace) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let headerResult = tjDecompressHeader3(
      handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colorspace)
    guard headerResult == 0 || isHarmless else { throw .pictureData(.jpeg, message) }
    guard Int(width) == stored.width, Int(height) == stored.height else {
      throw .pictureData(.jpeg, "it has two sizes")
    }
    let capacity = target.area * bytesPerPixel
    var result: Int32 = -1
    let samples = [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
      result = tjDecompress2(
        handle, bytes, UInt(bytes.count), out.baseAddress, Int32(target.width), 0, Int32(target.height),
        Int32(format.rawValue), TJFLAG_LIMITSCANS)
      count = capacity
    }
    guard result == 0 || isHarmless else { throw .pictureData(.jpeg, message) }
    return samples
  }

  private var message: String { tjGetErrorStr2(handle).map { String(cString: $0) } ?? "no reason given" }

  /// Warnings about markers that leave the pixels alone.
  private var isHarmless: Bool {
    guard tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else { return false }
    let message = message
    return message.contains("JFIF revision") || message.contains("Adobe color transform")
  }
}
