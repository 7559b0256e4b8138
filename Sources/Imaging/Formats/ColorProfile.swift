import BookModel

/// ICC profiles in picture files.
enum ColorProfile {
  /// The length of a profile's header in bytes (ICC.1:2022 §7.2).
  private static let headerLength = 128
  /// Far more than the largest in use, which have a few MiB.
  static let limit = 16 << 20

  /// A picture's profile; nil if it has none or a faulty one. Pictures with faulty profiles are common and
  /// are displayed as if they had none.
  static func read(_ bytes: [UInt8], _ facts: PictureFacts) -> [UInt8]? {
    guard facts.hasColorProfile else { return nil }
    let picture = PictureBytes(bytes: bytes, isWhole: true, format: facts.format)
    do throws(HeaderStop) {
      let profile = try PictureFormat[facts.format].profile(picture)
      return profile.flatMap { $0.count >= headerLength ? $0 : nil }
    } catch {
      return nil
    }
  }

  static func copy(_ range: Range<Int>?, of picture: PictureBytes) -> [UInt8]? {
    guard let range, range.count <= limit, range.upperBound <= picture.count else { return nil }
    return Array(picture.bytes[range])
  }
}
