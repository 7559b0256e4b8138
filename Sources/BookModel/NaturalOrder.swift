/// The one order of names, the same under every locale.
///
/// Component by component; at each level files before folders; file names without their extension; a name
/// that begins another comes first; digit runs by value; punctuation (by code point) before digits before
/// letters; letters by base letter. Between names that are alike so far: fewer zeros in front of a number
/// first, then lower case before upper, then plain letters before accented ones, then the bytes.
public enum NaturalOrder {
  /// Sorts paths of files; `path` gives an element's components, the last of which is a file name.
  public static func sorted<Element>(_ elements: [Element], by path: (Element) -> [String]) -> [Element] {
    elements.map { (element: $0, key: PathKey(path($0))) }
      .enumerated()
      .sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
      .map(\.element.element)
  }

  /// A path in the form it is compared in.
  public struct PathKey: Comparable, Sendable {
    private let folders: [NameKey]
    private let file: NameKey

    /// The components of a file's path, outermost folder first.
    public init(_ components: [String]) {
      folders = components.dropLast().map { NameKey($0) }
      file = NameKey(NaturalOrder.withoutExtension(components.last ?? ""), tie: components.last ?? "")
    }

    public static func < (left: PathKey, right: PathKey) -> Bool {
      for (a, b) in zip(left.folders, right.folders) where a != b { return a < b }
      if left.folders.count != right.folders.count { return left.folders.count < right.folders.count }
      return left.file < right.file
    }

    public static func == (left: PathKey, right: PathKey) -> Bool {
      left.folders == right.folders && left.file == right.file
    }
  }

  /// One name in the form it is compared in.
  public struct NameKey: Comparable, Sendable {
    private var tokens: [Token] = []
    // What decides only between names otherwise alike, in this order.
    /// Zeros in front of each digit run.
    private var padding: [Int] = []
    /// For each character that isn't a digit, whether it is upper case.
    private var isUpper: [UInt8] = []
    /// A zero for each such character, followed by the marks on it.
    private var accents: [UInt32] = []
    private let bytes: [UInt8]

    /// - Parameter original: the name whose bytes decide in the end, where it is not the one compared.
    public init(_ name: String, tie original: String? = nil) {
      bytes = Array((original ?? name).utf8)
      let scalars =
        name.utf8.allSatisfy { $0 < 0x80 } ? Array(name.unicodeScalars) : name.canonicallyDecomposed
      tokens.reserveCapacity(scalars.count)
      isUpper.reserveCapacity(scalars.count)
      accents.reserveCapacity(scalars.count)
      var digits: [UInt8] = []
      for scalar in scalars {
        if let digit = NaturalOrder.digit(scalar) {
          digits.append(digit)
        } else {
          endRun(&digits)
          append(scalar)
        }
      }
      endRun(&digits)
    }

    private mutating func endRun(_ digits: inout [UInt8]) {
      guard !digits.isEmpty else { return }
      let value = digits.drop { $0 == 0 }
      padding.append(digits.count - value.count)
      tokens.append(
        value.count <= 18
          ? .number(value.reduce(0) { $0 * 10 + UInt64($1) }) : .longNumber(Array(value)))
      digits.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
      let folded = NaturalOrder.folded(scalar)
      if NaturalOrder.isLetter(folded) {
        tokens.append(.letter(folded.value))
      } else if NaturalOrder.isMark(folded) {
        accents.append(folded.value)
        return
      } else {
        tokens.append(.punctuation(folded.value))
      }
      isUpper.append(folded == scalar ? 0 : 1)
      accents.append(0)
    }

    public static func == (left: NameKey, right: NameKey) -> Bool { left.bytes == right.bytes }

    public static func < (left: NameKey, right: NameKey) -> Bool {
      if left.tokens != right.tokens { return left.tokens.lexicographicallyPrecedes(right.tokens) }
      if left.padding != right.padding { return left.padding.lexicographicallyPrecedes(right.padding) }
      if left.isUpper != right.isUpper { return left.isUpper.lexicographicallyPrecedes(right.isUpper) }
      if left.accents != right.accents { return left.accents.lexicographicallyPrecedes(right.accents) }
      return left.bytes.lexicographicallyPrecedes(right.bytes)
    }
  }

  private enum Token: Comparable, Sendable {
    case punctuation(UInt32)
    case number(UInt64)
    /// More digits than fit, without leading zeros: the longer run is the larger number.
    case longNumber([UInt8])
    case letter(UInt32)

    static func < (left: Token, right: Token) -> Bool {
      switch (left, right) {
      case (.punctuation(let a), .punctuation(let b)), (.letter(let a), .letter(let b)): a < b
      case (.number(let a), .number(let b)): a < b
      case (.longNumber(let a), .longNumber(let b)):
        a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
      default: left.rank < right.rank
      }
    }

    private var rank: Int {
      switch self {
      case .punctuation: 0
      case .number: 1
      case .longNumber: 2
      case .letter: 3
      }
    }
  }

  /// The value of a decimal digit of any script.
  private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.isASCII { return (48...57).contains(scalar.value) ? UInt8(scalar.value - 48) : nil }
    guard scalar.properties.numericType == .decimal else { return nil }
    return scalar.properties.numericValue.map { UInt8($0) }
  }

  /// Simple case folding: the lower case of the upper case, where each is one scalar. A dotless i stays, as
  /// CaseFolding.txt has it outside Turkish.
  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return (65...90).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
    }
    func single(_ mapping: String) -> Unicode.Scalar? {
      mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
    }
    guard scalar != "\u{131}", let upper = single(scalar.properties.uppercaseMapping) else { return scalar }
    return single(upper.properties.lowercaseMapping) ?? scalar
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (97...122).contains(scalar.value) }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spacingMark,
      .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }

  /// A file name up to its last dot. A dot at the beginning, or one followed by more than five characters or
  /// by a space, is part of the name.
  static func withoutExtension(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    let end = name[name.index(after: dot)...]
    guard (1...5).contains(end.count), end.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
      end.contains(where: \.isLetter)
    else { return name }
    return String(name[..<dot])
  }
}
