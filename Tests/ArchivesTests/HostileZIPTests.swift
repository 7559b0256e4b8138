import BookModel
import Diagnostics
import Options
import Testing

@testable import Archives

@Suite("Hostile ZIPs")
struct HostileZIPTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ bytes: [UInt8], limits: Limits = Limits()) throws -> ZIPContainer {
    try ZIPContainer(folder.write("a.zip", bytes), limits: limits)
  }

  private func rule(_ body: () throws -> some Any) -> Rule? {
    do {
      _ = try body()
      return nil
    } catch let error as Diagnostic {
      return error.rule
    } catch {
      return nil
    }
  }

  private static let small: [(name: String, bytes: [UInt8], deflated: Bool)] = [
    ("a.jpg", Array("some bytes".utf8), false), ("b.xml", [UInt8](repeating: 7, count: 90), true),
    ("c", [], false),
  ]

  @Test("an archive cut anywhere has lost its directory, and nothing crashes")
  func truncation() throws {
    let good = rawZIP(Self.small)
    for count in good.indices {
      #expect(rule { try open(Array(good[..<count])) } == .directoryLost, "\(count) bytes")
    }
  }

  @Test("with any byte changed, what can be read is right or refused")
  func flips() throws {
    let good = rawZIP(Self.small)
    let contents = Set(Self.small.map(\.bytes))
    for index in good.indices {
      for mask: UInt8 in [0x01, 0x80, 0xFF] {
        var bad = good
        bad[index] ^= mask
        guard let container = try? open(bad) else { continue }
        for entry in container.entries {
          _ = try? container.prefix(of: entry, count: 16)
          guard let bytes = try? container.read(entry) else { continue }
          #expect(contents.contains(bytes), "byte \(index) with mask \(mask)")
        }
      }
    }
  }

  @Test("the end record's count is believed no further than the directory goes")
  func countLies() throws {
    let good = rawZIP(Self.small)
    func counting(_ count: UInt16) -> [UInt8] {
      var bytes = good
      bytes.set(count, at: bytes.count - 22 + 8)
      bytes.set(count, at: bytes.count - 22 + 10)
      return bytes
    }
    #expect(rule { try open(counting(65_535)) } == .directoryLost)
    #expect(rule { try open(counting(4)) } == .directoryLost)
    let container = try open(counting(2))
    #expect(container.entries.count == 3)
    #expect(container.diagnostics.map(\.rule) == [.zipCountWrong])
  }

  @Test("a directory size that leads nowhere falls back on its stated place, else the directory is lost")
  func directorySizeLies() throws {
    var bytes = rawZIP(Self.small)
    bytes.set(UInt32(0xFFFF_FFF0), at: bytes.count - 22 + 12)
    #expect(try open(bytes).entries.count == 3)
    bytes.set(UInt32(0xFFFF_FFF0), at: bytes.count - 22 + 16)
    #expect(rule { try open(bytes) } == .directoryLost)
  }

  @Test("an entry outside the archive is damage of that entry alone")
  func outside() throws {
    let good = rawZIP(Self.small)
    let records = centralHeaders(good)
    for (field, value) in [(42, UInt32(good.count)), (42, 0xFFFF_FFF0), (20, 100_000), (20, 0xFFFF_FFF0)] {
      var bytes = good
      bytes.set(value, at: records[0] + field)
      let container = try open(bytes)
      #expect(rule { try container.read(container.entries[0]) } == .entryDamaged, "\(field) \(value)")
      #expect(try container.read(container.entries[1]) == Self.small[1].bytes)
    }
  }

  @Test("entries that share bytes are refused but for one, so that no byte is read twice")
  func overlaps() throws {
    let good = rawZIP([("a", noise(100), false), ("b", noise(100), false), ("c", noise(100), false)])
    let records = centralHeaders(good)
    var shared = good
    for record in records { shared.set(UInt32(0), at: record + 42) }
    var container = try open(shared)
    #expect(
      container.entries.map { entry in rule { try container.read(entry) } } == [
        nil, .entryDamaged, .entryDamaged,
      ])
    // The first claims the bytes of the second, which is sound itself.
    var long = good
    long.set(UInt32(150), at: records[0] + 20)
    long.set(UInt32(150), at: records[0] + 24)
    container = try open(long)
    #expect(
      container.entries.map { entry in rule { try container.read(entry) } } == [.entryDamaged, nil, nil])
  }

  @Test("one entry listed twice is one entry")
  func listedTwice() throws {
    let good = rawZIP([("a", [1, 2, 3], false)])
    let record = centralHeaders(good)[0]
    let directory = good[record..<good.count - 22]
    let end = ZIPEnd(count: 2, directoryOffset: record, directorySize: 2 * directory.count, comment: [])
    let container = try open(good[..<record] + directory + directory + end.records(.init()))
    #expect(container.entries.count == 1)
    #expect(container.diagnostics.map(\.rule) == [.zipListedTwice])
    #expect(try container.read(container.entries[0]) == [1, 2, 3])
  }

  @Test("places and sizes as large as a number can be are damage, wherever the archive begins")
  func immensePlaces() throws {
    for offset in [UInt64(Int.max), UInt64(Int.max) - 29, UInt64(Int.max) - 30, 1 << 62] {
      for packed in [UInt64(0), 10, UInt64(Int.max)] {
        var extra: [UInt8] = []
        extra.appendLittleEndian(ZIPFormat.zip64Extra)
        extra.appendLittleEndian(UInt16(16))
        extra.appendLittleEndian(packed)
        extra.appendLittleEndian(offset)
        var bytes = rawZIP([("a", [], false)], extra: extra)
        let record = centralHeaders(bytes)[0]
        bytes.set(UInt32.max, at: record + 20)
        bytes.set(UInt32.max, at: record + 42)
        // With nothing before it, with more before it than it says, and with less.
        var moved = bytes
        moved.set(UInt32(bytes.count), at: bytes.count - 22 + 16)
        for archive in [bytes, noise(40) + bytes, moved, Array(bytes[record...])] {
          let container = try open(archive)
          #expect(rule { try container.read(container.entries[0]) } == .entryDamaged)
        }
      }
    }
  }

  @Test("sizes and checksums that are wrong are damage")
  func wrongSizes() throws {
    let good = rawZIP(Self.small)
    let records = centralHeaders(good)
    let cases: [(record: Int, field: Int, value: UInt32, rule: Rule)] = [
      (0, 16, 1, .crcMismatch), (0, 24, 11, .entryDamaged), (0, 20, 9, .entryDamaged),
      (1, 16, 1, .crcMismatch), (1, 24, 89, .entryDamaged), (1, 24, 91, .entryDamaged),
      (1, 20, 2, .entryDamaged),
    ]
    for test in cases {
      var bytes = good
      bytes.set(test.value, at: records[test.record] + test.field)
      let container = try open(bytes)
      #expect(rule { try container.read(container.entries[test.record]) } == test.rule, "\(test)")
    }
  }

  @Test("a header that is missing, or jumps beyond the end, is damage")
  func localHeaders() throws {
    var bytes = rawZIP(Self.small)
    bytes[0] = 0
    var container = try open(bytes)
    #expect(rule { try container.read(container.entries[0]) } == .entryDamaged)
    bytes[0] = 0x50
    bytes.set(UInt16(65_535), at: 28)
    container = try open(bytes)
    #expect(rule { try container.read(container.entries[0]) } == .entryDamaged)
  }

  @Test("limits are kept before anything is allocated")
  func limits() throws {
    let bomb = rawZIP([("a", [UInt8](repeating: 0, count: 3 << 20), true), ("b", noise(100), false)])
    var limits = Limits()
    limits.maxRatio = 100
    var container = try open(bomb, limits: limits)
    #expect(rule { try container.read(container.entries[0]) } == .ratioTooHigh)
    limits = Limits()
    limits.maxEntryBytes = ByteCount(1 << 20)
    container = try open(bomb, limits: limits)
    #expect(rule { try container.read(container.entries[0]) } == .entryTooLarge)
    #expect(rule { try container.prefix(of: container.entries[0], count: 10) } == .entryTooLarge)
    #expect(try container.read(container.entries[1]) == noise(100))
    limits = Limits()
    limits.maxBookBytes = ByteCount(3 << 20)
    #expect(rule { try open(bomb, limits: limits) } == .bookTooLarge)
    limits = Limits()
    limits.maxEntries = 1
    #expect(rule { try open(bomb, limits: limits) } == .tooManyEntries)
    limits.maxEntries = 2
    #expect(try open(bomb, limits: limits).entries.count == 2)
  }

  @Test("an entry that claims terabytes is refused")
  func hugeClaims() throws {
    let field = { (values: [UInt64]) -> [UInt8] in
      var extra: [UInt8] = []
      extra.appendLittleEndian(ZIPFormat.zip64Extra)
      extra.appendLittleEndian(UInt16(8 * values.count))
      for value in values { extra.appendLittleEndian(value) }
      return extra
    }
    for (size, packed, expected) in [
      (UInt64(1) << 40, UInt64(10), Rule.bookTooLarge), (1 << 34, 10, .entryTooLarge),
      (1 << 29, 10, .ratioTooHigh),
      (UInt64.max, 10, .directoryLost), (1_000, UInt64(Int.max), .entryDamaged),
    ] {
      var bytes = rawZIP([("a", [UInt8](repeating: 0, count: 2 << 20), true)], extra: field([size, packed]))
      let record = centralHeaders(bytes)[0]
      bytes.set(UInt32.max, at: record + 20)
      bytes.set(UInt32.max, at: record + 24)
      let found = rule {
        let container = try open(bytes)
        return try container.read(container.entries[0])
      }
      #expect(found == expected, "\(size) \(packed)")
    }
  }

  @Test("encrypted entries and other methods are named and left to another reader")
  func otherReaders() throws {
    for (field, value, expected) in [(8, UInt16(1), Rule.passwordRequired), (10, 9, .methodUnsupported)] {
      var bytes = rawZIP(Self.small)
      bytes.set(value, at: centralHeaders(bytes)[1] + field)
      let container = try open(bytes)
      #expect(container.needsOtherReader)
      #expect(rule { try container.read(container.entries[1]) } == expected)
      #expect(container.entries[1].isEncrypted == (field == 8))
      #expect(try container.read(container.entries[0]) == Self.small[0].bytes)
    }
    #expect(ZIPFormat.methodName(9) == "deflate64")
  }

  @Test("the last part of a split archive is named as such")
  func splitArchive() throws {
    try folder.write("d/page.jpg", noise(200_000))
    let made = try #require(try run("cd '\(folder.path)' && zip -q -0 -s 64k -r a.zip d"))
    #expect(made.succeeded, "\(made.text)")
    #expect(rule { try ZIPContainer(folder["a.zip"]) } == .volumePart)
  }

  @Test("files that are no ZIP have no directory", arguments: [0, 1, 21, 22, 5_000, 2_000_000])
  func foreignFiles(_ count: Int) throws {
    #expect(rule { try open(noise(count)) } == .directoryLost)
    #expect(rule { try open([UInt8](repeating: 0x50, count: count)) } == .directoryLost)
  }

  @Test("a file full of false end records is searched in bounded time")
  func falseEnds() throws {
    let end = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 7, count: 18)
    let bytes = [UInt8]([[UInt8]](repeating: end, count: 60_000).joined())
    #expect(rule { try open(bytes) } == .directoryLost)
  }
}
