/// One node of a book's contents: a title, the page it leads to, and what lies below it.
public struct OutlineNode: Hashable, Sendable {
  public var title: String
  /// The page the title leads to; nil for a heading that leads nowhere by itself.
  public var page: PageID?
  public var children: [OutlineNode]

  public init(title: String, page: PageID?, children: [OutlineNode] = []) {
    self.title = title
    self.page = page
    self.children = children
  }
}

/// One story of an anthology, as an index or a metadata format lists it.
public struct Story: Hashable, Sendable {
  /// As printed.
  public var number: String?
  /// As written: `Storia`, `Cover`…
  public var kind: String?
  public var title: String
  /// A code of an outside index, such as an INDUCKS story code.
  public var code: String?
  public var credits: [Credit]
  /// The page it begins on, where known.
  public var page: PageID?

  public init(
    number: String? = nil, kind: String? = nil, title: String, code: String? = nil, credits: [Credit] = [],
    page: PageID? = nil
  ) {
    self.number = number
    self.kind = kind
    self.title = title
    self.code = code
    self.credits = credits
    self.page = page
  }
}
