public import BookModel
public import Diagnostics
import Markup

/// The display options Apple and Kobo read beside the package document: the way fixed layout was declared
/// before EPUB 3 had words for it.
public struct DisplayOptions: Hashable, Sendable {
  public static let paths = [
    "META-INF/com.apple.ibooks.display-options.xml", "META-INF/com.kobobooks.display-options.xml",
  ]

  /// Nil where the file does not speak of it.
  public var isFixedLayout: Bool?

  /// Takes the options of the platform `*`, else of `ipad`, `iphone`, else of any.
  ///
  /// - Throws: what `parseXML` throws.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) {
    let platforms = try parseXML(bytes, limits: limits, mode: .recovering).root.elements(named: "platform")
    let named = ["*", "ipad", "iphone"].compactMap { name in
      platforms.first { $0.attribute("name")?.trimmed.lowercased() == name }
    }
    for platform in named + platforms {
      guard
        let option = platform.elements(named: "option").first(where: {
          $0.attribute("name") == "fixed-layout"
        })
      else { continue }
      isFixedLayout = option.text.trimmed.lowercased() == "true"
      return
    }
  }
}
