import BookModel
public import Diagnostics
import Synchronization

/// An archive that can be read only from its front: RAR, 7z, tar, and the ZIPs that need libarchive.
///
/// Entries are unpacked once: the first time bytes of any are asked for, all that are wanted go into a scratch
/// file in one walk over the archive, and every read takes them from there. Where going past an entry costs as
/// much as unpacking it (compressed tar, solid RAR, a ZIP without directory), that walk is the one that lists.
public final class LibarchiveContainer: Container {
  public let formatName: String
  public let entries: [ContainerEntry]
  public let comment: [UInt8]?
  public let diagnostics: [Diagnostic]

  private let headers: [ArchivePass.Header]
  /// Entries that are second names of others, whose bytes they share.
  private let hardLinks: [Int: Int]
  private let unpacker: ArchiveUnpacker
  private let wanted: @Sendable (EntryPath) -> Bool
  private let state: Mutex<State>

  private struct State: Sendable {
    var spool: Spool
    /// Walks in which entries were unpacked.
    var passes: Int
  }

  /// How often the archive was walked to unpack something: 0 where only headers were read, 1 once entries were
  /// asked for; one more for what is no picture where entries can be passed over, and for what was not wanted.
  /// No entry is ever unpacked twice, but to reach others behind it.
  public var passes: Int { state.withLock { $0.passes } }

  /// Entries that are in scratch space.
  var spooledCount: Int { state.withLock { $0.spool.slots.count } }

  /// How to open an archive.
  struct Request {
    var format: ArchivePass.Format
    var formatName: String
    var isSolid = false
    var comment: [UInt8]?
    var namesEncoding: String?
    var password: String?
    var scratch: FilePath?
    var limits: Limits
    var wanted: @Sendable (EntryPath) -> Bool
    var warnings: [Diagnostic] = []
    /// What the headers of a RAR say of its entries' bytes.
    var surveyed: [RARSurvey.Entry] = []
  }

  /// - Throws: `archive-damaged` where the listing ends before the archive does, refusals of what libarchive
  ///   cannot read, limits.
  init(_ file: JoinedFile, _ request: Request) throws(Diagnostic) {
    let unpacker = ArchiveUnpacker(
      file: file, format: request.format, password: request.password, scratchFolder: request.scratch,
      limits: request.limits, isSolid: request.isSolid, surveyed: request.surveyed)
    let wanted = request.wanted
    let listsUnpacking = request.isSolid && request.format != .sevenZip
    var spool = Spool()
    let listing = try withUTF8Locale { () throws(Diagnostic) in
      let listing = try unpacker.list(
        into: &spool, wanted: listsUnpacking ? { wanted(provisionalPath(of: $0)) } : nil)
      try refuse(listing.headers, by: unpacker)
      return listing
    }
    let named = try decodeEntryNames(
      listing.headers.map(\.rawName),
      flaggedUTF8: listing.headers.map { String(validatingUTF8Bytes: $0.rawName) != nil },
      encoding: request.namesEncoding)
    var entries: [ContainerEntry] = []
    var files: [[UInt8]: Int] = [:]
    var targets: [Int: Int] = [:]
    for (index, header) in listing.headers.enumerated() {
      var entry = ContainerEntry(
        key: index, path: EntryPath(raw: header.rawName, decoded: named.names[index]), kind: header.kind,
        size: header.size, crc32: header.crc32, isEncrypted: header.isEncrypted)
      if let target = header.hardLink.flatMap({ files[$0] }) {
        targets[index] = target
        entry.kind = .file
        entry.size = entries[target].size
        entry.crc32 = entries[target].crc32
      } else if header.kind == .file {
        files[header.rawName] = index
      }
      entries.append(entry)
    }
    var diagnostics = request.warnings
    if let encoding = named.encoding, named.guessed {
      diagnostics.append(.namesGuessed(encoding, at: file.place))
    }
    let filters = listing.filterNames.isEmpty ? "" : " (\(listing.filterNames.joined(separator: ", ")))"
    formatName = request.formatName + filters
    comment = request.comment
    headers = listing.headers
    hardLinks = targets
    self.entries = entries
    self.diagnostics = diagnostics
    self.unpacker = unpacker
    self.wanted = wanted
    state = Mutex(State(spool: spool, passes: listsUnpacking ? 1 : 0))
  }

