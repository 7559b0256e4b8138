import Archives
import BookModel
import Diagnostics
import Engine
import Inputs
import PluginKit

extension Rule {
  static let pagesChanged = Rule(
    "pages-changed-in-place", .input,
    "A stage changed the pages of a book of which only the metadata is rewritten.",
    advice: "Leave out stages that change pages, or write to another place.")
}

/// Which books can be changed in place.
enum RewritableBook {
  /// Opens an input's own file.
  ///
  /// - Throws: `archive-not-rewritable` for anything but a ZIP; `file-read-only`, `file-hard-linked`.
  static func open(_ input: RunInput, _ options: InPlaceOptions) throws(Diagnostic) -> InputFile {
    guard !input.isFolder else {
      throw refusal("a folder of pictures", input.path)
    }
    let kind = try ContainerKind.sniff(try InputFile(input.path))
    // What is no archive at all is told by the reader.
    if let kind, kind != .zip { throw refusal("a \(kind.name) archive", input.path) }
    return try InputFile.forReplacing(input.path, separatingHardLinks: options.separateHardLinks)
  }

  /// - Throws: `pages-changed-in-place`.
  static func check(_ planned: PlannedBook) throws(Diagnostic) {
    let book = planned.book
    guard book.pages.map(\.picture) == planned.read.pages.map(\.picture) else {
      throw .error(
        .pagesChanged,
        "stages of the pipeline changed the book's pages, and only metadata is rewritten in place",
        at: Place(file: book.source.path.display), remedy: "write the book to another place: sink: { cbz: … }"
      )
    }
  }

  private static func refusal(_ what: String, _ path: FilePath) -> Diagnostic {
    .error(
      .archiveNotRewritable, "this is \(what), which cannot be changed in place",
      at: Place(file: path.display),
      remedy: "convert it first: leporello convert '\(path.display)' -o '\(path.stem).cbz'")
  }
}
