import BookModel

/// An element of a metadata document (in JSON, a member): its name and what it contains.
///
/// Each format lists its elements in the order it writes them. Simple ones are read and written from that
/// list alone, so one more text field is one more line.
struct MetadataElement: Sendable {
  let name: String
  let content: Content
  /// The first version of the format that has the element; nil if all have it.
  let since: String?

  enum Content: Sendable {
    /// One text.
    case text(MetadataField)
    /// Several texts, in one element or in several, depending on the format; with `item`, they are child
    /// elements of that name.
    case list(MetadataField, item: String?)
    /// The names of people in a role.
    case people(Credit.Role)
    /// Anything more complex.
    case other
  }

  /// An element that is more than a text, a list or names.
  init(_ name: String, since: String? = nil) {
    self.init(name, .other, since: since)
  }

  init(_ name: String, _ content: Content, since: String? = nil) {
    self.name = name
    self.content = content
    self.since = since
  }

  /// An element that contains one text.
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
  /// The elements that contain one text, with their fields.
  var texts: [(name: String, field: MetadataField)] {
    compactMap { element in
      if case .text(let field) = element.content { (element.name, field) } else { nil }
    }
  }

  /// The elements that contain a list, with their fields.
  var lists: [(name: String, item: String?, field: MetadataField)] {
    compactMap { element in
      if case .list(let field, let item) = element.content { (element.name, item, field) } else { nil }
    }
  }

  /// The elements that contain people's names, with their roles.
  var people: [(name: String, role: Credit.Role)] {
    compactMap { element in
      if case .people(let role) = element.content { (element.name, role) } else { nil }
    }
  }
}

extension Metadata {
  /// The text of a field; nil if it has none.
  func text(_ field: MetadataField) -> String? { self[field]?.value.text }

  /// The items of a list field.
  func list(_ field: MetadataField) -> [String] {
    if case .list(let items)? = self[field]?.value { items } else { [] }
  }
}
