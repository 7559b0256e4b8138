public import Diagnostics

extension Rule {
  /// The rules that Markup declares.
  public static let markup: [Rule] = [
    .jsonMalformed, .markupMalformed, .markupRepaired, .markupEncoding, .markupTooLarge,
  ]
}
