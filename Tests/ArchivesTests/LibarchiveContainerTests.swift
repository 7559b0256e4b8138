import BookModel
import Diagnostics
import Options
import Testing

@testable import Archives

@Suite("Archives read from their front") struct LibarchiveContainerTests {
  let folder: TemporaryFolder
  let pages = (1...5).map { (name: "p/00\($0).jpg", bytes: noise(40_000 + $0, seed: UInt64($0))) }

  init() throws {
    folder = try TemporaryFolder()
    for page in pages { try folder.write("in/" + page.name, page.bytes) }
    try folder.write("in/p/notes.txt", [UInt8](repeating: 10, count: 9_000))
    try folder.write("in/p/Thumbs.db", noise(100))
  }

  /// Packs the folder `in` by a shell command.
  private func pack(_ command: String, as name: String) throws -> FilePath {
    let result = try #require(try run("cd '\(folder["in"])' && \(command)"), "a tool is missing: \(command)")
    #expect(result.succeeded, "\(result.text)")
    return folder[name]
  }

  private static let commands: [(command: String, name: String, format: String, lists: Int)] = [
    ("tar cf ../a.cbt p", "a.cbt", "tar", 0),
    ("tar cf ../a.tar --format=v7 p", "a.tar", "tar", 0),
    ("tar czf ../a.tgz p", "a.tgz", "tar (gzip)", 1),
    ("tar cJf ../a.txz p", "a.txz", "tar (xz)", 1),
    ("tar cjf ../a.tbz p", "a.tbz", "tar (bzip2)", 1),
    ("7z a ../a.cb7 p", "a.cb7", "7z", 0),
    ("7z a -ms=off -mx=0 ../b.7z p", "b.7z", "7z", 0),
    ("7z a -tzip -mm=BZip2 ../bz.zip p", "bz.zip", "ZIP", 0),
    ("7z a -tzip -mm=LZMA ../lz.zip p", "lz.zip", "ZIP", 0),
  ]

  @Test("every page is read, in one pass over the archive", arguments: commands.indices)
  func readsOnce(index: Int) throws {
    let sample = Self.commands[index]
    let container = try Containers.open(try pack(sample.command, as: sample.name))
    #expect(container.formatName == sample.format)
    let archive = try #require(container as? LibarchiveContainer)
    #expect(archive.passes == sample.lists, "listing unpacked more than it had to")
    for page in pages.reversed() {
      let entry = try #require(container.entries.first { $0.path.text == page.name })
      #expect(entry.kind == .file && entry.size == page.bytes.count)
      #expect(try container.prefix(of: entry, count: 10) == Array(page.bytes.prefix(10)))
      #expect(try container.read(entry) == page.bytes)
    }
    #expect(container.entries.first { $0.path.text == "p" }?.kind == .folder)
    #expect(archive.passes == 1)
  }

