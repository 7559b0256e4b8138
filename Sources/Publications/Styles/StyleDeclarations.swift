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
