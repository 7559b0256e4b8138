import BookModel

/// The declarations of a rule or of a `style` attribute, shorthands taken apart, in the order written.
public struct StyleDeclarations: Sendable, Hashable {
  public struct Declaration: Sendable, Hashable {
    /// In lower case; a custom property's as written.
    public var name: String
    /// As written, without comments and `!important`.
    public var value: String
    public var isImportant: Bool
  }

  public private(set) var declarations: [Declaration] = []

  public init(_ text: String) {
    var text = StyleText(text)
    self.init(&text)
  }

  init(_ text: inout StyleText) {
    let (semicolon, brace) = (UInt8(ascii: ";"), UInt8(ascii: "{"))
    while true {
      text.skipSpace()
      guard !text.isAtEnd else { return }
      let declaration = text.take(until: [semicolon, brace])
      if text.next == brace {
        // A rule inside a rule: it says nothing of this element.
        text.skip()
        _ = text.takeBlock()
        continue
      }
      text.skip()
      add(declaration)
    }
  }

  private mutating func add(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return }
    let written = text[..<colon].trimmed
    var value = text[text.index(after: colon)...].trimmed
    var isImportant = false
    if let mark = value.lastIndex(of: "!"),
      value[value.index(after: mark)...].trimmed.lowercased() == "important"
    {
      isImportant = true
      value = value[..<mark].trimmed
    }
    guard !written.isEmpty, !value.isEmpty else { return }
    let name = written.hasPrefix("--") ? written : StyleDeclarations.plain(written.lowercased())
    declarations += StyleShorthand.expanded(name, value).map {
      Declaration(name: $0.name, value: $0.value, isImportant: isImportant)
    }
  }

  /// Names of properties that browsers and reading systems knew with a prefix before they had one without.
  private static func plain(_ name: String) -> String {
    for prefix in ["-webkit-", "-moz-", "-epub-", "-ms-", "-o-"] where name.hasPrefix(prefix) {
      return String(name.dropFirst(prefix.count))
    }
    return name
  }

  /// The last value stated for a property, important ones first.
  public func value(_ name: String) -> String? {
    (declarations.last { $0.name == name && $0.isImportant } ?? declarations.last { $0.name == name })?.value
  }

  /// Only what is said of some properties, and custom properties, which these may refer to.
  func keeping(_ names: Set<String>) -> StyleDeclarations {
    var kept = self
    kept.declarations.removeAll { !names.contains($0.name) && !$0.name.hasPrefix("--") }
    return kept
  }
}

/// Properties that stand for several others, taken apart.
enum StyleShorthand {
  private static let sides = ["top", "right", "bottom", "left"]

  static func expanded(_ name: String, _ value: String) -> [(name: String, value: String)] {
    switch name {
    case "background": return background(value)
    case "margin", "padding": return box(value) { "\(name)-\($0)" }
    case "inset": return box(value) { $0 }
    default: return [(name, value)]
    }
  }

  /// One to four values stand for top, right, bottom and left.
  private static func box(_ value: String, _ name: (String) -> String) -> [(name: String, value: String)] {
    let words = StyleText.words(value)
    guard let first = words.first, words.count <= 4 else { return [] }
    let right = words.count > 1 ? words[1] : first
    let values = [first, right, words.count > 2 ? words[2] : first, words.count > 3 ? words[3] : right]
    return zip(sides, values).map { (name($0), $1) }
  }

  private static let repeats: Set<String> = ["repeat", "no-repeat", "repeat-x", "repeat-y", "round", "space"]
  private static let positions: Set<String> = ["left", "right", "top", "bottom", "center"]
  private static let others: Set<String> = [
    "scroll", "fixed", "local", "border-box", "padding-box", "content-box", "text",
  ]

  /// Everything the shorthand does not say is set back, too (CSS Backgrounds 3, section 2.10).
  private static func background(_ value: String) -> [(name: String, value: String)] {
    let names = ["background-image", "background-position", "background-size", "background-repeat"]
    if ["inherit", "initial", "unset", "revert"].contains(value.lowercased()) {
      return (names + ["background-color"]).map { ($0, value) }
    }
    var parts: [[String]] = [[], [], [], []]
    var color = "transparent"
    for layer in StyleText.split(value, at: UInt8(ascii: ",")) {
      var (image, position, size, tiling) = ("none", [String](), [String](), [String]())
      // A slash need not stand alone; those of addresses stand in brackets.
      let slashed = StyleText.split(layer, at: UInt8(ascii: "/"))
      for (place, piece) in slashed.enumerated() {
        var sizes = place > 0 ? 2 : 0
        for word in StyleText.words(piece) {
          let lower = word.lowercased()
          if lower.hasPrefix("url(") || lower.contains("gradient(") || lower.contains("image-set(") {
            image = word
          } else if repeats.contains(lower) {
            tiling.append(lower)
          } else if others.contains(lower) || lower == "none" {
            continue
          } else if sizes > 0, StyleLength(lower) != nil || ["auto", "cover", "contain"].contains(lower) {
            size.append(lower)
            sizes -= 1
          } else if positions.contains(lower) || StyleLength(lower) != nil {
            position.append(lower)
          } else {
            color = word
          }
        }
      }
      parts[0].append(image)
      parts[1].append(position.isEmpty ? "0% 0%" : position.joined(separator: " "))
      parts[2].append(size.isEmpty ? "auto" : size.joined(separator: " "))
      parts[3].append(tiling.isEmpty ? "repeat" : tiling.joined(separator: " "))
    }
    return zip(names, parts.map { $0.joined(separator: ", ") }).map { ($0, $1) } + [
      ("background-color", color)
    ]
  }
}
