import Formats
public import Options

/// The options below `gather:`.
struct GatherOptions: OptionGroup, Hashable {
  var by: KeywordOr<GatherFolder, String>?
  var list = OptionMap<[String]>()
  var order = GatherOrder.number
  var from = MetadataPlace.allCases

  static let options: [Option<GatherOptions>] = [
    Option(
      "by", \.by, shortForm: true,
      "What makes sources one book: fields they have in common, such as \"{series} v{volume}\"; folder, the folder they are in; tree, the first folder below the one that is searched."
    ),
    Option(
      "list", \.list, "Books by name, each with patterns for its sources in order, instead of 'by'."),
    Option(
      "order", \.order, "The order of the sources: by number, by name, or as given."),
    Option(
      "from", \.from, "Where the fields of 'by' and 'order' are looked up; the first place that has one wins."
    ),
  ]
}

/// Folders whose sources become one book.
public enum GatherFolder: String, OptionEnumeration, Hashable {
  /// The folder that contains a source.
  case folder
  /// The first folder below the argument or below the fixed part of the pattern, however deep the source is.
  case tree
}

/// How the sources of a book are ordered.
public enum GatherOrder: String, OptionEnumeration, Hashable {
  /// By number, chapter or volume, then by name.
  case number
  /// By name, in natural order.
  case name
  /// In the order given by the command line or the pattern.
  case given
}
