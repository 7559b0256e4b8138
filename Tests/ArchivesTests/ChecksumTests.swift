import Testing

@testable import Archives

@Suite("Checksums")
struct ChecksumTests {
  @Test(
    "CRC-32 gives the published values", arguments: [("", 0), ("123456789", 0xCBF4_3926), ("a", 0xE8B7_BE43)])
  func crc32(_ text: String, _ value: UInt32) {
    #expect(CRC32.of(Array(text.utf8)) == value)
  }

  /// FIPS 180-4's own examples.
  @Test(
    "SHA-256 gives the published digests",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func sha256(_ text: String, _ digest: String) {
    #expect(SHA256.hexText(of: Array(text.utf8)) == digest)
  }

  @Test("however the bytes are cut into pieces, the result is the same")
  func pieces() {
    let bytes = noise(1_000)
    for size in [1, 7, 64, 999] {
      var crc32 = CRC32()
      var sha256 = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = Array(bytes[start..<min(start + size, bytes.count)])
        crc32.update(piece)
        crc32.update([])
        sha256.update(piece)
        sha256.update([])
      }
      #expect(crc32.value == CRC32.of(bytes))
      #expect(sha256.hexText() == SHA256.hexText(of: bytes))
    }
  }

  @Test("a copy goes on by itself")
  func copies() {
    var first = SHA256()
    first.update([1])
    var second = first
    second.update([2])
    #expect(first.hexText() == SHA256.hexText(of: [1]))
    #expect(second.hexText() == SHA256.hexText(of: [1, 2]))
  }
}
