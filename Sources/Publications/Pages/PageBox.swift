import BookModel

/// A document's elements as boxes, as far as they tell where pictures lie: what the scan of a page leaves for its
/// layout.
struct PageBox: Sendable {
  indirect enum Content: Sendable {
    case container([PageBox])
    /// The number of a picture among those the document shows.
    case picture(Int)
    case drawing(VectorScene)
    /// Text that can be seen: how high it is nobody here knows.
    case text
  }

  var content: Content
  var style = BoxStyle()
  /// Pictures behind it, the lowest first, by their numbers.
  var backgrounds: [Int] = []
  /// Whether its background is that of the whole page.
  var isCanvas = false
}

/// The pictures of an SVG, in its own units.
struct VectorScene: Sendable {
  struct Item: Sendable {
    var picture: Int
    /// Nil where it is turned, or placed in a way that is not worked out.
    var frame: Frame?
    /// Whether it fills its frame whatever its own shape.
    var stretches = false
    /// Whether it covers its frame rather than lie in it.
    var covers = false
    var opacity = 1.0
  }
  var viewBox: Frame?
  var items: [Item] = []
  var stretches = false
  var covers = false
}

/// What is said of a box's place, size and look.
struct BoxStyle: Sendable {
  enum Dimension: Sendable {
    case auto
    case length(StyleLength)
    /// It is said in a way that is not worked out here.
    case unknown

    static let zero = Dimension.length(.pixels(0))
    var isAuto: Bool { if case .auto = self { true } else { false } }
  }
  enum Display: Sendable { case block, inline, inlineBlock }
  enum Position: Sendable { case flow, relative, absolute, fixed }
  enum Side: Sendable { case left, right, center }
  enum Fit: Sendable { case fill, contain, cover, none }

  var display = Display.block
  var position = Position.flow
  var float: Side?
  var align: Side?
  /// Whether children stand beside each other, as in a row of a flexible box.
  var isRow = false
  var top = Dimension.auto
  var right = Dimension.auto
  var bottom = Dimension.auto
  var left = Dimension.auto
  var width = Dimension.auto
  var height = Dimension.auto
  var maxWidth = Dimension.auto
  var maxHeight = Dimension.auto
  var marginTop = Dimension.zero
  var marginRight = Dimension.zero
  var marginBottom = Dimension.zero
  var marginLeft = Dimension.zero
  var paddingTop = Dimension.zero
  var paddingLeft = Dimension.zero
  var clips = false
  var opacity = 1.0
  var multiplies = false
  var zIndex: Int?
  var transform = BoxTransform.none
  var fit = Fit.fill
  var backgroundSize: [String] = []
  var backgroundPosition: [String] = []
  var backgroundRepeat: [String] = []
  /// Whether something is said that is not worked out here: a clipping path, a blend, a grid.
  var isUnclear = false
  /// Whether lines begin at the right.
  var isRightToLeft = false
  /// Whether lines run from top to bottom: what they hold lies somewhere.
  var isVertical = false
  /// Whether it is cut to nothing.
  var isCutAway = false

  init() {}

  /// - Parameters:
  ///   - name: the element's, which tells what it is where no sheet says so.
  ///   - attribute: attributes that say what styles say, only weaker.
  init(_ style: ElementStyle, name: String, attribute: (String) -> String?) {
    func dimension(_ property: String) -> Dimension {
      guard let text = style[property] ?? attribute(property), text != "auto", text != "none" else {
        return .auto
      }
      return StyleLength(text).map(Dimension.length) ?? .unknown
    }
    let stated = style["display"] ?? (BoxStyle.blocks.contains(name) ? "block" : "inline")
    switch stated {
    case "inline", "contents", "ruby": display = .inline
    case "inline-block", "inline-flex", "inline-table", "table-cell": display = .inlineBlock
    default: display = .block
    }
    if style["display"] == nil, name == "td" || name == "th" { display = .inlineBlock }
    isRow = stated.hasSuffix("flex") && style["flex-direction"]?.hasPrefix("column") != true
    isUnclear = stated.hasSuffix("grid")
    switch style["position"] {
    case "absolute": position = .absolute
    case "fixed": position = .fixed
    case "relative", "sticky": position = .relative
    default: position = .flow
    }
    if position == .flow || position == .relative {
      float = style["float"] == "left" ? .left : style["float"] == "right" ? .right : nil
    }
    (top, right) = (dimension("top"), dimension("right"))
    (bottom, left) = (dimension("bottom"), dimension("left"))
    (width, height) = (dimension("width"), dimension("height"))
    (maxWidth, maxHeight) = (dimension("max-width"), dimension("max-height"))
    func edge(_ property: String) -> Dimension { style[property] == nil ? .zero : dimension(property) }
    (marginTop, marginRight) = (edge("margin-top"), edge("margin-right"))
    (marginBottom, marginLeft) = (edge("margin-bottom"), edge("margin-left"))
    (paddingTop, paddingLeft) = (edge("padding-top"), edge("padding-left"))
    clips = ["overflow", "overflow-x", "overflow-y"].contains {
      ["hidden", "clip"].contains(style[$0] ?? "")
    }
    opacity = min(1, max(0, style["opacity"].flatMap(BoxStyle.fraction) ?? 1))
    zIndex = style["z-index"].flatMap { Int($0) }
    transform = BoxTransform(style["transform"] ?? "none", origin: style["transform-origin"])
    isRightToLeft = style["direction"] == "rtl"
    isVertical = style["writing-mode"].map { $0.hasPrefix("vertical") || $0.hasPrefix("tb") } ?? false
    takeAlignment(style)
    takeLook(style)
  }

