public import BookModel
import CTIFF
public import Diagnostics

/// Reads TIFF through libtiff: the first page, with up to 16 bits per sample.
public enum TIFFCodec: ImageCodec {
  public static let format = ImageFormat.tiff

  /// Gray stays gray unless it has alpha; palettes, YCbCr, CMYK and CIE L*a*b* become RGB. 16-bit samples are
  /// scaled to 8 bits.
  public static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster {
    let outcome = bytes.withUnsafeBufferPointer { buffer in
      let reader = TIFFMemory(buffer)
      defer { withExtendedLifetime(reader) {} }
      return read(reader, request)
    }
    return try outcome.get()
  }

  private static func read(_ memory: TIFFMemory, _ request: DecodeRequest) -> Result<Raster, Diagnostic> {
    let size = request.storedSize
    // Any kind of strip or tile fits into this; nothing larger is allocated, whatever the file states.
    let most = size.area.multipliedReportingOverflow(by: 32)
    guard !most.overflow, let tiff = memory.open(maxAllocation: most.partialValue + 1 << 24) else {
      return .failure(.pictureData(.tiff, memory.message))
    }
    defer { TIFFClose(tiff) }
    return pixels(of: tiff, memory, request)
  }

  private static func pixels(
    of tiff: OpaquePointer, _ memory: TIFFMemory, _ request: DecodeRequest
  ) -> Result<Raster, Diagnostic> {
    let facts = request.facts
    var reason = [CChar](repeating: 0, count: 1024)
    guard TIFFRGBAImageOK(tiff, &reason) != 0 else {
      return .failure(.unsupported(.tiff, "of this kind (\(text(reason)))"))
    }
    var image = TIFFRGBAImage()
    guard TIFFRGBAImageBegin(&image, tiff, 1, &reason) != 0 else {
      return .failure(.pictureData(.tiff, text(reason)))
    }
    // libtiff would multiply straight alpha into the colors, which cannot be undone. If told that they are
    // premultiplied, it returns the samples as they are.
    let isStraight = image.alpha == EXTRASAMPLE_UNASSALPHA
    if isStraight {
      TIFFRGBAImageEnd(&image)
      image = TIFFRGBAImage()
      guard ctiff_set_associated_alpha(tiff) != 0, TIFFRGBAImageBegin(&image, tiff, 1, &reason) != 0 else {
        return .failure(.pictureData(.tiff, text(reason)))
      }
    }
    defer { TIFFRGBAImageEnd(&image) }
    let size = Size(width: Int(image.width), height: Int(image.height))
    guard size == request.storedSize else {
      return .failure(.pictureData(.tiff, "its header states \(request.storedSize) pixels, its data \(size)"))
    }
    // Keep the rows as stored: the caller applies the orientation.
    image.req_orientation = image.orientation
    var isRead = false
    var raster = Raster(size: size, layout: facts.hasAlpha ? .rgba : .rgb) { out in
      out.withMemoryRebound(to: UInt32.self) { words in
        isRead = TIFFRGBAImageGet(&image, words.baseAddress, image.width, image.height) != 0
        // Red is in a word's lowest byte on every machine.
        for index in 0..<words.count { words[index] = words[index].littleEndian }
      }
    }
    guard isRead, !memory.hasFailed else { return .failure(.pictureData(.tiff, memory.message)) }
    guard facts.hasAlpha else {
      if facts.color == .gray { return .success(raster.redAsGray) }
      raster.makeOpaque()
      return .success(raster)
    }
    if !isStraight { raster.unmultiplyAlpha() }
    return .success(raster)
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A TIFF in memory as read by libtiff, with its error messages. Used by one thread, for one file.
private final class TIFFMemory {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private(set) var hasFailed = false
  private(set) var message = "no reason given"

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  func open(maxAllocation: Int) -> OpaquePointer? {
    guard let options = TIFFOpenOptionsAlloc() else { return nil }
    defer { TIFFOpenOptionsFree(options) }
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, tmsize_t(maxAllocation))
    let handle = Unmanaged.passUnretained(self).toOpaque()
    TIFFOpenOptionsSetErrorHandlerExtR(
      options,
      { _, memory, _, format, arguments in
        if let memory, let format, let arguments {
          Unmanaged<TIFFMemory>.fromOpaque(memory).takeUnretainedValue().fail(format, arguments)
        }
        return 1
      }, handle)
    // Warnings are about tags that do not affect the pixels.
    TIFFOpenOptionsSetWarningHandlerExtR(options, { _, _, _, _, _ in 1 }, nil)
    return TIFFClientOpenExt(
      "picture", "rm", handle,
      { Unmanaged<TIFFMemory>.fromOpaque($0.unsafelyUnwrapped).takeUnretainedValue().read($1, $2) },
      { _, _, _ in -1 },
      { Unmanaged<TIFFMemory>.fromOpaque($0.unsafelyUnwrapped).takeUnretainedValue().seek($1, $2) },
      { _ in 0 },
      { UInt64(Unmanaged<TIFFMemory>.fromOpaque($0.unsafelyUnwrapped).takeUnretainedValue().bytes.count) },
      { _, _, _ in 0 }, { _, _, _ in }, options)
  }

  /// Keeps the first error, which caused the others.
  private func fail(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) {
    guard !hasFailed else { return }
    hasFailed = true
    var text = [CChar](repeating: 0, count: 256)
    vsnprintf(&text, text.count, format, arguments)
    message = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func read(_ target: UnsafeMutableRawPointer?, _ count: tmsize_t) -> tmsize_t {
    guard let target, let source = bytes.baseAddress, position < bytes.count, count > 0 else { return 0 }
    let part = min(Int(count), bytes.count - position)
    target.copyMemory(from: source + position, byteCount: part)
    position += part
    return tmsize_t(part)
  }

  private func seek(_ offset: UInt64, _ origin: Int32) -> UInt64 {
    let base: Int
    switch origin {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = position
    default: base = bytes.count
    }
    let (target, overflow) = base.addingReportingOverflow(Int(truncatingIfNeeded: offset))
    guard !overflow, target >= 0 else { return .max }
    position = target
    return UInt64(target)
  }
}

extension Raster {
  /// Divides premultiplied colors by their alpha.
  mutating func unmultiplyAlpha() {
    samples.withUnsafeMutableBufferPointer { samples in
      var index = 0
      while index < samples.count {
        let alpha = Int(samples[index &+ 3])
        if alpha > 0, alpha < 255 {
          for channel in index..<index &+ 3 {
            samples[channel] = UInt8(min(255, (Int(samples[channel]) &* 255 &+ alpha / 2) / alpha))
          }
        }
        index &+= 4
      }
    }
  }
}
