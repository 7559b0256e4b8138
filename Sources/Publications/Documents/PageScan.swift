import BookModel
import Markup

/// What one content document shows: pictures in document order, whether anything lies beside them, and the boxes that
/// tell where they lie.
///
/// References are kept as written; nothing is looked up here.
struct PageScan {
  /// One place where a picture is shown, with the references that may serve, best first.
  struct PictureUse {
    var candidates: [StyleValue]
    /// Whether it lies behind an element rather than be one.
    var isBackground = false
  }

  /// Pictures, and documents shown inside this one as pictures are.
  private(set) var pictures: [PictureUse] = []
  private(set) var text = TextAmount()
  private(set) var hasDrawing = false
  /// Ids, with the number of pictures that stand before the element.
  private(set) var anchors: [String: Int] = [:]
  /// The language the root element states.
  let language: String?
  /// The page as boxes.
  private(set) var root: PageBox

  private let cascade: Cascade
  /// Elements that are shown only when somebody taps another one (Kindle's panel views).
  private let magnified: Set<String>

  init(_ element: XMLElement, _ cascade: Cascade) {
    language = element.attribute("lang")?.trimmed
    self.cascade = cascade
    magnified = PageScan.magnificationTargets(element)
    root = PageBox(content: .container([]))
    let node = ElementNode(root: element)
    if node.name == "svg" {
      let style = cascade.style(
        of: node, inline: StyleDeclarations(element.attribute("style") ?? ""), parent: nil)
      var children: [PageBox] = []
      if !isHidden(node, style) { addDrawing(node, style, to: &children) }
      root.content = .container(children)
    } else if let box = visit(node, parent: nil) {
      root = box
    }
    root.isCanvas = true
    if let id = element.attribute("id") { anchors[id] = 0 }
  }

  // MARK: - Elements

  /// Elements whose contents are not shown.
  private static let unseen: Set<String> = [
    "head", "script", "template", "title", "desc", "metadata", "audio", "video", "canvas", "param", "style",
    "link",
    "noscript", "datalist",
  ]

  /// A box for an element and everything in it; nil for one that is not shown.
  private mutating func visit(_ node: ElementNode, parent: ElementStyle?) -> PageBox? {
    let element = node.element
    anchor(node)
    guard !PageScan.unseen.contains(node.name) else { return nil }
    // What attributes say weighs less than any sheet, but nothing else speaks of the direction of lines.
    let direction = element.attribute("dir").map { "direction:\($0);" } ?? ""
    let inline = StyleDeclarations(direction + (element.attribute("style") ?? ""))
    let style = cascade.style(of: node, inline: inline, parent: parent)
    guard !isHidden(node, style) else { return nil }
    var box = PageBox(content: .container([]))
    box.style = BoxStyle(style, name: node.name) { property in
      property == "width" || property == "height" ? element.attribute(property)?.lowercased() : nil
    }
    box.isCanvas = node.name == "body" || node.name == "html"
    box.backgrounds = addBackgrounds(style)
    if addReplaced(node, &box) { return box }
    // A picture in place of what an element holds.
    if let content = style.value("content"), addContent(content, &box) { return box }
    var children: [PageBox] = []
    addPart(.before, of: node, style, to: &children)
    if node.name == "svg" {
      box.style.display = box.style.display == .block ? .block : .inlineBlock
      addDrawing(node, style, into: &box)
      return box
    }
    var elements = node.children.makeIterator()
    for child in element.children {
      switch child {
      case .comment: break
      case .text(let run):
        let amount = TextAmount(run)
        if !amount.isNone {
          text += amount
          children.append(PageBox(content: .text))
        }
      case .element:
        if let child = elements.next(), let inner = visit(child, parent: style) { children.append(inner) }
      }
    }
    addPart(.after, of: node, style, to: &children)
    box.content = .container(children)
    return box
  }

  private mutating func anchor(_ node: ElementNode) {
    if let id = node.element.attribute("id") ?? node.element.attribute("name"), anchors[id] == nil {
      anchors[id] = pictures.count
    }
  }

  private func isHidden(_ node: ElementNode, _ style: ElementStyle) -> Bool {
    let element = node.element
    if element.attribute("hidden", namespace: "") != nil, style["display"] == nil { return true }
    if style["display"] == "none" || style["visibility"] == "hidden" || style["visibility"] == "collapse" {
      return true
    }
    if let id = node.id, magnified.contains(id) { return true }
    return style["display"] == nil && element.attribute("display") == "none"
      || style["visibility"] == nil && element.attribute("visibility") == "hidden"
  }

