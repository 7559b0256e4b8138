#if Typesetting
  import BookModel
  import CPango
  import Diagnostics

  /// fontconfig's view of the fonts there are: folders of the system and the fonts of one book, and nothing that the
  /// user's settings or environment say.
  ///
  /// `@unchecked Sendable`: fontconfig lets any number of threads read a configuration at the same time, and nothing
  /// writes to it behind `init`.
  final class FontConfiguration: @unchecked Sendable {
    /// An `FcConfig`.
    let config: OpaquePointer

    init(folders: [String]) {
      FontConfiguration.keepUserSettingsOut
      config = FcConfigCreate()
      let text = FontRules.document(folders: folders)
      _ = FcConfigParseAndLoadFromMemory(config, text, 1)
      FcConfigBuildFonts(config)
    }

    deinit { FcConfigDestroy(config) }

    /// Where libraries ask for the process's configuration, they get an empty one. Pango would otherwise load the
    /// user's before anything else, for nothing.
    private static let keepUserSettingsOut: Void = {
      let empty = FcConfigCreate()
      FcConfigSetCurrent(empty)
    }()

    /// Whether there is any font.
    var isEmpty: Bool {
      [FcSetSystem, FcSetApplication].allSatisfy { (FcConfigGetFonts(config, $0)?.pointee.nfont ?? 0) == 0 }
    }

    /// Adds a font under the names a style sheet gives it, whatever it calls itself. Only while one thread knows of the
    /// configuration.
    ///
    /// - Returns: whether there was a font in the file that can be used.
    func add(_ font: BookFont, at path: String) -> Bool {
      let before = Int(FcConfigGetFonts(config, FcSetApplication)?.pointee.nfont ?? 0)
      guard FcConfigAppFontAddFile(config, path) != 0,
        let set = FcConfigGetFonts(config, FcSetApplication)
      else { return false }
      var kept = before
      for index in before..<Int(set.pointee.nfont) {
        guard let pattern = set.pointee.fonts[index] else { continue }
        if kept == before, FontConfiguration.isUsable(pattern, for: font) {
          FontConfiguration.rename(pattern, as: font)
          set.pointee.fonts[kept] = pattern
          kept += 1
        } else {
          FcPatternDestroy(pattern)
        }
      }
      set.pointee.nfont = Int32(kept)
      return kept > before
    }

    /// Of a variable font the whole, not the styles that it names.
    private static func isUsable(_ pattern: OpaquePointer, for font: BookFont) -> Bool {
      var isVariable: FcBool = 0
      let states = FcPatternGetBool(pattern, FC_VARIABLE, 0, &isVariable) == FcResultMatch
      var index: Int32 = 0
      _ = FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
      // The number of a named style is in the upper half.
      return (states && isVariable != 0) || index >> 16 == 0
    }

    private static func rename(_ pattern: OpaquePointer, as font: BookFont) {
      for name in [FC_FAMILY, FC_FAMILYLANG, FC_FULLNAME, FC_FULLNAMELANG, FC_STYLE, FC_STYLELANG, FC_SLANT] {
        FcPatternDel(pattern, name)
      }
      FcPatternAddString(pattern, FC_FAMILY, FontChoice.plainName(font.family))
      FcPatternAddInteger(pattern, FC_SLANT, font.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
      var isVariable: FcBool = 0
      _ = FcPatternGetBool(pattern, FC_VARIABLE, 0, &isVariable)
      // A variable font has the weights that it has.
      guard isVariable == 0 else { return }
      FcPatternDel(pattern, FC_WEIGHT)
      FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(font.weight.lowerBound)))
    }
  }
#endif