  @Test("an entry that was not wanted costs a further pass, and only once")
  func unwanted() throws {
    let path = try pack("tar cf ../a.tar p", as: "a.tar")
    let container = try Containers.open(path, wanted: { $0.fileExtension == "jpg" })
    let archive = try #require(container as? LibarchiveContainer)
    func read(_ name: String) throws -> [UInt8] {
      try container.read(try #require(container.entries.first { $0.path.name == name }))
    }
    _ = try read("001.jpg")
    _ = try read("005.jpg")
    #expect(archive.passes == 1)
    #expect(try read("notes.txt") == [UInt8](repeating: 10, count: 9_000))
    _ = try read("Thumbs.db")
    #expect(archive.passes == 2)
  }

  @Test("metadata of an archive whose entries can be passed over cost no picture")
  func metadataAlone() throws {
    let container = try Containers.open(try pack("tar cf ../a.tar p", as: "a.tar"))
    _ = try container.read(try #require(container.entries.first { $0.path.name == "notes.txt" }))
    #expect((container as? LibarchiveContainer)?.spooledCount == 1)
    _ = try container.read(try #require(container.entries.first { $0.path.name == "002.jpg" }))
    #expect((container as? LibarchiveContainer)?.spooledCount == 6)
  }

  @Test("several threads may ask at once")
  func threads() async throws {
    let container = try Containers.open(try pack("tar cJf ../a.txz p", as: "a.txz"))
    let files = container.entries.filter { $0.path.fileExtension == "jpg" }
    let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
      for entry in files + files { group.addTask { try container.read(entry).count } }
      return try await group.reduce(0, +)
    }
    #expect(sizes == 2 * pages.reduce(0) { $0 + $1.bytes.count })
    #expect((container as? LibarchiveContainer)?.passes == 1)
  }

  @Test(
    "unpacking stops when its task is cancelled, and what was begun is not taken for whole",
    arguments: [0, 1])
  func cancelled(index: Int) async throws {
    let sample = Self.commands[index]
    let path = try pack(sample.command, as: sample.name)
    let container = try Containers.open(path)
    let stopped = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return #expect(throws: Diagnostic.self) { try container.read(container.entries[1]) }
    }
    #expect(await stopped.value?.rule == .unpackingStopped)
    for page in pages {
      let entry = try #require(container.entries.first { $0.path.text == page.name })
      #expect(try container.read(entry) == page.bytes)
    }
  }

  @Test("a full scratch file is no damage, and leaves nothing half read")
  func rollBack() throws {
    var spool = Spool()
    spool.scratch = try ScratchFile(in: folder.path)
    let bytes = noise(700_000)
    func append(_ index: Int) throws {
      spool.begin(index)
      try bytes.withUnsafeBytes { try spool.append($0, to: index) }
    }
    // The second flushes the first; the third is under way when trouble comes.
    for index in 0..<3 { try append(index) }
    spool.rollBack()
    #expect(spool.slots.keys.sorted() == [0, 1])
    try append(5)
    try spool.flush()
    for index in [0, 1, 5] {
      let slot = try #require(spool.slots[index])
      #expect(try spool.scratch?.read(at: slot.offset, count: slot.length) == bytes)
    }
  }

  @Test("an archive that is cut short is damaged, never a shorter book", arguments: [0, 1, 2, 5])
  func cutShort(index: Int) throws {
    let sample = Self.commands[index]
    _ = try pack(sample.command, as: sample.name)
    let whole = try folder.contents(sample.name)
    for part in [whole.count / 3, whole.count / 2, whole.count - 11_000] {
      let path = try folder.write("cut-\(part)", Array(whole.prefix(part)))
      let error = #expect(throws: Diagnostic.self, "\(part) of \(whole.count)") { try Containers.open(path) }
      #expect(error?.rule == .archiveDamaged)
      #expect(error?.place.file == path.display)
    }
  }

  @Test("a damaged entry of a 7z is named, and what can be read is")
  func damagedEntry() throws {
    _ = try pack("7z a -ms=off -mx=0 ../b.7z p", as: "b.7z")
    var bytes = try folder.contents("b.7z")
    let third = try #require(bytes.firstRange(of: pages[2].bytes[100..<200]))
    bytes[third.lowerBound] ^= 0xFF
    let container = try Containers.open(try folder.write("c.7z", bytes))
    var failed: [String] = []
    for entry in container.entries where entry.kind == .file {
      do throws(Diagnostic) {
        _ = try container.read(entry)
      } catch {
        #expect(error.rule == .entryDamaged)
        failed.append(error.place.entry ?? "")
      }
    }
    #expect(failed == ["p/003.jpg"])
  }

  @Test("limits stop an archive that unpacks to too much")
  func limits() throws {
    try folder.write("in/p/zeros.jpg", [UInt8](repeating: 0, count: 5 << 20))
    let solid = try pack("tar cJf ../a.txz p", as: "a.txz")
    let plain = try pack("7z a ../a.7z p", as: "a.7z")
    func rule(_ path: FilePath, _ change: (inout Limits) -> Void) -> Rule? {
      var limits = Limits()
      change(&limits)
      do throws(Diagnostic) {
        let container = try Containers.open(path, limits: limits)
        for entry in container.entries where entry.kind == .file { _ = try container.read(entry) }
        return nil
      } catch {
        return error.rule
      }
    }
    for path in [solid, plain] {
      #expect(rule(path) { _ in } == nil)
      #expect(rule(path) { $0.maxEntries = 3 } == .tooManyEntries)
      #expect(rule(path) { $0.maxEntryBytes = ByteCount(1 << 20) } == .entryTooLarge)
      #expect(rule(path) { $0.maxBookBytes = ByteCount(1 << 20) } == .bookTooLarge)
      #expect(rule(path) { $0.maxRatio = 2 } == .ratioTooHigh)
    }
  }

  @Test(
    "a header with one changed byte never drops its entry without a word", arguments: [0, 5, 101, 125, 140])
  func changedHeader(_ offset: Int) throws {
    let path = try pack("tar cf ../a.tar --format=ustar p/00*.jpg", as: "a.tar")
    let good = try folder.contents("a.tar")
    // Where the third page's header begins: two pages before it, each behind a header and filled up to 512 bytes.
    let third = pages.prefix(2).reduce(0) { $0 + 512 + ($1.bytes.count + 511) / 512 * 512 }
    #expect(good[third...].starts(with: Array("p/003.jpg".utf8)))
    var bad = good
    bad[third + offset] ^= 1
    let error = #expect(throws: Diagnostic.self) { try Containers.open(try folder.write("b.tar", bad)) }
    #expect(error?.rule == .archiveDamaged)
    #expect(try Containers.open(path).entries.count == pages.count)
  }

  @Test("a scratch folder that is not there is named")
  func scratch() throws {
    let container = try Containers.open(try pack("tar cf ../a.tar p", as: "a.tar"), scratch: folder["none"])
    let entry = try #require(container.entries.first { $0.kind == .file })
    let error = #expect(throws: Diagnostic.self) { try container.read(entry) }
    #expect(error?.rule == .scratchFull)
    #expect(error?.place.file == folder["none"].display)
  }

  @Test("nothing is left in the scratch folder")
  func noLeftovers() throws {
    try folder.write("scratch/keep", [])
    let container = try Containers.open(
      try pack("tar cf ../a.tar p", as: "a.tar"), scratch: folder["scratch"])
    _ = try container.read(try #require(container.entries.first { $0.kind == .file }))
    #expect(try folder.names(below: folder["scratch"]) == ["keep"])
  }

  @Test("a compressed file that holds no tar is no archive")
  func noTar() throws {
    let path = try pack("gzip -c p/001.jpg > ../a.gz", as: "a.gz")
    #expect(throws: Diagnostic.self) { try Containers.open(path) }
    let error = #expect(throws: Diagnostic.self) {
      try Containers.open(try folder.write("x.rar", Array("text".utf8)))
    }
    #expect(error?.rule == .notAnArchive)
  }

  @Test("symbolic links are told and never read; a hard link is the file it is another name of")
  func links() throws {
    let path = try pack(
      "ln -s /etc/passwd p/sym.jpg && ln p/001.jpg p/hard.jpg && tar cf ../a.tar p", as: "a.tar")
    let container = try Containers.open(path)
    let link = try #require(container.entries.first { $0.kind == .link })
    #expect(link.path.name == "sym.jpg")
    #expect(throws: Diagnostic.self) { try container.read(link) }
    for name in ["hard.jpg", "001.jpg"] {
      let entry = try #require(container.entries.first { $0.path.name == name })
      #expect(entry.kind == .file && entry.size == pages[0].bytes.count)
      #expect(try container.read(entry) == pages[0].bytes)
    }
    #expect((container as? LibarchiveContainer)?.passes == 1)
  }

  @Test("names are decoded under any locale")
  func locale() throws {
    try folder.write("in/表/é.jpg", [1])
    let container = try Containers.open(try pack("7z a ../u.7z 表", as: "u.7z"))
    #expect(container.entries.contains { $0.path.text == "表/é.jpg" })
  }
}
