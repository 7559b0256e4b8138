import BookModel
import Markup
import Publications

/// Makes boxes of a document's elements (CSS Display 3).
final class BoxBuilder {
  let document: SectionDocument
  let styles: StyleComputer
  let noteIndex: NoteIndex
  /// The bodies of notes that the text refers to, by number.
  var notes: [Int: Box] = [:]
  /// What isn't done, by name.
  var unsupported: Set<String> = []
  /// Pictures that are shown.
  var pictures: Set<EntryReference> = []
  /// Ids of which nothing was laid out yet.
  var pendingAnchors: [String] = []
  /// All ids there are.
  private(set) var allAnchors: [String] = []
  var depth = 0

  /// Elements deeper than this in each other are nothing but text.
  static let deepest = 256

  init(_ document: SectionDocument, _ styles: StyleComputer) {
    self.document = document
    self.styles = styles
    noteIndex = NoteIndex(document)
  }

  /// The whole document as one box.
  func build() -> Box {
    let initial = styles.initial(language: document.language ?? styles.settings.language)
    let root = ElementNode(root: document.root)
    var outer = BlockContext(initial)
    visit(root, parent: initial, &outer)
    var box = finish(&outer)
    if !pendingAnchors.isEmpty {
      let last = Box(style: initial, content: .empty(anchors: pendingAnchors))
      box = Box(style: initial, content: .blocks([box, last]))
    }
    return box
  }

  // MARK: - Blocks

  /// A block that is being filled.
  struct BlockContext {
    var style: ComputedStyle
    var children: [Box] = []
    var line = InlineBuilder()
    /// The number of the next list item.
    var nextNumber = 1
    var numberStep = 1

    init(_ style: ComputedStyle) { self.style = style }
  }

  func visit(_ node: ElementNode, parent: ComputedStyle, _ context: inout BlockContext) {
    guard depth < BoxBuilder.deepest else {
      unsupported.insert("elements more than \(BoxBuilder.deepest) deep")
      flatten(node.element, parent, &context)
      return
    }
    depth += 1
    defer { depth -= 1 }
    let style = styles.style(of: node, parent: parent)
    guard style.box.display != .none, !style.type.isHidden else { return }
    for name in ["id", "name"] {
      if let id = node.element.attribute(name), name == "id" || node.name == "a" {
        pendingAnchors.append(id)
        allAnchors.append(id)
      }
    }
    if let note = noteIndex.body(node.element), notes[note] == nil {
      notes[note] = noteBox(node, parent, &context)
      return
    }
    visitShown(node, style, &context)
  }

  /// The body of a note, in smaller type; as an item of a list it keeps its number.
  private func noteBox(_ node: ElementNode, _ parent: ComputedStyle, _ context: inout BlockContext) -> Box {
    let plain = styles.settings.fontSize
    let small = styles.changed(parent, "note") { $0.text.size = min($0.text.size, plain * 0.82) }
    var style = styles.style(of: node, parent: small)
    // Sheets that make notes small already have their way.
    if style.fontSize < plain * 0.75 { style = styles.style(of: node, parent: parent) }
    var inner = BlockContext(styles.anonymous(in: parent))
    (inner.nextNumber, inner.numberStep) = (context.nextNumber, context.numberStep)
    visitShown(node, style, &inner)
    (context.nextNumber, context.numberStep) = (inner.nextNumber, inner.numberStep)
    return finish(&inner)
  }

  private func visitShown(_ node: ElementNode, _ style: ComputedStyle, _ context: inout BlockContext) {
    if addReplaced(node, style, &context) { return }
    switch style.box.display {
    case .none, .column: break
    case .inline, .rubyBase, .rubyText, .rubyTextContainer: visitInline(node, style, &context)
    case .ruby: visitRuby(node, style, &context)
    case .inlineBlock: visitInlineBlock(node, style, &context)
    case .table: addBlock(tableBox(node, style), &context)
    case .block, .listItem, .rowGroup, .headerGroup, .footerGroup, .row, .cell, .caption:
      visitBlock(node, style, &context)
    }
  }

