import BookModel

/// A length or percentage of a style, in CSS pixels where it is none of another length.
public enum StyleLength: Sendable, Hashable {
  case pixels(Double)
  /// Of whatever the property measures by, 100 for all of it.
  case percent(Double)
  /// Hundredths of the viewport's width, height, smaller or larger side.
  case viewport(Double, Side)

  public enum Side: Sendable, Hashable { case width, height, smaller, larger }

  /// The pixels an `em` comes to where nobody sets text.
  static let emPixels = 16.0

  /// Nil for keywords and for what would have to be calculated. A number without a unit counts pixels, as in
  /// attributes and in sheets written for lenient readers.
  public init?(_ text: some StringProtocol) {
    let text = text.trimmed.lowercased()
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
    guard let number = Double(digits), number.isFinite else { return nil }
    switch text.dropFirst(digits.count).trimmed {
    case "", "px": self = .pixels(number)
    case "%": self = .percent(number)
    case "pt": self = .pixels(number * 96 / 72)
    case "pc": self = .pixels(number * 16)
    case "in": self = .pixels(number * 96)
    case "cm": self = .pixels(number * 96 / 2.54)
    case "mm": self = .pixels(number * 96 / 25.4)
    case "em", "rem": self = .pixels(number * StyleLength.emPixels)
    case "ex", "ch": self = .pixels(number * StyleLength.emPixels / 2)
    case "vw": self = .viewport(number, .width)
    case "vh": self = .viewport(number, .height)
    case "vmin": self = .viewport(number, .smaller)
    case "vmax": self = .viewport(number, .larger)
    default: return nil
    }
  }
}
