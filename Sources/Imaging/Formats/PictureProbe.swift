public import BookModel
public import Diagnostics
import Options

/// What looking at a picture's first bytes gave.
public enum ProbeResult: Hashable, Sendable {
  case facts(PictureFacts)
  /// The header goes on: so many bytes from the beginning are needed, or all there are.
  case needsMore(atLeast: Int)
}

/// Reads a picture's header: format, upright size, depth, color, transparency. Decodes nothing.
///
/// Give it 4 to 64 KiB first; where that is not enough it says how many bytes are (at least twice as many,
/// so that growing stays cheap). Most formats answer from the first bytes; a WebP with an EXIF chunk behind
/// its pixels, a GIF that may be animated and a TIFF need more. A faulty EXIF block counts as none.
///
/// - Parameters:
///   - bytes: the picture's first bytes, from its very first on.
///   - isWhole: whether that is all of it; then the answer is never `needsMore`.
/// - Throws: `not-a-picture`, `picture-header`, `picture-too-large`; `picture-truncated` where a whole picture
///   ends in its header.
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
      // A hostile header may ask for more than any entry may have.
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

/// Why bytes that no format claims are no picture, as far as they tell.
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
  return .error(.notAPicture, "holds no picture: \(what)", remedy: Remedy.replace)
}
