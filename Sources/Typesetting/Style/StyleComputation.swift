import BookModel
import Publications

/// Computes one style from what is declared and what the parent hands down.
struct StyleComputation {
  private let values: [String: StyleValue]
  private let language: String?
  private let parent: ComputedStyle
  private let settings: TypesetSettings
  /// Whether it is the document's root or body, which stand for the page.
  private let isRoot: Bool
  private var custom: [String: String]
  private(set) var unsupported: Set<String> = []
  var isVertical = false
  private var fontSize: Double
  private var direction = StyledText.BaseDirection.leftToRight

  init(
    _ values: [String: StyleValue], _ language: String?, _ parent: ComputedStyle, _ settings: TypesetSettings,
    isRoot: Bool
  ) {
    self.language = language
    self.parent = parent
    self.settings = settings
    self.isRoot = isRoot
    var custom = parent.custom
    for (name, value) in values where name.hasPrefix("--") { custom[name] = value.text }
    self.custom = custom
    self.values = values
    fontSize = parent.fontSize
  }

  mutating func style(number: Int) -> ComputedStyle {
    fontSize = computedFontSize()
    var box = BoxStyle()
    readDisplay(&box)
    var type = parent.type
    readText(&type)
    readParagraph(&type)
    direction = type.direction
    readColors(&type, &box)
    readBox(&box, color: type.color)
    readShift(&type, box.display)
    noteUnsupported()
    return ComputedStyle(type: type, box: box, custom: custom, number: number)
  }

  // MARK: - Values

  /// A property's value as written, with variables resolved; nil where nothing or only `inherit` is said.
  private func written(_ name: String) -> String? {
    guard let value = values[name]?.substituting({ custom[$0] })?.text else { return nil }
    switch value.lowercased() {
    case "inherit", "unset", "revert", "revert-layer": return nil
    default: return value
    }
  }

  private func text(_ name: String) -> String? { written(name)?.lowercased() }

  private func isInherited(_ name: String) -> Bool { values[name]?.text.lowercased() == "inherit" }

  /// A length in units; percentages stay, unless they have a base.
  private func length(_ text: String, percentOf base: Double? = nil) -> ComputedLength? {
    guard let distance = StyleDistance(text) else { return nil }
    switch distance {
    case .percent(let part):
      guard let base else { return .percent(part) }
      return .fixed(.pixels(base * part / 100))
    case .pixels(let number), .number(let number): return .fixed(.pixels(number * settings.fontSize / 16))
    case .em(let number): return .fixed(.pixels(number * fontSize))
    case .rem(let number): return .fixed(.pixels(number * settings.fontSize))
    case .pageWidth(let part): return .fixed(.pixels(part / 100 * Double(settings.page.width)))
    case .pageHeight(let part): return .fixed(.pixels(part / 100 * Double(settings.page.height)))
    }
  }

  private func fixed(_ text: String) -> Extent? {
    if case .fixed(let units) = length(text) { units } else { nil }
  }

  // MARK: - Fonts

  private static let sizes: [String: Double] = [
    "xx-small": 0.6, "x-small": 0.75, "small": 0.89, "medium": 1, "large": 1.2, "x-large": 1.5, "xx-large": 2,
    "xxx-large": 3,
  ]

  private func computedFontSize() -> Double {
    let base = parent.fontSize
    // The size of plain text is the reader's choice, not the book's.
    guard !isRoot, let text = text("font-size") else { return base }
    var size = base
    if let factor = StyleComputation.sizes[text] {
      size = settings.fontSize * factor
    } else if text == "smaller" {
      size = base / 1.2
    } else if text == "larger" {
      size = base * 1.2
    } else {
      switch StyleDistance(text) {
      case .em(let number): size = base * number
      case .percent(let part): size = base * part / 100
      case .rem(let number): size = settings.fontSize * number
      case .pixels(let number), .number(let number): size = number * settings.fontSize / 16
      case .pageWidth(let part): size = Double(settings.page.width) * part / 100
      case .pageHeight(let part): size = Double(settings.page.height) * part / 100
      case nil: break
      }
    }
    return min(max(size, settings.fontSize * 0.35), settings.fontSize * 5)
  }

