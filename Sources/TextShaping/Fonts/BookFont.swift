#if Typesetting
  import Diagnostics

  /// A font that a book brings along, under the name that its style sheets give it.
  public struct BookFont: Sendable {
    /// As stored: perhaps packed (WOFF), perhaps obfuscated.
    public var bytes: [UInt8]
    /// Its `font-family` in the `@font-face` rule, which need not be the font's own name.
    public var family: String
    /// As CSS has it, 1 to 1000. A range belongs to a variable font.
    public var weight: ClosedRange<Int>
    public var isItalic: Bool
    /// How it was made unreadable, where `META-INF/encryption.xml` says that it was.
    public var obfuscation: FontObfuscation?
    /// What messages and receipts call it: the entry's name.
    public var name: String

    public init(
      _ bytes: [UInt8], family: String, weight: ClosedRange<Int> = 400...400, isItalic: Bool = false,
      obfuscation: FontObfuscation? = nil, name: String
    ) {
      self.bytes = bytes
      self.family = family
      self.weight = weight
      self.isItalic = isItalic
      self.obfuscation = obfuscation
      self.name = name
    }
  }

  /// What a file of a font is, by its first bytes.
  enum FontContainer {
    /// TrueType or OpenType, or a collection of such: what HarfBuzz and FreeType read.
    case openType
    case woff
    case woff2

    init?(_ bytes: some Collection<UInt8>) {
      switch Array(bytes.prefix(4)) {
      case [0, 1, 0, 0], Array("OTTO".utf8), Array("true".utf8), Array("ttcf".utf8): self = .openType
      case Array("wOFF".utf8): self = .woff
      case Array("wOF2".utf8): self = .woff2
      default: return nil
      }
    }
  }

  extension BookFont {
    /// What one font may unpack to. The largest in use, of Chinese, have about 25 MB.
    static let maximumByteCount = 64 << 20

    /// The font itself: readable and unpacked.
    ///
    /// - Throws: `font-damaged`, `font-unsupported`, `too-many-fonts`.
    func openType() throws(Diagnostic) -> [UInt8] {
      guard bytes.count <= BookFont.maximumByteCount else { throw tooLarge }
      let readable = obfuscation?.readable(bytes) ?? bytes
      guard let container = FontContainer(readable) else {
        throw problem(.fontUnsupported, "it is neither OpenType nor WOFF")
      }
      switch container {
      case .openType: return readable
      case .woff:
        do throws(WOFF.Fault) {
          return try WOFF.unpacked(readable, limit: BookFont.maximumByteCount)
        } catch {
          throw error == .tooLarge
            ? tooLarge : problem(.fontDamaged, "its WOFF file is damaged: \(error.text)")
        }
      case .woff2:
        guard let unpacked = WOFF2.unpacked(readable, limit: BookFont.maximumByteCount) else {
          throw problem(.fontDamaged, "its WOFF2 file is damaged")
        }
        return unpacked
      }
    }

    func problem(_ rule: Rule, _ reason: String) -> Diagnostic {
      .warning(
        rule, "the font '\(family)' is not used: \(reason); its text is set in another font",
        at: Place(entry: name))
    }

    private var tooLarge: Diagnostic {
      problem(.tooManyFonts, "it has more than \(BookFont.maximumByteCount >> 20) MiB")
    }
  }
#endif
