import BookModel
public import Diagnostics
import Imaging
public import Options
import PluginKit

// What the stages that join, cut and turn double pages have in common.

extension Rule {
  public static let directionRefused = Rule(
    "direction-refused", .metadata,
    "A book that is probably read from right to left does not say so, and a stage will not guess.",
    advice: "Set the direction: --rtl, --meta direction=ltr, or 'direction' of the stage.")
}

/// What becomes of pages whose recipe could be carried out without loss, where a page does not allow it.
public enum LossPolicy: String, OptionEnumeration, Hashable {
  /// They are encoded anew.
  case prefer
  /// They fail.
  case require
}

extension Book {
  /// The direction a stage works in whose work no reader's setting can undo: it does not guess where the book
  /// may well be read from the right.
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

  /// What the shape of every page says of its place.
  func shapes(in context: any BookContext) async throws(Diagnostic) -> (shapes: [PageShape], sizes: [Size?]) {
    var sizes: [Size?] = []
    for page in pages { sizes.append(try await context.approximateSize(of: page.picture)) }
    return (PageShape.judge(zip(sizes, pages).map { ($0, $1.isDouble) }), sizes)
  }

  /// Whether a page is the cover: marked so, or the first where none is.
  func isCover(at index: Int) -> Bool {
    pages[index].isCover || (index == 0 && !pages.contains(where: \.isCover))
  }
}

extension Picture {
  /// The picture, with the demand that it cost no sample.
  func demandingLossless(_ isDemanded: Bool, by stage: String) -> Picture {
    isDemanded ? .derived(LosslessDemand(stage: stage), [self]) : self
  }
}

extension Page {
  /// A page made of this one: what it knows goes with it, but for its place in an opening and its mark, which
  /// an edit gives to the page it leads to.
  func derived(_ id: PageID, _ picture: Picture, name: String) -> Page {
    var page = Page(id: id, picture: picture, roles: roles, isDouble: false, sourceName: name, kept: kept)
    page.encoding = encoding
    return page
  }
}

/// Names for pages that have none of their own, made of their sources': `p03.jpg` gives `p03-1.jpg`.
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
