public import BookModel
public import Diagnostics
import Options

/// The result of examining a picture's first bytes.
public enum ProbeResult: Hashable, Sendable {
  case facts(PictureFacts)
  /// The header is longer: at least this many bytes from the beginning are needed, or all there are.
  case needsMore(atLeast: Int)
}

/// Reads a picture's header: format, upright size, depth, color, transparency. Decodes nothing.
///
/// Start with 4 to 64 KiB. If that is not enough, the result says how many bytes are (at least twice as many,
/// so that repeating stays cheap). Most formats need only the first bytes; a WebP with an EXIF chunk after
/// its pixels, a GIF that may be animated and a TIFF need more. A faulty EXIF block counts as none.
///
/// - Parameters:
///   - bytes: the picture's bytes, starting with the first.
///   - isWhole: whether that is the complete picture; if so, the result is never `needsMore`.
/// - Throws: `not-a-picture`, `picture-header`, `picture-too-large`; `picture-truncated` if a complete
///   picture ends inside its header.
public func probeHeader(
  _ bytes: [UInt8], isWhole: Bool, limits: Limits = Limits()
) throws(Diagnostic) -> ProbeResult {
  guard let format = ImageFormat.sniff(bytes) else {
    if !isWhole && bytes.count < 64 { return .needsMore(atLeast: 64) }
    throw notAPicture(bytes)
  }
  do throws(HeaderStop) {
    var facts = try PictureFormat[format].header(
      PictureBytes(bytes: bytes, isWhole: isWhole, format: format))
    facts.byteCount = isWhole ? bytes.count : nil
    try check(facts, against: limits)
    return .facts(facts)
  } catch {
    switch error {
    case .short(let end):
      // A hostile header may ask for more than an entry may contain.
      let most = max(limits.maxEntryBytes.bytes, bytes.count + 1)
      return .needsMore(atLeast: min(max(end, bytes.count * 2), most))
    case .bad(let diagnostic): throw diagnostic
    }
  }
}

private func check(_ facts: PictureFacts, against limits: Limits) throws(HeaderStop) {
  let size = facts.size
  guard size.width > 0, size.height > 0 else {
    throw .bad(
      .error(
        .pictureHeader, "the \(facts.format.displayName) picture states a size of \(size) pixels",
        remedy: Remedy.replace))
  }
  guard size.area <= limits.maxPixels else {
    throw .bad(
      .error(
        .pictureTooLarge,
        "the \(facts.format.displayName) picture states \(size) pixels, more than the limit of "
          + "\(limits.maxPixels)",
        remedy: "if it is to be trusted, raise the limit with '--max-pixels'"))
  }
}

/// Why bytes that no format claims are not a picture, as far as one can tell.
private func notAPicture(_ bytes: [UInt8]) -> Diagnostic {
  let what: String
  if bytes.isEmpty {
    what = "it is empty (0 bytes)"
  } else if bytes.prefix(4096).allSatisfy({ $0 == 0 }) {
    what = "it begins with \(min(bytes.count, 4096)) zero bytes"
  } else if bytes.starts(with: "%PDF-".utf8) {
    what = "it holds a PDF document"
  } else if bytes.starts(with: "PK\u{03}\u{04}".utf8) || bytes.starts(with: "Rar!".utf8) {
    what = "it holds an archive"
  } else if bytes.drop(while: { $0 <= 0x20 || $0 >= 0x80 }).first == UInt8(ascii: "<") {
    what = "it holds markup (HTML, SVG or XML)"
  } else {
    what = "its first bytes belong to no known picture format"
  }
  return .error(.notAPicture, "is not a picture: \(what)", remedy: Remedy.replace)
}
