/// Knows where words may be divided.
public protocol Hyphenating: AnyObject {
  /// Where a word may be divided, as byte offsets in it, in ascending order; empty where nothing is known.
  ///
  /// - Parameters:
  ///   - word: letters alone.
  ///   - language: a BCP 47 tag; nil where none is known.
  func breaks(in word: String, language: String?) -> [Int]
}
