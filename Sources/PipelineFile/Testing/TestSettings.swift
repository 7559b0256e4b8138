public import BookModel
public import Options

/// One entry of `tests:`, declared once for reading, checking, schema and documentation.
///
///     tests:
///       - name: the cover stands alone
///         book: { pages: [{ times: 4 }] }
///         expect:
///           pages: { 1: { role: cover, side: left } }
public struct TestSettings: OptionGroup, Hashable {
  public var name = ""
  public var input: String?
  public var inputs: [String] = []
  public var book: DeclaredBook?
  public var books: [DeclaredBook] = []
  public var set = OptionMap<String>()
  public var meta = OptionMap<String>()
  public var onDamage = DamagePolicyWord.fail
  public var lossless = false
  public var expect = TestExpectations()

  public init() {}

  public static let options: [Option<TestSettings>] = [
    Option("name", \.name, "What is tested, in a few words; no two tests of a file have the same."),
    Option("input", \.input, "A book to read: a file or folder, its path relative to this file."),
    Option(
      "inputs", \.inputs,
      "Several books to read, where the pipeline gathers them: paths relative to this file."),
    Option("book", \.book, "A book to generate for this test, instead of an input."),
    Option("books", \.books, "Several books to generate, each with a name of its own."),
    Option("set", \.set, "Options changed for this test, as --set takes them: STAGE.OPTION and its value."),
    Option("meta", \.meta, "Metadata set for this test, as --meta takes it."),
    Option("onDamage", \.onDamage, DamagePolicy.summary),
    Option("lossless", \.lossless, "Whether a page that would be re-encoded fails the book."),
    Option("expect", \.expect, "The expected result; what is not named may be anything."),
  ]
}

/// What becomes of a page whose picture is damaged: the words of `--on-damage`.
public enum DamagePolicyWord: String, OptionEnumeration, Hashable { case fail, skip, blank, keep }

/// A book drawn for a test, so that a pipeline can be tested without a separate file.
public struct DeclaredBook: OptionGroup, Hashable {
  public var name = "book.cbz"
  public var metadata = OptionMap<String>()
  public var pages = [DeclaredPage()]

  public init() {}

  public static let options: [Option<DeclaredBook>] = [
    Option(
      "name", \.name,
      "Its file's name, with folders where they matter; .cbz, or .epub where pages have sides."),
    Option(
      "metadata", \.metadata,
      "The book's own metadata: ComicInfo.xml in a CBZ, the package document of an EPUB."),
    Option("pages", \.pages, "Its pages in order; by default one of 800x1200."),
  ]
}

/// One page of a drawn book: its number on a plain background of one color.
public struct DeclaredPage: OptionGroup, Hashable {
  public var size = Size(width: 800, height: 1200)
  public var color = Color.white
  public var format = DeclaredFormat.png
  public var role: String?
  public var side: PageSideWord?
  public var double: Bool?
  public var bookmark: String?
  public var name: String?
  public var damaged = false
  public var times = 1

  public init() {}

  public static let options: [Option<DeclaredPage>] = [
    Option("size", \.size, shortForm: true, "Width and height in pixels."),
    Option("color", \.color, "Its paper; a gray one makes a gray picture."),
    Option("format", \.format, "The picture's format."),
    Option("role", \.role, "What it is: cover, story, advertisement, deleted…"),
    Option("side", \.side, "The side of an opening it lies on, for an .epub."),
    Option("double", \.double, "Whether it is marked as a double page."),
    Option("bookmark", \.bookmark, "A bookmark that points to it."),
    Option("name", \.name, "The name of its file in the book; by default a number."),
    Option("damaged", \.damaged, "Whether the second half of its file is missing."),
    Option("times", \.times, in: 1...5000, "How many such pages follow each other."),
  ]
}

/// The formats of pages in a drawn book.
public enum DeclaredFormat: String, OptionEnumeration, Hashable { case png, jpeg }

/// The sides of an opening.
public enum PageSideWord: String, OptionEnumeration, Hashable { case left, right, center }
