import BookModel
import Markup
import Publications

/// What attributes say of an element's looks, as declarations that every sheet outdoes (HTML Standard, section 15.3).
enum PresentationalHints {
  static func declarations(of node: ElementNode) -> String {
    var text = ""
    for attribute in node.element.attributes {
      let value = attribute.value.trimmed
      guard !value.isEmpty || attribute.name == "hidden", !value.contains(where: { ";{}".contains($0) })
      else {
        continue
      }
      switch (attribute.name.lowercased(), node.name) {
      case ("dir", _): text += "direction:\(value.lowercased());unicode-bidi:isolate;"
      case ("hidden", _): text += "display:none;"
      case ("align", "img"), ("align", "table"), ("align", "iframe"), ("align", "object"):
        text += float(value)
      case ("align", "hr"): text += rule(value)
      case ("align", "caption"): if value.lowercased() == "bottom" { text += "caption-side:bottom;" }
      case ("align", _): text += align(value)
      case ("valign", _): text += "vertical-align:\(value);"
      case ("bgcolor", _): text += "background-color:\(value);"
      case ("width", "td"), ("width", "th"), ("width", "table"), ("width", "col"), ("width", "hr"),
        ("width", "img"),
        ("width", "image"), ("width", "object"):
        text += "width:\(value);"
      case ("height", "img"), ("height", "image"), ("height", "object"): text += "height:\(value);"
      case ("nowrap", _): text += "white-space:nowrap;"
      case ("color", "font"): text += "color:\(value);"
      case ("face", "font"): text += "font-family:\(value);"
      case ("size", "font"): text += "font-size:\(fontSize(value));"
      case ("border", "table"):
        text += "border:\(value == "0" ? "0" : "1px") solid;"
      case ("type", "ol"), ("type", "ul"), ("type", "li"): text += "list-style-type:\(marker(value));"
      case ("clear", "br"): text += "clear:\(value.lowercased() == "all" ? "both" : value);"
      default: break
      }
    }
    return text + table(around: node)
  }

  private static func align(_ value: String) -> String {
    switch value.lowercased() {
    case "center", "middle": "text-align:center;text-justify:none;"
    case "left", "right", "justify": "text-align:\(value);"
    default: ""
    }
  }

  private static func float(_ value: String) -> String {
    switch value.lowercased() {
    case "left", "right": "float:\(value);"
    case "center": "margin-left:auto;margin-right:auto;"
    case "middle", "absmiddle": "vertical-align:middle;"
    default: ""
    }
  }

  private static func rule(_ value: String) -> String {
    switch value.lowercased() {
    case "left": "margin-left:0;margin-right:auto;"
    case "right": "margin-left:auto;margin-right:0;"
    default: ""
    }
  }

  private static func fontSize(_ value: String) -> String {
    let sizes = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"]
    guard let number = Int(value), (-9...9).contains(number) else { return "medium" }
    let isRelative = value.hasPrefix("+") || value.hasPrefix("-")
    return sizes[min(max((isRelative ? 3 + number : number) - 1, 0), 6)]
  }

  private static func marker(_ value: String) -> String {
    switch value {
    case "1": "decimal"
    case "a": "lower-alpha"
    case "A": "upper-alpha"
    case "i": "lower-roman"
    case "I": "upper-roman"
    default: value.lowercased()
    }
  }

  /// Cells have the borders and the padding that their table asks for.
  private static func table(around node: ElementNode) -> String {
    guard node.name == "td" || node.name == "th" else { return "" }
    var ancestor = node.parent
    for _ in 0..<4 {
      guard let candidate = ancestor else { return "" }
      if candidate.name == "table" {
        var text = ""
        if let border = candidate.element.attribute("border")?.trimmed, border != "0" {
          text += "border:1px solid;"
        }
        if let padding = candidate.element.attribute("cellpadding")?.trimmed, Double(padding) != nil {
          text += "padding:\(padding)px;"
        }
        return text
      }
      ancestor = candidate.parent
    }
    return ""
  }
}
