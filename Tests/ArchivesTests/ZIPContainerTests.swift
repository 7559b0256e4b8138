import BookModel
import Diagnostics
import Options
import Testing

@testable import Archives

@Suite("ZIP container")
struct ZIPContainerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sample(_ thresholds: ZIPRecord.Thresholds = .init(), comment: [UInt8] = []) throws -> [UInt8] {
    let output = try OutputFile(for: folder["sample.zip"])
    _ = try writeSample(output, thresholds: thresholds, comment: comment)
    return try InputFile.contents(of: output.temporary, limit: 1 << 20)
  }

  private func open(_ bytes: [UInt8], limits: Limits = Limits()) throws -> ZIPContainer {
    try ZIPContainer(folder.write("a.zip", bytes), limits: limits)
  }

  private func expectSample(_ container: ZIPContainer) throws {
    #expect(container.entries.map(\.path.text) == sampleEntries.map(\.name))
    #expect(container.entries.map(\.key) == Array(sampleEntries.indices))
    for (entry, sample) in zip(container.entries, sampleEntries) {
      #expect(try container.read(entry) == sample.bytes)
      #expect(
        entry.size == sample.bytes.count && entry.crc32 == CRC32.of(sample.bytes) && entry.kind == .file)
    }
  }

  @Test("what the writer wrote is read back, with and without ZIP64", arguments: 0..<4)
  func roundTrip(_ index: Int) throws {
    let container = try open(sample(ZIPWriterTests.thresholds[index], comment: Array("hello".utf8)))
    try expectSample(container)
    #expect(container.comment == Array("hello".utf8))
    #expect(container.diagnostics.isEmpty && !container.needsOtherReader)
  }

  @Test(
    "an entry's beginning is read from stored and deflated entries", arguments: [0, 1, 100, 4_096, 1_000_000])
  func prefixes(_ count: Int) throws {
    let container = try open(sample())
    for (entry, sample) in zip(container.entries, sampleEntries) {
      #expect(try container.prefix(of: entry, count: count) == Array(sample.bytes.prefix(count)))
    }
  }

  @Test("the place of a stored entry's bytes is known, of a packed one's not")
  func storedRanges() throws {
    let bytes = try sample()
    let container = try open(bytes)
    let range = try #require(try container.storedRange(of: container.entries[1]))
    #expect(Array(bytes[range]) == sampleEntries[1].bytes)
    #expect(try container.storedRange(of: container.entries[3]) == nil)
  }

  @Test(
    "other programs' archives are read: folders, links, data descriptors, ZIP64",
    arguments: [
      "zip -q -r a.zip d", "zip -q -0 -r a.zip d", "zip -q -r - d > a.zip", "zip -q -fz -r a.zip d",
      "7z a -bso0 -tzip a.zip d", "python3 -m zipfile -c a.zip d", "zip -q -r a.zip d && zip -q -A a.zip",
      "(cd d && zip -q -r ../b.zip .) && printf 'comment' | zip -q -z b.zip && zip -q -r a.zip d b.zip",
    ])
  func otherWriters(_ command: String) throws {
    try folder.write("d/page 1.jpg", noise(100_000))
    try folder.write("d/sub/text.xml", [UInt8](repeating: 0x41, count: 50_000))
    let made = try #require(try run("cd '\(folder.path)' && \(command)"), "\(command): not installed")
    #expect(made.succeeded, "\(made.text)")
    let container = try ZIPContainer(folder["a.zip"])
    #expect(container.diagnostics.isEmpty)
    let files = container.entries.filter { $0.kind == .file && $0.path.text.hasPrefix("d/") }
    #expect(Set(files.map(\.path.text)) == ["d/page 1.jpg", "d/sub/text.xml"])
    for file in files { #expect(try container.read(file) == folder.contents(file.path.text)) }
    let rest = container.entries.filter { $0.kind != .file }
    #expect(rest.allSatisfy { $0.kind == .folder })
  }

  @Test("symbolic links are links, whatever they are called")
  func links() throws {
    try folder.write("d/a.jpg", [1, 2, 3])
    let made = try #require(
      try run("cd '\(folder.path)' && ln -s /etc/passwd d/b.jpg && ln -s .. d/c && zip -q -y -r a.zip d"))
    #expect(made.succeeded, "\(made.text)")
    let container = try ZIPContainer(folder["a.zip"])
    let kinds = Dictionary(uniqueKeysWithValues: container.entries.map { ($0.path.text, $0.kind) })
    #expect(kinds == ["d": .folder, "d/a.jpg": .file, "d/b.jpg": .link, "d/c": .link])
    let link = try #require(container.entries.first { $0.path.text == "d/b.jpg" })
    #expect(try container.read(link) == Array("/etc/passwd".utf8))
  }

  @Test(
    "bytes before and behind the archive are stepped over, with a warning",
    arguments: [10, 100, 5_000, 200_000])
  func foreignBytes(_ count: Int) throws {
    let bytes = try sample(comment: Array("c".utf8))
    for (before, behind) in [(count, 0), (0, count), (count, count)] {
      let container = try open(noise(before) + bytes + noise(behind, seed: 3))
      try expectSample(container)
      #expect(container.comment == Array("c".utf8))
      let sides = before > 0 && behind > 0 ? 2 : 1
      #expect(container.diagnostics.map(\.rule) == [Rule](repeating: .zipForeignBytes, count: sides))
    }
  }

  @Test("offsets that count from the file's beginning are right although bytes lie before the archive")
  func prefixCounted() throws {
    var bytes = try sample()
    let shift = 77
    for record in centralHeaders(bytes) {
      bytes.set(UInt32(shift) + bytes.littleEndian(at: record + 42), at: record + 42)
    }
    let container = try open(noise(shift) + bytes)
    try expectSample(container)
    // With the directory's own place corrected too, as a self-extracting archive should have it.
    let end = bytes.count - 22
    bytes.set(UInt32(shift) + bytes.littleEndian(at: end + 16), at: end + 16)
    try expectSample(open(noise(shift) + bytes))
  }

  @Test(
    "a comment of any length is found, even one that looks like an end record", arguments: [1, 4_095, 65_535])
  func comments(_ count: Int) throws {
    var comment = noise(count)
    comment.replaceSubrange(
      0..<min(count, 22), with: ([0x50, 0x4B, 5, 6] + [UInt8](repeating: 9, count: 18)).prefix(count))
    let container = try open(sample(comment: comment))
    try expectSample(container)
    #expect(container.comment == comment)
  }

  @Test("the directory's names count where the local headers have others (F21)")
  func disagreeingNames() throws {
    var bytes = try sample()
    bytes[30] = UInt8(ascii: "X")
    let container = try open(bytes)
    #expect(container.entries[0].path.text == "mimetype")
    #expect(try container.read(container.entries[0]) == sampleEntries[0].bytes)
  }

  @Test("backslashes separate folders, and a name that ends in one is a folder")
  func backslashes() throws {
    let entries: [(name: String, bytes: [UInt8], deflated: Bool)] = [
      ("vol_1_001.jpg", [1], false), ("vol_1_", [], false), ("plain/", [], false),
    ]
    let zip = rawZIP(entries).map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "\\") : $0 }
    let container = try open(zip)
    #expect(container.entries.map(\.path.components) == [["vol", "1", "001.jpg"], ["vol", "1"], ["plain"]])
    #expect(container.entries.map(\.kind) == [.file, .folder, .folder])
  }

  @Test("hostile names come through as they are, known for what they are")
  func hostileNames() throws {
    let names = [
      "../up.jpg", "/abs.jpg", "C:\\x.jpg", "a\u{0}b.jpg", "", "ok.jpg", "ok.jpg", "/\u{301}x/../y",
    ]
    let container = try open(rawZIP(names.map { ($0, [1], false) }))
    #expect(
      container.entries.map(\.path.defect) == [
        .climbing, .absolute, .absolute, .controlCharacter, .empty, nil, nil, .absolute,
      ])
    #expect(
      container.entries.allSatisfy { entry in
        entry.path.components.allSatisfy { !$0.utf8.contains(UInt8(ascii: "/")) && $0 != ".." }
      })
  }

  @Test("the Unicode name of Info-ZIP's field counts where its checksum fits the plain one")
  func unicodePath() throws {
    for isFitting in [true, false] {
      var field: [UInt8] = [1]
      field.appendLittleEndian(CRC32.of(Array("plain".utf8)) &+ (isFitting ? 0 : 1))
      field += Array("名前.jpg".utf8)
      var extra: [UInt8] = []
      extra.appendLittleEndian(ZIPFormat.unicodePathExtra)
      extra.appendLittleEndian(UInt16(field.count))
      let container = try open(rawZIP([("plain", [1], false)], extra: extra + field))
      #expect(container.entries.map(\.path.text) == [isFitting ? "名前.jpg" : "plain"])
      #expect(container.entries[0].path.raw == Array("plain".utf8))
      #expect(try container.read(container.entries[0]) == [1])
    }
  }

  @Test("an empty archive has no entries")
  func empty() throws {
    let container = try open([0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18))
    #expect(container.entries.isEmpty && container.diagnostics.isEmpty)
  }

  @Test("a sparse archive beyond 4 GiB is read through its ZIP64 records")
  func sparse() throws {
    let path = folder["big.zip"]
    let script = """
      import zipfile
      with open('\(path)', 'wb') as f:
          f.seek(5 << 30)
          with zipfile.ZipFile(f, 'w') as z:
              z.writestr('a.jpg', b'abc')
      """
    try folder.write("make.py", Array(script.utf8))
    let made = try #require(try run("python3 '\(folder["make.py"])'"))
    #expect(made.succeeded, "\(made.text)")
    let container = try ZIPContainer(path)
    #expect(try container.read(container.entries[0]) == Array("abc".utf8))
    let range = try #require(try container.storedRange(of: container.entries[0]))
    #expect(range.lowerBound > 5 << 30)
  }
}
