import BookModel
import Diagnostics

extension PluginFolder {
  var stageKind: StageKind {
    let plugin = self
    if file.kind == .filter {
      return StageKind(
        description, needs: file.needs == .pages ? [ItemKind.pages] : [],
        making: making { settings in FilterPlugin(plugin, settings) })
    }
    return StageKind(
      description, needs: [ItemKind.pages], making: making { settings in PageProgram(plugin, settings) })
  }
}

/// A plugin folder that is a filter.
private struct FilterPlugin: ReadyStage {
  let name: String
  let needs: Set<ItemKind>
  let readsPixels = false
  private let filter: BookFilter

  init(_ plugin: PluginFolder, _ settings: OptionSettings) {
    name = plugin.file.name
    needs = plugin.file.needs == .pages ? [.pages] : []
    filter = BookFilter(
      plugin.file.name, plugin.command, values: plugin.places(settings), options: settings.json)
  }

  func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    try await filter.apply(to: book, in: context)
  }
}

/// A plugin folder that makes page pictures.
private struct PageProgram: ReadyStage {
  let name: String
  let needs: Set<ItemKind> = [.pages]
  let readsPixels = false
  private let operation: ProgramOperation

  init(_ plugin: PluginFolder, _ settings: OptionSettings) {
    let file = plugin.file
    name = file.name
    operation = ProgramOperation(
      plugin.command, stage: file.name, values: plugin.places(settings),
      inputFormat: file.inputFormat.imageFormat, format: file.format.imageFormat, keepsSize: file.sameSize)
  }

  func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    var book = book
    var pages = book.pages
    for index in pages.indices where selection.contains(pages[index]) {
      pages[index].picture = .derived(operation, [pages[index].picture])
    }
    book.pages = pages
    return book
  }
}
