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
  /// Whether it lies beside several books without naming one, and so speaks of the series only.
  public var isShared: Bool

  public enum Format: String, Hashable, Sendable {
    case comicInfo = "ComicInfo"
    case opf = "OPF"
    /// Mylar's series.json, Mihon's details.json, a gallery's info.json: about the series, whatever lies there.
    case seriesDocument = "series"

    /// The place in the order they are believed in.
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

  /// Whether files are one book, in one format or in several: `Foo.cbz` beside `Foo.epub`.
  public static func areOneBook(_ files: [FilePath]) -> Bool {
    guard let first = files.first.map(bareStem(of:)) else { return true }
    return files.dropFirst().allSatisfy { bareStem(of: $0) == first }
  }

  /// The name without its extensions, of which Kobo's EPUBs have two, as names are compared.
  private static func bareStem(of file: FilePath) -> String {
    let stem = file.stem.caseFolded
    return stem.hasSuffix(".kepub") ? String(stem.dropLast(6)) : stem
  }

  /// The sidecars of a book, those that carry its name first.
  ///
  /// `Foo.xml`, `Foo.ComicInfo.xml`, `Foo.cbz.xml`, `Foo.opf` belong to `Foo.cbz` by name; `ComicInfo.xml` and
  /// `metadata.opf` to the only book in the folder, and otherwise to all of them; `series.json` and its like to all
  /// of them. Letter case and the way accents are stored do not count.
  ///
  /// - Parameters:
  ///   - siblings: what lies in the book's folder.
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

  /// The extensions that files beside a book have which say something about it.
  public static let fileExtensions: Set<String> = ["xml", "opf", "json"]

  /// What a sidecar's name, case-folded, holds besides the words of its format: the book's name, or nothing.
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

/// What sidecars say.
public struct SidecarReading: Sendable {
  public var found: [FoundMetadata] = []
  /// What a book's own ComicInfo says of single pages.
  public var pages: [PageInfo] = []
  public var warnings: [Diagnostic] = []
}

extension Sidecar {
  /// Reads sidecars, in the order given. One that cannot be read is told of and costs nothing else.
  ///
  /// - Parameters:
  ///   - bookHoldsPackage: whether the book carries a package document itself. One beside it is then a newer
  ///     copy of that, and is believed first.
  ///   - bytes: gives a whole file.
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
    // Under the book's own name any XML may lie there; only what is called ComicInfo must be one.
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

  /// A shared file gives what belongs to the whole series only.
  private func found(_ metadata: Metadata) -> FoundMetadata {
    guard isShared else { return FoundMetadata(origin: origin, metadata: metadata) }
    let series = metadata.fields { field, _ in MetadataField.seriesLevel.contains(field) }
    return FoundMetadata(origin: origin, metadata: series, isShared: true)
  }
}
