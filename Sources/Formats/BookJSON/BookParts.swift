import BookModel
import Diagnostics

extension JSONPlace {
  // MARK: Pages

  /// Reads a property of a page: `roles`, `side`, `double` or `bookmark`; null removes it.
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

  /// The ID that a number, counted from 1, refers to.
  private func numbered<ID>(_ ids: [ID], _ kind: String) throws(Diagnostic) -> ID? {
    guard !isNull else { return nil }
    let number = try integer()
    guard ids.indices.contains(number - 1) else {
      throw fault("is not the number of a \(kind): there are \(ids.count)")
    }
    return ids[number - 1]
  }

  /// What `page` or `section` points to.
  private static func target(_ members: [String: JSONPlace], in targets: Targets) throws(Diagnostic)
    -> ItemID?
  {
    if let page = try members["page"]?.numbered(targets.pages, "page") { return .page(page) }
    return try members["section"]?.numbered(targets.sections, "section").map(ItemID.section)
  }

  /// What contents and stories can point to, by number.
  struct Targets {
    var pages: [PageID]
    var sections: [SectionID] = []
  }

  private func optionalText() throws(Diagnostic) -> String? { isNull ? nil : try text() }

  // MARK: Contents and stories

  func outline(leadingTo targets: Targets) throws(Diagnostic) -> [OutlineNode] {
    var nodes: [OutlineNode] = []
    for item in try items() {
      let members = try item.members(["title", "page", "section", "metadata", "children"])
      guard let title = members["title"] else { throw item.fault("has no 'title'") }
      var node = OutlineNode(title: try title.text(), target: try JSONPlace.target(members, in: targets))
      if let facts = members["metadata"], !facts.isNull { node.facts = try facts.metadata() }
      if let children = members["children"], !children.isNull {
        node.children = try children.outline(leadingTo: targets)
      }
      nodes.append(node)
    }
    return nodes
  }

  func stories(leadingTo targets: Targets) throws(Diagnostic) -> [Story] {
    var stories: [Story] = []
    for item in try items() {
      let members = try item.members([
        "number", "kind", "title", "code", "credits", "printed", "page", "section",
      ])
      guard let title = members["title"] else { throw item.fault("has no 'title'") }
      var story = Story(title: try title.text(), target: try JSONPlace.target(members, in: targets))
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
