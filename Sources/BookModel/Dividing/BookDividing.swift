extension Book {
  /// Several books of one: every page in one of them, with the contents, stories and marks that belong to it.
  ///
  /// - A chapter that a cut goes through is in the contents of both parts; in the later one it leads to the first page.
  /// - Facts about a single chapter (`OutlineNode.facts`) become facts about its book; what was set by the pipeline or
  ///   the command line stands. Title, number and identifiers are those of the whole and are left out.
  /// - The inner cover a gathered chapter begins with is its book's front cover again. Otherwise no page of a later
  ///   part becomes one.
  /// - Dropped pages, attachments and files that were left out stay with the first part, which thus accounts for every
  ///   page of the source that no other part has.
  ///
  /// - Parameter parts: as `parts(by:at:byteCounts:)` gives them. A single one leaves the book as it is.
  public func divided(into parts: [BookPart]) -> [Book] {
    guard parts.count > 1 else { return [self] }
    let items = items(of: parts)
    let outlines = OutlineDividing(of: self, into: parts).outlines
    let stories = stories(of: parts)
    let counts = pageCounts(of: parts)
    return parts.indices.map { index in
      let part = parts[index]
      var book = self
      book.items = items[index]
      book.outline = outlines[index]
      book.stories = stories[index]
      book.part = PartOfBook(number: index + 1, count: parts.count, title: part.title)
      book.source.pageCount = counts[index]
      book.know(part.facts ?? Metadata())
      if index > 0 {
        book.dropped = []
        book.leftOut = LeftOut()
        book.attachments = []
        if part.facts != nil { book.uncover() }
      }
      return book
    }
  }

  /// The items of each part. A section goes with the page it follows, unless the contents lead to it or to one between
  /// them: then it begins what follows.
  private func items(of parts: [BookPart]) -> [[BookItem]] {
    let begun = Set(outline.entries.map(\.target))
    var divided = parts.map { _ in [BookItem]() }
    var (part, place) = (0, 0)
    // Sections that begin something, until the page behind them says what.
    var beginning: [BookItem] = []
    for item in items {
      if case .page = item {
        while part + 1 < parts.count, place >= parts[part].pages.upperBound { part += 1 }
        place += 1
        divided[part] += beginning + [item]
        beginning = []
      } else if !beginning.isEmpty || begun.contains(item.id) {
        beginning.append(item)
      } else {
        divided[part].append(item)
      }
    }
    divided[part] += beginning
    return divided
  }

  /// Takes over the facts about a part, and leaves out those about the whole.
  private mutating func know(_ facts: Metadata) {
    let isStated = { (origin: Origin) in origin.kind == .pipeline || origin.kind == .commandLine }
    let ofWhole: Set<MetadataField> = [.title, .number]
    var known = metadata.fields { field, origin in
      !ofWhole.contains(field) && (isStated(origin) || field != .identifiers && facts[field] == nil)
    }
    known.kept = metadata.kept
    known.fillGaps(from: facts.fields { _, _ in true })
    known.kept += facts.kept
    metadata = known
    found = found.map { one in
      var one = one
      let kept = one.metadata.kept
      one.metadata = one.metadata.fields { field, _ in
        !ofWhole.contains(field) && field != .identifiers && facts[field] == nil
      }
      one.metadata.kept = kept
      return one
    }
  }

  /// Makes the inner cover a chapter begins with the front cover it was.
  private mutating func uncover() {
    guard !pages.isEmpty, pages[0].roles.contains(.innerCover), !pages.contains(where: \.isCover) else {
      return
    }
    pages[0].roles = pages[0].roles.map { $0 == .innerCover ? .frontCover : $0 }
  }

  /// Stories by the part they begin in; those that begin nowhere known go with the one before.
  private func stories(of parts: [BookPart]) -> [[Story]] {
    let pages = pageIndices
    var divided = parts.map { _ in [Story]() }
    var last = 0
    for story in stories {
      let page = story.target.flatMap { pages[$0] }
      last = page.flatMap { page in parts.firstIndex { $0.pages.contains(page) } } ?? last
      divided[last].append(story)
    }
    return divided
  }

  /// How many of the source's pages each part accounts for; together as many as the source has.
  private func pageCounts(of parts: [BookPart]) -> [Int] {
    let shown = parts.map { part in Set(pages[part.pages].flatMap(\.id.origins)).count }
    return [max(0, source.pageCount - shown.dropFirst().reduce(0, +))] + shown.dropFirst()
  }
}
