public import BookModel
public import Diagnostics
import Markup

/// What a ComicInfo page list says about one page.
public struct PageInfo: Hashable, Sendable {
  /// The page's index, from 0, among the archive's pictures in their order.
  public var index: Int
  /// In the order written; unknown words as spelled.
  public var roles: [PageRole] = []
  public var isDouble: Bool?
  public var bookmark: String?
  /// Attributes that stay with the page without being interpreted: `Key`, ComicRack's `Rotation`…
  public var kept: [Page.KeptAttribute] = []

  public init(index: Int) { self.index = index }
}

extension PageInfo {
  /// Copies entries of page lists to the pages they describe; what is already known about a page stays.
  ///
  /// - Returns: a warning if entries describe pages that the book does not have.
  public static func apply(_ infos: [PageInfo], to pages: inout [Page]) -> [Diagnostic] {
    var strays: [Int] = []
    for info in infos {
      guard pages.indices.contains(info.index) else {
        strays.append(info.index)
        continue
      }
      if pages[info.index].roles.isEmpty { pages[info.index].roles = info.roles }
      pages[info.index].isDouble = pages[info.index].isDouble ?? info.isDouble
      pages[info.index].bookmark = pages[info.index].bookmark ?? info.bookmark
      let known = Set(pages[info.index].kept.map(\.name))
      pages[info.index].kept += info.kept.filter { !known.contains($0.name) }
    }
    guard let first = strays.first else { return [] }
    let which =
      strays.count == 1 ? "entry \(first)" : "\(strays.count) entries, the first being entry \(first),"
    let message =
      "the page list has \(which) beyond the book's \(counted(pages.count, "page")) (counted from 0); left out"
    return [.warning(.pageListMismatch, message)]
  }

  /// Reads a `Pages` element.
  static func read(_ list: XMLElement) -> ([PageInfo], [Diagnostic]) {
    var infos: [PageInfo] = []
    var warnings: [Diagnostic] = []
    var seen: Set<Int> = []
    for element in list.elements where element.name.lowercased() == "page" {
      let attributes = element.attributes.filter { $0.namespace.isEmpty }
      let image = attributes.first { $0.name.lowercased() == "image" }?.value.trimmed
      guard let index = image.flatMap({ Int($0) }), seen.insert(index).inserted else {
        let message =
          image == nil
          ? "an entry of the page list has no page number"
          : "entry '\(image ?? "")' of the page list is repeated or not a number"
        warnings.append(.warning(.pageListMismatch, message + "; left out", at: ComicInfo.place(of: element)))
        continue
      }
      var info = PageInfo(index: index)
      // Two names can become the same when their prefixes are removed.
      var names: Set<String> = []
      for attribute in attributes where names.insert(attribute.name).inserted { info.take(attribute) }
      infos.append(info)
    }
    return (infos, warnings)
  }

  private mutating func take(_ attribute: XMLElement.Attribute) {
    let value = attribute.value.trimmed
    switch attribute.name.lowercased() {
    // Sizes are measured again.
    case "image", "imagesize", "imagewidth", "imageheight": break
    case "type": roles = value.split(whereSeparator: \.isWhitespace).map { PageRole(comicInfo: String($0)) }
    case "doublepage":
      let isTrue = ["true", "1", "yes"].contains(value.lowercased())
      if isTrue || ["false", "0", "no"].contains(value.lowercased()) { isDouble = isTrue }
    case "bookmark": bookmark = value.isEmpty ? nil : value
    default:
      if !value.isEmpty {
        kept.append(Page.KeptAttribute(name: attribute.name, value: attribute.value))
      }
    }
  }
}

extension PageRole {
  /// Reads a word of ComicPageType in any letter case; `Delete`, as the documentation has it, is the schema's
  /// `Deleted`.
  init(comicInfo word: String) {
    let lower = word.lowercased()
    let known = PageRole.known.first { $0.word.lowercased() == lower }
    self = known ?? (lower == "delete" ? .deleted : PageRole(word))
  }

  /// The word as ComicPageType spells it; an unknown one unchanged.
  var comicInfoWord: String {
    PageRole.known.contains(self) ? word.prefix(1).uppercased() + word.dropFirst() : word
  }
}
