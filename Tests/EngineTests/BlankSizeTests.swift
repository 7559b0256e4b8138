import BookModel
import Diagnostics
import Imaging
import Options
import PluginKit
import Testing

@testable import Engine

/// Blanks the pages it selects.
private struct BlankStage: Stage {
  static let name = "blanked"
  static let summary = "Blanks pages."
  static let example = "- blanked"
  static let defaultSelection: String? = "number in [2, 3]"

  struct Settings: OptionGroup { static let options: [Option<Settings>] = [] }

  init(_ settings: Settings) {}

  func apply(to book: Book, selecting selection: PageSelection, in context: any BookContext)
    async throws(Diagnostic) -> Book
  {
    var book = book
    for index in book.pages.indices where selection.contains(book.pages[index]) {
      book.pages[index].picture = .blank(Picture.Blank(size: nil, reason: "test"))
    }
    return book
  }
}

@Suite("Blank pages without a size")
struct BlankSizeTests {
  @Test("in a row are all of the size of the page before them")
  func row() async throws {
    var whole = try WholeRun()
    defer { whole.remove() }
    whole.registry = whole.registry.with(BlankStage.self)
    let (small, large) = (Size(width: 60, height: 90), Size(width: 80, height: 100))
    for (number, size) in [small, small, small, large].enumerated() {
      try whole.addPage("\(number).jpg", size)
    }
    let result = try await whole.run(["blanked: {}"])
    #expect(try result.rasters().map(\.size) == [small, small, small, large])
  }
}