  private func readText(_ type: inout TypeStyle) {
    type.text.size = fontSize
    if let language { type.text.language = language.isEmpty ? nil : language }
    if let families = written("font-family") { readFamilies(families, &type) }
    switch text("font-weight") {
    case "normal", "initial": type.text.weight = 400
    case "bold": type.text.weight = 700
    case "bolder": type.text.weight = type.text.weight < 400 ? 400 : type.text.weight < 600 ? 700 : 900
    case "lighter": type.text.weight = type.text.weight < 600 ? 100 : type.text.weight < 800 ? 400 : 700
    case let number?: if let weight = Int(number), (1...1000).contains(weight) { type.text.weight = weight }
    case nil: break
    }
    switch text("font-style") {
    case "normal", "initial": type.text.isItalic = false
    case let style?: if style == "italic" || style.hasPrefix("oblique") { type.text.isItalic = true }
    case nil: break
    }
    if let variant = text("font-variant-caps") ?? text("font-variant") {
      type.text.isSmallCaps = variant.contains("small-caps")
    }
    let numerals = (text("font-variant-numeric") ?? "") + " " + (text("font-variant") ?? "")
    for (word, feature) in [
      ("oldstyle-nums", "onum"), ("lining-nums", "lnum"), ("tabular-nums", "tnum"),
      ("proportional-nums", "pnum"),
    ] where numerals.contains(word) && !type.text.features.contains(feature) {
      type.text.features.append(feature)
    }
    if let spacing = text("letter-spacing") {
      // More than half an em between letters is a mistake, and less than nothing hides them.
      let units = fixed(spacing) ?? 0
      let em = Extent.pixels(fontSize)
      type.text.letterSpacing = min(max(units, -em / 20), em / 2)
    }
    switch text("text-transform") {
    case "uppercase": type.transform = .uppercase
    case "lowercase": type.transform = .lowercase
    case "capitalize": type.transform = .capitalize
    case "none", "initial": type.transform = .none
    default: break
    }
  }

  private func readFamilies(_ list: String, _ type: inout TypeStyle) {
    var families = StyleText.split(list, at: UInt8(ascii: ",")).map { name in
      let bare = name.trimmed
      guard let quote = bare.first, quote == "\"" || quote == "'" else {
        return StyleText.unescaped(StyleText.words(bare).joined(separator: " "))
      }
      return StyleText.unescaped(String(bare.dropFirst().prefix { $0 != quote }))
    }.filter { !$0.isEmpty && $0.utf8.count <= 200 }
    families = Array(families.prefix(16))
    let isMonospace = families.contains { $0.lowercased() == "monospace" }
    if let own = settings.family {
      // Code stays code, whatever somebody likes to read.
      type.text.families = isMonospace ? ["monospace"] : [own, "serif"]
      return
    }
    let generic: Set<String> = [
      "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math",
    ]
    if !families.contains(where: { generic.contains($0.lowercased()) }) { families.append("serif") }
    type.text.families = families
  }

  // MARK: - Paragraphs

  private func readParagraph(_ type: inout TypeStyle) {
    if settings.lineSpacing == nil, let height = text("line-height") { readLineHeight(height, &type) }
    switch text("text-align") {
    case "start": type.align = .start
    case "end": type.align = .end
    case "left", "-webkit-left": type.align = .left
    case "right", "-webkit-right": type.align = .right
    case "center", "-webkit-center", "-moz-center": type.align = .center
    case "justify", "justify-all": type.align = .justify
    case "initial": type.align = .unstated
    default: break
    }
    switch text("text-justify") {
    case "none": type.isJustifiable = false
    case .some: type.isJustifiable = true
    case nil: break
    }
    if let indent = written("text-indent").flatMap({ StyleText.words($0).first }).flatMap({ length($0) }) {
      type.indent = indent
    }
    if let space = text("white-space") { type.whiteSpace = WhiteSpace(space) ?? type.whiteSpace }
    switch text("hyphens") {
    case "none": type.hyphens = .none
    case "manual": type.hyphens = .manual
    case "auto": type.hyphens = .auto
    default: break
    }
    switch text("direction") {
    case "rtl": type.direction = .rightToLeft
    case "ltr": type.direction = .leftToRight
    default: break
    }
    type.isVertical = isVertical
    if let marker = written("list-style-type") { type.listMarker = marker }
    if let position = text("list-style-position") { type.isMarkerInside = position == "inside" }
    if let visibility = text("visibility") {
      type.isHidden = visibility == "hidden" || visibility == "collapse"
    }
    if let count = text("orphans").flatMap({ Int($0) }), (1...9).contains(count) {
      type.orphans = max(2, count)
    }
    if let count = text("widows").flatMap({ Int($0) }), (1...9).contains(count) {
      type.widows = max(2, count)
    }
    if let side = text("caption-side") { type.captionIsBelow = side == "bottom" }
    if let borders = text("border-collapse") { type.collapsesBorders = borders == "collapse" }
    if let spacing = text("border-spacing").flatMap({ StyleText.words($0).first }).flatMap({ fixed($0) }) {
      type.cellSpacing = min(max(0, spacing), .pixels(fontSize))
    }
    if let lines = text("text-decoration-line") ?? text("text-decoration") { readDecoration(lines, &type) }
    if let position = text("ruby-position") { type.isRubyUnder = position.contains("under") }
    if let mark = written("text-emphasis-style") ?? written("text-emphasis") {
      type.emphasisMark = StyleComputation.emphasisMark(mark, isVertical: isVertical)
    }
  }

