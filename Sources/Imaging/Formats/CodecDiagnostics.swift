import BookModel
import Diagnostics

extension DecodeRequest {
  /// The size as stored, which a decoder's result must have.
  var storedSize: Size { ExifOrientation.upright(facts.size, facts.orientation) }

  /// Ensures that a decoder found the size that was checked against the limits.
  func requireSize(_ found: Size) throws(Diagnostic) {
    guard found == storedSize else {
      throw .pictureData(facts.format, "its header states \(storedSize) pixels, its data \(found)")
    }
  }
}

extension Diagnostic {
  /// A picture whose data a decoder rejected.
  static func pictureData(_ format: ImageFormat, _ message: String) -> Diagnostic {
    .error(
      .pictureData, "the data of the \(format.displayName) picture are damaged: \(message)",
      remedy: Remedy.replace)
  }

  /// A format whose library, which is loaded only on demand, cannot be loaded.
  static func missing(_ library: String, of format: ImageFormat) -> Diagnostic {
    .error(
      .libraryMissing, "\(format.displayName) pictures need \(library), which cannot be opened",
      remedy: "install it, or leave such pages as they are")
  }

  /// A picture of a kind that its decoder does not support.
  static func unsupported(_ format: ImageFormat, _ kind: String) -> Diagnostic {
    .error(
      .codecUnsupported,
      "a \(format.displayName) picture \(kind) cannot be decoded; the page can only be copied",
      remedy: "convert the page to JPEG or PNG first")
  }

  /// A picture that does not fit its new format.
  static func unencodable(_ format: ImageFormat, _ message: String) -> Diagnostic {
    .error(
      .pictureUnencodable, "the \(format.displayName) picture cannot be written: \(message)",
      remedy: "choose another format, or make the page smaller with 'resize'")
  }
}

extension Raster {
  /// Sets the fourth byte of every pixel to opaque, for decoders that fill it from alpha data although the
  /// header states none.
  mutating func makeOpaque() {
    samples.withUnsafeMutableBufferPointer { samples in
      var index = 3
      while index < samples.count {
        samples[index] = 255
        index &+= 4
      }
    }
  }

  /// The red channel as gray, for decoders that return gray pictures as color.
  var redAsGray: Raster {
    Raster(size: size, layout: .gray) { out in
      samples.withUnsafeBufferPointer { source in
        for pixel in 0..<out.count { out[pixel] = source[pixel &* 4] }
      }
    }
  }

  /// Four bytes per pixel, even for gray, for encoders that accept nothing else.
  var fourBytesPerPixel: [UInt8] {
    guard layout == .gray else { return samples }
    return [UInt8](unsafeUninitializedCapacity: samples.count * 4) { out, count in
      samples.withUnsafeBufferPointer { source in
        for pixel in 0..<source.count {
          let level = source[pixel]
          out[pixel &* 4] = level
          out[pixel &* 4 &+ 1] = level
          out[pixel &* 4 &+ 2] = level
          out[pixel &* 4 &+ 3] = 255
        }
      }
      count = samples.count * 4
    }
  }
}
