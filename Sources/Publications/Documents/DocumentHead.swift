public import BookModel
public import Markup

/// What a content document says of itself as a whole: the sheets it is shown by, its size, where references begin.
public struct DocumentHead {
  public enum Style {
    /// A sheet of its own, by reference.
    case link(String)
    /// Rules written into the document.
    case text(String)
  }

  /// In the order they are named, with what each depends on.
  public private(set) var styles: [(style: Style, media: MediaQuery)] = []
  /// The page's size as its viewport states it.
  public private(set) var viewport: Size?
  /// What a `base` element gives.
  public private(set) var base: String?

  /// - Parameter root: of an XHTML or SVG document.
  public init(_ root: XMLElement) {
    if root.name == "svg" {
      viewport = PageScan.viewBox(of: root).flatMap { DocumentHead.size($0.width, $0.height) }
    }
    read(root)
  }

  private mutating func read(_ element: XMLElement) {
    for child in element.elements {
      switch child.name.lowercased() {
      case "base": base = base ?? child.attribute("href")
      case "link": readLink(child)
      case "style": styles.append((.text(child.text), MediaQuery(child.attribute("media") ?? "")))
      case "meta" where child.attribute("name")?.lowercased() == "viewport":
        viewport = viewport ?? child.attribute("content").flatMap(DocumentHead.viewport)
      default: read(child)
      }
    }
  }

  /// Sheets that a reader would have to choose first are left out.
  private mutating func readLink(_ link: XMLElement) {
    let relations = link.attribute("rel")?.lowercased() ?? ""
    guard relations.contains("stylesheet"), !relations.contains("alternate"),
      let href = link.attribute("href")
    else {
      return
    }
    styles.append((.link(href), MediaQuery(link.attribute("media") ?? "")))
  }

  /// `width=600, height=800`, with any separator and units behind the numbers.
  static func viewport(_ content: String) -> Size? {
    var sides: [String: Double] = [:]
    for part in content.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }) {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, case .pixels(let number)? = StyleLength(pair[1]) else { continue }
      sides[pair[0].lowercased()] = number
    }
    return size(sides["width"], sides["height"])
  }

  static func size(_ width: Double?, _ height: Double?) -> Size? {
    guard let width, let height, (1...1_000_000).contains(width), (1...1_000_000).contains(height) else {
      return nil
    }
    return Size(width: Int(width.rounded()), height: Int(height.rounded()))
  }
}
