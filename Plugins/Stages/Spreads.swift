import BookModel
public import Diagnostics
import Imaging
public import Options
import PluginKit

// Shared by the stages that join, cut and turn double pages.

extension Rule {
  public static let directionRefused = Rule(
    "direction-refused", .metadata,
    "A book that is probably read from right to left does not say so, and a stage will not guess.",
    advice: "Set the direction: --rtl, --meta direction=ltr, or 'direction' of the stage.")
}

/// How to treat pages that cannot be changed without loss although the operation could be lossless.
public enum LossPolicy: String, OptionEnumeration, Hashable {
  /// They are re-encoded.
  case prefer
  /// They fail.
  case require
}

extension Book {
  /// The direction for a stage whose work no reader setting can undo: it does not guess if the book may well
  /// be read from right to left.
  func settledDirection(
    _ choice: DirectionChoice, for stage: String, in context: any BookContext
  ) throws(Diagnostic) -> Direction {
    let (direction, isGuess) = direction(choice)
    guard isGuess else { return direction }
    guard !isLikelyRightToLeft else { throw directionRefusal(for: stage) }
    context.report(guessedDirection(in: stage))
    return direction
  }

  func directionRefusal(for stage: String) -> Diagnostic {
    let what = metadata.isManga == true ? "is manga" : "is in Japanese"
    return .error(
      .directionRefused, "the book \(what), but does not say which way it is read; '\(stage)' does not guess",
      remedy: "use --rtl (or --meta direction=ltr), or set 'direction' of stage '\(stage)'")
  }

  /// The shape of every page, which shows its place in an opening.
  func shapes(in context: any BookContext) async throws(Diagnostic) -> (shapes: [PageShape], sizes: [Size?]) {
    var sizes: [Size?] = []
    for page in pages { sizes.append(try await context.approximateSize(of: page.picture)) }
    return (PageShape.judge(zip(sizes, pages).map { ($0, $1.isDouble) }), sizes)
  }

  /// Whether a page is the cover: the one marked as such, or the first if none is.
  func isCover(at index: Int) -> Bool {
    pages[index].isCover || (index == 0 && !pages.contains(where: \.isCover))
  }
}

extension Picture {
  /// The picture with the demand that no sample be lost.
  func demandingLossless(_ isDemanded: Bool, by stage: String) -> Picture {
    isDemanded ? .derived(LosslessDemand(stage: stage), [self]) : self
  }
}

extension Page {
  /// A page made from this one. It inherits everything except the place in an opening and the bookmark, which
  /// an edit gives to the page that replaces it.
  func derived(_ id: PageID, _ picture: Picture, name: String) -> Page {
    var page = Page(id: id, picture: picture, roles: roles, isDouble: false, sourceName: name, kept: kept)
    page.encoding = encoding
    return page
  }
}

/// Names for pages without names of their own, derived from those of their sources: `p03.jpg` gives
/// `p03-1.jpg`.
enum DerivedName {
  static func part(_ number: Int, of name: String) -> String {
    let (stem, ending) = divided(name)
    return "\(stem)-\(number)\(ending)"
  }

  /// `a/p02.jpg` and `a/p03.jpg` give `a/p02-p03.jpg`.
  static func joined(_ first: String, _ second: String) -> String {
    let (stem, ending) = divided(first)
    let other = divided(second).stem.split(separator: "/").last.map(String.init) ?? ""
    return "\(stem)-\(other)\(ending)"
  }

  private static func divided(_ name: String) -> (stem: String, ending: String) {
    guard let dot = name.lastIndex(of: "."),
      ImageFormat(fileExtension: name[dot...].dropFirst().lowercased()) != nil
    else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }
}
