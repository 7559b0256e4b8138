import BookModel
import Markup
import Publications

/// Elements that show something else than their text: pictures, drawings, formulas.
extension BoxBuilder {
  /// Adds what an element shows in its own place.
  ///
  /// - Returns: whether that is all that is shown of it.
  func addReplaced(_ node: ElementNode, _ style: ComputedStyle, _ context: inout BlockContext) -> Bool {
    switch node.name {
    case "img", "image":
      if let picture = picture(candidates(of: node.element)) {
        add(picture, style, &context)
      } else if let text = node.element.attribute("alt")?.trimmed, !text.isEmpty {
        context.line.append(text, style, isGenerated: true)
      }
      return true
    case "picture":
      var named = node.element.elements(named: "source").flatMap {
        SourceSet.addresses($0.attribute("srcset") ?? "")
      }
      guard let image = node.children.first(where: { $0.name == "img" }) else { return true }
      named += candidates(of: image.element)
      let own = styles.style(of: image, parent: style)
      if let picture = picture(named) {
        add(picture, own, &context)
      } else if let text = image.element.attribute("alt")?.trimmed, !text.isEmpty {
        context.line.append(text, own, isGenerated: true)
      }
      return true
    case "object", "embed", "iframe":
      let address = node.element.attribute(node.name == "object" ? "data" : "src")
      guard let picture = picture([address].compactMap(\.self)) else {
        unsupported.insert(node.name)
        return false
      }
      add(picture, style, &context)
      return true
    case "svg": return addDrawing(node, style, &context)
    case "math":
      if let picture = picture([node.element.attribute("altimg")].compactMap(\.self)) {
        add(picture, style, &context)
        return true
      }
      unsupported.insert("MathML")
      return false
    default: return false
    }
  }

  private func candidates(of image: XMLElement) -> [String] {
    SourceSet.addresses(image.attribute("srcset") ?? "")
      + [image.attribute("src"), image.attribute("href")].compactMap(\.self)
  }

  private func picture(_ candidates: [String]) -> SizedPicture? {
    candidates.lazy.compactMap { self.document.pictures[$0] }.first
  }

  func add(_ picture: SizedPicture, _ style: ComputedStyle, _ context: inout BlockContext) {
    pictures.insert(picture.entry)
    var box = PictureBox(picture: picture, style: style)
    if style.box.display.isInline, style.box.float == .none {
      for id in pendingAnchors { context.line.anchor(id) }
      pendingAnchors.removeAll()
      context.line.append(.picture(box), style)
      return
    }
    box.anchors = pendingAnchors
    pendingAnchors.removeAll()
    let whole = Box(style: style, content: .picture(box))
    if style.box.float != .none, !context.line.isEmpty {
      context.line.float(whole)
    } else {
      addBlock(whole, &context)
    }
  }

  /// A drawing that is nothing but a frame of one picture is that picture; of others only the text is taken.
  private func addDrawing(_ node: ElementNode, _ style: ComputedStyle, _ context: inout BlockContext) -> Bool
  {
    var images: [XMLElement] = []
    var isDrawing = false
    var stack = [node.element]
    while let element = stack.popLast() {
      switch element.name.lowercased() {
      case "image": images.append(element)
      case "defs", "clippath", "mask", "pattern", "symbol", "title", "desc", "metadata", "style": continue
      case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "use": isDrawing = true
      default: break
      }
      stack += element.elements.reversed()
    }
    let found = images.compactMap { picture(candidates(of: $0)) }
    if isDrawing || found.count < images.count || images.isEmpty { unsupported.insert("SVG drawings") }
    for picture in found {
      // A frame's size in percent is the page's.
      add(picture, style, &context)
    }
    if isDrawing || images.isEmpty {
      for child in node.children { visit(child, parent: style, &context) }
    }
    return true
  }
}
