import BookModel
import Diagnostics
import PluginKit

extension Book {
  /// Gives selected pages other pictures; nil leaves a page as it is.
  func changingPictures(
    of selection: PageSelection, _ change: (Page) async throws(Diagnostic) -> Picture?
  ) async throws(Diagnostic) -> Book {
    var pages = pages
    for index in pages.indices where selection.contains(pages[index]) {
      if let picture = try await change(pages[index]) { pages[index].picture = picture }
    }
    var book = self
    book.pages = pages
    return book
  }
}

extension BookContext {
  /// The facts of a picture, nil also where its header is damaged: that is told of when the page is rendered,
  /// where the run's policy for damage holds.
  func factsIfSound(of picture: Picture) async throws(Diagnostic) -> PictureFacts? {
    do throws(Diagnostic) { return try await facts(of: picture) } catch {
      guard error.rule.category == .damage else { throw error }
      return nil
    }
  }

  /// The size of a picture, else of what it is made from: near enough to tell its shape behind a stage that
  /// cuts off margins.
  func approximateSize(of picture: Picture) async throws(Diagnostic) -> Size? {
    var picture = picture
    while true {
      if let facts = try await factsIfSound(of: picture) { return facts.size }
      guard case .derived(_, let inputs) = picture, inputs.count == 1 else { return nil }
      picture = inputs[0]
    }
  }
}
