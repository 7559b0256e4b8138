import BookModel

/// Properties that stand for several others, taken apart.
enum StyleShorthand {
  private static let sides = ["top", "right", "bottom", "left"]

  static func expanded(_ name: String, _ value: String) -> [(name: String, value: String)] {
    switch name {
    case "background": return background(value)
    case "margin", "padding": return box(value) { "\(name)-\($0)" }
    case "inset": return box(value) { $0 }
    case "margin-block", "margin-inline", "padding-block", "padding-inline":
      let words = StyleText.words(value)
      guard let first = words.first, words.count <= 2 else { return [] }
      return [("\(name)-start", first), ("\(name)-end", words.last ?? first)]
    case "border-width", "border-style", "border-color":
      let aspect = name.dropFirst("border-".count)
      return box(value) { "border-\($0)-\(aspect)" }
    case "border": return sides.flatMap { border("border-\($0)", value) }
    case "border-top", "border-right", "border-bottom", "border-left", "border-block-start",
      "border-block-end",
      "border-inline-start", "border-inline-end":
      return border(name, value)
    case "list-style": return listStyle(value)
    case "font": return font(value)
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

  private static let wide: Set<String> = ["inherit", "initial", "unset", "revert"]

  /// Width, style and color in any order; what is not said is set back (CSS Backgrounds 3, section 3.4).
  private static func border(_ name: String, _ value: String) -> [(name: String, value: String)] {
    if wide.contains(value.lowercased()) {
      return ["width", "style", "color"].map { ("\(name)-\($0)", value) }
    }
    var (width, style, color) = ("medium", "none", "currentcolor")
    for word in StyleText.words(value) {
      let lower = word.lowercased()
      if StyleLength(lower) != nil || ["thin", "medium", "thick"].contains(lower) {
        width = lower
      } else if borderStyles.contains(lower) {
        style = lower
      } else {
        color = word
      }
    }
    return [("\(name)-width", width), ("\(name)-style", style), ("\(name)-color", color)]
  }

  private static let borderStyles: Set<String> = [
    "none", "hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset",
  ]

  private static func listStyle(_ value: String) -> [(name: String, value: String)] {
    let names = ["list-style-type", "list-style-position", "list-style-image"]
    if wide.contains(value.lowercased()) { return names.map { ($0, value) } }
    var (type, position, image) = ("disc", "outside", "none")
    for word in StyleText.words(value) {
      let lower = word.lowercased()
      if lower.hasPrefix("url(") {
        image = word
      } else if lower == "inside" || lower == "outside" {
        position = lower
      } else {
        type = word
      }
    }
    return Array(zip(names, [type, position, image]))
  }

  /// Style, variant and weight in any order, then the size, perhaps with a line height, then families (CSS Fonts 4,
  /// section 2.7).
  private static func font(_ value: String) -> [(name: String, value: String)] {
    let names = ["font-style", "font-variant", "font-weight", "font-size", "line-height", "font-family"]
    if wide.contains(value.lowercased()) { return names.map { ($0, value) } }
    var (style, variant, weight) = ("normal", "normal", "normal")
    var words = StyleText.words(value)[...]
    while let word = words.first?.lowercased() {
      if word == "italic" || word == "oblique" {
        style = word
      } else if word == "small-caps" {
        variant = word
      } else if ["bold", "bolder", "lighter"].contains(word) || Int(word).map((1...1000).contains) == true {
        weight = word
      } else if word != "normal" {
        break
      }
      words = words.dropFirst()
    }
    guard let sizes = words.popFirst() else { return [] }
    var rest = words.joined(separator: " ")
    let parts = StyleText.split(sizes, at: UInt8(ascii: "/"))
    var height = parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil
    if height == nil, rest.hasPrefix("/") || sizes.hasSuffix("/") {
      // The slash may stand alone.
      let spaced = StyleText.words(rest.hasPrefix("/") ? String(rest.dropFirst()) : rest)
      height = spaced.first
      rest = spaced.dropFirst().joined(separator: " ")
    }
    guard !rest.isEmpty else { return [] }
    return Array(zip(names, [style, variant, weight, parts[0], height ?? "normal", rest]))
  }
}
