#if Typesetting
  import Archives
  import BookModel
  import Typesetting

  /// A digest of everything that decides a page's pixels, and nothing else: neither the numbers of its fonts nor its
  /// text, and of its pictures only the places.
  struct PageFingerprint {
    /// 32 hexadecimal digits.
    let text: String

    init(_ page: SetPage, _ fonts: FontBook) {
      var bytes = Bytes()
      bytes.add(page.size.width, page.size.height)
      bytes.add(page.background)
      for mark in page.marks {
        switch mark {
        case .glyphs(let mark):
          bytes.add(
            1, mark.x, mark.y, mark.flow.code, Int((mark.font.size * 1_024).rounded()), mark.glyphs.count)
          bytes.add(fonts.face(mark.font.number)?.identity ?? "")
          bytes.add(mark.color)
          for glyph in mark.glyphs { bytes.add(Int(glyph.id), glyph.advance, glyph.dx, glyph.dy) }
        case .fill(let area, let color):
          bytes.add(2, area.x, area.y, area.width, area.height)
          bytes.add(color)
        case .picture(_, let area): bytes.add(3, area.x, area.y, area.width, area.height)
        }
      }
      text = String(SHA256.hexText(of: bytes.bytes).prefix(32))
    }

    private struct Bytes {
      var bytes: [UInt8] = []

      mutating func add(_ numbers: Int...) {
        for number in numbers { withUnsafeBytes(of: Int64(number).littleEndian) { bytes += $0 } }
      }

      mutating func add(_ color: InkColor) { bytes += [color.red, color.green, color.blue] }

      mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes += text.utf8
      }
    }
  }

  extension GlyphMark.Flow {
    fileprivate var code: Int {
      switch self {
      case .horizontal: 0
      case .sideways: 1
      case .upright: 2
      }
    }
  }
#endif
