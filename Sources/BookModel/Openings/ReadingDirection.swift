public import Diagnostics
public import Options

extension Rule {
  public static let directionUnknown = Rule(
    "direction-unknown", .metadata,
    "A book does not say which way it is read, and the sides of its pages depend on it.",
    advice: "Set it: --rtl or --meta direction=rtl for manga, --meta direction=ltr for others.")
}

/// The reading direction a stage is told to take.
public enum DirectionChoice: String, OptionEnumeration, Hashable {
  /// The book's own; left-to-right where it is not known.
  case auto
  case ltr, rtl

  /// The direction stated; nil for `auto`.
  public var stated: Direction? { Direction(rawValue: rawValue) }
}

extension Book {
  /// Whether what is known makes right-to-left likely though nothing states a direction: Japanese, or said to be
  /// manga. Stages that cannot be undone by a reader's setting (join, split) refuse to guess then.
  public var isLikelyRightToLeft: Bool {
    guard direction == nil else { return false }
    if metadata.isManga == true { return true }
    let language = metadata.language?.lowercased() ?? ""
    return language == "ja" || language == "jpn" || language.hasPrefix("ja-") || language.hasPrefix("ja_")
  }

  /// The direction a stage works in, and whether it is a guess.
  public func direction(_ choice: DirectionChoice) -> (direction: Direction, isGuess: Bool) {
    if let stated = choice.stated ?? direction { return (stated, false) }
    return (.leftToRight, true)
  }

  /// The warning for a direction that is a guess.
  ///
  /// - Parameter stage: the stage that guesses, whose option `direction` is one of the remedies.
  public func guessedDirection(in stage: String) -> Diagnostic {
    let why =
      isLikelyRightToLeft
      ? "it is not known which way this \(metadata.isManga == true ? "manga" : "Japanese book") is read"
      : "it is not known which way the book is read"
    return .warning(
      .directionUnknown, "\(why): left to right is assumed",
      remedy: "use --meta direction=rtl (or ltr), or set 'direction' of stage '\(stage)'")
  }
}