  private func visitBlock(_ node: ElementNode, _ style: ComputedStyle, _ context: inout BlockContext) {
    var inner = BlockContext(style)
    startList(node, &inner)
    let marker = style.box.display == .listItem ? marker(node, style, &context) : nil
    if let marker, style.type.isMarkerInside {
      inner.line.append(marker.text + " ", style, isGenerated: true)
    }
    fill(node, style, &inner)
    var box = finish(&inner)
    if !style.type.isMarkerInside { box.marker = marker }
    if style.box.float != .none, !context.line.isEmpty || isDropCap(box) {
      context.line.float(box)
      return
    }
    addBlock(box, &context)
  }

  /// What stands in an element: its text and elements, and what sheets put before and behind.
  func fill(_ node: ElementNode, _ style: ComputedStyle, _ context: inout BlockContext) {
    addPart(.before, of: node, style, &context)
    let letter = styles.style(of: .firstLetter, in: node, parent: style)
    var firstLetter = letter.map { FirstLetter(style: $0) }
    var elements = node.children.makeIterator()
    for child in node.element.children {
      switch child {
      case .comment: break
      case .text(let text):
        if var first = firstLetter, let rest = first.take(text, style, &context, self) {
          add(rest, style, &context)
          firstLetter = first.isDone ? nil : first
        } else {
          add(text, style, &context)
        }
      case .element:
        if let child = elements.next() {
          if child.element.children.isEmpty == false { firstLetter = nil }
          visit(child, parent: style, &context)
        }
      }
    }
    addPart(.after, of: node, style, &context)
  }

  func add(_ text: String, _ style: ComputedStyle, _ context: inout BlockContext) {
    if !pendingAnchors.isEmpty,
      style.type.whiteSpace.collapses == false || text.utf8.contains(where: { $0 > 0x20 })
    {
      takeAnchors(&context)
    }
    context.line.append(text, style)
  }

  private func takeAnchors(_ context: inout BlockContext) {
    for id in pendingAnchors { context.line.anchor(id) }
    pendingAnchors.removeAll()
  }

  func addBlock(_ box: Box, _ context: inout BlockContext) {
    closeLine(&context)
    context.children.append(box)
  }

  private func closeLine(_ context: inout BlockContext) {
    guard !context.line.isEmpty else { return }
    var line = context.line
    context.line = InlineBuilder()
    if let content = line.finish() {
      context.children.append(Box(style: styles.anonymous(in: context.style), content: .lines(content)))
    }
  }

  /// The box of a context; a single paragraph in it becomes its own content.
  func finish(_ context: inout BlockContext) -> Box {
    if context.children.isEmpty {
      if let content = context.line.finish() { return Box(style: context.style, content: .lines(content)) }
      let anchors = pendingAnchors
      pendingAnchors.removeAll()
      return Box(style: context.style, content: .empty(anchors: anchors))
    }
    closeLine(&context)
    return Box(style: context.style, content: .blocks(context.children))
  }

  // MARK: - Lines

  private func visitInline(_ node: ElementNode, _ style: ComputedStyle, _ context: inout BlockContext) {
    if node.name == "br" {
      takeAnchors(&context)
      context.line.appendBreak(style)
      return
    }
    if let note = noteIndex.reference(node.element, in: document) {
      takeAnchors(&context)
      context.line.refer(to: note)
    }
    let isolation = Isolation(node, style)
    if let opening = isolation?.opening { context.line.appendControl(opening, style) }
    addSpace(style.box.margin.left, style.box.padding.left, style, &context)
    let start = context.line.end
    fill(node, style, &context)
    addEmphasis(from: start, style, context: &context)
    addSpace(style.box.margin.right, style.box.padding.right, style, &context)
    if let closing = isolation?.closing { context.line.appendControl(closing, style) }
  }

  /// Room beside inline elements, where it is more than the air round a word.
  private func addSpace(
    _ margin: ComputedLength, _ padding: ComputedLength, _ style: ComputedStyle, _ context: inout BlockContext
  ) {
    let em = Extent.pixels(style.fontSize)
    let units = [margin, padding].reduce(0) { sum, length in
      if case .fixed(let units) = length { sum + max(0, units) } else { sum }
    }
    if units > em / 2 { context.line.append(.space(min(units, 10 * em)), style) }
  }

