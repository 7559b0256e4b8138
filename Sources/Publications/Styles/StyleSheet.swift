import BookModel
import Markup

/// The background pictures of a style sheet, and which elements have them. Everything else in it is skipped.
///
/// A selector is judged by its last part alone (`body #p1.page` by `#p1.page`): enough to tell which of many
/// pages' pictures is this page's.
struct StyleSheet {
  private struct Rule {
    var tag: String?
    var id: String?
    var classes: [String]
    var addresses: [String]
  }

  private var byID: [String: [Rule]] = [:]
  private var byClass: [String: [Rule]] = [:]
  private var byTag: [String: [Rule]] = [:]
  /// Sheets it takes in with `@import`.
  private(set) var imports: [String] = []

  var isEmpty: Bool { byID.isEmpty && byClass.isEmpty && byTag.isEmpty }

  init(_ text: String) { read(StyleSheet.withoutComments(text)[...]) }

  /// Walks over rules; blocks inside blocks (`@media`) are walked over in turn, without recursion.
  private mutating func read(_ text: Substring) {
    var rest = text
    while let end = rest.firstIndex(where: { $0 == "{" || $0 == "}" || $0 == ";" }) {
      let head = rest[..<end].trimmed
      let mark = rest[end]
      rest = rest[rest.index(after: end)...]
      if mark == ";", head.lowercased().hasPrefix("@import") {
        let quoted = head.split(whereSeparator: { $0 == "\"" || $0 == "'" }).dropFirst().first.map(
          String.init)
        if let address = InlineStyle.addresses(in: head).first ?? quoted { imports.append(address) }
      }
      guard mark == "{", !head.hasPrefix("@") else { continue }
      let body = rest.prefix { $0 != "}" }
      rest = rest.dropFirst(body.count)
      add(selectors: head, InlineStyle(String(body)).backgrounds)
    }
  }

  private mutating func add(selectors: String, _ addresses: [String]) {
    guard !addresses.isEmpty else { return }
    for selector in selectors.split(separator: ",") {
      let last = selector.split { $0.isWhitespace || $0 == ">" || $0 == "+" || $0 == "~" }.last ?? ""
      let plain = last.prefix { $0 != ":" && $0 != "[" }
      var rule = Rule(tag: nil, id: nil, classes: [], addresses: addresses)
      let tag = plain.prefix { $0 != "." && $0 != "#" }
      if !tag.isEmpty, tag != "*" { rule.tag = tag.lowercased() }
      var rest = plain.dropFirst(tag.count)
      while let kind = rest.popFirst() {
        let name = String(rest.prefix { $0 != "." && $0 != "#" })
        rest = rest.dropFirst(name.count)
        if kind == "#" { rule.id = name } else { rule.classes.append(name) }
      }
      if let id = rule.id {
        byID[id, default: []].append(rule)
      } else if let first = rule.classes.first {
        byClass[first, default: []].append(rule)
      } else {
        byTag[rule.tag ?? "*", default: []].append(rule)
      }
    }
  }

  /// The pictures behind a document's elements, in document order.
  func backgrounds(in element: XMLElement) -> [String] {
    guard !isEmpty else { return [] }
    let id = element.attribute("id")
    let classes = element.attribute("class")?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
    var rules = id.flatMap { byID[$0] } ?? []
    for name in classes { rules += byClass[name] ?? [] }
    rules += (byTag[element.name.lowercased()] ?? []) + (byTag["*"] ?? [])
    let own = rules.filter { rule in
      (rule.tag == nil || rule.tag == element.name.lowercased()) && (rule.id == nil || rule.id == id)
        && rule.classes.allSatisfy(classes.contains)
    }
    return own.flatMap(\.addresses) + element.elements.flatMap(backgrounds)
  }

  private static func withoutComments(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "/*") {
      out += rest[..<open.lowerBound]
      guard let close = rest[open.upperBound...].firstRange(of: "*/") else { return out }
      rest = rest[close.upperBound...]
    }
    return out + rest
  }
}
