import BookModel
import Diagnostics
import Imaging

/// What stands in a recipe for a source's picture that is damaged: a marked blank.
struct DamageReplacement: Sendable {
  /// Whether it also stands for a page that is only that picture; else such a page fails by itself, and is
  /// left out by whoever asked for it.
  var standsAlone: Bool
  /// The size where the picture's own header tells none: that of the pages around it.
  var usualSize: Size

  /// The mark, reported once.
  func mark(for damage: Diagnostic, size: Size?, in book: OpenBook) -> Raster {
    book.report(.blanked(damage))
    return damageMark(size ?? usualSize)
  }
}

extension Diagnostic {
  /// What is told of a damaged picture in whose place a marked blank stands.
  static func blanked(_ damage: Diagnostic) -> Diagnostic {
    .warning(
      .damagedBlanked, "replaced by a blank page: \(damage.message)", at: damage.place, remedy: damage.remedy)
  }
}