  /// Marks over every letter.
  private func addEmphasis(from start: Int, _ style: ComputedStyle, context: inout BlockContext) {
    guard let mark = style.type.emphasisMark else { return }
    let small = styles.changed(style, "emphasis") { type in
      type.text.size /= 2
      type.emphasisMark = nil
      type.isUnderlined = false
    }
    let bytes = context.line.content.bytes
    var place = start
    while place < bytes.count, let scalar = UTF8Text.scalar(at: place, bytes) {
      let isMarked =
        scalar.value > 0x20 && scalar.value != 0xFFFC && !(0x3000...0x303F).contains(scalar.value)
      let isCovered = context.line.content.rubies.last.map { $0.range.upperBound > place } ?? false
      if isMarked, !isCovered {
        context.line.annotate(place..<place + scalar.length, mark, small, isGenerated: true)
      }
      place += scalar.length
    }
  }

  private func visitInlineBlock(_ node: ElementNode, _ style: ComputedStyle, _ context: inout BlockContext) {
    var inner = BlockContext(style)
    fill(node, style, &inner)
    // What is nothing but a line stands in the line around it.
    if inner.children.isEmpty, inner.line.content.floats.isEmpty {
      let start = context.line.end
      addSpace(style.box.margin.left, style.box.padding.left, style, &context)
      context.line.append(contentsOf: inner.line.content)
      addSpace(style.box.margin.right, style.box.padding.right, style, &context)
      addEmphasis(from: start, style, context: &context)
      return
    }
    addBlock(finish(&inner), &context)
  }

  private func addPart(
    _ part: Selector.PseudoElement, of node: ElementNode, _ style: ComputedStyle,
    _ context: inout BlockContext
  ) {
    guard let own = styles.style(of: part, in: node, parent: style), own.box.display != .none,
      let content = styles.declared("content", of: part, in: node)
    else { return }
    let text = generatedText(content.text, node)
    guard !text.isEmpty else { return }
    if !own.box.display.isInline {
      var inner = BlockContext(own)
      inner.line.append(text, own, isGenerated: true)
      addBlock(finish(&inner), &context)
    } else {
      context.line.append(text, own, isGenerated: true)
    }
  }

  /// Strings and attributes of a `content` (CSS Generated Content 3); counters aren't kept.
  private func generatedText(_ value: String, _ node: ElementNode) -> String {
    var text = ""
    for word in StyleText.words(value) {
      let lower = word.lowercased()
      if let quote = word.first, quote == "\"" || quote == "'" {
        text += StyleText.unescaped(String(word.dropFirst().dropLast()))
      } else if lower.hasPrefix("attr(") {
        text += node.element.attribute(word.dropFirst(5).dropLast().trimmed) ?? ""
      } else if lower == "open-quote" {
        text += "“"
      } else if lower == "close-quote" {
        text += "”"
      } else if lower.hasPrefix("counter") {
        unsupported.insert("counters")
      } else if lower.hasPrefix("url(") {
        unsupported.insert("pictures as generated content")
      }
    }
    return text
  }

  // MARK: - What is too deep

  /// The text of an element and of all in it, as it comes.
  func flatten(_ element: XMLElement, _ style: ComputedStyle, _ context: inout BlockContext) {
    var stack: [XMLElement.Node] = element.children.reversed()
    while let node = stack.popLast() {
      switch node {
      case .comment: break
      case .text(let text): add(text, style, &context)
      case .element(let inner):
        guard !["head", "script", "style", "template", "title"].contains(inner.name) else { continue }
        if let id = inner.attribute("id") { pendingAnchors.append(id) }
        context.line.append(" ", style, isGenerated: true)
        stack += inner.children.reversed()
      }
    }
  }
}

/// Text of one direction inside text of another (UAX #9, section 3.4).
private struct Isolation {
  var opening: Unicode.Scalar
  var closing: Unicode.Scalar = "\u{2069}"

  init?(_ node: ElementNode, _ style: ComputedStyle) {
    let direction = node.element.attribute("dir")?.lowercased()
    let isRightToLeft = style.type.direction == .rightToLeft
    if node.name == "bdo" {
      opening = isRightToLeft ? "\u{202E}" : "\u{202D}"
      closing = "\u{202C}"
    } else if node.name == "bdi" && direction == nil || direction == "auto" {
      opening = "\u{2068}"
    } else if direction == "rtl" || direction == "ltr" {
      opening = direction == "rtl" ? "\u{2067}" : "\u{2066}"
    } else {
      return nil
    }
  }
}
