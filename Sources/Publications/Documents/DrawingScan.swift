import BookModel
import Markup

/// The pictures, shapes and text of an SVG.
extension PageScan {
  /// Parts of an SVG that are drawn only where something refers to them.
  private static let definitions: Set<String> = [
    "defs", "clippath", "mask", "pattern", "symbol", "marker", "lineargradient", "radialgradient", "filter",
  ]
  /// Elements in which an SVG shows character data.
  private static let textElements: Set<String> = ["text", "tspan", "textpath", "tref", "a"]
  private static let shapes: Set<String> = [
    "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "use",
  ]

  mutating func addDrawing(_ node: ElementNode, _ style: ElementStyle, to children: inout [PageBox]) {
    anchor(node)
    var box = PageBox(content: .container([]))
    box.style = BoxStyle(style, name: "svg") { property in
      property == "width" || property == "height" ? node.element.attribute(property)?.lowercased() : nil
    }
    box.style.display = .block
    addDrawing(node, style, into: &box)
    children.append(box)
  }

  mutating func addDrawing(_ node: ElementNode, _ style: ElementStyle, into box: inout PageBox) {
    var drawing = VectorScene()
    drawing.viewBox = PageScan.viewBox(of: node.element)
    (drawing.stretches, drawing.covers) = PageScan.aspect(node.element)
    let place = Placement(view: drawing.viewBox)
    for child in node.children { draw(child, style, place, &drawing) }
    addText(of: node)
    box.content = .drawing(drawing)
  }

  /// Where an element of an SVG is, in units of the outermost one.
  fileprivate struct Placement {
    var view: Frame?
    var scaleX = 1.0
    var scaleY = 1.0
    var x = 0.0
    var y = 0.0
    var opacity = 1.0
    /// Whether it is turned.
    var isUnclear = false
  }

  private mutating func draw(
    _ node: ElementNode, _ parent: ElementStyle, _ place: Placement, _ drawing: inout VectorScene
  ) {
    anchor(node)
    let element = node.element
    let inline = StyleDeclarations(element.attribute("style") ?? "")
    let style = cascade.style(of: node, inline: inline, parent: parent)
    guard !isHidden(node, style), !PageScan.definitions.contains(node.name),
      !PageScan.unseen.contains(node.name)
    else { return }
    var place = place
    place.opacity *= (style["opacity"] ?? element.attribute("opacity")).flatMap(BoxStyle.fraction) ?? 1
    place.move(by: style["transform"] ?? element.attribute("transform")?.lowercased() ?? "none")
    if node.name == "foreignobject" {
      addForeign(node, style, &drawing)
      return
    }
    if node.name == "image" {
      addImage(node, place, &drawing)
      return
    }
    if PageScan.shapes.contains(node.name), PageScan.isDrawn(element, style) { hasDrawing = true }
    if node.name == "svg" { place.enter(element) }
    if PageScan.textElements.contains(node.name) { addText(of: node) }
    for child in node.children { draw(child, style, place, &drawing) }
  }

  private mutating func addText(of node: ElementNode) {
    guard PageScan.textElements.contains(node.name) else { return }
    for case .text(let run) in node.element.children { text += TextAmount(run) }
  }

  private mutating func addImage(_ node: ElementNode, _ place: Placement, _ drawing: inout VectorScene) {
    let element = node.element
    let address = element.attribute("href") ?? element.attribute("src")
    guard let number = add([address].compactMap(\.self)) else { return }
    var item = VectorScene.Item(picture: number)
    item.opacity = place.opacity
    (item.stretches, item.covers) = PageScan.aspect(element)
    func length(_ name: String, _ whole: Double?) -> Double? {
      switch element.attribute(name).flatMap({ StyleLength($0) }) {
      case .pixels(let pixels): pixels
      case .percent(let percent): whole.map { $0 * percent / 100 }
      default: nil
      }
    }
    let width = length("width", place.view?.width) ?? place.view?.width
    let height = length("height", place.view?.height) ?? place.view?.height
    if let width, let height, !place.isUnclear {
      let x = length("x", place.view?.width) ?? 0
      let y = length("y", place.view?.height) ?? 0
      item.frame = Frame(x: x, y: y, width: width, height: height)
        .mapped(place.scaleX, place.scaleY, place.x, place.y)
    }
    drawing.items.append(item)
  }

