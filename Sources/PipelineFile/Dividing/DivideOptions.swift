public import Options

/// The options below `divide:`.
struct DivideOptions: OptionGroup, Hashable {
  var by: DivideMeasure?
  var level: Int?
  var pages: Int?
  var bytes: ByteCount?
  var at: DivideBorder?
  var number: String?
  var title: String?

  static let options: [Option<DivideOptions>] = [
    Option(
      "by", \.by, shortForm: true,
      "What becomes a book: each of the chapters or stories, or so many pages or bytes of pictures."),
    Option(
      "level", \.level, in: 1...16, "The level of chapters in the table of contents, 1 for the outermost."),
    Option("pages", \.pages, in: 1...1_000_000, "How many pages a part may have."),
    Option("bytes", \.bytes, "How many bytes the pictures of a part may have, such as 200MB."),
    Option("at", \.at, "Where parts by pages or bytes end: at a chapter, or at any opening."),
    Option(
      "number", \.number,
      "The number of each part; else the chapter's own, or one such as 3.1 for the first part of number 3."),
    Option(
      "title", \.title,
      "The title of each part; else the chapter's or story's, or the book's with the part behind it."),
  ]
}

/// The measure by which a book is divided.
public enum DivideMeasure: String, OptionEnumeration, Hashable { case chapters, stories, pages, bytes }

/// Where a part of limited size may end.
public enum DivideBorder: String, OptionEnumeration, Hashable { case chapter, opening }
