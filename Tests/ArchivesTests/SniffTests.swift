import Testing

@testable import Archives

@Suite("Kinds of containers by their first bytes") struct SniffTests {
  private static func tarHeader(name: String, magic: String = "", checksumOff: Int = 0) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    put(name, at: 0)
    put("0000644\u{0}0000000\u{0}0000000\u{0}00000000003\u{0}00000000000\u{0}        0", at: 100)
    put(magic, at: 257)
    let sum = String(header.reduce(0) { $0 + Int($1) } + checksumOff, radix: 8)
    put(String(repeating: "0", count: 6 - sum.count) + sum + "\u{0} ", at: 148)
    return header
  }

  private static let known: [(head: [UInt8], kind: ContainerKind)] = [
    (Array("PK\u{3}\u{4}".utf8), ContainerKind.zip),
    (Array("PK\u{5}\u{6}".utf8), .zip),
    (Array("PK\u{7}\u{8}PK\u{3}\u{4}".utf8), .zip),
    (Array("PK00PK\u{3}\u{4}".utf8), .zip),
    (Array("Rar!\u{1A}\u{7}\u{0}".utf8), .rar4),
    (Array("Rar!\u{1A}\u{7}\u{1}\u{0}".utf8), .rar5),
    (Array("RE~^".utf8), .rar4),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .sevenZip),
    ([0x1F, 0x8B, 8, 0], .compressed),
    (Array("BZh91AY&SY".utf8), .compressed),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .compressed),
    ([0x28, 0xB5, 0x2F, 0xFD], .compressed),
    (Array("LZIP\u{1}".utf8), .compressed),
    ([0x5D, 0, 0, 0x80, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0], .compressed),
    (Array("%PDF-1.7".utf8), .pdf),
    ([UInt8](repeating: 10, count: 1000) + Array("%PDF-1.4".utf8), .pdf),
    (tarHeader(name: "1.jpg"), .tar),
    (tarHeader(name: "1.jpg", magic: "ustar\u{0}00"), .tar),
    (tarHeader(name: "1.jpg", magic: "ustar  "), .tar),
    (tarHeader(name: "PK.jpg"), .tar),
    (tarHeader(name: "BZh9.jpg"), .tar),
  ]

  @Test("signatures", arguments: known)
  func signatures(head: [UInt8], kind: ContainerKind) { #expect(ContainerKind.sniff(head) == kind) }

  private static let foreign: [[UInt8]] = [
    [], Array("PK".utf8), Array("PK\u{1}\u{2}".utf8), Array("Rar!".utf8),
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
    [0xFF, 0xD8, 0xFF, 0xE0], Array("<?xml version='1.0'?>".utf8), [UInt8](repeating: 0, count: 4096),
    tarHeader(name: "1.jpg", checksumOff: 1), [0x5D] + [UInt8](repeating: 0, count: 20),
    [UInt8](repeating: 10, count: 1020) + Array("%PDF-1.4".utf8),
  ]

  @Test("what is none", arguments: foreign)
  func none(head: [UInt8]) { #expect(ContainerKind.sniff(head) == nil) }
}
