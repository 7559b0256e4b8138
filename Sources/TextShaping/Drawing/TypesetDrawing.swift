#if Typesetting
  import Archives
  public import BookModel
  public import Diagnostics
  public import Imaging
  public import Typesetting

  /// A page of set text, drawn when its pixels are asked for.
  public struct TypesetDrawing: PixelDrawing {
    public static let name = "text"

    public let page: SetPage
    public let facts: PictureFacts
    private let fonts: FontBook

    /// - Parameters:
    ///   - fonts: those the page was set in.
    ///   - pictures: what is known of the pictures on it; those of which nothing is known count as colored.
    public init(_ page: SetPage, fonts: FontBook, pictures: [EntryReference: PictureFacts] = [:]) {
      self.page = page
      self.fonts = fonts
      let isGray =
        page.background.isGray
        && page.marks.allSatisfy { mark in
          switch mark {
          case .fill(_, let color): color.isGray
          case .glyphs(let glyphs): glyphs.color.isGray && fonts.face(glyphs.font.number)?.hasColor != true
          case .picture(let entry, _): pictures[entry]?.color == .gray
          }
        }
      facts = PictureFacts(format: .png, size: page.size, color: isGray ? .gray : .rgb)
    }

    private init(_ page: SetPage, _ fonts: FontBook, _ facts: PictureFacts) {
      self.page = page
      self.fonts = fonts
      self.facts = facts
    }

    public static func == (left: TypesetDrawing, right: TypesetDrawing) -> Bool {
      left.fonts === right.fonts && left.page == right.page
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(fonts))
      hasher.combine(page)
    }

    /// The size, and a digest of all marks and of the fonts by what they are.
    public var parameters: String { "\(page.size) \(PageFingerprint(page, fonts).text)" }

    public var layers: [Picture] { page.pictures.map { .entry($0) } }

    public func mapping(_ entry: (EntryReference) -> EntryReference) -> TypesetDrawing {
      var page = page
      for (index, mark) in page.marks.enumerated() {
        guard case .picture(let reference, let area) = mark else { continue }
        page.marks[index] = .picture(entry(reference), area)
      }
      return TypesetDrawing(page, fonts, facts)
    }

    public func draw(at size: Size, on ground: any DrawingGround) throws(Diagnostic) -> Raster {
      try checkInterruption()
      let painter = fonts.painters.take()
      defer { fonts.painters.giveBack(painter) }
      return try painter.draw(page, fonts, at: size, layout: facts.color == .gray ? .gray : .rgb) {
        (entry, size) throws(Diagnostic) in
        try ground.raster(of: .entry(entry), at: size)
      }
    }
  }

  extension SetPage {
    /// The pictures on it, in its order.
    var pictures: [EntryReference] {
      marks.compactMap { mark in
        guard case .picture(let entry, _) = mark else { return nil }
        return entry
      }
    }
  }
#endif
