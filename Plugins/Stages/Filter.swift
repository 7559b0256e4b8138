public import BookModel
public import Diagnostics
public import Options
public import PluginKit

/// Runs another program to change the metadata of books.
public struct FilterStage: Stage {
  public static let name = "filter"
  public static let summary =
    "Runs a program over each book: it gets the book as JSON and gives it back, changed."
  public static let example = """
    - filter: [python3, tidy-titles.py]
    """
  public static let needs: Set<ItemKind> = []
  public static let runsPrograms = true

  public struct Settings: OptionGroup, Hashable {
    public var command: [String] = []
    public var shell = false
    public var timeout = 60

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "command", \.command, shortForm: true,
        "The program and its arguments; it reads the book's JSON on standard input and writes it to standard output."
      ),
      Option("shell", \.shell, "Whether the command is one text for the shell."),
      Option("timeout", \.timeout, in: 1...86_400, "Seconds the program may take for one book."),
    ]
  }

  private let filter: BookFilter

  public init(_ settings: Settings) throws(Diagnostic) {
    filter = BookFilter(
      Self.name, try ProgramCommand(settings.command, shell: settings.shell, seconds: settings.timeout))
  }

  public var files: [FilePath] { filter.files }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    try await filter.apply(to: book, in: context)
  }
}
