public import BookModel
public import Diagnostics
import Markup
import Publications

extension Rule {
  public static let sidecarUnreadable = Rule(
    "sidecar-unreadable", .metadata,
    "A metadata file beside a book cannot be read; the book is read without it.",
    advice: "Fix the file beside the book, or move it away.")
}

/// A metadata file beside a book.
public struct Sidecar: Hashable, Sendable {
  public var path: FilePath
  public var format: Format
  /// Whether it is shared by several books and so describes only the series.
  public var isShared: Bool

  public enum Format: String, Hashable, Sendable {
    case comicInfo = "ComicInfo"
    case opf = "OPF"
    /// Mylar's series.json, Mihon's details.json or a gallery's info.json: about the series, however many
    /// books there are.
    case seriesDocument = "series"

    /// The position in the order of precedence.
    fileprivate var rank: Int {
      switch self {
      case .comicInfo: 0
      case .opf: 1
      case .seriesDocument: 2
      }
    }
  }

  public init(path: FilePath, format: Format, isShared: Bool) {
    self.path = path
    self.format = format
    self.isShared = isShared
  }

  /// Whether the files are the same book, in one format or in several: `Foo.cbz` beside `Foo.epub`.
  public static func areOneBook(_ files: [FilePath]) -> Bool {
    guard let first = files.first.map(bareStem(of:)) else { return true }
    return files.dropFirst().allSatisfy { bareStem(of: $0) == first }
  }

  /// The name as used for comparison, without its extensions (Kobo's EPUBs have two).
  private static func bareStem(of file: FilePath) -> String {
    let stem = file.stem.caseFolded
    return stem.hasSuffix(".kepub") ? String(stem.dropLast(6)) : stem
  }

  /// The sidecars of a book, those that carry its name first.
  ///
  /// `Foo.xml`, `Foo.ComicInfo.xml`, `Foo.cbz.xml` and `Foo.opf` belong to `Foo.cbz` by name. `ComicInfo.xml`
  /// and `metadata.opf` belong to the only book in the folder or, if there are several, to all of them;
  /// `series.json` and its like belong to all of them. Letter case and the Unicode form of accents are
  /// ignored.
  ///
  /// - Parameters:
  ///   - siblings: the contents of the book's folder.
  ///   - isFolder: whether the book is a folder, whose name has no extension.
  public static func find(
    for book: FilePath, among siblings: Siblings, isOnlyBook: Bool, isFolder: Bool = false
  ) -> [Sidecar] {
    var names: Set<String> = [book.nameText.caseFolded]
    if !isFolder {
      names.formUnion([book.stem.caseFolded, bareStem(of: book), book.bookNameText.caseFolded])
    }
    return names.union([""]).flatMap { name in siblings.sidecars(named: name).map { (name, $0) } }
      .filter { $1.path.name != book.name }
      .map { name, sibling -> (rank: Int, sidecar: Sidecar) in
        let isOwn = !name.isEmpty || names.contains("")
        let path = book.parent.appending(sibling.path.name)
        let isShared =
          !isOwn && (!isOnlyBook || SeriesDocument(fileName: sibling.path.nameText)?.isOfSeries == true)
        return (isOwn ? 0 : 1, Sidecar(path: path, format: sibling.format, isShared: isShared))
      }
      .sorted { left, right in
        if left.rank != right.rank { return left.rank < right.rank }
        if left.sidecar.format != right.sidecar.format {
          return left.sidecar.format.rank < right.sidecar.format.rank
        }
        return left.sidecar.path.bytes.lexicographicallyPrecedes(right.sidecar.path.bytes)
      }
      .map(\.sidecar)
  }

  /// Extensions of files that can describe the book beside them.
  public static let fileExtensions: Set<String> = ["xml", "opf", "json"]

