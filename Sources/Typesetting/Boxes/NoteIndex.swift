import Markup
import Publications

/// The notes of a document that its text refers to (EPUB 3 Structural Semantics: `noteref`, `footnote`…).
struct NoteIndex {
  /// The number of each note that is referred to, by the id of its element, in the order of references.
  private(set) var numbers: [String: Int] = [:]

  private static let bodies: Set<String> = [
    "footnote", "rearnote", "endnote", "note", "doc-footnote", "doc-endnote",
  ]
  private static let groups: Set<String> = [
    "footnotes", "rearnotes", "endnotes", "notes", "doc-footnotes", "doc-endnotes",
  ]
  private static let references: Set<String> = ["noteref", "doc-noteref"]

  init(_ document: SectionDocument) {
    var targets: [String] = []
    var bodies: Set<String> = []
    var stack: [(element: XMLElement, isInGroup: Bool, isInNote: Bool)] = [(document.root, false, false)]
    while let (element, isInGroup, isInNote) = stack.popLast() {
      let types = NoteIndex.types(of: element)
      if !types.isDisjoint(with: NoteIndex.references), !isInNote, let href = element.attribute("href"),
        let id = document.ownFragment(href)
      {
        targets.append(id)
      }
      var isNote = isInNote
      if let id = element.attribute("id"), !isInNote,
        !types.isDisjoint(with: NoteIndex.bodies)
          || isInGroup && ["li", "p", "div", "dd", "aside"].contains(element.name)
      {
        bodies.insert(id)
        isNote = true
      }
      let isGroup = isInGroup || !types.isDisjoint(with: NoteIndex.groups)
      for child in element.children.reversed() {
        if case .element(let inner) = child { stack.append((inner, isGroup, isNote)) }
      }
    }
    for id in targets where bodies.contains(id) && numbers[id] == nil { numbers[id] = numbers.count }
  }

  /// The note an element refers to.
  func reference(_ element: XMLElement, in document: SectionDocument) -> Int? {
    guard !numbers.isEmpty, !NoteIndex.types(of: element).isDisjoint(with: NoteIndex.references),
      let id = element.attribute("href").flatMap(document.ownFragment)
    else { return nil }
    return numbers[id]
  }

  /// The note an element is.
  func body(_ element: XMLElement) -> Int? {
    guard !numbers.isEmpty else { return nil }
    return element.attribute("id").flatMap { numbers[$0] }
  }

  static func types(of element: XMLElement) -> Set<String> {
    var types: Set<String> = []
    for attribute in element.attributes
    where attribute.name == "role" || attribute.name == "type" && !attribute.namespace.isEmpty
      || attribute.name == "epub:type"
    {
      for word in attribute.value.split(whereSeparator: \.isWhitespace) { types.insert(word.lowercased()) }
    }
    return types
  }
}
