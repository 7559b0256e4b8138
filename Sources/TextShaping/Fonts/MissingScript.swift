#if Typesetting
  import CPango
  import Diagnostics

  /// A script of which some characters have no glyph in any font.
  struct MissingScript {
    /// In lower case: `devanagari`, `common`.
    var name: String
    var characters: [Unicode.Scalar]

    /// By name.
    static func all(of missing: Set<Unicode.Scalar>) -> [MissingScript] {
      let groups = Dictionary(grouping: missing.sorted()) { name(of: g_unichar_get_script($0.value)) }
      return groups.map { MissingScript(name: $0.key, characters: $0.value) }.sorted { $0.name < $1.name }
    }

    private static func name(of script: GUnicodeScript) -> String {
      guard let values = g_type_class_ref(pango_script_get_type()) else { return "unknown" }
      defer { g_type_class_unref(values) }
      let scripts = values.assumingMemoryBound(to: GEnumClass.self)
      guard let value = g_enum_get_value(scripts, script.rawValue) else { return "unknown" }
      return String(cString: value.pointee.value_nick)
    }

    var diagnostic: Diagnostic {
      let samples = characters.prefix(5).map { scalar in
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      }
      let more = characters.count > samples.count ? "…" : ""
      let script = ["common", "inherited", "unknown"].contains(name) ? "" : " of the script \(name)"
      return .warning(
        .glyphsMissing,
        "no font has \(counted(characters.count, "character"))\(script) "
          + "(\(samples.joined(separator: ", "))\(more)); boxes stand for them",
        remedy: "install a font that has them, such as the package \(package)")
    }

    /// Debian's package with a font for the script.
    private var package: String {
      switch name {
      case "han", "hiragana", "katakana", "hangul", "bopomofo": "fonts-noto-cjk"
      case "common" where characters.contains { $0.properties.isEmojiPresentation }: "fonts-noto-color-emoji"
      case "common", "latin", "greek", "cyrillic", "arabic", "hebrew", "devanagari", "thai": "fonts-noto-core"
      default: "fonts-noto-core or fonts-noto-extra"
      }
    }
  }
#endif
