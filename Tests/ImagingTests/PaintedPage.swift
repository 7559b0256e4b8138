import BookModel
import Diagnostics
import Imaging
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A small page with slopes, edges and, where the layout has them, colors and transparency.
func paintedPage(_ width: Int, _ height: Int, _ layout: Raster.Layout) -> Raster {
  var samples: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let isInk = (x / 9 + y / 7) % 3 == 0
      let level = isInk ? 20 : 200 + x * 50 / width
      guard layout != .gray else {
        samples.append(UInt8(level))
        continue
      }
      let alpha = layout == .rgba ? y * 255 / max(1, height - 1) : 255
      samples += [UInt8(level), UInt8(isInk ? 60 : 180), UInt8(y * 200 / height), UInt8(alpha)]
    }
  }
  return Raster(size: Size(width: width, height: height), layout: layout, samples: samples)
}

/// How alike two rasters are, in decibels; those that are equal are infinitely so.
func peakSignalToNoise(_ first: Raster, _ second: Raster) -> Double {
  guard first.size == second.size, first.layout == second.layout else { return 0 }
  var squares = 0
  for (left, right) in zip(first.samples, second.samples) {
    let difference = Int(left) - Int(right)
    squares += difference * difference
  }
  return 10 * log10(255 * 255 * Double(first.samples.count) / Double(squares))
}

/// Encodes and decodes.
func throughFile(
  _ raster: Raster, _ format: ImageFormat, _ change: (inout EncodeRequest) -> Void = { _ in }
) throws -> Raster {
  var request = EncodeRequest()
  change(&request)
  return try decodePicture(encodePicture(raster, as: format, request).bytes)
}

/// Every file that is cut short or has a byte changed is either decoded or refused as damage, never at a size
/// that its header does not state.
func expectDamageOrPixels(_ bytes: [UInt8], step: Int = 1) {
  var limits = Limits()
  limits.maxPixels = 1 << 16
  func exercise(_ bytes: [UInt8]) {
    do throws(Diagnostic) {
      let raster = try decodePicture(bytes, limits: limits)
      let size = try facts(bytes).size
      #expect(raster.size == size)
    } catch {
      #expect(error.rule.category == .damage || error.rule == .codecUnsupported, "\(error)")
    }
  }
  for count in stride(from: 0, to: bytes.count, by: step) { exercise(Array(bytes[..<count])) }
  for offset in stride(from: 0, to: bytes.count, by: step) {
    for value in [0, 0x7F, 0xFF] as [UInt8] {
      var copy = bytes
      copy[offset] = value
      exercise(copy)
    }
  }
}
