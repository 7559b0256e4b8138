/// Gives each part of a book its share of the contents.
struct OutlineDividing {
  private let places: [ItemID: Int]
  private let pages: [Page]
  private let parts: [BookPart]
  /// The part each page is in.
  private let partOf: [Int]
  private(set) var outlines: [[OutlineNode]] = []

  init(of book: Book, into parts: [BookPart]) {
    pages = book.pages
    self.parts = parts
    places = book.pageIndices
    partOf = parts.enumerated().flatMap { index, part in part.pages.map { _ in index } }
    let divided = divide(book.outline, from: 0, to: pages.count)
    outlines = parts.indices.map { divided[$0] ?? [] }
  }

  /// The nodes of each part that has some. A node reaches from where it begins to where its next sibling does.
  private func divide(_ nodes: [OutlineNode], from start: Int, to end: Int) -> [Int: [OutlineNode]] {
    var divided: [Int: [OutlineNode]] = [:]
    let begins = nodes.map(begin)
    var nexts = begins.map { _ in end }
    for index in nexts.indices.dropLast().reversed() { nexts[index] = begins[index + 1] ?? nexts[index + 1] }
    var last = start
    for (index, node) in nodes.enumerated() {
      let begin = begins[index] ?? last
      last = begin
      // Contents out of the pages' order: how far such a node reaches is unknown.
      let reach = begin..<min(max(nexts[index], begin + 1), pages.count)
      let children = divide(node.children, from: begin, to: reach.upperBound)
      let first = partOf[begin]
      let touched = begins[index] == nil ? first...first : first...partOf[reach.upperBound - 1]
      for part in Set(touched).union(children.keys).sorted() {
        let inner = children[part] ?? []
        divided[part, default: []].append(
          copy(of: node, children: inner, in: part, isContinued: part > first && touched.contains(part)))
      }
    }
    return divided
  }

  private func copy(of node: OutlineNode, children: [OutlineNode], in part: Int, isContinued: Bool)
    -> OutlineNode
  {
    var copy = node
    copy.children = children
    let place = node.target.flatMap { places[$0] }
    if place.map({ partOf[$0] }) != part {
      let first = pages[parts[part].pages.lowerBound].id
      // An entry that begins on the first page itself gives that page its name.
      copy.target = isContinued && !children.lead(to: first) ? .page(first) : nil
    }
    return copy
  }

  private func begin(of node: OutlineNode) -> Int? {
    node.target.flatMap { places[$0] } ?? node.children.lazy.compactMap(begin).first
  }
}

extension [OutlineNode] {
  fileprivate func lead(to page: PageID) -> Bool {
    contains { $0.page == page || $0.children.lead(to: page) }
  }
}
