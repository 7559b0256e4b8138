package import BookModel
package import Diagnostics
import Imaging

/// What stands in a recipe for a source's picture that is damaged: a marked blank, or what is left of it.
package struct DamageReplacement: Sendable {
  /// Whether it also stands for a page that is only that picture; else such a page fails by itself, and is
  /// left out by whoever asked for it.
  var standsAlone: Bool
  /// Whether as much of the picture as can be decoded goes before a blank.
  var keepsParts: Bool
  /// The size where the picture's own header tells none: that of the pages around it.
  var usualSize: Size

  package init(standsAlone: Bool, keepsParts: Bool = false, usualSize: Size) {
    self.standsAlone = standsAlone
    self.keepsParts = keepsParts
    self.usualSize = usualSize
  }

  /// The mark, reported once.
  func mark(for damage: Diagnostic, size: Size?, in book: OpenSources) -> Raster {
    book.report(.blanked(damage))
    return damageMark(size ?? usualSize)
  }
}

extension Diagnostic {
  /// What is told of a damaged picture in whose place a marked blank stands.
  package static func blanked(_ damage: Diagnostic) -> Diagnostic {
    .warning(
      .damagedBlanked, "replaced by a blank page: \(damage.message)", at: damage.place, remedy: damage.remedy)
  }
}

extension Diagnostic {
  /// What is told of a damaged picture of which as much as can be decoded is used.
  static func kept(_ damage: Diagnostic) -> Diagnostic {
    .warning(
      .damagedKept, "used as far as it can be decoded: \(damage.message)", at: damage.place,
      remedy: "look at the page, and replace the picture if you can")
  }
}

extension Rule {
  static let damagedKept = Rule(
    "damaged-page-kept", .damage, "Of a damaged page, what could be decoded was used; the rest is missing.",
    advice: "Get a fresh copy of the book when you can; the report names the page.")
  static let damagedBlanked = Rule(
    "damaged-page-blanked", .damage, "A damaged page was replaced by a blank one.",
    advice: "Get a fresh copy of the book when you can; the blank page is marked in the report.")
}
