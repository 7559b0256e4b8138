import BookModel
import Markup
import Publications

extension BoxBuilder {
  /// A base with what is written over it (HTML Standard, 4.5.10): each `rt` belongs to what stands before it; several
  /// bases in a row have their texts behind them in the same order.
  func visitRuby(_ node: ElementNode, _ style: ComputedStyle, _ context: inout BlockContext) {
    var bases: [Range<Int>] = []
    var start = context.line.end
    var texts: [(text: String, style: ComputedStyle)] = []

    func annotate() {
      guard !texts.isEmpty else { return }
      if start < context.line.end { bases.append(start..<context.line.end) }
      if let first = bases.first, let last = bases.last {
        if bases.count == texts.count {
          for (base, text) in zip(bases, texts) { context.line.annotate(base, text.text, text.style) }
        } else {
          let text = texts.map(\.text).joined()
          context.line.annotate(first.lowerBound..<last.upperBound, text, texts[0].style)
        }
      } else {
        // Nothing to write over: in the line, it is not lost.
        for text in texts { context.line.append(text.text, text.style) }
      }
      bases = []
      texts = []
      start = context.line.end
    }

    var elements = node.children.makeIterator()
    for child in node.element.children {
      switch child {
      case .comment: break
      case .text(let text):
        guard text.utf8.contains(where: { $0 > 0x20 }) else { continue }
        annotate()
        add(text, style, &context)
      case .element:
        guard let element = elements.next() else { continue }
        let own = styles.style(of: element, parent: style)
        switch own.box.display {
        case .none: break
        case .rubyText: texts.append((element.element.text.trimmed, own))
        case .rubyTextContainer:
          for inner in element.children where inner.name == "rt" {
            texts.append((inner.element.text.trimmed, own))
          }
          if element.element.first("rt") == nil { texts.append((element.element.text.trimmed, own)) }
        case .rubyBase:
          annotate()
          let begin = context.line.end
          visit(element, parent: style, &context)
          if begin < context.line.end { bases.append(begin..<context.line.end) }
          start = context.line.end
        default:
          annotate()
          visit(element, parent: style, &context)
        }
      }
    }
    annotate()
  }
}