  /// What is left of a sidecar's case-folded name without the format's own words: the book's name, or nothing.
  static func split(_ name: String) -> (rest: String, format: Format)? {
    if SeriesDocument(fileName: name) != nil { return ("", .seriesDocument) }
    for (ending, format) in [("comicinfo.xml", Format.comicInfo), ("metadata.opf", .opf)]
    where name.hasSuffix(ending) {
      let rest = name.dropLast(ending.count)
      if rest.isEmpty { return ("", format) }
      if let last = rest.last, "._- ".contains(last) {
        var bare = rest
        while let last = bare.last, "._- ".contains(last) { bare.removeLast() }
        return (String(bare), format)
      }
    }
    for (ending, format) in [(".xml", Format.comicInfo), (".opf", .opf)]
    where name.hasSuffix(ending) && name.count > ending.count {
      return (String(name.dropLast(ending.count)), format)
    }
    return nil
  }
}

/// What the sidecars say.
public struct SidecarReading: Sendable {
  public var found: [FoundMetadata] = []
  /// What the book's own ComicInfo says about individual pages.
  public var pages: [PageInfo] = []
  public var warnings: [Diagnostic] = []
}

extension Sidecar {
  /// Reads sidecars in the order given. One that cannot be read causes a warning; the others are still read.
  ///
  /// - Parameters:
  ///   - bookHoldsPackage: whether the book contains a package document. One beside the book is then a newer
  ///     copy of it and takes precedence.
  ///   - bytes: returns a whole file.
  public static func read(
    _ sidecars: [Sidecar], limits: Limits, bookHoldsPackage: Bool,
    bytes: @Sendable (FilePath) async throws(Diagnostic) -> [UInt8]
  ) async -> SidecarReading {
    var reading = SidecarReading()
    for sidecar in sidecars {
      do {
        let contents = try await bytes(sidecar.path)
        switch sidecar.format {
        case .comicInfo: sidecar.takeComicInfo(contents, limits, into: &reading)
        case .seriesDocument: try sidecar.takeSeriesDocument(contents, limits, into: &reading)
        case .opf: try sidecar.takeOPF(contents, limits, isNewerCopy: bookHoldsPackage, into: &reading)
        }
      } catch {
        let message = "'\(sidecar.path.nameText)' cannot be read: \(error.message)"
        reading.warnings.append(
          .warning(.sidecarUnreadable, message, at: error.place, remedy: error.remedy).inFile(
            sidecar.path.display))
      }
    }
    return reading
  }

  private var origin: Origin { Origin(.sidecar, path.nameText) }

  private func takeComicInfo(_ contents: [UInt8], _ limits: Limits, into reading: inout SidecarReading) {
    let info = ComicInfo.read(contents, origin: origin, limits: limits)
    let isNamed = path.nameText.lowercased().hasSuffix(ComicInfo.fileName.lowercased())
    // Any XML file may carry the book's name; only a file called ComicInfo has to be one.
    guard info.isReadable || isNamed else { return }
    reading.warnings += info.warnings.map { warning in
      var warning = warning
      warning.place.entry = nil
      return warning.inFile(path.display)
    }
    guard info.isReadable else { return }
    if !isShared, reading.pages.isEmpty { reading.pages = info.pages }
    reading.found.append(found(info.metadata))
  }

  private func takeOPF(
    _ contents: [UInt8], _ limits: Limits, isNewerCopy: Bool, into reading: inout SidecarReading
  ) throws(Diagnostic) {
    let package = try PackageDocument(contents, limits: limits)
    reading.warnings += package.repairs.map { $0.inFile(path.display) }
    var found = found(OPFMetadata(package, origin: origin).metadata)
    found.isNewerCopy = isNewerCopy && !isShared
    reading.found.append(found)
  }

  private func takeSeriesDocument(
    _ contents: [UInt8], _ limits: Limits, into reading: inout SidecarReading
  ) throws(Diagnostic) {
    let document = try parseJSON(contents, limits: limits)
    guard
      let metadata = SeriesDocument(fileName: path.nameText)?.metadata(
        in: document, isShared: isShared, origin)
    else {
      throw .error(.sidecarUnreadable, "it names no series where such files do")
    }
    reading.found.append(FoundMetadata(origin: origin, metadata: metadata, isShared: isShared))
  }

  /// A shared file supplies only what applies to the whole series.
  private func found(_ metadata: Metadata) -> FoundMetadata {
    guard isShared else { return FoundMetadata(origin: origin, metadata: metadata) }
    let series = metadata.fields { field, _ in MetadataField.seriesLevel.contains(field) }
    return FoundMetadata(origin: origin, metadata: series, isShared: true)
  }
}
