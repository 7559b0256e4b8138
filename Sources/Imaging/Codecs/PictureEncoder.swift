public import BookModel
public import Diagnostics

/// A raster as a whole file of a format: the same bytes for the same pixels and request.
///
/// The raster is laid on a ground first where the format has no alpha; that is the caller's business.
///
/// - Throws: `codec-missing` where the format cannot be written; `picture-unencodable` where it cannot hold a
///   picture of this size.
public func encodePicture(
  _ raster: Raster, as format: ImageFormat, _ request: EncodeRequest, codecs: ImageCodecs = .builtIn
) throws(Diagnostic) -> EncodedImage {
  EncodedImage(format: format, bytes: try codecs.codec(for: format).encode(raster, request))
}
