public import BookModel
public import Options

/// A place that metadata can come from.
public enum MetadataPlace: String, OptionEnumeration, Hashable {
  /// Inside the book's own file.
  case embedded
  /// A file beside the book.
  case sidecar
  /// The title, if it names a volume and the series is not known.
  case title
  /// The file's name.
  case filename
  /// The name of the folder the book is in.
  case folder
}

/// Which of the metadata found for a book is used.
///
/// Places are consulted in order, and the first that has a field supplies it. One exception: a package
/// document beside an EPUB is a newer copy of the one inside and takes precedence over it. A series that is
/// only a guess from the file name gives way to the folder's.
public struct MetadataChoice: Hashable, Sendable {
  /// The places to consult, in order of precedence.
  public var places: [MetadataPlace]
  /// How to read file names where conventions differ.
  public var rules: FilenameRules

  public init(
    from places: [MetadataPlace] = MetadataPlace.allCases, filename rules: FilenameRules = FilenameRules()
  ) {
    self.places = places
    self.rules = rules
  }

  /// The book's metadata. What stages and the command line have set is always kept.
  public func metadata(of book: Book) -> Metadata {
    var metadata = book.metadata.fields { _, origin in origin.kind == .pipeline || origin.kind == .commandLine
    }
    for place in places { fill(&metadata, from: place, of: book) }
    // Last, use even the guesses from the file name for whatever is still missing.
    if places.contains(.filename) { NameGaps.fill(&metadata, from: said(byNameOf: book, beside: metadata)) }
    return metadata
  }

  private func fill(_ metadata: inout Metadata, from place: MetadataPlace, of book: Book) {
    switch place {
    case .embedded:
      if places.contains(.sidecar) {
        for found in book.found where found.isNewerCopy { metadata.fillGaps(from: found.metadata) }
      }
      take(.embedded, &metadata, of: book)
      var own = book.metadata.fields { _, origin in origin.kind == .embedded }
      own.kept = book.metadata.kept
      metadata.fillGaps(from: own)
    case .sidecar: take(.sidecar, &metadata, of: book)
    case .title:
      take(.title, &metadata, of: book)
      if metadata.series == nil, let title = metadata.title {
        NameGaps.fill(&metadata, from: FilenameParser.metadata(ofTitle: title))
      }
    case .filename:
      take(.filename, &metadata, of: book)
      var said = said(byNameOf: book, beside: metadata)
      if parsedName(of: book).confidence(of: .series) == .guess { said.remove(.series) }
      NameGaps.fill(&metadata, from: said)
    case .folder:
      take(.folder, &metadata, of: book)
      // If the file name takes precedence over the folder, the folder counts only when the file name gives no
      // series.
      let name = parsedName(of: book)
      let isNamed = name.series != nil && name.confidence(of: .series) != .guess
      guard !isBefore(.filename, .folder) || !isNamed else { return }
      NameGaps.fill(&metadata, from: said(byFoldersOf: book))
    }
  }

  /// Whether one place is consulted before another.
  private func isBefore(_ first: MetadataPlace, _ second: MetadataPlace) -> Bool {
    guard let first = places.firstIndex(of: first) else { return false }
    return places.firstIndex(of: second).map { first < $0 } ?? true
  }

  /// Takes what was found in a place. Readers find embedded and sidecar metadata; metadata from names is
  /// found only where several sources became one book, whose name differs from theirs.
  private func take(_ kind: Origin.Kind, _ metadata: inout Metadata, of book: Book) {
    for found in book.found where found.origin.kind == kind { metadata.fillGaps(from: found.metadata) }
  }

  private func parsedName(of book: Book) -> ParsedName {
    FilenameParser.parse(book.source.stem, inSeries: series(byFoldersOf: book), rules: rules)
  }

  /// The series that the book's folder is named after; nil if folders are not consulted.
  private func series(byFoldersOf book: Book) -> String? {
    places.contains(.folder) ? said(byFoldersOf: book).series : nil
  }

  private func said(byFoldersOf book: Book) -> Metadata {
    FilenameParser.metadata(ofFolders: folders(of: book), rules: rules)
  }

  /// What the file name says. Without a number, the name only repeats the title and does not name the series.
  private func said(byNameOf book: Book, beside metadata: Metadata) -> Metadata {
    var said = FilenameParser.metadata(
      ofStem: book.source.stem, inSeries: series(byFoldersOf: book), rules: rules)
    let isTitled = metadata[.title].map { $0.origin.kind != .filename } ?? false
    if isTitled, !parsedName(of: book).isNumbered { said.remove(.series) }
    return said
  }

  /// The folders that contain a book, the innermost first.
  private func folders(of book: Book) -> [String] {
    var folders = [book.source.folder]
    var path = book.source.path.parent
    while folders.count < 3, path.parent != path, path.parent.parent != path.parent {
      path = path.parent
      folders.append(path.nameText)
    }
    return folders
  }
}

/// Fills in from a name what is not known yet. Fields that share one element count as one gap.
private enum NameGaps {
  static func fill(_ metadata: inout Metadata, from said: Metadata) {
    var allowed = Set(MetadataField.allCases)
    for group in MetadataField.oneElement where group.contains(where: { metadata[$0] != nil }) {
      allowed.subtract(group)
    }
    // If the book's volume is 3, the 3 in `Foo 03` is not an issue number.
    if let volume = metadata.volume?.key, said.number?.key == volume { allowed.remove(.number) }
    metadata.fillGaps(from: said, only: allowed)
  }
}
