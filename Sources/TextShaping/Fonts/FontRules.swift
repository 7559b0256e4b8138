#if Typesetting
  /// What stands in the place of the system's fontconfig files: where fonts lie, and which to prefer.
  enum FontRules {
    /// A fontconfig document (fontconfig user's manual, "Configuration file format").
    static func document(folders: [String]) -> String {
      var text = "<?xml version=\"1.0\"?><fontconfig>"
      for folder in folders { text += "<dir>\(escaped(folder))</dir>" }
      // What other programs have found out about the fonts: it says no more than the fonts themselves.
      text += "<cachedir>/var/cache/fontconfig</cachedir><cachedir prefix=\"xdg\">fontconfig</cachedir>"
      text += onlyOutlines
      // Each goes right before the generic name: the first rule's come first.
      for generic in GenericFamily.all {
        for (language, families) in generic.byLanguage {
          text += preference(generic.name, families, language: language)
        }
        text += preference(generic.name, generic.families)
      }
      return text + regular + slanting + emboldening + "</fontconfig>"
    }

    /// Strong names: a font that is named goes before one that is only known to have the language (fontconfig,
    /// "Font matching").
    private static func preference(_ generic: String, _ families: [String], language: String? = nil) -> String
    {
      var text = "<match target=\"pattern\">"
      if let language {
        text += "<test name=\"lang\" compare=\"contains\"><string>\(language)</string></test>"
      }
      text += "<test name=\"family\"><string>\(generic)</string></test>"
      text += "<edit name=\"family\" mode=\"prepend\" binding=\"strong\">"
      for family in families { text += "<string>\(family)</string>" }
      return text + "</edit></match>"
    }

    /// Fonts of the X Window System, which HarfBuzz cannot read. Emoji in color count as scalable.
    private static let onlyOutlines = """
      <selectfont><rejectfont>\
      <pattern><patelt name="scalable"><bool>false</bool></patelt></pattern>\
      <pattern><patelt name="fontformat"><string>Type 1</string></patelt></pattern>\
      </rejectfont></selectfont>
      """

    /// Some bold fonts say that they are regular: then the name of the style decides.
    private static let regular = """
      <match target="pattern"><test name="weight"><const>regular</const></test>\
      <test name="slant"><const>roman</const></test>\
      <edit name="style" mode="append" binding="weak"><string>Regular</string></edit></match>
      """

    /// Italics of a family that has none: upright letters lean.
    private static let slanting = """
      <match target="font"><test name="slant"><const>roman</const></test>\
      <test target="pattern" name="slant" compare="not_eq"><const>roman</const></test>\
      <edit name="matrix" mode="assign"><times><name>matrix</name><matrix><double>1</double><double>0.2</double>\
      <double>0</double><double>1</double></matrix></times></edit></match>
      """

    /// Bold of a family that has none: outlines grow.
    private static let emboldening = """
      <match target="font"><test name="weight" compare="less_eq"><const>medium</const></test>\
      <test target="pattern" name="weight" compare="more_eq"><const>bold</const></test>\
      <edit name="embolden" mode="assign"><bool>true</bool></edit></match>
      """

    private static func escaped(_ text: String) -> String {
      var escaped = ""
      for character in text {
        switch character {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        default: escaped.append(character)
        }
      }
      return escaped
    }
  }
#endif
