public import BookModel
public import Options

/// A place metadata can come from.
public enum MetadataPlace: String, OptionEnumeration, Hashable {
  /// Inside the book's own file.
  case embedded
  /// A file beside it.
  case sidecar
  /// The title, where it names a volume and no series is known.
  case title
  /// The file's name.
  case filename
  /// The name of the folder it lies in.
  case folder
}

/// Which of all that is said of a book is taken.
///
/// Places are asked in order, and the first that has a field wins, field by field. One exception: a package document
/// beside an EPUB is a newer copy of the one inside, and comes before it. A series that is only guessed from the
/// file's name gives way to the folder's.
public struct MetadataChoice: Hashable, Sendable {
  /// The places to ask, the first one first.
  public var places: [MetadataPlace]
  /// How names are read where those who read them disagree.
  public var rules: FilenameRules

  public init(
    from places: [MetadataPlace] = MetadataPlace.allCases, filename rules: FilenameRules = FilenameRules()
  ) {
    self.places = places
    self.rules = rules
  }

  /// What is known of a book. What stages and the command line have said is not up for choosing.
  public func metadata(of book: Book) -> Metadata {
    var metadata = book.metadata.fields { _, origin in origin.kind == .pipeline || origin.kind == .commandLine
    }
    for place in places { fill(&metadata, from: place, of: book) }
    // What the file's name may be read as, where nothing better was found.
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
      // A folder that comes behind the file's name is asked where that has no series to give.
      let name = parsedName(of: book)
      let isNamed = name.series != nil && name.confidence(of: .series) != .guess
      guard !isBefore(.filename, .folder) || !isNamed else { return }
      NameGaps.fill(&metadata, from: said(byFoldersOf: book))
    }
  }

  /// Whether one place is asked before another.
  private func isBefore(_ first: MetadataPlace, _ second: MetadataPlace) -> Bool {
    guard let first = places.firstIndex(of: first) else { return false }
    return places.firstIndex(of: second).map { first < $0 } ?? true
  }

  /// Takes what a place is found to say. Readers find what is embedded or lies beside; what names say is found only
  /// where several sources became one book, which has another name than they.
  private func take(_ kind: Origin.Kind, _ metadata: inout Metadata, of book: Book) {
    for found in book.found where found.origin.kind == kind { metadata.fillGaps(from: found.metadata) }
  }

  private func parsedName(of book: Book) -> ParsedName {
    FilenameParser.parse(book.source.stem, inSeries: series(byFoldersOf: book), rules: rules)
  }

  /// The series that a book's folder is named after, where folders are asked at all.
  private func series(byFoldersOf book: Book) -> String? {
    places.contains(.folder) ? said(byFoldersOf: book).series : nil
  }

  private func said(byFoldersOf book: Book) -> Metadata {
    FilenameParser.metadata(ofFolders: folders(of: book), rules: rules)
  }

  /// What the file's name says. Without a number, it says again what the title says, not what series the book
  /// belongs to.
  private func said(byNameOf book: Book, beside metadata: Metadata) -> Metadata {
    var said = FilenameParser.metadata(
      ofStem: book.source.stem, inSeries: series(byFoldersOf: book), rules: rules)
    let isTitled = metadata[.title].map { $0.origin.kind != .filename } ?? false
    if isTitled, !parsedName(of: book).isNumbered { said.remove(.series) }
    return said
  }

  /// The folders a book lies in, the innermost first.
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

/// Takes from a name what is not known yet. Fields that say the same thing in different ways are one gap.
private enum NameGaps {
  static func fill(_ metadata: inout Metadata, from said: Metadata) {
    var allowed = Set(MetadataField.allCases)
    for group in MetadataField.oneElement where group.contains(where: { metadata[$0] != nil }) {
      allowed.subtract(group)
    }
    // `Foo 03` of a book whose volume is 3 is no issue's number.
    if let volume = metadata.volume?.key, said.number?.key == volume { allowed.remove(.number) }
    metadata.fillGaps(from: said, only: allowed)
  }
}
