public import BookModel
public import Options

/// The expected result of a test's books. Everything is optional: what is not named may have any value.
///
/// If there are several books, everything except `outputs` applies to each of them, as it arrives at the
/// first sink.
public struct TestExpectations: OptionGroup, Hashable {
  public var fails: String?
  public var metadata = OptionMap<String>()
  public var like = OptionMap<String>()
  public var absent: [String] = []
  public var direction: DirectionWord?
  public var pageCount: Int?
  public var pages = OptionMap<PageExpectation>()
  public var made = OptionMap<Int>()
  public var outputs: [OutputExpectation] = []
  public var diagnostics: [String] = []
  public var strict = false

  public init() {}

  public static let options: [Option<TestExpectations>] = [
    Option("fails", \.fails, "The rule that the book must fail with; of several books, one of them."),
    Option("metadata", \.metadata, "Fields and the values they have, written as for --meta."),
    Option("like", \.like, "Fields and patterns that their text matches: *, ?, [a-z], {a,b}."),
    Option("absent", \.absent, "Fields that have no value."),
    Option("direction", \.direction, "Which way the book is read; none if that is not known."),
    Option("pageCount", \.pageCount, in: 0...100_000, "How many pages the book has; of several books, each."),
    Option(
      "pages", \.pages,
      "What pages are like: by number, by numbers such as 2-5, as last, or all of them as all."),
    Option("made", \.made, "How many pages are copied, lossless, re-encoded or drawn."),
    Option("outputs", \.outputs, "What is written, in order: one for each book and sink."),
    Option(
      "diagnostics", \.diagnostics,
      "Rules that must be reported, by the names in brackets behind messages."),
    Option("strict", \.strict, "Whether a warning that is not among the diagnostics fails the test."),
  ]
}

/// The direction in which a book is read.
public enum DirectionWord: String, OptionEnumeration, Hashable { case ltr, rtl, none }

/// The expectations for one page.
public struct PageExpectation: OptionGroup, Hashable {
  public var size: Size?
  public var how: MakingWord?
  public var role: String?
  public var side: SideExpectation?
  public var format: FormatWord?
  public var name: String?
  public var source: String?
  public var bookmark: String?
  public var picture: PictureExpectation?

  public init() {}

  public static let options: [Option<PageExpectation>] = [
    Option("size", \.size, "Width and height of the picture written."),
    Option("how", \.how, shortForm: true, "How it is made."),
    Option("role", \.role, "A role it has; none where it has no role at all."),
    Option("side", \.side, "The side of an opening it lies on."),
    Option("format", \.format, "The picture's format."),
    Option("name", \.name, "The name it is written under, without folders."),
    Option("source", \.source, "The name the source has for it, without folders."),
    Option("bookmark", \.bookmark, "The bookmark that points to it; none if there is none."),
    Option("picture", \.picture, "A picture that it must look like."),
  ]
}

/// How a page is written.
public enum MakingWord: String, OptionEnumeration, Hashable {
  case copied, lossless
  case reencoded = "re-encoded"
  case drawn
}

/// The side a page is on, or that it is on none.
public enum SideExpectation: String, OptionEnumeration, Hashable { case left, right, center, none }

/// The formats in which pages can be written.
public enum FormatWord: String, OptionEnumeration, Hashable {
  case jpeg, png, gif, webp, avif, heic, jxl, tiff, bmp, jpeg2000
}

/// A stored picture that a page must resemble.
public struct PictureExpectation: OptionGroup, Hashable {
  public var file = ""
  public var max = 2
  public var mean = 0.5

  public init() {}

  public static let options: [Option<PictureExpectation>] = [
    Option("file", \.file, shortForm: true, "A PNG or JPEG, its path relative to this file."),
    Option("max", \.max, in: 0...255, "How far a sample may be off, of 255."),
    Option("mean", \.mean, in: 0...255, "How far samples may be off on average."),
  ]
}

/// The expectations for one output.
public struct OutputExpectation: OptionGroup, Hashable {
  public var path: String?
  public var entries: [String]?
  public var has: [String] = []
  public var lacks: [String] = []
  public var contains = OptionMap<String>()
  public var hashes = OptionMap<String>()
  public var sha256: String?
  public var metadata = OptionMap<String>()
  public var absent: [String] = []
  public var pageCount: Int?
  public var pages = OptionMap<PageExpectation>()

  public init() {}

  public static let options: [Option<OutputExpectation>] = [
    Option("path", \.path, shortForm: true, "Where it is written, as the sink's path gives it."),
    Option("entries", \.entries, "Everything in it, in order."),
    Option("has", \.has, "Names, or patterns of names, that are in it."),
    Option("lacks", \.lacks, "Names, or patterns of names, that are not in it."),
    Option("contains", \.contains, "Entries and a text that is in them."),
    Option("hashes", \.hashes, "Entries and the SHA-256 of their bytes."),
    Option("sha256", \.sha256, "The SHA-256 of the file."),
    Option("metadata", \.metadata, "Fields of its book and their values, where several books are written."),
    Option("absent", \.absent, "Fields of its book that have no value."),
    Option("pageCount", \.pageCount, in: 0...100_000, "How many pages its book has."),
    Option("pages", \.pages, "What pages of its book are like, numbered within it."),
  ]
}
