import BookModel
import Diagnostics
import Imaging
import Options
import PluginKit

/// Turns light into dark.
struct NegativeStage: Stage {
  static let name = "negative"
  static let summary = "Turns light into dark on the pages selected."
  static let example = "- negative: 80"
  static let orderWarnings: [OrderWarning] = [.behind("paper", "the paper becomes dark")]

  struct Settings: OptionGroup, Hashable {
    var strength = 100
    static let options: [Option<Settings>] = [
      Option("strength", \.strength, in: 0...100, shortForm: true, "How much, in percent.")
    ]
  }

  let operation: NegativeOperation

  init(_ settings: Settings) { operation = NegativeOperation(strength: settings.strength) }

  /// A stage changes recipes, never pixels: nothing is decoded here.
  func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    var book = book
    for index in book.pages.indices where selection.contains(book.pages[index]) {
      book.pages[index].picture = .derived(operation, [book.pages[index].picture])
    }
    return book
  }
}

/// The work on pixels, done by the renderer when a sink requests the page.
struct NegativeOperation: PointOperation {
  static let name = "negative"
  let strength: Int

  var parameters: String { "\(strength)%" }

  var levels: [UInt8] {
    (0...255).map { level in UInt8((level * (100 - strength) + (255 - level) * strength) / 100) }
  }

  func facts(of inputs: [PictureFacts]) -> PictureFacts? { inputs.first?.reworked() }
}