  private func readLineHeight(_ height: String, _ type: inout TypeStyle) {
    switch StyleDistance(height) {
    case .number(let factor): type.lineHeight = .factor(min(max(factor, 1), 3))
    case .percent(let part): type.lineHeight = .fixed(.pixels(min(max(part / 100, 1), 3) * fontSize))
    case .some:
      let units = fixed(height) ?? 0
      let em = Extent.pixels(fontSize)
      type.lineHeight = .fixed(min(max(units, em), 3 * em))
    case nil: if height == "normal" || height == "initial" { type.lineHeight = .normal }
    }
  }

  /// Lines under text reach over everything inside, so that they count as handed down.
  private func readDecoration(_ lines: String, _ type: inout TypeStyle) {
    if lines.contains("underline") { type.isUnderlined = true }
    if lines.contains("line-through") { type.isStruck = true }
    if lines.contains("overline") { type.isOverlined = true }
    // Not what CSS says, but what books mean by a link that is not underlined.
    if lines.hasPrefix("none") {
      (type.isUnderlined, type.isStruck, type.isOverlined) = (false, false, false)
    }
  }

  /// CSS Text Decoration 3, section 3.1.
  private static func emphasisMark(_ value: String, isVertical: Bool) -> String? {
    let words = StyleText.words(value)
    let isOpen = words.contains { $0.lowercased() == "open" }
    for word in words {
      if let quote = word.first, quote == "\"" || quote == "'" {
        return word.dropFirst().first.map(String.init)
      }
      switch word.lowercased() {
      case "none": return nil
      case "dot": return isOpen ? "◦" : "•"
      case "circle": return isOpen ? "○" : "●"
      case "double-circle": return isOpen ? "◎" : "◉"
      case "triangle": return isOpen ? "△" : "▲"
      case "sesame": return isOpen ? "﹆" : "﹅"
      default: continue
      }
    }
    return words.contains { ["filled", "open"].contains($0.lowercased()) }
      ? (isVertical ? (isOpen ? "﹆" : "﹅") : (isOpen ? "○" : "●")) : nil
  }

  // MARK: - Colors

  private func readColors(_ type: inout TypeStyle, _ box: inout BoxStyle) {
    if let background = text("background-color").flatMap(StyleColor.parse) {
      let ground = ThemeColors.ground(background, settings.theme)
      if box.display.isInline, box.float == .none {
        type.highlight = ground == type.ground ? nil : ground
      } else if !isRoot || settings.theme == .white {
        box.background = ground
      }
      if box.background != nil || type.highlight != nil { type.ground = ground }
    }
    let ink =
      text("color").flatMap(StyleColor.parse).map { ThemeColors.ink($0, settings.theme) } ?? type.color
    type.color = ink.readable(on: type.ground, contrast: 3)
  }

  // MARK: - Boxes

