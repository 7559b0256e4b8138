import BookModel

/// ICC profiles in pictures' files.
enum ColorProfile {
  /// Bytes of a profile's header (ICC.1:2022 §7.2).
  private static let headerLength = 128
  /// Far beyond the largest in use, of a few MiB.
  static let limit = 16 << 20

  /// A picture's profile, nil where it has none or a faulty one: pictures with one are common, and shown as if
  /// they had none.
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
