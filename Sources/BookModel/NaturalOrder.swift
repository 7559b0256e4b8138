/// The one order of names, the same under every locale: component by component; files before folders at each
/// level; names without their extension; digit runs by value; punctuation before digits before letters.
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
    private let tokens: [Token]
    private let tie: [UInt8]
    /// Zeros before digit runs, upper case and accents: they decide only between names otherwise alike.
    private let padding: [Int]
    private let folded: [UInt32]
    private let cased: [UInt32]

    public init(_ name: String, tie original: String? = nil) {
      var tokens: [Token] = []
      var padding: [Int] = []
      var cased: [UInt32] = []
      var folded: [UInt32] = []
      var digits: [UInt8] = []
      func endRun(_ digits: inout [UInt8]) {
        guard !digits.isEmpty else { return }
        let value = Array(digits.drop { $0 == 0 })
        padding.append(digits.count - value.count)
        tokens.append(.number(value))
        digits = []
      }
      for scalar in name.canonicallyDecomposed {
        if let digit = scalar.properties.numericType == .decimal ? scalar.properties.numericValue : nil {
          digits.append(UInt8(digit))
          cased.append(scalar.value)
          folded.append(scalar.value)
          continue
        }
        endRun(&digits)
        cased.append(scalar.value)
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        folded += lower.map(\.value)
        for letter in lower {
          switch letter.properties.generalCategory {
          case .nonspacingMark, .enclosingMark: break
          case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spacingMark,
            .letterNumber, .otherNumber:
            tokens.append(.letter(letter.value))
          default: tokens.append(.punctuation(letter.value))
          }
        }
      }
      endRun(&digits)
      self.tokens = tokens
      self.padding = padding
      self.cased = cased
      self.folded = folded
      tie = Array((original ?? name).utf8)
    }

    public static func == (left: NameKey, right: NameKey) -> Bool { left.tie == right.tie }

    public static func < (left: NameKey, right: NameKey) -> Bool {
      if left.tokens != right.tokens { return left.tokens.lexicographicallyPrecedes(right.tokens) }
      if left.padding != right.padding { return left.padding.lexicographicallyPrecedes(right.padding) }
      // Lower case before upper case, unaccented before accented, then the bytes.
      if left.cased != right.cased {
        if left.folded == right.folded { return right.cased.lexicographicallyPrecedes(left.cased) }
        return left.folded.lexicographicallyPrecedes(right.folded)
      }
      return left.tie.lexicographicallyPrecedes(right.tie)
    }
  }

  private enum Token: Comparable, Sendable {
    case punctuation(UInt32)
    /// Digits without leading zeros: the longer run is the larger number.
    case number([UInt8])
    case letter(UInt32)

    static func < (left: Token, right: Token) -> Bool {
      switch (left, right) {
      case (.punctuation(let a), .punctuation(let b)), (.letter(let a), .letter(let b)): a < b
      case (.number(let a), .number(let b)): a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
      default: left.rank < right.rank
      }
    }

    private var rank: Int {
      switch self {
      case .punctuation: 0
      case .number: 1
      case .letter: 2
      }
    }
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
