import BookModel
import CShims
import Diagnostics

/// Whether a JPEG's data hold all of its picture. Asked of files that are not quite as they should be: without their
/// end mark, or with bytes in them that belong to nothing. Decoders show all of these, whether something is missing or
/// not.
enum JPEGWholeness {
  /// Bytes for coefficients that looking at a page that is only copied may take: those of 10 million pixels of color.
  static let mostMemory = 64 << 20

  /// Decodes all of it for what libjpeg has to say. Data that run out are told from those that are whole by where they
  /// do: at the end mark that is put behind them, or before.
  ///
  /// - Parameter mostMemory: the most that coefficients may take; nil where that was granted before.
  /// - Returns: what decoders pass over.
  /// - Throws: `picture-data`, `picture-truncated`.
  static func check(
    _ bytes: [UInt8], _ scans: JPEGScans, mostMemory: Int? = nil
  ) throws(Diagnostic) -> [Diagnostic] {
    let picture = PictureBytes(bytes: bytes, isWhole: true, format: .jpeg)
    // What is still to come of a download is zeros, which decode to something.
    guard scans.hasEnd || bytes[..<scans.dataEnd].suffix(2) != [0, 0] else {
      throw picture.truncated("it ends in zeros, without the end mark (EOI)")
    }
    let file = scans.ended(bytes)
    var findings = shim_jpeg_findings()
    shim_jpeg_survey(file, file.count, mostMemory ?? 0, { Task.isCancelled ? 1 : 0 }, &findings)
    try checkInterruption()
    guard findings.is_whole != 0 else {
      let message = withUnsafeBytes(of: findings.message) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw .pictureData(.jpeg, message)
    }
    guard scans.hasEnd || findings.is_complete != 0 else {
      throw picture.truncated("it ends before the last of its scans")
    }
    let surplus = Int(findings.surplus) + (scans.hasEnd ? 0 : bytes.count - scans.dataEnd)
    return (surplus > 0 ? [.surplus(surplus)] : []) + (scans.hasEnd ? [] : [picture.endMissing("EOI")])
  }
}

extension Diagnostic {
  /// Bytes of a JPEG that neither a segment nor a scan has a use for.
  static func surplus(_ count: Int) -> Diagnostic {
    .warning(
      .pictureTrailingBytes, "\(count) bytes in the JPEG picture belong to none of its parts; it is complete")
  }
}