  public func read(_ entry: ContainerEntry) throws(Diagnostic) -> [UInt8] {
    let (slot, scratch) = try slot(of: entry)
    if let failure = slot.failure { throw place(failure, at: entry) }
    return try scratch?.read(at: slot.offset, count: slot.length) ?? []
  }

  /// Bytes from the beginning; those before the damage where the entry is damaged.
  public func prefix(of entry: ContainerEntry, count: Int) throws(Diagnostic) -> [UInt8] {
    let (slot, scratch) = try slot(of: entry)
    if let failure = slot.failure, slot.length == 0 { throw place(failure, at: entry) }
    return try scratch?.read(at: slot.offset, count: max(0, min(count, slot.length))) ?? []
  }

  private func slot(of entry: ContainerEntry) throws(Diagnostic) -> (Spool.Slot, ScratchFile?) {
    guard entries.indices.contains(entry.key), entries[entry.key].kind == .file else {
      throw .error(
        .entryDamaged, "this is not a file",
        at: Place(file: unpacker.file.path.display, entry: entry.path.text))
    }
    let key = hardLinks[entry.key] ?? entry.key
    return try state.withLock { state throws(Diagnostic) in
      if let slot = state.spool.slots[key] { return (slot, state.spool.scratch) }
      state.passes += 1
      try withUTF8Locale { () throws(Diagnostic) in
        try unpacker.unpack(headers, into: &state.spool) { $0 == key || belongsTogether($0, key) }
      }
      return (state.spool.slots[key] ?? Spool.Slot(offset: 0, length: 0), state.spool.scratch)
    }
  }

  /// Whether one walk should unpack both: everything that is wanted; but where going past an entry is cheap,
  /// metadata do not cost unpacking the pictures. Once something unwanted is asked for, all that is left.
  private func belongsTogether(_ other: Int, _ asked: Int) -> Bool {
    func isPicture(_ index: Int) -> Bool {
      ImageFormat(fileExtension: entries[index].path.fileExtension) != nil
    }
    guard wanted(entries[asked].path) else { return true }
    return wanted(entries[other].path) && (unpacker.isSolid || isPicture(other) == isPicture(asked))
  }

  /// The same problem under the entry's decoded name.
  private func place(_ failure: Diagnostic, at entry: ContainerEntry) -> Diagnostic {
    var told = failure
    if told.place.entry != nil { told.place.entry = entry.path.text }
    return told
  }
}

/// A name for choosing entries before the encoding of all is known: extensions are ASCII in every encoding.
private func provisionalPath(of header: ArchivePass.Header) -> EntryPath {
  EntryPath(
    raw: header.rawName,
    decoded: String(validatingUTF8Bytes: header.rawName) ?? CodePage437.decode(header.rawName))
}

/// Refuses what headers, or the first bytes, show that libarchive cannot unpack.
private func refuse(_ headers: [ArchivePass.Header], by unpacker: ArchiveUnpacker) throws(Diagnostic) {
  if let encrypted = headers.first(where: { $0.isEncrypted && $0.kind == .file }),
    let refusal = unpacker.encryptionRefusal(encrypted)
  {
    throw refusal
  }
  // A wrong password, too, is best reported before any work begins.
  let isEncrypted = headers.contains { $0.isEncrypted && $0.kind == .file }
  if unpacker.format == .sevenZip || isEncrypted { try unpacker.probe(headers) }
}

extension Diagnostic {
  /// Tells that names were read by a guessed encoding.
  static func namesGuessed(_ encoding: String, at place: Place) -> Diagnostic {
    .warning(
      .guessedNames, "names were read as \(encoding), which is a guess", at: place,
      remedy: "if they look wrong, name their encoding (namesEncoding)")
  }
}
