#if Typesetting
  import CPango
  import Typesetting

  /// What of a style decides which font it gets. Its size doesn't: fonts are looked for at one size and scaled.
  struct FontChoice: Hashable {
    /// As Pango wants them: separated by commas.
    var families: String
    var weight: Int
    var isItalic: Bool

    /// How many families of a style are looked at.
    private static let maximumFamilies = 16

    init(_ style: TextStyle) {
      var names = style.families.prefix(FontChoice.maximumFamilies).map {
        let name = FontChoice.plainName($0)
        return GenericFamily.synonyms[name.lowercased()] ?? name
      }
      let generics = Set(GenericFamily.all.map(\.name))
      if !names.contains(where: { generics.contains($0.lowercased()) }) { names.append("serif") }
      families = names.filter { !$0.isEmpty }.joined(separator: ",")
      weight = min(1_000, max(1, style.weight))
      isItalic = style.isItalic
    }

    /// What to fall back on where too much is asked for.
    static let standard = FontChoice(TextStyle(families: [], size: 16))

    /// A family's name without what separates names in a list; no longer than names are.
    static func plainName(_ family: String) -> String {
      let plain = family.unicodeScalars.filter { $0 != "," && $0.value >= 0x20 && $0.value != 0x7F }.prefix(
        100)
      var name = String(String.UnicodeScalarView(plain))[...]
      while name.first == " " { name.removeFirst() }
      while name.last == " " { name.removeLast() }
      return String(name)
    }
  }
#endif
