import BookModel
import Markup
import Publications

/// Makes the computed styles of a document's elements. Elements of which the same is said, in parents that look the
/// same, get one style, computed once.
final class StyleComputer {
  private let cascade: Cascade
  let settings: TypesetSettings
  private var known: [Key: ComputedStyle] = [:]
  private var inlineStyles: [String: StyleDeclarations] = [:]
  /// What style sheets ask for that isn't done, by name.
  private(set) var unsupported: Set<String> = []
  /// Whether lines run from top to bottom: what the document's root or body says.
  var isVertical = false

  private struct Key: Hashable {
    var agent: Cascade.Match
    var hints: String
    var author: Cascade.Match
    var inline: String
    var language: String?
    var parent: Int
    var part: Selector.PseudoElement?
    var isRoot: Bool
  }

  init(_ cascade: Cascade, _ settings: TypesetSettings) {
    self.cascade = cascade
    self.settings = settings
  }

  /// What the page itself gives to its root.
  func initial(language: String?) -> ComputedStyle {
    let text = TextStyle(
      families: [settings.family, "serif"].compactMap(\.self), size: settings.fontSize, language: language)
    var type = TypeStyle(text: text, color: settings.theme.ink, ground: settings.theme.paper)
    type.lineHeight = settings.lineSpacing.map(TypeStyle.LineHeight.factor) ?? .normal
    return ComputedStyle(type: type, box: BoxStyle(), custom: [:], number: 0)
  }

  func style(of node: ElementNode, parent: ComputedStyle) -> ComputedStyle {
    let element = node.element
    let inline = element.attribute("style") ?? ""
    let isRoot = node.parent == nil || node.name == "body"
    let key = Key(
      agent: UserAgentSheet.cascade.match(node), hints: PresentationalHints.declarations(of: node),
      author: cascade.match(node), inline: inline, language: language(of: element), parent: parent.number,
      part: nil,
      isRoot: isRoot)
    return style(key, parent)
  }

  /// The style of a part of an element; nil where no rule speaks of it.
  func style(of part: Selector.PseudoElement, in node: ElementNode, parent: ComputedStyle) -> ComputedStyle? {
    let match = cascade.match(node, part)
    guard !match.isEmpty else { return nil }
    let key = Key(
      agent: Cascade.Match(), hints: "", author: match, inline: "", language: nil, parent: parent.number,
      part: part, isRoot: false)
    return style(key, parent)
  }

  /// What the sheets say of a part of an element, for what no style holds.
  func declared(_ property: String, of part: Selector.PseudoElement, in node: ElementNode) -> StyleValue? {
    cascade.declared(cascade.match(node, part))[property]
  }

  /// What the sheets and its attribute say of an element, in lower case.
  func declared(_ node: ElementNode, _ property: String) -> String? {
    let inline = declarations(node.element.attribute("style") ?? "")
    return cascade.declared(cascade.match(node), inline: inline)[property]?.text.lowercased()
  }

  /// A box that no element has: a block around lines that stand beside blocks.
  func anonymous(in parent: ComputedStyle, _ display: Display = .block) -> ComputedStyle {
    let key = Key(
      agent: Cascade.Match(), hints: "\(display)", author: Cascade.Match(), inline: "", language: nil,
      parent: parent.number, part: .marker, isRoot: false)
    if let style = known[key] { return style }
    var box = BoxStyle()
    box.display = display
    let style = ComputedStyle(type: parent.type, box: box, custom: parent.custom, number: known.count + 1)
    known[key] = style
    return style
  }

  /// The same with other type.
  func changed(_ style: ComputedStyle, _ name: String, _ change: (inout TypeStyle) -> Void) -> ComputedStyle {
    let key = Key(
      agent: Cascade.Match(), hints: "change \(name)", author: Cascade.Match(), inline: "", language: nil,
      parent: style.number, part: .marker, isRoot: false)
    if let style = known[key] { return style }
    var type = style.type
    change(&type)
    let made = ComputedStyle(type: type, box: style.box, custom: style.custom, number: known.count + 1)
    known[key] = made
    return made
  }

  private func style(_ key: Key, _ parent: ComputedStyle) -> ComputedStyle {
    if let style = known[key] { return style }
    var values = UserAgentSheet.cascade.declared(key.agent)
    if !key.hints.isEmpty {
      values.merge(Cascade.plain(declarations(key.hints))) { $1 }
    }
    values.merge(cascade.declared(key.author, inline: declarations(key.inline))) { $1 }
    var computation = StyleComputation(values, key.language, parent, settings, isRoot: key.isRoot)
    computation.isVertical = isVertical
    let style = computation.style(number: known.count + 1)
    unsupported.formUnion(computation.unsupported)
    known[key] = style
    return style
  }

  private func declarations(_ text: String) -> StyleDeclarations {
    if let parsed = inlineStyles[text] { return parsed }
    let parsed = StyleDeclarations(text)
    inlineStyles[text] = parsed
    return parsed
  }

  private func language(of element: XMLElement) -> String? {
    element.attribute("lang").map(\.trimmed)
  }
}

extension Cascade {
  fileprivate static func plain(_ declarations: StyleDeclarations) -> [String: StyleValue] {
    Cascade([], for: .reader).declared(Match(), inline: declarations)
  }
}
