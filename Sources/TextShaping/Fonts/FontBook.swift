#if Typesetting
  import Archives
  public import BookModel
  import CPango
  public import Diagnostics
  import Synchronization

  /// The fonts a book is set in: its own, and those of the system.
  ///
  /// Threads shape with shapers of their own and draw what others have shaped: a font has the same number for all.
  public final class FontBook: Sendable {
    let configuration: FontConfiguration
    /// The book's own, by the path they are read from.
    private let own: [String: FontFile]
    /// Keep the files of the book's fonts.
    private let unpacked: [ScratchFile]
    private let faces = Mutex<[Int: FontFace]>([:])
    private let used = Mutex<Set<Int>>([])
    let remarks: ShapingRemarks
    let painters = PainterStore()

    /// Where systems keep fonts; those that only one user has are not among them.
    public static let systemFolders = [
      "/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts",
    ]

    /// How many fonts of a book are used. Each holds a file open.
    public static let maximumFonts = 100

    /// - Parameters:
    ///   - fonts: the book's own. Those that are damaged are told of in `diagnostics`.
    ///   - folders: where to look for others.
    ///   - scratch: where to unpack the book's; nil for `$TMPDIR`.
    /// - Throws: `no-fonts`; `scratch-full`.
    public init(
      _ fonts: [BookFont] = [], folders: [String] = FontBook.systemFolders, scratch: FilePath? = nil
    ) throws(Diagnostic) {
      configuration = FontConfiguration(folders: folders)
      remarks = ShapingRemarks()
      var own: [String: FontFile] = [:]
      var unpacked: [ScratchFile] = []
      for font in fonts {
        guard unpacked.count < FontBook.maximumFonts else {
          remarks.add(font.problem(.tooManyFonts, "the book has more than \(FontBook.maximumFonts) fonts"))
          break
        }
        let bytes: [UInt8]
        do {
          bytes = try font.openType()
        } catch {
          remarks.add(error)
          continue
        }
        let file = try ScratchFile(in: scratch)
        try file.checkRoom(for: bytes.count)
        try file.write(bytes, at: 0)
        guard configuration.add(font, at: file.path) else {
          remarks.add(font.problem(.fontDamaged, "it cannot be read"))
          continue
        }
        unpacked.append(file)
        own[file.path] = FontFile(
          path: file.path, name: font.name, digest: SHA256.hexText(of: bytes), isOfBook: true)
      }
      (self.own, self.unpacked) = (own, unpacked)
      if configuration.isEmpty {
        throw .error(
          .noFonts, "no font is installed, so that no text can be set",
          at: Place(file: folders.first), remedy: "install fonts, such as the package fonts-noto-core")
      }
    }

    /// The face that Pango chose. Faces that are equal are one, whichever thread asks first.
    func face(_ pattern: OpaquePointer, font: OpaquePointer) throws(Diagnostic) -> FontFace {
      var path: UnsafeMutablePointer<FcChar8>?
      _ = FcPatternGetString(pattern, FC_FILE, 0, &path)
      guard let path else { throw .error(.noFonts, "a font has no file") }
      let file = try file(at: String(cString: path))
      let settings = FontFaceSettings(pattern, font: font, file: file)
      let number = FontFace.number(of: settings.identity)
      return faces.withLock { faces in
        if let face = faces[number] { return face }
        let face = FontFace(settings)
        faces[number] = face
        return face
      }
    }

    /// The face with a number that a shaper gave; nil for any other number.
    func face(_ number: Int) -> FontFace? { faces.withLock { $0[number] } }

    private func file(at path: String) throws(Diagnostic) -> FontFile {
      if let file = own[path] { return file }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return FontFile(
        path: path, name: name, digest: try FontDigests.shared.digest(of: path), isOfBook: false)
    }

    /// Takes down that text is shown in a face.
    func use(_ face: FontFace) { used.withLock { _ = $0.insert(face.number) } }
  }

  /// A font that some text is set in.
  public struct FontUsage: Hashable, Sendable {
    /// A file's name, the entry's of a book.
    public var name: String
    /// As the font itself says.
    public var version: String?
    /// Of its file: 64 hexadecimal digits.
    public var sha256: String
    /// Whether the book brought it along.
    public var isOfBook: Bool
  }

  extension FontBook {
    /// The fonts that text was shaped with so far, by name.
    public var usage: [FontUsage] {
      let numbers = used.withLock { $0 }
      let faces = faces.withLock { faces in numbers.compactMap { faces[$0] } }
      let usage = faces.map {
        FontUsage(name: $0.file.name, version: $0.version, sha256: $0.file.digest, isOfBook: $0.file.isOfBook)
      }
      return Set(usage).sorted {
        ($0.name, $0.sha256, $0.version ?? "") < ($1.name, $1.sha256, $1.version ?? "")
      }
    }

    /// What there is to tell about its fonts, and about all text that was shaped so far; the same in every run.
    public var diagnostics: [Diagnostic] { remarks.diagnostics }
  }
#endif
