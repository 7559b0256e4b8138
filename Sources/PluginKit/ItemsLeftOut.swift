public import BookModel
public import Diagnostics

extension Rule {
  public static let textLeftOut = Rule(
    "text-left-out", .input,
    "Text between the pages of a book is left out, because the output holds only pages.",
    advice: "Nothing, if the pages are what you want; --undrawable blank puts blank pages in its place.",
    isLoss: true)
}

extension Diagnostic {
  /// The warning of text that a sink of pages cannot hold.
  public static func leftOut(_ sections: [Section], by sink: String) -> Diagnostic {
    let what = sections.count == 1 ? "a section of text is" : "\(sections.count) sections of text are"
    return .warning(.textLeftOut, "'\(sink)' holds only pages; \(what) left out: \(sections.nameList)")
  }
}