  private mutating func readDisplay(_ box: inout BoxStyle) {
    let display = text("display")
    switch display {
    case nil, "inline", "contents", "initial": box.display = .inline
    case "block", "flow-root", "run-in": box.display = .block
    case "list-item": box.display = .listItem
    case "none": box.display = .none
    case "inline-block", "inline-table", "inline-flex", "inline-grid": box.display = .inlineBlock
    case "table": box.display = .table
    case "table-row": box.display = .row
    case "table-row-group": box.display = .rowGroup
    case "table-header-group": box.display = .headerGroup
    case "table-footer-group": box.display = .footerGroup
    case "table-cell": box.display = .cell
    case "table-caption": box.display = .caption
    case "table-column", "table-column-group": box.display = .column
    case "ruby": box.display = .ruby
    case "ruby-text": box.display = .rubyText
    case "ruby-base", "ruby-base-container": box.display = .rubyBase
    case "ruby-text-container": box.display = .rubyTextContainer
    case "flex", "grid", "-webkit-box", "box":
      box.display = .block
      unsupported.insert("display: \(display ?? "")")
    default: box.display = display?.hasPrefix("inline") == true ? .inline : .block
    }
    switch text("float") {
    case "left": box.float = .left
    case "right": box.float = .right
    case "inline-start": box.float = parent.type.direction == .leftToRight ? .left : .right
    case "inline-end": box.float = parent.type.direction == .leftToRight ? .right : .left
    default: break
    }
    switch text("clear") {
    case "left": box.clear.left = true
    case "right": box.clear.right = true
    case "both", "all": (box.clear.left, box.clear.right) = (true, true)
    default: break
    }
    switch text("position") {
    case let position? where position == "absolute" || position == "fixed":
      unsupported.insert("position: \(position)")
      if box.display.isInline { box.display = .block }
    default: break
    }
    if box.float != .none, box.display == .inline { box.display = .block }
  }

  private func readBox(_ box: inout BoxStyle, color: InkColor) {
    box.margin = sides("margin", parent.box.margin)
    box.padding = sides("padding", parent.box.padding).map { length in
      if case .fixed(let units) = length { .fixed(max(0, units)) } else { length }
    }
    box.border = borders(color)
    box.width = size(isVertical ? "height" : "width")
    box.height = size(isVertical ? "width" : "height")
    box.maxWidth = size(isVertical ? "max-height" : "max-width")
    box.maxHeight = size(isVertical ? "max-width" : "max-height")
    box.minHeight = size(isVertical ? "min-width" : "min-height")
    box.breakBefore = pageBreak("before")
    box.breakAfter = pageBreak("after")
    box.avoidsBreakInside = ["avoid", "avoid-page"].contains(
      text("break-inside") ?? text("page-break-inside") ?? "")
    switch text("vertical-align") {
    case "top", "text-top": box.verticalAlign = .top
    case "middle": box.verticalAlign = .middle
    case "bottom", "text-bottom": box.verticalAlign = .bottom
    default: break
    }
  }

  /// Which physical side each of the flow's sides is, in the order top, right, bottom, left.
  private var physical: [String] {
    isVertical ? ["right", "bottom", "left", "top"] : ["top", "right", "bottom", "left"]
  }

  /// The names of the same sides in the terms of the flow (CSS Logical Properties 1).
  private var logical: [String] {
    let isRightToLeft = parent.type.direction == .rightToLeft
    return [
      "block-start", isRightToLeft ? "inline-start" : "inline-end", "block-end",
      isRightToLeft ? "inline-end" : "inline-start",
    ]
  }

  private func sides(_ name: String, _ inherited: Sides<ComputedLength>) -> Sides<ComputedLength> {
    let outer = [inherited.top, inherited.right, inherited.bottom, inherited.left]
    let all = (0..<4).map { side -> ComputedLength in
      let property = "\(name)-\(physical[side])"
      if isInherited(property) { return outer[side] }
      guard let text = text(property) ?? text("\(name)-\(logical[side])") else { return .zero }
      return text == "auto" ? .auto : length(text) ?? .zero
    }
    return Sides(top: all[0], right: all[1], bottom: all[2], left: all[3])
  }

