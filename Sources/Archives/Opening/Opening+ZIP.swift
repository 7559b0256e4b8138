import BookModel
import Diagnostics

extension Opening {
  /// Opens a ZIP: by its directory where that is enough, else by libarchive.
  func zip(_ joined: JoinedFile, in volumes: VolumeSet?) throws(Diagnostic) -> any Container {
    if joined.parts.count > 1 {
      guard try ContainerKind.endOfZIP(in: joined) != nil else {
        throw volumes?.missing(joined.parts.count) ?? cutShort
      }
      return try LibarchiveContainer(joined, request(.zip, "ZIP"))
    }
    let container: ZIPContainer
    do throws(Diagnostic) {
      container = try ZIPContainer(file, limits: limits, namesEncoding: namesEncoding)
    } catch {
      if error.rule == .directoryLost { return try salvage(joined, because: error) }
      if error.rule == .volumePart, let name = VolumeName(file.path) {
        throw missing(name.name(of: 1, like: file.path))
      }
      throw error
    }
    return container.needsOtherReader ? try byLibarchive(container, joined) : container
  }

  /// A ZIP with entries that are encrypted, or packed by a method that only libarchive unpacks.
  private func byLibarchive(_ container: ZIPContainer, _ joined: JoinedFile) throws(Diagnostic)
    -> any Container
  {
    for entry in container.entries where entry.kind == .file && !entry.isEncrypted && wanted(entry.path) {
      let method = container.methodName(of: entry)
      guard !Self.libarchiveMethods.contains(method) else { continue }
      throw .methodUnsupported(
        "ZIP method \(method)", at: Place(file: file.path.display, entry: entry.path.text))
    }
    return try LibarchiveContainer(
      joined,
      with(request(.zip, "ZIP")) {
        $0.comment = container.comment
        $0.warnings = container.diagnostics.filter { $0.rule != .guessedNames }
      })
  }

  private static let libarchiveMethods = ["stored", "deflate", "bzip2", "LZMA", "XZ", "PPMd"]

  /// A ZIP without a directory: what its local headers still lead to. The entry at which the file breaks off is
  /// listed and damaged; whether there were more is unknown, so a warning says what was done.
  private func salvage(_ joined: JoinedFile, because lost: Diagnostic) throws(Diagnostic) -> any Container {
    let container = try LibarchiveContainer(
      joined,
      with(request(.zipStream, "ZIP")) {
        $0.isSolid = true
        $0.warnings = [
          .warning(
            .directoryLost, lost.message + "; its entries were gathered from their own headers", at: place,
            remedy: "compare the result with what the archive should hold: entries may be missing")
        ]
      })
    if container.entries.isEmpty { throw cutShort }
    return container
  }

  /// Opens a split ZIP: offsets count within its parts, so that its local headers are followed instead.
  func splitZIP(_ joined: JoinedFile) throws(Diagnostic) -> any Container {
    let container = try LibarchiveContainer(joined, with(request(.zipStream, "ZIP")) { $0.isSolid = true })
    guard let end = try ContainerKind.endOfZIP(in: joined) else { throw cutShort }
    var cursor = LittleEndianReader(try joined.read(at: end + 10, upTo: 2)[...])
    guard let count = cursor.integer(2), count == container.entries.count & 0xFFFF || count == 0xFFFF else {
      throw .error(
        .archiveDamaged,
        "\(container.entries.count == 1 ? "1 entry was" : "\(container.entries.count) entries were") found, and the archive lists another number",
        at: place, remedy: "get fresh copies of its parts")
    }
    return container
  }

  /// The number of the part in which the directory ends, from 0: a split ZIP's last (APPNOTE 6.3.10, 4.3.16).
  func disk() throws(Diagnostic) -> Int? {
    let joined = JoinedFile([file])
    guard let end = try ContainerKind.endOfZIP(in: joined) else { return nil }
    var cursor = LittleEndianReader(try joined.read(at: end + 4, upTo: 2)[...])
    return cursor.integer(2)
  }

  private func missing(_ name: String) -> Diagnostic {
    .error(
      .volumeMissing, "the part \(name) of this archive is missing", at: place,
      remedy: "put it into the same folder, or get a fresh copy of the archive")
  }
}
