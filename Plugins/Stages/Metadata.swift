public import BookModel
public import Diagnostics
import Formats
public import Options
public import PluginKit

/// Decides what is known of a book: which places are asked, what is set and what is taken away.
///
/// Places are asked in the order of `from`, and the first that has a field wins, field by field. One exception:
/// a package document beside an EPUB is a newer copy of the one inside, and comes before it.
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
  public static let convertOrder = 10

  public struct Settings: OptionGroup, Hashable {
    public var from = MetadataPlace.allCases
    public var set = OptionMap<String>()
    public var remove: [String] = []

    public init() {}

    public static let options: [Option<Settings>] = [
      Option("from", \.from, shortForm: true, "Places to ask, the first that has a field wins."),
      Option("set", \.set, "Fields to set, whatever the places say; an empty value takes a field away."),
      Option("remove", \.remove, "Fields to take away."),
    ]

    public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
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
  private let changes: [MetadataAssignment]

  public init(_ settings: Settings) throws(Diagnostic) {
    places = settings.from
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
      let name = FilenameParser.parse(book.source.stem)
      var said = FilenameParser.metadata(ofStem: book.source.stem)
      // Without a number, a name says again what the title says, not what series the book belongs to.
      if !name.isNumbered, metadata.title != nil { said.remove(.series) }
      NameGaps.fill(&metadata, from: said)
    case .folder:
      // A folder is asked where the file's own name has no series to give.
      let isNamed = places.contains(.filename) && FilenameParser.parse(book.source.stem).series != nil
      if !isNamed { NameGaps.fill(&metadata, from: FilenameParser.metadata(ofFolder: book.source.folder)) }
    }
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
