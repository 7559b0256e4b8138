import BookModel
import Markup

/// What one content document shows: pictures in document order, and whether anything lies beside them.
///
/// References are kept as written; nothing is looked up here.
struct PageScan {
  /// One place where a picture is shown, with the references that may serve, best first.
  struct PictureUse {
    var candidates: [String]
    /// Distance from the top and the left that an inline style states, in whatever unit.
    var top: Double?
    var left: Double?
  }

  /// Pictures, and documents shown inside this one as pictures are.
  var pictures: [PictureUse] = []
  /// Background pictures of inline styles.
  var backgrounds: [String] = []
  var styleSheets: [String] = []
  var styleTexts: [String] = []
  /// Characters of visible text.
  var textLength = 0
  var hasDrawing = false
  /// Ids, with the number of pictures that stand before the element.
  var anchors: [String: Int] = [:]
  /// The page's size as its viewport states it.
  var viewport: Size?
  /// What a `base` element gives.
  var base: String?
  /// The language the root element states.
  var language: String?

  init(_ root: XMLElement) {
    language = root.attribute("lang")?.trimmed
    if root.name == "svg" {
      viewport = PageScan.viewBox(of: root)
      visit(root, isSVG: true)
      return
    }
    for head in root.elements(named: "head") { readHead(head) }
    let bodies = root.elements.filter { $0.name != "head" }
    for body in bodies { visit(body, isSVG: false) }
    if let id = root.attribute("id") { anchors[id] = 0 }
  }

  private mutating func readHead(_ head: XMLElement) {
    for element in head.elements {
      switch element.name {
      case "base": base = base ?? element.attribute("href")
      case "link": readLink(element)
      case "style": styleTexts.append(element.text)
      case "meta" where element.attribute("name")?.lowercased() == "viewport":
        viewport = viewport ?? element.attribute("content").flatMap(PageScan.viewport)
      default: break
      }
    }
  }

  private mutating func readLink(_ link: XMLElement) {
    let relations = link.attribute("rel")?.lowercased() ?? ""
    guard relations.contains("stylesheet"), !relations.contains("alternate"),
      let href = link.attribute("href")
    else {
      return
    }
    styleSheets.append(href)
  }

  /// Elements whose contents are not shown.
  private static let unseen: Set<String> = [
    "script", "template", "head", "title", "desc", "metadata", "audio", "video", "canvas", "param",
  ]
  /// Parts of an SVG that are drawn only where something refers to them.
  private static let definitions: Set<String> = [
    "defs", "clippath", "mask", "pattern", "symbol", "marker", "lineargradient", "radialgradient", "filter",
  ]
  /// Elements in which an SVG shows character data.
  private static let textElements: Set<String> = ["text", "tspan", "textpath", "tref", "a"]
  private static let shapes: Set<String> = [
    "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "use",
  ]

  private mutating func visit(_ element: XMLElement, isSVG: Bool) {
    if let id = element.attribute("id") ?? element.attribute("name"), anchors[id] == nil {
      anchors[id] = pictures.count
    }
    let style = InlineStyle(element.attribute("style") ?? "")
    guard !PageScan.isHidden(element, style) else { return }
    backgrounds += style.backgrounds
    // The rules of HTML make names small, `clipPath` too.
    let name = element.name.lowercased()
    switch name {
    case "style":
      styleTexts.append(element.text)
      return
    case "link": readLink(element)
    case "img" where !isSVG:
      add(PageScan.candidates(of: element), style)
      return
    case "image":
      add([element.attribute("href") ?? element.attribute("src")].compactMap { $0 }, style, element)
      return
    case "input" where element.attribute("type")?.lowercased() == "image":
      add([element.attribute("src")].compactMap { $0 }, style)
      return
    case "picture":
      addPicture(element, style)
      return
    case "object", "embed", "iframe":
      if addEmbedded(element, style) { return }
    case _ where PageScan.unseen.contains(name): return
    case _ where isSVG && PageScan.definitions.contains(name): return
    case _ where PageScan.shapes.contains(name):
      if PageScan.isDrawn(element, style) { hasDrawing = true }
    default: break
    }
    let isInside = isSVG || name == "svg"
    for child in element.children {
      switch child {
      case .text(let text):
        if !isInside || PageScan.textElements.contains(name) { textLength += PageScan.visible(text) }
      case .element(let child): visit(child, isSVG: isInside && child.name.lowercased() != "foreignobject")
      case .comment: break
      }
    }
  }

