public import BookModel
public import Diagnostics

/// Checks a complete picture without decoding it: its header, and that all its parts exist and fit together.
///
/// Pages that are copied unchanged go through this check. PNG chunks are followed with their checksums to
/// IEND, JPEG markers to EOI; the parts of RIFF, GIF, ISO media and TIFF files must lie inside the file.
///
/// - Returns: the facts, and warnings about what decoders ignore (bytes after the end, faulty ancillary
///   chunks).
/// - Throws: rules in the category `damage`: `not-a-picture`, `picture-header`, `picture-too-large`,
///   `picture-truncated`, `picture-structure`.
public func inspectPicture(
  _ bytes: [UInt8], limits: Limits = Limits()
) throws(Diagnostic) -> (facts: PictureFacts, warnings: [Diagnostic]) {
  guard case .facts(let facts) = try probeHeader(bytes, isWhole: true, limits: limits) else {
    throw .error(.pictureHeader, "the picture's header has no end", remedy: Remedy.replace)
  }
  return (facts, try checkStructure(bytes, facts.format))
}

/// The second half of the inspection: follows a picture's parts to the end.
///
/// - Returns: warnings about what decoders ignore.
/// - Throws: `picture-truncated`, `picture-structure`, `picture-header`.
public func checkStructure(_ bytes: [UInt8], _ format: ImageFormat) throws(Diagnostic) -> [Diagnostic] {
  let picture = PictureBytes(bytes: bytes, isWhole: true, format: format)
  do throws(HeaderStop) {
    return try PictureFormat[format].structure(picture)
  } catch {
    switch error {
    case .bad(let diagnostic): throw diagnostic
    case .short: throw picture.truncated("\(bytes.count) bytes are there")
    }
  }
}

extension PictureBytes {
  /// A warning if bytes follow the picture's last part; zeros that fill up a block are only worth a note.
  func trailing(from end: Int) -> [Diagnostic] {
    guard end < count else { return [] }
    let rest = bytes[end...]
    let isPadding = rest.count < 65_536 && rest.allSatisfy { $0 == 0 }
    return [
      Diagnostic(
        isPadding ? .note : .warning, .pictureTrailingBytes,
        "\(rest.count) \(isPadding ? "zero " : "")bytes follow the end of the \(format.displayName) picture")
    ]
  }

  func endMissing(_ mark: String) -> Diagnostic {
    .warning(
      .pictureEndMissing, "the \(format.displayName) picture is complete but for its end mark (\(mark))")
  }
}
