public import BookModel
public import Diagnostics
import Imaging
public import Options
public import PluginKit

/// Runs another program to produce the pages' pictures.
public struct ExecStage: Stage {
  public static let name = "exec"
  public static let summary =
    "Runs a program over page pictures: any command that reads one file and writes another."
  public static let example = """
    - exec:
        command: [magick, "{input}", -negate, "{output}"]
        format: png
      where: role != cover
    """
  public static let runsPrograms = true

  public struct Settings: OptionGroup, Hashable {
    public var command: [String] = []
    public var shell = false
    public var format = ProgramFormat.keep
    public var inputFormat = ProgramFormat.keep
    public var sameSize = false
    public var timeout = 60

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "command", \.command, shortForm: true,
        "The program and its arguments; {input} and {output} stand for the files it reads and writes."),
      Option(
        "shell", \.shell, "Whether the command is one text for the shell; the places are quoted for it."),
      Option("format", \.format, "The format of what the program writes; 'keep' is the format of its input."),
      Option(
        "inputFormat", \.inputFormat,
        "The format of its input: 'keep' gives unchanged pages as they are, and others as PNG."),
      Option("sameSize", \.sameSize, "Whether the program keeps the size, so that later stages know it."),
      Option("timeout", \.timeout, in: 1...86_400, "Seconds the program may take for one page."),
    ]
  }

  private let operation: ProgramOperation

  public init(_ settings: Settings) throws(Diagnostic) {
    operation = ProgramOperation(
      try ProgramCommand(
        settings.command, shell: settings.shell, seconds: settings.timeout, required: ["input", "output"]),
      inputFormat: settings.inputFormat.imageFormat, format: settings.format.imageFormat,
      keepsSize: settings.sameSize)
  }

  public var files: [FilePath] { operation.files }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    try await book.changingPictures(of: selection) { page throws(Diagnostic) in
      .derived(operation, [page.picture])
    }
  }
}
