import Markup
import Publications

extension BoxBuilder {
  /// Where numbers of a list begin.
  func startList(_ node: ElementNode, _ context: inout BlockContext) {
    guard node.name == "ol" else { return }
    if node.element.attribute("reversed") != nil {
      context.numberStep = -1
      context.nextNumber = node.element.elements(named: "li").count
    }
    if let start = node.element.attribute("start").flatMap(BoxBuilder.number) { context.nextNumber = start }
  }

  /// The mark of a list item, whose number is counted.
  func marker(_ node: ElementNode, _ style: ComputedStyle, _ context: inout BlockContext) -> ListMarker? {
    if let value = node.element.attribute("value").flatMap(BoxBuilder.number) { context.nextNumber = value }
    let number = context.nextNumber
    context.nextNumber += context.numberStep
    guard let text = ListNumbering.marker(style.type.listMarker, number) else { return nil }
    let plain = styles.changed(style, "marker") { type in
      type.isUnderlined = false
      type.highlight = nil
    }
    return ListMarker(text: text, style: plain)
  }

  private static func number(_ text: String) -> Int? {
    Int(text.filter { !$0.isWhitespace }).flatMap { (-1_000_000...1_000_000).contains($0) ? $0 : nil }
  }
}