  /// HTML in an SVG: what it shows is taken, where it lies is not worked out.
  private mutating func addForeign(_ node: ElementNode, _ style: ElementStyle, _ drawing: inout VectorScene) {
    let first = pictures.count
    for child in node.children { _ = visit(child, parent: style) }
    for number in first..<pictures.count { drawing.items.append(VectorScene.Item(picture: number)) }
  }

  /// Whether a picture fills its frame whatever its shape, and whether it covers it (SVG 2, section 8.6).
  private static func aspect(_ element: XMLElement) -> (stretches: Bool, covers: Bool) {
    let words = (element.attribute("preserveAspectRatio") ?? "").lowercased().split(
      whereSeparator: \.isWhitespace)
    return (words.contains("none"), words.contains("slice"))
  }

  /// Whether a shape leaves a mark: invisible ones are areas to tap.
  private static func isDrawn(_ element: XMLElement, _ style: ElementStyle) -> Bool {
    func value(_ name: String) -> String? { style[name] ?? element.attribute(name)?.trimmed }
    func isZero(_ name: String) -> Bool { value(name).flatMap(BoxStyle.fraction) == 0 }
    if isZero("opacity") { return false }
    let isFilled = value("fill") != "none" && value("fill") != "transparent" && !isZero("fill-opacity")
    let isStroked = value("stroke") != nil && value("stroke") != "none" && !isZero("stroke-opacity")
    return isFilled || isStroked
  }

  /// What an SVG counts its units by: its view box, else its size.
  static func viewBox(of svg: XMLElement) -> Frame? {
    if let box = svg.attribute("viewBox") ?? svg.attribute("viewbox") {
      let numbers = box.split(whereSeparator: { $0 == "," || $0.isWhitespace }).compactMap { Double($0) }
      if numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0 {
        return Frame(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      }
    }
    func side(_ name: String) -> Double? {
      if case .pixels(let pixels)? = svg.attribute(name).flatMap({ StyleLength($0) }), pixels > 0 {
        pixels
      } else {
        nil
      }
    }
    guard let width = side("width"), let height = side("height") else { return nil }
    return Frame(x: 0, y: 0, width: width, height: height)
  }
}

extension PageScan.Placement {
  /// A group's own transform: moves and scales about the origin.
  fileprivate mutating func move(by text: String) {
    switch BoxTransform(text, origin: "0 0") {
    case .none: break
    case .unclear: isUnclear = true
    case .moves(let steps, _):
      for step in steps {
        switch step {
        case .move(.pixels(let right), .pixels(let down)):
          x += right * scaleX
          y += down * scaleY
        case .scale(let wide, let high):
          scaleX *= wide
          scaleY *= high
        case .move: isUnclear = true
        }
      }
    }
  }

  /// An SVG in an SVG.
  fileprivate mutating func enter(_ svg: XMLElement) {
    func length(_ name: String, _ whole: Double?) -> Double? {
      switch svg.attribute(name).flatMap({ StyleLength($0) }) {
      case .pixels(let pixels): pixels
      case .percent(let percent): whole.map { $0 * percent / 100 }
      default: nil
      }
    }
    x += (length("x", view?.width) ?? 0) * scaleX
    y += (length("y", view?.height) ?? 0) * scaleY
    let width = length("width", view?.width) ?? view?.width
    let height = length("height", view?.height) ?? view?.height
    guard let inner = PageScan.viewBox(of: svg), let width, let height, inner.width > 0, inner.height > 0
    else { return }
    let fitted = Frame(x: 0, y: 0, width: width, height: height).fitted(
      inner.width, inner.height, covers: false)
    let scale = fitted.width / inner.width
    x += (fitted.x - inner.x * scale) * scaleX
    y += (fitted.y - inner.y * scale) * scaleY
    scaleX *= scale
    scaleY *= scale
    view = inner
  }
}
