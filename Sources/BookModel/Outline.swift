/// One node of a book's contents: a title, the page it leads to, and what lies below it.
public struct OutlineNode: Hashable, Sendable {
  public var title: String
  /// The page the title leads to; nil for a heading that leads nowhere by itself.
  public var page: PageID?
  public var children: [OutlineNode]
  /// What is known of this chapter and not of the whole book: where it was a source of its own, what it said
  /// otherwise than the others. Nil for a node that is nothing but a title.
  public var facts: Metadata?

  public init(title: String, page: PageID?, children: [OutlineNode] = [], facts: Metadata? = nil) {
    self.title = title
    self.page = page
    self.children = children
    self.facts = facts
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
  /// Where it stands in the printed book, as the index says.
  public var printed: PrintedPages?
  /// The page it begins on, where known.
  public var page: PageID?

  public init(
    number: String? = nil, kind: String? = nil, title: String, code: String? = nil, credits: [Credit] = [],
    printed: PrintedPages? = nil, page: PageID? = nil
  ) {
    self.number = number
    self.kind = kind
    self.title = title
    self.code = code
    self.credits = credits
    self.printed = printed
    self.page = page
  }
}

/// Pages of the printed book, by the numbers printed on them: no places in the file.
public struct PrintedPages: Hashable, Sendable {
  /// Where something stands, as printed: `p. 17`, `pp. 17–24`; nil where only the length is told.
  public var place: String?
  /// How long it is, as printed: `8 pag.`
  public var length: String?
  /// The numbers in `place`.
  public var first: Int?
  public var last: Int?
  /// The number in `length`.
  public var count: Int?

  public init(
    place: String? = nil, length: String? = nil, first: Int? = nil, last: Int? = nil, count: Int? = nil
  ) {
    self.place = place
    self.length = length
    self.first = first
    self.last = last
    self.count = count
  }
}
