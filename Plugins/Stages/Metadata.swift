public import BookModel
public import Diagnostics
public import Formats
public import Options
public import PluginKit

/// Determines a book's metadata: which places are consulted, and which fields are set or removed.
///
/// Places are consulted as described for `MetadataChoice`.
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
  public static let needs: Set<ItemKind> = []

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

  private let choice: MetadataChoice
  private let changes: [MetadataAssignment]

  public init(_ settings: Settings) throws(Diagnostic) {
    choice = MetadataChoice(from: settings.from, filename: settings.filename)
    var changes: [MetadataAssignment] = []
    for pair in settings.set.pairs { changes.append(try MetadataAssignment(stating: pair.key, pair.value)) }
    for name in settings.remove { changes.append(try MetadataAssignment(name, "")) }
    self.changes = changes
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    var metadata = choice.metadata(of: book)
    for change in changes { change.apply(to: &metadata, from: Origin(.pipeline)) }
    var decided = book.metadata.fields { _, origin in origin.kind == .commandLine }
    decided.fillGaps(from: metadata)
    var book = book
    book.metadata = decided
    return book
  }
}