  private mutating func add(_ candidates: [String], _ style: InlineStyle, _ element: XMLElement? = nil) {
    let named = candidates.filter { !$0.trimmed.isEmpty }
    guard !named.isEmpty else { return }
    let top = style.length("top") ?? element?.attribute("y").flatMap(InlineStyle.number)
    let left = style.length("left") ?? element?.attribute("x").flatMap(InlineStyle.number)
    pictures.append(PictureUse(candidates: named, top: top, left: left))
  }

  /// An `img` and the `source` elements before it are one picture.
  private mutating func addPicture(_ picture: XMLElement, _ style: InlineStyle) {
    var candidates: [String] = []
    for source in picture.elements(named: "source") {
      let type = source.attribute("type")?.lowercased()
      guard type.map({ ContentKind(mediaType: $0) != nil }) ?? true else { continue }
      candidates += SourceSet.addresses(source.attribute("srcset") ?? "")
    }
    for image in picture.elements(named: "img") { candidates += PageScan.candidates(of: image) }
    add(candidates, style)
  }

  private static func candidates(of image: XMLElement) -> [String] {
    SourceSet.addresses(image.attribute("srcset") ?? "") + [image.attribute("src")].compactMap { $0 }
  }

  /// Takes what an embedding element names; what stands inside it is for readers that cannot show that.
  private mutating func addEmbedded(_ element: XMLElement, _ style: InlineStyle) -> Bool {
    guard let address = element.attribute(element.name == "object" ? "data" : "src"), !address.trimmed.isEmpty
    else {
      return false
    }
    if let type = element.attribute("type")?.lowercased(), ContentKind(mediaType: type) == nil {
      return false
    }
    add([address], style)
    return true
  }

  private static func isHidden(_ element: XMLElement, _ style: InlineStyle) -> Bool {
    element.attribute("hidden", namespace: "") != nil || style["display"] == "none"
      || style["visibility"] == "hidden" || element.attribute("display") == "none"
      || element.attribute("visibility") == "hidden"
  }

  /// Whether a shape leaves a mark: invisible ones are areas to tap.
  private static func isDrawn(_ element: XMLElement, _ style: InlineStyle) -> Bool {
    func value(_ name: String) -> String? { style[name] ?? element.attribute(name)?.trimmed }
    func isZero(_ name: String) -> Bool { value(name).flatMap(InlineStyle.number) == 0 }
    if isZero("opacity") { return false }
    let isFilled = value("fill") != "none" && value("fill") != "transparent" && !isZero("fill-opacity")
    let isStroked = value("stroke") != nil && value("stroke") != "none" && !isZero("stroke-opacity")
    return isFilled || isStroked
  }

  /// Characters that leave a mark: no white space, no joiners, no soft hyphens, no byte order marks.
  static func visible(_ text: String) -> Int {
    text.unicodeScalars.count { scalar in
      if scalar.isASCII { return scalar.value > 0x20 && scalar.value != 0x7F }
      return !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
        && scalar.properties.generalCategory != .control
    }
  }

  /// `width=600, height=800`, with any separator and units behind the numbers.
  static func viewport(_ content: String) -> Size? {
    var sides: [String: Double] = [:]
    for part in content.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }) {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, let number = InlineStyle.number(pair[1]) else { continue }
      sides[pair[0].lowercased()] = number
    }
    return size(sides["width"], sides["height"])
  }

  private static func viewBox(of svg: XMLElement) -> Size? {
    if let box = svg.attribute("viewBox") {
      let numbers = box.split(whereSeparator: { $0 == "," || $0.isWhitespace }).compactMap { Double($0) }
      if numbers.count == 4, let size = size(numbers[2], numbers[3]) { return size }
    }
    func side(_ name: String) -> Double? {
      svg.attribute(name).flatMap { $0.hasSuffix("%") ? nil : InlineStyle.number($0) }
    }
    return size(side("width"), side("height"))
  }

  private static func size(_ width: Double?, _ height: Double?) -> Size? {
    guard let width, let height, (1...1_000_000).contains(width), (1...1_000_000).contains(height) else {
      return nil
    }
    return Size(width: Int(width.rounded()), height: Int(height.rounded()))
  }
}
