import BookModel
import Diagnostics
import Testing

@testable import Archives

@Suite("ZIPs whose directory is lost") struct SalvageTests {
  let folder: TemporaryFolder
  let whole: [UInt8]
  let pages = (1...4).map {
    (name: "00\($0).jpg", bytes: noise(20_000, seed: UInt64($0)), deflated: $0 % 2 == 0)
  }

  init() throws {
    folder = try TemporaryFolder()
    let output = try OutputFile(for: folder["a.zip"])
    _ = try writeSample(output, entries: pages)
    try output.commit(replacing: false)
    whole = try folder.contents("a.zip")
  }

  private func directoryStart() throws -> Int {
    try #require(whole.firstRange(of: [0x50, 0x4B, 0x01, 0x02])).lowerBound
  }

  @Test("their entries are gathered in one pass, and a warning says so")
  func salvaged() throws {
    for length in [try directoryStart(), try directoryStart() + 60] {
      let container = try Containers.open(try folder.write("b.zip", Array(whole.prefix(length))))
      #expect(container.entries.map(\.path.text) == pages.map(\.name))
      for (entry, page) in zip(container.entries, pages) { #expect(try container.read(entry) == page.bytes) }
      #expect(container.diagnostics.map(\.rule) == [.directoryLost])
      #expect(container.diagnostics.map(\.severity) == [.warning])
      #expect((container as? LibarchiveContainer)?.passes == 1)
    }
  }

  @Test("the entry at which the file breaks off is damaged")
  func brokenOff() throws {
    let container = try Containers.open(try folder.write("b.zip", Array(whole.prefix(50_000))))
    #expect(container.entries.map(\.path.text) == ["001.jpg", "002.jpg", "003.jpg"])
    #expect(try container.read(container.entries[1]) == pages[1].bytes)
    let error = #expect(throws: Diagnostic.self) { try container.read(container.entries[2]) }
    #expect(error?.rule == .entryDamaged)
    #expect(error?.place.entry == "003.jpg")
  }

  @Test("nothing to gather is damage")
  func nothing() throws {
    let path = try folder.write("b.zip", Array(whole.prefix(20)))
    let error = #expect(throws: Diagnostic.self) { try Containers.open(path) }
    #expect(error?.rule.category == .damage)
  }

  @Test("a ZIP behind other bytes, and an empty one, are sound")
  func padded() throws {
    let path = try folder.write("b.exe", noise(3_000) + whole)
    #expect(try ContainerKind.sniff(InputFile(path)) == .zip)
    let container = try Containers.open(path)
    for (entry, page) in zip(container.entries, pages) { #expect(try container.read(entry) == page.bytes) }
    let empty = try folder.write("e.zip", [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18))
    #expect(try Containers.open(empty).entries.isEmpty)
    #expect(try ContainerKind.sniff(InputFile(try folder.write("n.jpg", noise(70_000)))) == nil)
  }
}