  private mutating func takeAlignment(_ style: ElementStyle) {
    let stated = isRow ? style["justify-content"] : style["text-align"]
    switch stated {
    case "center", "-webkit-center", "space-around", "space-evenly": align = .center
    case "right": align = .right
    case "left": align = .left
    case "flex-end", "end": align = isRightToLeft ? .left : .right
    default: align = isRightToLeft ? .right : nil
    }
  }

  private mutating func takeLook(_ style: ElementStyle) {
    switch style["object-fit"] {
    case "contain", "scale-down": fit = .contain
    case "cover": fit = .cover
    case "none": fit = .none
    default: fit = .fill
    }
    let blend = style["mix-blend-mode"] ?? "normal"
    multiplies = blend == "multiply"
    let cuts = [style["clip"] ?? "auto", style["clip-path"] ?? "none"].filter { $0 != "auto" && $0 != "none" }
    isCutAway = cuts.contains(where: BoxStyle.leavesNothing)
    if !["normal", "multiply"].contains(blend) || !cuts.isEmpty && !isCutAway { isUnclear = true }
    func layers(_ name: String) -> [String] {
      style[name].map { StyleText.split($0, at: UInt8(ascii: ",")) } ?? []
    }
    backgroundSize = layers("background-size")
    backgroundPosition = layers("background-position")
    backgroundRepeat = layers("background-repeat")
  }

  /// `rect(0, 0, 0, 0)`, `rect(1px 1px 1px 1px)`, `inset(50%)`: ways to hide something from those who see.
  private static func leavesNothing(_ cut: String) -> Bool {
    let arguments = cut.split(separator: "(").last?.split { $0 == "," || $0 == ")" || $0.isWhitespace } ?? []
    let lengths = arguments.compactMap { StyleLength($0) }
    guard lengths.count == arguments.count, let first = lengths.first else { return false }
    if cut.hasPrefix("rect") { return lengths.count == 4 && lengths.allSatisfy { $0 == first } }
    if cut.hasPrefix("inset"), case .percent(let percent) = first { return percent >= 50 }
    return cut.hasPrefix("circle") && first == .pixels(0)
  }

  /// `0.5` or `50%`.
  static func fraction(_ text: String) -> Double? {
    text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
  }

  var isPositioned: Bool { position != .flow }
  var centers: Bool { marginLeft.isAuto && marginRight.isAuto }
  var centersVertically: Bool { marginTop.isAuto && marginBottom.isAuto }
  /// Whether it is taken out of the flow.
  var isOutOfFlow: Bool { position == .absolute || position == .fixed }

  private static let blocks: Set<String> = [
    "html", "body", "div", "p", "section", "article", "header", "footer", "nav", "figure", "figcaption",
    "main",
    "aside", "center", "blockquote", "form", "pre", "dl", "dd", "dt", "hr", "address", "fieldset", "h1", "h2",
    "h3",
    "h4", "h5", "h6", "ul", "ol", "li", "table", "thead", "tbody", "tfoot", "tr", "caption", "hgroup",
    "details",
    "summary",
  ]
}

/// What a `transform` does to a box, as far as it stays upright.
enum BoxTransform: Sendable, Hashable {
  case none
  /// Scaled about a point given in hundredths of the box or pixels from its corner, then moved.
  case moves([Step], origin: [StyleLength])
  /// Turned or skewed.
  case unclear

  enum Step: Sendable, Hashable {
    case move(StyleLength, StyleLength)
    case scale(Double, Double)
  }

  init(_ text: String, origin: String?) {
    guard text != "none", !text.isEmpty else {
      self = .none
      return
    }
    var steps: [Step] = []
    for function in text.split(separator: ")") {
      let parts = function.split(separator: "(", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let arguments = parts[1].split { $0 == "," || $0.isWhitespace }.map(String.init)
      let lengths = arguments.compactMap { StyleLength($0) }
      let numbers = arguments.compactMap { Double($0) }
      let zero = StyleLength.pixels(0)
      switch (parts[0].trimmed, lengths.count, numbers.count) {
      case ("translate", 1..., _): steps.append(.move(lengths[0], lengths.count > 1 ? lengths[1] : zero))
      case ("translatex", 1, _): steps.append(.move(lengths[0], zero))
      case ("translatey", 1, _): steps.append(.move(zero, lengths[0]))
      case ("translate3d", 3, _): steps.append(.move(lengths[0], lengths[1]))
      case ("scale", _, 1...): steps.append(.scale(numbers[0], numbers.count > 1 ? numbers[1] : numbers[0]))
      case ("scalex", _, 1): steps.append(.scale(numbers[0], 1))
      case ("scaley", _, 1): steps.append(.scale(1, numbers[0]))
      case ("matrix", _, 6) where numbers[1] == 0 && numbers[2] == 0:
        steps += [.move(.pixels(numbers[4]), .pixels(numbers[5])), .scale(numbers[0], numbers[3])]
      case ("translatez", _, _), ("perspective", _, _): break
      case (let name, _, _) where name.hasPrefix("rotate") || name.hasPrefix("skew"):
        let turns = arguments.contains { text in
          Double(text.prefix { $0.isNumber || $0 == "." || $0 == "-" }).map { $0 != 0 } ?? true
        }
        if turns {
          self = .unclear
          return
        }
      default:
        self = .unclear
        return
      }
    }
    let isUpright = steps.allSatisfy { step in
      if case .scale(let x, let y) = step { x >= 0 && y >= 0 } else { true }
    }
    guard isUpright else {
      self = .unclear
      return
    }
    let places = (origin ?? "50% 50%").split(whereSeparator: \.isWhitespace).map { word -> StyleLength in
      switch word {
      case "left", "top": .percent(0)
      case "right", "bottom": .percent(100)
      default: StyleLength(word) ?? .percent(50)
      }
    }
    self = .moves(steps, origin: places)
  }
}
