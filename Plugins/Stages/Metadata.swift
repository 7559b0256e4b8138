public import BookModel
public import Diagnostics
public import Formats
public import Options
public import PluginKit

/// Decides what is known of a book: which places are asked, what is set and what is taken away.
///
/// Places are asked in the order of `from`, and the first that has a field wins, field by field. One exception:
/// a package document beside an EPUB is a newer copy of the one inside, and comes before it. A series that is only
/// guessed from the file's name gives way to the folder's.
public struct MetadataStage: Stage {
  public static let name = "metadata"
  public static let summary =
    "Fills in what is known of a book, from the places you name in the order you name them."
  public static let example = """
    - metadata:
        from: [embedded, sidecar, title, filename, folder]
        set: { publisher: Kodansha }
        remove: [notes]
    """
  public static let needs = StageNeeds.anyBook

  public struct Settings: OptionGroup, Hashable {
    public var from = MetadataPlace.allCases
    public var set = OptionMap<String>()
    public var remove: [String] = []
    public var filename = FilenameRules()

    public init() {}

    public static let options: [Option<Settings>] = [
      Option("from", \.from, shortForm: true, "Places to take fields from; the first that has a field wins."),
      Option("set", \.set, "Fields to set, whatever the places say; an empty value removes a field."),
      Option("remove", \.remove, "Fields to remove."),
      Option("filename", \.filename, "How ambiguous names are read."),
    ]

    public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
      if from.isEmpty, set.pairs.isEmpty, remove.isEmpty {
        decoder.warnIdle(node, "no place is named, and no field is set or removed")
      }
      for (index, pair) in set.pairs.enumerated() {
        let written = node["set"]?.pairs.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        report(pair.key, pair.value, "set", written?.keyRange, written?.value.range, to: &decoder)
      }
      for (index, name) in remove.enumerated() {
        let written = node["remove"]?.items.flatMap { $0.indices.contains(index) ? $0[index].range : nil }
        report(name, "", "remove", written ?? node["remove"]?.range, nil, to: &decoder)
      }
    }

    private func report(
      _ name: String, _ text: String, _ option: String, _ nameRange: SourceRange?, _ valueRange: SourceRange?,
      to decoder: inout OptionDecoder
    ) {
      do {
        _ = try MetadataAssignment(name, text)
      } catch {
        let range = error.rule == .fieldValue ? valueRange ?? nameRange : nameRange
        decoder.report(
          .optionValue, "in '\(option)' of \(decoder.owner): \(error.message)", at: range ?? .nowhere,
          remedy: error.remedy)
      }
    }
  }

  private let places: [MetadataPlace]
  private let rules: FilenameRules
  private let changes: [MetadataAssignment]

  public init(_ settings: Settings) throws(Diagnostic) {
    places = settings.from
    rules = settings.filename
    var changes: [MetadataAssignment] = []
    for pair in settings.set.pairs { changes.append(try MetadataAssignment(pair.key, pair.value)) }
    for name in settings.remove { changes.append(try MetadataAssignment(name, "")) }
    self.changes = changes
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    // What earlier stages and the command line have said is not up for choosing.
    var metadata = book.metadata.fields { _, origin in origin.kind == .pipeline || origin.kind == .commandLine
    }
    for place in places { fill(&metadata, from: place, of: book) }
    // What the file's name may be read as, where nothing better was found.
    if places.contains(.filename) { NameGaps.fill(&metadata, from: said(byNameOf: book, beside: metadata)) }
    for change in changes { change.apply(to: &metadata, from: Origin(.pipeline)) }
    var decided = book.metadata.fields { _, origin in origin.kind == .commandLine }
    decided.fillGaps(from: metadata)
    var book = book
    book.metadata = decided
    return book
  }

  private func fill(_ metadata: inout Metadata, from place: MetadataPlace, of book: Book) {
    switch place {
    case .embedded:
      if places.contains(.sidecar) {
        for found in book.found where found.isNewerCopy { metadata.fillGaps(from: found.metadata) }
      }
      for found in book.found where found.origin.kind == .embedded { metadata.fillGaps(from: found.metadata) }
      var own = book.metadata.fields { _, origin in origin.kind == .embedded }
      own.kept = book.metadata.kept
      metadata.fillGaps(from: own)
    case .sidecar:
      for found in book.found where found.origin.kind == .sidecar { metadata.fillGaps(from: found.metadata) }
    case .title:
      if metadata.series == nil, let title = metadata.title {
        NameGaps.fill(&metadata, from: FilenameParser.metadata(ofTitle: title))
      }
    case .filename:
      var said = said(byNameOf: book, beside: metadata)
      if parsedName(of: book).confidence(of: .series) == .guess { said.remove(.series) }
      NameGaps.fill(&metadata, from: said)
    case .folder:
      // A folder is asked where the file's own name has no series to give.
      let name = parsedName(of: book)
      let isNamed = name.series != nil && name.confidence(of: .series) != .guess
      guard !places.contains(.filename) || !isNamed else { return }
      NameGaps.fill(&metadata, from: FilenameParser.metadata(ofFolders: folders(of: book), rules: rules))
    }
  }

  private func parsedName(of book: Book) -> ParsedName {
    FilenameParser.parse(book.source.stem, rules: rules)
  }

  /// What the file's name says. Without a number, it says again what the title says, not what series the book
  /// belongs to.
  private func said(byNameOf book: Book, beside metadata: Metadata) -> Metadata {
    var said = FilenameParser.metadata(ofStem: book.source.stem, rules: rules)
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

/// Takes from a name what is not known yet. Fields that say the same thing in different ways are one gap.
private enum NameGaps {
  private static let groups: [Set<MetadataField>] = [
    [.volume, .seriesVolume, .startYear], [.number, .chapter],
  ]

  static func fill(_ metadata: inout Metadata, from said: Metadata) {
    var allowed = Set(MetadataField.allCases)
    for group in groups where group.contains(where: { metadata[$0] != nil }) { allowed.subtract(group) }
    // `Foo 03` of a book whose volume is 3 is no issue's number.
    if let volume = metadata.volume?.key, said.number?.key == volume { allowed.remove(.number) }
    metadata.fillGaps(from: said, only: allowed)
  }
}
