#if canImport(Darwin)
  import Foundation
#else
  @_spi(_Unicode) import Swift
#endif

/// Unicode normalization forms (UAX #15) and simple case folding, from the standard library's own tables.
extension String {
  /// The scalars after canonical decomposition (NFD).
  public var canonicallyDecomposed: [Unicode.Scalar] {
    #if canImport(Darwin)
      Array(decomposedStringWithCanonicalMapping.unicodeScalars)
    #else
      Array(_nfd)
    #endif
  }

  /// Whether both are the same bytes; Swift calls texts equal that store their accents differently.
  public func isIdentical(to other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// The text after canonical composition (NFC).
  public var canonicallyComposed: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    #if canImport(Darwin)
      return precomposedStringWithCanonicalMapping
    #else
      var scalars = String.UnicodeScalarView()
      scalars.append(contentsOf: _nfc)
      return String(scalars)
    #endif
  }

  /// The form in which two names are compared when letter case and the way accents are stored do not count: NFC, lower
  /// case. The same under every locale.
  public var caseFolded: String { canonicallyComposed.lowercased().canonicallyComposed }
}
