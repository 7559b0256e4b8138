/// Knows where words may be divided.
public protocol Hyphenating: AnyObject {
  /// Where a word may be divided, as byte offsets in it, in ascending order; empty where nothing is known.
  ///
  /// - Parameters:
  ///   - word: letters alone.
  ///   - language: a BCP 47 tag; nil where none is known.
  func breaks(in word: String, language: String?) -> [Int]
}

/// Divides words of any language that there is a dictionary for. For one thread at a time; dictionaries are shared.
public final class LanguageHyphenation: Hyphenating {
  private let library: HyphenationLibrary
  /// By tag; nil for a language that nothing is known of.
  private var hyphenators: [String: Hyphenator?] = [:]

  public init(_ library: HyphenationLibrary) { self.library = library }

  public func breaks(in word: String, language: String?) -> [Int] {
    guard let language else { return [] }
    let hyphenator: Hyphenator?
    if let known = hyphenators[language] {
      hyphenator = known
    } else {
      // A dictionary that can't be read is one that isn't there; the library tells of it.
      hyphenator = (try? library.hyphenator(for: language)) ?? nil
      hyphenators[language] = .some(hyphenator)
    }
    return hyphenator?.divisions(of: word) ?? []
  }
}
