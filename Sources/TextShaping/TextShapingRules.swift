public import Diagnostics

extension Rule {
  public static let noFonts = Rule(
    "no-fonts", .input, "Text cannot be set, since no font is installed.",
    advice: "Install fonts, such as Debian's package fonts-noto-core.")
  public static let fontDamaged = Rule(
    "font-damaged", .input, "A font of the book cannot be read; others are used instead.",
    advice: "Usually nothing: the text is there, in another font. A fresh copy of the book may help.")
  public static let fontUnsupported = Rule(
    "font-unsupported", .input,
    "A font of the book is of a kind that cannot be read; others are used instead.",
    advice: "Usually nothing: the text is there, in another font.")
  public static let tooManyFonts = Rule(
    "too-many-fonts", .limit, "A book brings more fonts, or larger ones, than the limit allows.",
    advice: "Usually nothing: the text is there, in other fonts.")
  public static let glyphsMissing = Rule(
    "glyphs-missing", .input,
    "No font that is installed has some characters of the book: boxes stand for them.",
    advice: "Install a font for the script that is named.", isLoss: true)
  public static let marksLeftOut = Rule(
    "marks-left-out", .limit, "More accents are stacked on one letter than are drawn.",
    advice: "Usually nothing: no language does that.")
  public static let fontChoicesLimited = Rule(
    "font-choices-limited", .limit, "The text asks for more combinations of fonts than are looked for.",
    advice: "Usually nothing: the text is there, some of it in the standard font.")

  /// The rules that TextShaping declares.
  public static let textShaping: [Rule] = [
    .noFonts, .fontDamaged, .fontUnsupported, .tooManyFonts, .glyphsMissing, .marksLeftOut,
    .fontChoicesLimited,
  ]
}
