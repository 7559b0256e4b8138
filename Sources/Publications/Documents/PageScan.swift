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
  var pictures: [PictureUse] = []
  var text = TextAmount()
  var hasDrawing = false
  /// Ids, with the number of pictures that stand before the element.
  private(set) var anchors: [String: Int] = [:]
  /// The language the root element states.
  let language: String?
  /// The page as boxes.
  private(set) var root: PageBox

  let cascade: Cascade
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
  static let unseen: Set<String> = [
    "head", "script", "template", "title", "desc", "metadata", "audio", "video", "canvas", "param", "style",
    "link",
    "noscript", "datalist",
  ]

  /// A box for an element and everything in it; nil for one that is not shown.
  mutating func visit(_ node: ElementNode, parent: ElementStyle?) -> PageBox? {
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

  mutating func anchor(_ node: ElementNode) {
    if let id = node.element.attribute("id") ?? node.element.attribute("name"), anchors[id] == nil {
      anchors[id] = pictures.count
    }
  }

  func isHidden(_ node: ElementNode, _ style: ElementStyle) -> Bool {
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

  mutating func add(_ candidates: [String]) -> Int? {
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