  /// The ids that `data-app-amzn-magnify` names as targets: a little JSON in an attribute.
  private static func magnificationTargets(_ root: XMLElement) -> Set<String> {
    var found: Set<String> = []
    var rest = [root]
    while let element = rest.popLast() {
      if let text = element.attribute("data-app-amzn-magnify"),
        let range = text.firstRange(of: "\"targetId\"")
      {
        let pieces = text[range.upperBound...].split(
          separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        if pieces.count > 1 { found.insert(String(pieces[1])) }
      }
      rest += element.elements
    }
    return found
  }

  // MARK: - Pictures

  /// Takes what an element shows in its own place; what stands inside it is for readers that cannot show that.
  private mutating func addReplaced(_ node: ElementNode, _ box: inout PageBox) -> Bool {
    let element = node.element
    var candidates: [String] = []
    switch node.name {
    case "img", "image": candidates = PageScan.candidates(of: element)
    case "input":
      if element.attribute("type")?.lowercased() == "image" {
        candidates = [element.attribute("src")].compactMap(\.self)
      }
    case "picture": return addPicture(node, &box)
    case "object", "embed", "iframe":
      if let address = PageScan.embedded(element) { candidates = [address] } else { return false }
    default: return false
    }
    if let number = add(candidates) { box.content = .picture(number) }
    return true
  }

  private mutating func add(_ candidates: [String]) -> Int? {
    let named = candidates.filter { !$0.trimmed.isEmpty }
    guard !named.isEmpty else { return nil }
    pictures.append(PictureUse(candidates: named.map { StyleValue(text: $0, sheet: nil) }))
    return pictures.count - 1
  }

  /// An `img` and the `source` elements before it are one picture, whose box is the `img`'s.
  private mutating func addPicture(_ node: ElementNode, _ box: inout PageBox) -> Bool {
    var candidates: [String] = []
    for source in node.element.elements(named: "source") {
      let type = source.attribute("type")?.lowercased()
      guard type.map({ ContentKind(mediaType: $0) != nil }) ?? true else { continue }
      candidates += SourceSet.addresses(source.attribute("srcset") ?? "")
    }
    for image in node.children where image.name == "img" {
      candidates += PageScan.candidates(of: image.element)
      let inline = StyleDeclarations(image.element.attribute("style") ?? "")
      let style = cascade.style(of: image, inline: inline, parent: nil)
      box.style = BoxStyle(style, name: "img") { image.element.attribute($0)?.lowercased() }
    }
    if let number = add(candidates) { box.content = .picture(number) }
    return true
  }

  private static func candidates(of image: XMLElement) -> [String] {
    SourceSet.addresses(image.attribute("srcset") ?? "")
      + [image.attribute("src") ?? (image.name == "image" ? image.attribute("href") : nil)].compactMap(\.self)
  }

  private static func embedded(_ element: XMLElement) -> String? {
    guard let address = element.attribute(element.name == "object" ? "data" : "src"), !address.trimmed.isEmpty
    else {
      return nil
    }
    let type = element.attribute("type")?.lowercased()
    return type.map { ContentKind(mediaType: $0) == nil } ?? false ? nil : address
  }

  /// Backgrounds one element may have on one another; those below are not seen any more.
  private static let mostBackgrounds = 16

  /// The pictures behind an element, the lowest first, by number.
  private mutating func addBackgrounds(_ style: ElementStyle) -> [Int] {
    guard let value = style.value("background-image") else { return [] }
    var numbers: [Int] = []
    let layers = StyleText.split(value.text, at: UInt8(ascii: ",")).prefix(PageScan.mostBackgrounds)
    for layer in layers.reversed() {
      let addresses = StyleText.addresses(in: layer)
      guard !addresses.isEmpty else { continue }
      pictures.append(
        PictureUse(candidates: addresses.map { StyleValue(text: $0, sheet: value.sheet) }, isBackground: true)
      )
      numbers.append(pictures.count - 1)
    }
    return numbers
  }

  /// What a sheet puts before or behind an element's content.
  private mutating func addPart(
    _ part: Selector.PseudoElement, of node: ElementNode, _ style: ElementStyle, to children: inout [PageBox]
  ) {
    guard let own = cascade.style(of: part, in: node, parent: style), own["display"] != "none",
      own["visibility"] != "hidden"
    else { return }
    var box = PageBox(content: .container([]))
    box.style = BoxStyle(own, name: "span") { _ in nil }
    box.backgrounds = addBackgrounds(own)
    let hasPicture = own.value("content").map { addContent($0, &box) } ?? false
    if hasPicture || !box.backgrounds.isEmpty { children.append(box) }
  }

  private mutating func addContent(_ content: StyleValue, _ box: inout PageBox) -> Bool {
    let addresses = StyleText.addresses(in: content.text)
    guard !addresses.isEmpty else { return false }
    pictures.append(PictureUse(candidates: addresses.map { StyleValue(text: $0, sheet: content.sheet) }))
    box.content = .picture(pictures.count - 1)
    return true
  }
}

// MARK: - SVG

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

  private mutating func addDrawing(_ node: ElementNode, _ style: ElementStyle, to children: inout [PageBox]) {
    anchor(node)
    var box = PageBox(content: .container([]))
    box.style = BoxStyle(style, name: "svg") { property in
      property == "width" || property == "height" ? node.element.attribute(property)?.lowercased() : nil
    }
    box.style.display = .block
    addDrawing(node, style, into: &box)
    children.append(box)
  }

  private mutating func addDrawing(_ node: ElementNode, _ style: ElementStyle, into box: inout PageBox) {
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
