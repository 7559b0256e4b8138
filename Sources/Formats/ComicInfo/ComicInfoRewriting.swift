public import BookModel
public import Diagnostics
import Markup

extension ComicInfo {
  /// Elements that depend on each other: if one changes, all are rewritten to agree.
  private static let together = [["year", "month", "day"], ["storyarc", "storyarcnumber"]]

  public static func rewrite(
    _ previous: [UInt8], saying statement: MetadataStatement, limits: Limits = Limits()
  ) throws(Diagnostic) -> MetadataWriting? {
    let (reading, source, root) = try opened(previous, limits)
    var new = statement.metadata(over: reading.metadata)
    // Elements that no schema defines stay where they are in the document.
    new.kept = reading.metadata.kept
    var before = ComicInfoTexts(reading.metadata, for: nil)
    var after = ComicInfoTexts(new, for: statement.target)
    let isNewer = elements.contains { element in
      element.since != nil && (before.values[element.name] ?? after.values[element.name]) != nil
    }
    before.fillRating(decimals: isNewer ? 1 : 2)
    after.fillRating(decimals: isNewer ? 1 : 2)
    // Both now use the schema's word. If the rating is to change, the document's own word must be replaced.
    if !MetadataValue.areIdentical(reading.metadata[.ageRating]?.value, new[.ageRating]?.value) {
      before.values["AgeRating"] = reading.metadata.ageRating
    }
    for name in spellingsChanged(from: reading.metadata, to: new)
    where before.values[name] == after.values[name] {
      before.values[name] = text(of: name, in: root.element)
    }
    // Keep the document's way of separating names.
    for name in elements.lists.map(\.name) + elements.people.map(\.name)
    where before.values[name] != after.values[name]
      && text(of: name, in: root.element)?.contains(", ") == true
    {
      after.values[name] = after.values[name]?.split(separator: ",").joined(separator: ", ")
    }
    if statement.comicInfo == .v20 { after.keepVersion20(before) }

    let isListed = statement.pages != nil
    var said = before.element(pages: nil)
    let wanted = after.element(pages: isListed ? statement : nil)
    claim(root.element, in: &said, against: wanted)
    if statement.book.removesSentinels { claimSentinels(of: root.element, in: &said, against: wanted) }
    guard let bytes = source.revised(root, from: said, to: wanted, by: identity) else { return nil }
    return MetadataWriting(bytes, warnings: after.warnings + source.rebuildingWarning)
  }

  /// The list and people elements whose items differ only in what writing evens out, such as white space or
  /// the Unicode form of accents. The document's text must be replaced all the same.
  private static func spellingsChanged(from old: Metadata, to new: Metadata) -> [String] {
    func isChanged(_ items: (Metadata) -> [String]) -> Bool {
      !items(old).elementsEqual(items(new)) { $0.isIdentical(to: $1) }
    }
    let lists = elements.lists.filter { list in isChanged { $0.list(list.field) } }.map(\.name)
    let people = elements.people.filter { person in
      isChanged { $0.credits?.filter { $0.role.nearestKnown == person.role }.map(\.name) ?? [] }
    }.map(\.name)
    return lists + people + (isChanged { $0.storyArcs?.map(\.name) ?? [] } ? ["StoryArc"] : [])
  }

  private static func text(of name: String, in root: XMLElement) -> String? {
    root.elements.first { $0.name.lowercased() == name.lowercased() }?.text
  }

  private static let identity = XMLIdentity(
    key: { element in
      let name = element.name.lowercased()
      return name == "page" ? "page \(element.attribute("Image") ?? "")" : name
    },
    rank: { name in ranks[name.lowercased()] })

  private static let ranks = Dictionary(
    uniqueKeysWithValues: elements.enumerated().map { ($1.name.lowercased(), $0) })

  /// Adds to the understood elements everything that must be replaced along with a changed element:
  /// repetitions of it, elements that depend on it, and a page list or page count that is regenerated.
  private static func claim(_ root: XMLElement, in said: inout XMLElement, against wanted: XMLElement) {
    func text(_ name: String, in element: XMLElement) -> String? {
      element.elements.first { $0.name.lowercased() == name }?.text
    }
    var changed = Set((said.elements + wanted.elements).map { $0.name.lowercased() })
    changed = changed.filter { name in
      let (old, new) = (text(name, in: said), text(name, in: wanted))
      return old != new || old?.utf8.elementsEqual((new ?? "").utf8) == false || name == "pages"
    }
    for group in together where group.contains(where: changed.contains) { changed.formUnion(group) }
    var counts: [String: Int] = [:]
    for element in said.elements { counts[element.name.lowercased(), default: 0] += 1 }
    for element in root.elements where changed.contains(element.name.lowercased()) {
      let name = element.name.lowercased()
      guard counts[name, default: 0] == 0 else {
        counts[name, default: 0] -= 1
        continue
      }
      said.children.append(.element(element.withoutLines))
    }
  }
}

extension ComicInfoTexts {
  /// Leaves out elements that version 2.0 does not have.
  fileprivate mutating func keepVersion20(_ before: ComicInfoTexts) {
    let newer = ComicInfo.elements.filter { $0.since != nil && values[$0.name] != before.values[$0.name] }
    guard !newer.isEmpty else { return }
    for element in newer { values[element.name] = before.values[element.name] }
    let message = "ComicInfo 2.0 has no element for \(newer.map(\.name).joined(separator: ", ")); left out"
    warnings.append(.warning(.notInVersion, message, remedy: "write comicInfo: auto or 2.1 to keep it"))
  }
}

extension XMLElement {
  /// The same element without line numbers, so that it compares equal to a generated one.
  var withoutLines: XMLElement {
    var copy = self
    copy.line = 0
    copy.children = children.map { child in
      if case .element(let element) = child { .element(element.withoutLines) } else { child }
    }
    return copy
  }
}

extension XMLSource {
  /// A warning if the document could not be changed in place.
  var rebuildingWarning: [Diagnostic] {
    guard isRebuilt else { return [] }
    return [.warning(.metadataRepaired, "the document was not well-formed and was rewritten")]
  }
}

extension Diagnostic {
  /// Why a document is not overwritten: the problem found when reading it.
  static func notUnderstood(_ reading: MetadataReading, _ format: String) -> Diagnostic {
    let cause = reading.warnings.last
    return .error(
      .metadataNotUnderstood,
      "the \(format) document could not be understood and was left unchanged"
        + (cause.map { ": \($0.message)" } ?? ""), at: cause?.place ?? Place(),
      remedy: "repair it, or remove it and write a new one")
  }
}
