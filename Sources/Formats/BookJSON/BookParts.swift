import BookModel
import Diagnostics

extension JSONPlace {
  // MARK: Pages

  /// Reads what is known of a page: `roles`, `side`, `double` or `bookmark`; null takes it away.
  func read(_ name: String, into page: inout Page) throws(Diagnostic) {
    switch name {
    case "roles":
      var roles: [PageRole] = []
      for item in isNull ? [] : try items() {
        let role = PageRole(predicateWord: try item.text())
        if !roles.contains(role) { roles.append(role) }
      }
      page.roles = roles
    case "side": page.side = isNull ? nil : try word(PageSide.self)
    case "double":
      page.isDouble = isNull ? nil : try flag()
      page.isDoubleForced = !isNull
    default:
      let text = try optionalText() ?? ""
      page.bookmark = text.isEmpty ? nil : text
    }
  }

  /// The page a number means, from 1.
  private func page(in pages: [PageID]) throws(Diagnostic) -> PageID? {
    guard !isNull else { return nil }
    let number = try integer()
    guard pages.indices.contains(number - 1) else {
      throw fault("is not the number of a page: there are \(pages.count)")
    }
    return pages[number - 1]
  }

  private func optionalText() throws(Diagnostic) -> String? { isNull ? nil : try text() }

  // MARK: Contents and stories

  func outline(leadingTo pages: [PageID]) throws(Diagnostic) -> [OutlineNode] {
    var nodes: [OutlineNode] = []
    for item in try items() {
      let members = try item.members(["title", "page", "children"])
      guard let title = members["title"] else { throw item.fault("has no 'title'") }
      var node = OutlineNode(title: try title.text(), page: try members["page"]?.page(in: pages))
      if let children = members["children"], !children.isNull {
        node.children = try children.outline(leadingTo: pages)
      }
      nodes.append(node)
    }
    return nodes
  }

  func stories(on pages: [PageID]) throws(Diagnostic) -> [Story] {
    var stories: [Story] = []
    for item in try items() {
      let members = try item.members(["number", "kind", "title", "code", "credits", "printed", "page"])
      guard let title = members["title"] else { throw item.fault("has no 'title'") }
      var story = Story(title: try title.text(), page: try members["page"]?.page(in: pages))
      story.number = try members["number"]?.optionalText()
      story.kind = try members["kind"]?.optionalText()
      story.code = try members["code"]?.optionalText()
      if let credits = members["credits"], !credits.isNull { story.credits = try credits.credits() }
      if let printed = members["printed"], !printed.isNull { story.printed = try printed.printedPages() }
      stories.append(story)
    }
    return stories
  }

  private func printedPages() throws(Diagnostic) -> PrintedPages {
    let members = try members(["place", "length", "first", "last", "count"])
    func integer(_ name: String) throws(Diagnostic) -> Int? {
      guard let place = members[name], !place.isNull else { return nil }
      return try place.integer()
    }
    return PrintedPages(
      place: try members["place"]?.optionalText(), length: try members["length"]?.optionalText(),
      first: try integer("first"), last: try integer("last"), count: try integer("count"))
  }
}