  private func borders(_ color: InkColor) -> Sides<BoxStyle.Border> {
    let all = zip(physical, logical).map { physical, logical -> BoxStyle.Border in
      func value(_ aspect: String) -> String? {
        text("border-\(physical)-\(aspect)") ?? text("border-\(logical)-\(aspect)")
      }
      let style = value("style") ?? "none"
      guard style != "none", style != "hidden" else { return BoxStyle.Border() }
      let width: Extent
      switch value("width") {
      case "thin": width = .pixels(settings.fontSize / 16)
      case "medium", nil: width = .pixels(settings.fontSize * 2 / 16)
      case "thick": width = .pixels(settings.fontSize * 4 / 16)
      case let text?: width = fixed(text) ?? 0
      }
      let own = value("color").flatMap(StyleColor.parse).map { ThemeColors.ink($0, settings.theme) }
      // Thinner than a pixel would not be seen, thicker than two ems is a mistake.
      let least = width > 0 ? Extent.pixel : 0
      return BoxStyle.Border(width: min(max(width, least), .pixels(2 * fontSize)), color: own ?? color)
    }
    return Sides(top: all[0], right: all[1], bottom: all[2], left: all[3])
  }

  private func size(_ name: String) -> ComputedLength {
    guard let text = text(name), let length = length(text) else { return .auto }
    switch length {
    case .fixed(let units) where units < 0: return .auto
    case .percent(let part) where part < 0: return .auto
    default: return length
    }
  }

  private func pageBreak(_ side: String) -> PageBreak {
    switch text("break-\(side)") ?? text("page-break-\(side)") {
    case "always", "page", "left", "right", "recto", "verso", "all": .page
    case "avoid", "avoid-page": .avoid
    default: .auto
    }
  }

  private func readShift(_ type: inout TypeStyle, _ display: Display) {
    guard display.isInline else {
      type.shift = 0
      return
    }
    let size = parent.fontSize
    switch text("vertical-align") {
    case "super", "text-top": type.shift += .pixels(size * 0.33)
    case "top" where fontSize < size * 0.9: type.shift += .pixels(size * 0.33)
    case "sub": type.shift -= .pixels(size * 0.16)
    case let text?:
      guard StyleDistance(text) != nil, let raise = length(text, percentOf: size * 1.35),
        case .fixed(let units) = raise
      else { break }
      let most = Extent.pixels(size * 0.6)
      type.shift += min(max(units, -most), most)
    case nil: break
    }
  }

  private mutating func noteUnsupported() {
    if let mode = text("writing-mode"), mode == "vertical-lr" || mode == "tb-lr" {
      unsupported.insert("writing-mode: \(mode)")
    }
    if let columns = text("column-count") ?? text("columns"), let count = Int(columns), count > 1 {
      unsupported.insert("columns")
    }
    if let transform = text("transform"), transform != "none" { unsupported.insert("transform") }
    if let combine = text("text-combine-upright") ?? text("text-combine"), combine != "none" {
      unsupported.insert("text-combine-upright")
    }
    if let image = text("background-image"), image.contains("url(") { unsupported.insert("background-image") }
  }
}

extension WhiteSpace {
  init?(_ text: String) {
    switch text {
    case "normal", "initial": self = .normal
    case "nowrap": self = WhiteSpace(collapses: true, keepsLineBreaks: false, wraps: false)
    case "pre": self = WhiteSpace(collapses: false, keepsLineBreaks: true, wraps: false)
    case "pre-wrap", "break-spaces": self = WhiteSpace(collapses: false, keepsLineBreaks: true, wraps: true)
    case "pre-line": self = WhiteSpace(collapses: true, keepsLineBreaks: true, wraps: true)
    default: return nil
    }
  }
}

extension Sides {
  func map(_ change: (Value) -> Value) -> Sides {
    Sides(top: change(top), right: change(right), bottom: change(bottom), left: change(left))
  }
}

/// What becomes of a book's colors on another paper than white.
enum ThemeColors {
  /// A ground that lies on the theme's paper as the book's lies on white.
  static func ground(_ color: InkColor, _ theme: PageTheme) -> InkColor {
    switch theme {
    case .white: color
    case .dark: theme.paper.mixed(with: color, 0.12)
    case .warm, .green:
      InkColor(
        red: multiplied(color.red, theme.paper.red), green: multiplied(color.green, theme.paper.green),
        blue: multiplied(color.blue, theme.paper.blue))
    }
  }

  /// Black is the theme's own ink.
  static func ink(_ color: InkColor, _ theme: PageTheme) -> InkColor {
    theme != .white && color.luminance < 0.02 ? theme.ink : color
  }

  private static func multiplied(_ one: UInt8, _ two: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: Int(one) * Int(two) / 255)
  }
}
