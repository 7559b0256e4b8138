import BookModel
import Diagnostics
import Imaging
import Options

/// A small picture of a page, for reports: a JPEG, in which a spread is as tall as a single page.
enum PageThumbnail {
  /// The maximum size of a thumbnail in pixels.
  static let largest = Size(width: 480, height: 360)

  /// If the format allows, decodes no more of the picture than the thumbnail needs.
  ///
  /// - Throws: whatever decoding throws.
  static func jpeg(of bytes: [UInt8], limits: Limits) throws(Diagnostic) -> [UInt8] {
    guard case .facts(let facts) = try probeHeader(bytes, isWhole: true, limits: limits) else {
      throw .error(.pictureHeader, "the picture's header has no end")
    }
    let size = size(of: facts.size)
    var raster = try decodePicture(bytes, limits: limits, smallestSize: size)
    if raster.size.width > size.width || raster.size.height > size.height {
      _ = try ResizeOperation(size: size).apply(to: &raster)
    }
    var request = EncodeRequest()
    request.quality = 75
    request.sampling = .quarter
    return try encodePicture(raster.laid(on: .white), as: .jpeg, request).bytes
  }

  /// The size of a picture's thumbnail: it shows the whole picture undistorted and never enlarged.
  static func size(of size: Size) -> Size {
    let scale = min(
      1, Double(largest.width) / Double(max(1, size.width)),
      Double(largest.height) / Double(max(1, size.height)))
    return Size(
      width: max(1, Int(Double(size.width) * scale)), height: max(1, Int(Double(size.height) * scale)))
  }
}
