/// A value that holds for an element, and the sheet whose word it is: addresses in it are relative to that.
public struct StyleValue: Sendable, Hashable {
  /// As written.
  public var text: String
  /// The sheet's number in its cascade; nil for the element's own `style` attribute.
  public var sheet: Int?

  /// The value with what its `var(…)` stand for; nil where one stands for nothing (CSS Variables 1, section 3).
  ///
  /// - Parameter property: the text of a custom property.
  public func substituting(_ property: (String) -> String?) -> StyleValue? {
    text.contains("var(") ? substituted(property, depth: 0) : self
  }

  private func substituted(_ property: (String) -> String?, depth: Int) -> StyleValue? {
    guard depth < 8, text.utf8.count < 10_000 else { return nil }
    guard let open = text.firstRange(of: "var(") else { return self }
    var rest = StyleText(String(text[open.upperBound...]))
    let inner = rest.take(until: [UInt8(ascii: ")")])
    let parts = StyleText.split(inner, at: UInt8(ascii: ","))
    let behind = text[open.upperBound...].utf8.dropFirst(inner.utf8.count + 1)
    let fallback = parts.count > 1 ? parts.dropFirst().joined(separator: ", ") : nil
    guard let name = parts.first, let stand = property(name) ?? fallback else { return nil }
    var next = self
    next.text = text[..<open.lowerBound] + stand + (String(behind) ?? "")
    return next.substituted(property, depth: depth + 1)
  }
}

/// What holds for one element: the cascade's winners, and what its parent hands down.
public struct ElementStyle: Sendable {
  private var values: [String: StyleValue] = [:]
  /// Whether anything is said of the element itself.
  let isStated: Bool

  /// Properties that an element has from its parent unless something is said of it.
  private static let inherited: Set<String> = [
    "visibility", "color", "direction", "writing-mode", "font-family", "font-size", "font-style",
    "font-variant",
    "font-weight", "font", "hyphens", "image-rendering", "letter-spacing", "line-height", "list-style",
    "list-style-type", "list-style-position", "list-style-image", "orphans", "widows", "quotes",
    "ruby-position",
    "text-align", "text-align-last", "text-combine-upright", "text-emphasis", "text-indent",
    "text-orientation",
    "text-transform", "white-space", "word-spacing", "word-break", "overflow-wrap", "line-break",
    "border-collapse", "border-spacing", "caption-side", "empty-cells",
  ]

  private static func isInherited(_ name: String) -> Bool { inherited.contains(name) || name.hasPrefix("--") }

  /// - Parameter declared: what the cascade left of each property.
  init(_ declared: [String: StyleValue], parent: ElementStyle?) {
    isStated = !declared.isEmpty
    if let parent {
      values = parent.values.filter { ElementStyle.isInherited($0.key) }
    }
    for (name, value) in declared where name.hasPrefix("--") { values[name] = value }
    for (name, value) in declared where !name.hasPrefix("--") {
      let resolved = value.substituting { values[$0]?.text }
      switch resolved?.text.lowercased() {
      case "inherit": values[name] = parent?.values[name]
      case "unset", "revert", "revert-layer":
        values[name] = ElementStyle.isInherited(name) ? parent?.values[name] : nil
      case "initial", nil: values[name] = nil
      default: values[name] = resolved
      }
    }
  }

  /// A property's value in lower case; nil for what CSS begins with.
  public subscript(_ name: String) -> String? { values[name]?.text.lowercased() }

  /// A property's value as written.
  public func value(_ name: String) -> StyleValue? { values[name] }

  /// A property's value as a length; nil for keywords.
  public func length(_ name: String) -> StyleLength? { values[name].flatMap { StyleLength($0.text) } }
}
