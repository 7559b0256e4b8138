public import BookModel
public import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Opens containers of any kind.
public enum Containers {
  /// Opens a file as the container its contents make it; a folder as itself.
  ///
  /// - Parameters:
  ///   - path: a file, the first part of an archive in several, or a folder.
  ///   - kind: what the file turned out to be; nil to look.
  ///   - namesEncoding: an iconv name for names of entries that do not say theirs; nil to guess.
  ///   - password: for encrypted entries.
  ///   - scratch: where archives are unpacked that can be read only from their front; nil for `$TMPDIR`.
  ///   - wanted: the entries whose bytes will be asked for, so that one walk over such an archive is enough.
  /// - Throws: refusals (`not-an-archive`, `password-required`, `method-unsupported`, `volume-part`…), limits, and
  ///   `archive-damaged` where entries may be missing from the listing.
  public static func open(
    _ path: FilePath, kind: ContainerKind? = nil, namesEncoding: String? = nil, password: String? = nil,
    scratch: FilePath? = nil, limits: Limits = Limits(),
    wanted: @escaping @Sendable (EntryPath) -> Bool = { !$0.isSystemJunk }
  ) throws(Diagnostic) -> any Container {
    if kind == nil, path.isFolder {
      return try FolderContainer(path, limits: limits, namesEncoding: namesEncoding)
    }
    let file = try InputFile(path)
    let found: ContainerKind?
    if let kind { found = kind } else { found = try ContainerKind.sniff(file) }
    let opening = Opening(
      file: file, namesEncoding: namesEncoding, password: password, scratch: scratch, limits: limits,
      wanted: wanted)
    switch found {
    case .rar4: return try opening.rar4()
    case .rar5: return try opening.rar5()
    case .zip, .sevenZip, .tar, .compressed, nil: return try opening.pieces(of: found)
    case .pdf: throw opening.notAnArchive("this is a PDF, which is not supported")
    }
  }
}

extension FilePath {
  /// Whether it leads to a folder, symbolic links followed.
  fileprivate var isFolder: Bool {
    var status = stat()
    return withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// What opening one file takes.
struct Opening {
  let file: InputFile
  let namesEncoding: String?
  let password: String?
  let scratch: FilePath?
  let limits: Limits
  let wanted: @Sendable (EntryPath) -> Bool

  var place: Place { Place(file: file.path.display) }

  func notAnArchive(_ message: String) -> Diagnostic {
    .error(.notAnArchive, message, at: place, remedy: "ZIP, RAR, 7z, tar and compressed tar are read")
  }

  func request(_ format: ArchivePass.Format, _ name: String) -> LibarchiveContainer.Request {
    LibarchiveContainer.Request(
      format: format, formatName: name, namesEncoding: namesEncoding, password: password, scratch: scratch,
      limits: limits, wanted: wanted)
  }

  /// The parts beside the file of which it is one, by their names.
  func volumes() throws(Diagnostic) -> VolumeSet? {
    guard VolumeName(file.path) != nil else { return nil }
    let folder = file.path.parent
    var siblings: [FilePath] = []
    for item in try listFolder(folder) where item.kind == .file || item.kind == .link {
      siblings.append(folder.appending(item.name))
    }
    return VolumeSet(of: file.path, among: siblings)
  }

  /// Opens what has no volumes of its own: whole, or the pieces `name.7z.001`… a program cut it into.
  func pieces(of kind: ContainerKind?) throws(Diagnostic) -> any Container {
    // A ZIP that is whole has no use for its neighbors: listing them for each of thousands would take long.
    if kind == .zip, let name = VolumeName(file.path), name.scheme == .zip, name.index == 0,
      try disk() ?? 0 == 0
    {
      return try whole(JoinedFile([file]), kind, in: nil)
    }
    guard let volumes = try volumes() else { return try whole(JoinedFile([file]), kind, in: nil) }
    switch volumes.name.scheme {
    case .number:
      if volumes.name.index > 0, kind == nil || volumes.earlierPart != nil { throw volumes.laterPart }
      if volumes.consecutive.count == 1, volumes.gap == nil {
        return try whole(JoinedFile([file]), kind, in: volumes)
      }
      if let gap = volumes.gap { throw volumes.missing(gap) }
      return try whole(try JoinedFile(volumes.consecutive), kind, in: volumes)
    case .zip where kind == .zip || kind == nil:
      if volumes.name.index > 0 { throw volumes.laterPart }
      guard let last = try disk(), last > 0 else { return try whole(JoinedFile([file]), kind, in: nil) }
      var parts: [FilePath] = []
      for index in 1...last {
        guard volumes.consecutive.indices.contains(index) else { throw volumes.missing(index) }
        parts.append(volumes.consecutive[index])
      }
      return try splitZIP(JoinedFile(parts + [file.path]))
    case .part, .letters, .zip: return try whole(JoinedFile([file]), kind, in: nil)
    }
  }

  private func whole(
    _ joined: JoinedFile, _ kind: ContainerKind?, in volumes: VolumeSet?
  ) throws(Diagnostic) -> any Container {
    switch kind {
    case .zip: return try zip(joined, in: volumes)
    case .sevenZip:
      try checkSevenZipLength(joined, in: volumes)
      return try LibarchiveContainer(joined, with(request(.sevenZip, "7z")) { $0.isSolid = true })
    case .tar:
      let warnings = try hasTarEnd(joined) ? [] : [endMissing]
      return try LibarchiveContainer(joined, with(request(.tar, "tar")) { $0.warnings = warnings })
    case .compressed:
      return try LibarchiveContainer(joined, with(request(.compressedTar, "tar")) { $0.isSolid = true })
    default:
      if file.size == 0 { throw notAnArchive("this file is empty") }
      throw notAnArchive("this is not an archive of any known kind")
    }
  }

  /// 7z's first header says how long the whole is (7zFormat.txt, SignatureHeader).
  private func checkSevenZipLength(_ joined: JoinedFile, in volumes: VolumeSet?) throws(Diagnostic) {
    var cursor = LittleEndianReader(try joined.read(at: 0, upTo: 32)[...])
    guard cursor.bytes(12) != nil, let offset = cursor.integer(8), let size = cursor.integer(8) else {
      return
    }
    let (end, overflow) = offset.addingReportingOverflow(size)
    guard overflow || end > joined.size - 32 else { return }
    if let volumes { throw volumes.missing(volumes.consecutive.count) }
    throw cutShort
  }

  /// A tar ends with two blocks of zeros, and is mostly filled with more (POSIX `pax`, ustar format).
  private func hasTarEnd(_ joined: JoinedFile) throws(Diagnostic) -> Bool {
    let tail = try joined.read(at: max(0, joined.size - 1024), upTo: 1024)
    return tail.allSatisfy { $0 == 0 }
  }

  var endMissing: Diagnostic {
    .warning(
      .archiveEndMissing, "the archive has no end mark: it may have been cut short between two entries",
      at: place,
      remedy: "compare the number of pages with what the book should have")
  }

  var cutShort: Diagnostic {
    .error(
      .archiveDamaged, "the archive is cut short: it should be longer than the file", at: place,
      remedy: "get a fresh copy of the file")
  }

  func with(
    _ request: LibarchiveContainer.Request, _ change: (inout LibarchiveContainer.Request) -> Void
  ) -> LibarchiveContainer.Request {
    var changed = request
    change(&changed)
    return changed
  }
}
