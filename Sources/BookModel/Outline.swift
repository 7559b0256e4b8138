/// One node of a book's contents: a title, what it leads to, and what lies below it.
public struct OutlineNode: Hashable, Sendable {
  public var title: String
  /// The page or section the title leads to; nil for a heading that leads nowhere by itself.
  public var target: ItemID?
  public var children: [OutlineNode]
  /// What is known about this chapter and not about the whole book: where it was a source of its own, what it said
  /// differently from the others. Nil for a node that is nothing but a title.
  public var facts: Metadata?

  public init(title: String, target: ItemID?, children: [OutlineNode] = [], facts: Metadata? = nil) {
    self.title = title
    self.target = target
    self.children = children
    self.facts = facts
  }

  public init(title: String, page: PageID?, children: [OutlineNode] = [], facts: Metadata? = nil) {
    self.init(title: title, target: page.map(ItemID.page), children: children, facts: facts)
  }

  /// The page it leads to; nil where it leads to a section, or nowhere.
  public var page: PageID? { target?.page }
}

extension [OutlineNode] {
  /// What leads somewhere, in reading order.
  var entries: [(target: ItemID, title: String)] {
    var entries: [(target: ItemID, title: String)] = []
    var rest = Array(reversed())
    while let node = rest.popLast() {
      if let target = node.target { entries.append((target, node.title)) }
      rest += node.children.reversed()
    }
    return entries
  }

  /// The title of the first node that leads to each page or section.
  public var titles: [ItemID: String] {
    Dictionary(entries.map { ($0.target, $0.title) }, uniquingKeysWith: { first, _ in first })
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
  /// The page or section it begins with, where known.
  public var target: ItemID?

  public init(
    number: String? = nil, kind: String? = nil, title: String, code: String? = nil, credits: [Credit] = [],
    printed: PrintedPages? = nil, target: ItemID? = nil
  ) {
    self.number = number
    self.kind = kind
    self.title = title
    self.code = code
    self.credits = credits
    self.printed = printed
    self.target = target
  }

  public init(
    number: String? = nil, kind: String? = nil, title: String, code: String? = nil, credits: [Credit] = [],
    printed: PrintedPages? = nil, page: PageID?
  ) {
    self.init(
      number: number, kind: kind, title: title, code: code, credits: credits, printed: printed,
      target: page.map(ItemID.page))
  }

  /// The page it begins on; nil where it begins with a section, or where that is not known.
  public var page: PageID? { target?.page }
}

/// Pages of the printed book, by the numbers printed on them, not by their places in the file.
public struct PrintedPages: Hashable, Sendable {
  /// Where something stands, as printed: `p. 17`, `pp. 17–24`; nil where only the length is given.
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
