import BookModel

/// An element of a metadata document, or a member of one in JSON: its name, and what it holds.
///
/// Each format lists its own in the order in which it writes them; what is simple is read and written by that list, so
/// that one more field of text is one more line in it.
struct MetadataElement: Sendable {
  let name: String
  let content: Content
  /// The version of the format that has it first; nil for what all of them have.
  let since: String?

  enum Content: Sendable {
    /// One text.
    case text(MetadataField)
    /// Several texts: in one element or in several, as the format has it; those of `item` lie inside the element.
    case list(MetadataField, item: String?)
    /// The names of people in a role.
    case people(Credit.Role)
    /// What takes more than that.
    case other
  }

  /// What takes more than a text, a list or names.
  init(_ name: String, since: String? = nil) {
    self.init(name, .other, since: since)
  }

  init(_ name: String, _ content: Content, since: String? = nil) {
    self.name = name
    self.content = content
    self.since = since
  }

  /// An element that holds one text.
  init(_ name: String, text field: MetadataField, since: String? = nil) {
    self.init(name, .text(field), since: since)
  }

  init(_ name: String, list field: MetadataField, of item: String? = nil, since: String? = nil) {
    self.init(name, .list(field, item: item), since: since)
  }

  init(_ name: String, people role: Credit.Role, since: String? = nil) {
    self.init(name, .people(role), since: since)
  }
}

extension [MetadataElement] {
  /// Those that hold one text, and the field each is.
  var texts: [(name: String, field: MetadataField)] {
    compactMap { element in
      if case .text(let field) = element.content { (element.name, field) } else { nil }
    }
  }

  /// Those that hold a list, and the field each is.
  var lists: [(name: String, item: String?, field: MetadataField)] {
    compactMap { element in
      if case .list(let field, let item) = element.content { (element.name, item, field) } else { nil }
    }
  }

  /// Those that hold names of people, by role.
  var people: [(name: String, role: Credit.Role)] {
    compactMap { element in
      if case .people(let role) = element.content { (element.name, role) } else { nil }
    }
  }
}

extension Metadata {
  /// The text of a field; nil where it has none.
  func text(_ field: MetadataField) -> String? { self[field]?.value.text }

  /// The items of a field that is a list.
  func list(_ field: MetadataField) -> [String] {
    if case .list(let items)? = self[field]?.value { items } else { [] }
  }
}
