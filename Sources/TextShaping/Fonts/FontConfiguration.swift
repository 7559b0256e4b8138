#if Typesetting
  import BookModel
  import CPango
  import Diagnostics

  #if canImport(Glibc)
    import Glibc
  #else
    import Darwin
  #endif

  /// fontconfig's view of the fonts there are: folders of the system and the fonts of one book, and nothing that the
  /// user's settings or environment say.
  ///
  /// `@unchecked Sendable`: fontconfig lets any number of threads read a configuration at the same time, and nothing
  /// writes to it behind `init`.
  final class FontConfiguration: @unchecked Sendable {
    /// An `FcConfig`.
    let config: OpaquePointer

    init(folders: [String]) {
      FontConfiguration.fixLanguages
      FontConfiguration.keepUserSettingsOut
      config = FcConfigCreate()
      let text = FontRules.document(folders: folders)
      _ = FcConfigParseAndLoadFromMemory(config, text, 1)
      FcConfigBuildFonts(config)
    }

    /// fontconfig adds the user's languages to whatever is looked for. It asks the environment for them once.
    private static let fixLanguages: Void = {
      let former = getenv("FC_LANG").map { String(cString: $0) }
      setenv("FC_LANG", "en", 1)
      if let languages = FcGetDefaultLangs() { FcStrSetDestroy(languages) }
      if let former { setenv("FC_LANG", former, 1) } else { unsetenv("FC_LANG") }
    }()

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
      let found = (before..<Int(set.pointee.nfont)).compactMap { set.pointee.fonts[$0] }
      // Of a variable font the whole, not the styles that it names.
      let kept =
        found.first(where: FontConfiguration.isVariable)
        ?? found.first { FontConfiguration.styleNumber($0) == 0 }
      for pattern in found where pattern != kept { FcPatternDestroy(pattern) }
      set.pointee.fonts[before] = kept
      set.pointee.nfont = Int32(before + (kept == nil ? 0 : 1))
      guard let kept else { return false }
      FontConfiguration.rename(kept, as: font)
      return true
    }

    private static func isVariable(_ pattern: OpaquePointer) -> Bool {
      var isVariable: FcBool = 0
      return FcPatternGetBool(pattern, FC_VARIABLE, 0, &isVariable) == FcResultMatch && isVariable != 0
    }

    /// Which of the styles that a variable font names it is; 0 for none.
    private static func styleNumber(_ pattern: OpaquePointer) -> Int32 {
      var index: Int32 = 0
      _ = FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
      return index >> 16
    }

    private static func rename(_ pattern: OpaquePointer, as font: BookFont) {
      for name in [FC_FAMILY, FC_FAMILYLANG, FC_FULLNAME, FC_FULLNAMELANG, FC_STYLE, FC_STYLELANG, FC_SLANT] {
        FcPatternDel(pattern, name)
      }
      FcPatternAddString(pattern, FC_FAMILY, FontChoice.plainName(font.family))
      FcPatternAddInteger(pattern, FC_SLANT, font.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
      // A variable font has the weights that it has.
      guard !isVariable(pattern) else { return }
      FcPatternDel(pattern, FC_WEIGHT)
      FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(font.weight.lowerBound)))
    }
  }
#endif
