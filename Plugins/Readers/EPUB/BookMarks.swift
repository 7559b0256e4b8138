import BookModel
import Diagnostics
import Formats

/// Leads contents and landmarks to pages.
struct BookMarks {
  let files: EPUBFiles
  let spine: [SpineContents]
  /// The pages of each spine item, in the order of its pictures.
  let pagesOfItem: [[PageID]]
  private let itemOfFile: [Int: Int]
  private let pageOfPicture: [Int: PageID]
  private(set) var warnings: [Diagnostic] = []

  init(_ files: EPUBFiles, _ spine: [SpineContents], _ pagesOfItem: [[PageID]]) {
    self.files = files
    self.spine = spine
    self.pagesOfItem = pagesOfItem
    var items: [Int: Int] = [:]
    var pictures: [Int: PageID] = [:]
    for (place, item) in spine.enumerated() {
      if let file = item.file, items[file] == nil { items[file] = place }
      for (shown, page) in zip(item.pictures, pagesOfItem[place]) {
        if case .file(let file) = shown.source, pictures[file] == nil { pictures[file] = page }
      }
    }
    (itemOfFile, pageOfPicture) = (items, pictures)
  }

  /// The page a reference of a document leads to. An item that became no page gives its marks to the next
  /// page, or else to the one before.
  func page(_ href: String, _ resolver: HrefResolver) -> PageID? {
    guard case .file(let match, let fragment) = resolver.resolve(href) else { return nil }
    guard let place = itemOfFile[match.index] else { return pageOfPicture[match.index] }
    let own = pagesOfItem[place]
    if let fragment, let number = spine[place].anchors[fragment], !own.isEmpty {
      if number < own.count { return own[number] }
      return own.last
    }
    return own.first ?? pagesOfItem[(place + 1)...].lazy.compactMap(\.first).first
      ?? pagesOfItem[..<place].lazy.reversed().compactMap(\.last).first
  }

  /// The outline, each entry tied to its page. Entries that lead nowhere and hold nothing are told and left
  /// out; titles that are missing are the page's place.
  mutating func outline(_ points: [NavigationPoint], _ resolver: HrefResolver, document: String)
    -> [OutlineNode]
  {
    var nodes: [OutlineNode] = []
    for point in points {
      let children = outline(point.children, resolver, document: document)
      let page = point.href.flatMap { self.page($0, resolver) }
      guard page != nil || !children.isEmpty else {
        warnings.append(
          .warning(
            .contentsEntryLost, "contents entry '\(point.title)' points to no page",
            at: Place(entry: document)
          ))
        continue
      }
      if point.title.isEmpty {
        nodes += children
      } else {
        nodes.append(OutlineNode(title: point.title, page: page, children: children))
      }
    }
    return nodes
  }

  /// The role a landmark or guide entry gives its page, where ComicInfo has a word for it.
  static func role(_ type: String) -> PageRole? {
    switch type.lowercased() {
    case "cover": .frontCover
    case "back-cover", "backcover", "other.back-cover", "other.backcover": .backCover
    case "titlepage", "title-page": .innerCover
    case "preface", "foreword", "introduction", "dedication": .editorial
    default: nil
    }
  }
}
