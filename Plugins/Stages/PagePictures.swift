import BookModel
import Diagnostics
import PluginKit

extension Book {
  /// Replaces the pictures of selected pages; nil leaves a page as it is.
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
  /// The facts of a picture; also nil if its header is damaged, which is reported when the page is rendered
  /// and the run's policy for damage applies.
  func factsIfSound(of picture: Picture) async throws(Diagnostic) -> PictureFacts? {
    do throws(Diagnostic) { return try await facts(of: picture) } catch {
      guard error.rule.category == .damage else { throw error }
      return nil
    }
  }

  /// The size of a picture, or else of the picture it is made from, which is close enough to determine its
  /// shape after a stage that cuts off margins.
  func approximateSize(of picture: Picture) async throws(Diagnostic) -> Size? {
    var picture = picture
    while true {
      if let facts = try await factsIfSound(of: picture) { return facts.size }
      guard case .derived(_, let inputs) = picture, inputs.count == 1 else { return nil }
      picture = inputs[0]
    }
  }
}
