public import BookModel
public import Diagnostics
import Markup

/// A book's contents and landmarks: an EPUB 3 navigation document (EPUB 3.3, section 7) or an NCX
/// (OPF 2.0.1, section 2.4.1), in one form.
public struct NavigationDocument: Hashable, Sendable {
  public var contents: [NavigationPoint]
  /// Parts of the book by their `epub:type`.
  public var landmarks: [Landmark]
  /// What had to be repaired to read it.
  public var repairs: [Diagnostic]

  public struct Landmark: Hashable, Sendable {
    /// The first word of `epub:type`: `cover`, `toc`, `bodymatter`.
    public var type: String
    /// As written, relative to the document.
    public var href: String
  }

  /// Reads a navigation document. Page lists are not taken: their numbers are the printed book's.
  ///
  /// - Throws: what `parseXHTML` throws.
  public init(navigation bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) {
    let document = try parseXHTML(bytes, limits: limits)
    let navs = NavigationDocument.descendants(of: document.root, named: "nav")
    func nav(_ type: String) -> XMLElement? {
      navs.first { $0.attribute("type")?.words.contains(type) ?? false }
    }
    let untyped = navs.count == 1 && navs[0].attribute("type") == nil ? navs[0] : nil
    contents = (nav("toc") ?? untyped).map { NavigationDocument.points(in: $0) } ?? []
    landmarks = (nav("landmarks").map { NavigationDocument.descendants(of: $0, named: "a") } ?? []).compactMap
    { a in
      guard let type = a.attribute("type")?.words.first, let href = a.attribute("href")?.trimmed else {
        return nil
      }
      return Landmark(type: type, href: href)
    }
    repairs = document.repairs
  }

  /// Reads an NCX.
  ///
  /// - Throws: what `parseXML` throws.
  public init(ncx bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) {
    let document = try parseXML(bytes, limits: limits, mode: .recovering)
    contents = document.root.first("navMap").map { NavigationDocument.ncxPoints(in: $0) } ?? []
    landmarks = []
    repairs = document.repairs
  }

  private static func descendants(of element: XMLElement, named name: String) -> [XMLElement] {
    element.elements.flatMap { child in
      child.name == name ? [child] : descendants(of: child, named: name)
    }
  }

  /// The items of the list below an element, be it directly there or wrapped once more.
  private static func points(in element: XMLElement) -> [NavigationPoint] {
    guard let list = element.first("ol") ?? element.elements.lazy.compactMap({ $0.first("ol") }).first else {
      return []
    }
    return list.elements(named: "li").compactMap { item in
      let label = item.elements.first { $0.name == "a" || $0.name == "span" }
      let children = points(in: XMLElement(name: item.name, children: item.children.filter { !isLabel($0) }))
      let href = label?.name == "a" ? label?.attribute("href")?.trimmed : nil
      let title = label.map(text) ?? ""
      guard href != nil || !children.isEmpty else { return nil }
      return NavigationPoint(title: title, href: href, children: children)
    }
  }

  private static func isLabel(_ node: XMLElement.Node) -> Bool {
    if case .element(let element) = node { ["a", "span"].contains(element.name) } else { false }
  }

  /// A label's text; where it is a picture, the words that stand for it.
  private static func text(_ label: XMLElement) -> String {
    let text = label.text.collapsed
    if !text.isEmpty { return text }
    let picture = descendants(of: label, named: "img").first?.attribute("alt")
    return (picture ?? label.attribute("title") ?? "").collapsed
  }

  private static func ncxPoints(in element: XMLElement) -> [NavigationPoint] {
    element.elements(named: "navPoint").map { point in
      NavigationPoint(
        title: point.first("navLabel")?.first("text")?.text.collapsed ?? "",
        href: point.first("content")?.attribute("src")?.trimmed, children: ncxPoints(in: point))
    }
  }
}

/// One entry of a book's contents.
public struct NavigationPoint: Hashable, Sendable {
  public var title: String
  /// As written, relative to the document; nil for a heading.
  public var href: String?
  public var children: [NavigationPoint]

  public init(title: String, href: String?, children: [NavigationPoint] = []) {
    self.title = title
    self.href = href
    self.children = children
  }
}
