import BookModel
import Diagnostics
import Imaging

enum FuzzPictures {
  /// The header from the whole and from half of it, then the structure. Sizes have to keep to the limits.
  static func probe(_ bytes: [UInt8]) {
    let limits = Limits()
    _ = try? probeHeader(Array(bytes.prefix(bytes.count / 2)), isWhole: false, limits: limits)
    guard let facts = try? inspectPicture(bytes, limits: limits).facts else { return }
    precondition((1...limits.maxPixels).contains(facts.size.area), "a size beyond the limits")
  }

  /// All pixels, or a diagnostic; never another size than the header's.
  static func decode(_ bytes: [UInt8]) {
    var limits = Limits()
    limits.maxPixels = 1 << 18
    guard let raster = try? decodePicture(bytes, limits: limits) else { return }
    guard case .facts(let facts)? = try? probeHeader(bytes, isWhole: true, limits: limits) else {
      preconditionFailure("pixels without a header")
    }
    precondition(raster.size == facts.size, "another size than the header's")
  }
}
