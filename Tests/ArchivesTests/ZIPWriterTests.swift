import BookModel
import Diagnostics
import Testing

@testable import Archives

/// Entries of every kind the writer makes: empty, stored, deflated, one that does not get smaller.
let sampleEntries: [(name: String, bytes: [UInt8], deflated: Bool)] = [
  ("mimetype", Array("application/epub+zip".utf8), false),
  ("001.jpg", noise(5_000), false),
  ("folder/002 – ページ.png", noise(70_000, seed: 2), true),
  ("ComicInfo.xml", [UInt8](repeating: 0x20, count: 3_000), true),
  ("empty", [], true),
]

/// Writes a ZIP under its temporary name only.
func writeSample(
  _ output: OutputFile, thresholds: ZIPRecord.Thresholds = .init(), comment: [UInt8] = [],
  entries: [(name: String, bytes: [UInt8], deflated: Bool)] = sampleEntries
) throws -> OutputManifest {
  let writer = ZIPWriter(output, thresholds: thresholds)
  for entry in entries { try writer.add(entry.name, entry.bytes, deflated: entry.deflated) }
  return try writer.finish(comment: comment)
}

@Suite("ZIP writer")
struct ZIPWriterTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let thresholds: [ZIPRecord.Thresholds] = [
    .init(), .init(size: 0, count: 0), .init(size: 6_000, count: 100), .init(size: 100_000, count: 5),
  ]

  @Test("unzip and Python read what it writes, with and without ZIP64", arguments: 0..<4)
  func independentReaders(_ index: Int) throws {
    let output = try OutputFile(for: folder["a.zip"])
    _ = try writeSample(output, thresholds: Self.thresholds[index], comment: Array("a comment".utf8))
    try output.commit(replacing: false)
    let unzip = try #require(try run("unzip -t '\(folder["a.zip"])'"), "unzip is not installed")
    #expect(unzip.succeeded && unzip.text.contains("No errors detected"), "\(unzip.text)")
    let script = """
      import zipfile
      z = zipfile.ZipFile('\(folder["a.zip"])')
      assert z.testzip() is None
      for i in z.infolist(): print(i.filename, i.file_size, i.compress_type, i.date_time, oct(i.external_attr >> 16))
      print(z.comment)
      """
    try folder.write("check.py", Array(script.utf8))
    let python = try #require(try run("python3 '\(folder["check.py"])'"), "python3 is not installed")
    #expect(
      python.text == """
        mimetype 20 0 (1980, 1, 1, 0, 0, 0) 0o100644
        001.jpg 5000 0 (1980, 1, 1, 0, 0, 0) 0o100644
        folder/002 – ページ.png 70000 0 (1980, 1, 1, 0, 0, 0) 0o100644
        ComicInfo.xml 3000 8 (1980, 1, 1, 0, 0, 0) 0o100644
        empty 0 0 (1980, 1, 1, 0, 0, 0) 0o100644
        b'a comment'

        """)
  }

  @Test("what it wrote is verified from the temporary file", arguments: 0..<4)
  func verifies(_ index: Int) throws {
    let output = try OutputFile(for: folder["a.zip"])
    let manifest = try writeSample(output, thresholds: Self.thresholds[index], comment: Array("x".utf8))
    let digest = try verifyZIP(
      at: output.temporary, against: manifest, thresholds: Self.thresholds[index])
    let bytes = try InputFile.contents(of: output.temporary, limit: 1 << 20)
    #expect(digest == OutputDigest(bytes: bytes.count, sha256: SHA256.hexText(of: bytes)))
  }

  @Test("no entry has an extra field, a descriptor or a flag it does not need")
  func plainHeaders() throws {
    let output = try OutputFile(for: folder["a.zip"])
    _ = try writeSample(output)
    let bytes = try InputFile.contents(of: output.temporary, limit: 1 << 20)
    let fields = ZIPHeaderFields(bytes, at: 4)
    #expect(fields.flags == 0 && fields.extraLength == 0 && fields.version == 10)
    #expect(Array(bytes[30..<58]) == Array("mimetypeapplication/epub+zip".utf8))
    #expect(!hasZIP64Record(bytes))
  }

  @Test("every byte that is changed afterwards is noticed")
  func everyByteMatters() throws {
    let output = try OutputFile(for: folder["a.zip"])
    let entries: [(name: String, bytes: [UInt8], deflated: Bool)] = [
      ("a.jpg", Array("some bytes".utf8), false), ("ä.xml", [UInt8](repeating: 7, count: 90), true),
    ]
    let manifest = try writeSample(output, comment: Array("!".utf8), entries: entries)
    let good = try InputFile.contents(of: output.temporary, limit: 1 << 20)
    // The comment, its last byte, is no entry of the manifest.
    for index in good.indices.dropLast() {
      var bad = good
      bad[index] ^= 0xFF
      let path = try folder.write("bad.zip", bad)
      let error = #expect(throws: Diagnostic.self, "byte \(index)") {
        try verifyZIP(at: path, against: manifest)
      }
      #expect(error?.rule == .outputDiffers, "byte \(index)")
    }
    for count in good.indices {
      let path = try folder.write("cut.zip", Array(good[..<count]))
      #expect(throws: Diagnostic.self, "\(count) bytes") { try verifyZIP(at: path, against: manifest) }
    }
    let path = try folder.write("long.zip", good + [0])
    #expect(throws: Diagnostic.self) { try verifyZIP(at: path, against: manifest) }
  }

  @Test("a manifest in another order, with an entry more or one less, does not match")
  func manifestMatters() throws {
    let output = try OutputFile(for: folder["a.zip"])
    let manifest = try writeSample(output)
    var other = manifest
    other.entries.swapAt(0, 1)
    #expect(throws: Diagnostic.self) { try verifyZIP(at: output.temporary, against: other) }
    other = manifest
    other.entries.removeLast()
    #expect(throws: Diagnostic.self) { try verifyZIP(at: output.temporary, against: other) }
    other = manifest
    other.entries.append(manifest.entries[0])
    #expect(throws: Diagnostic.self) { try verifyZIP(at: output.temporary, against: other) }
  }

  @Test(
    "names that are no plain relative path are refused",
    arguments: ["", "/a", "a//b", "./a", "a/../b", "..", "a\\b", "C:/a", "a/", "a\u{0}b", "a\nb"])
  func unsafeNames(_ name: String) throws {
    let writer = ZIPWriter(try OutputFile(for: folder["a.zip"]))
    let error = #expect(throws: Diagnostic.self) { try writer.add(name, []) }
    #expect(error?.rule == .unsafeOutputName)
  }

  @Test("the same name twice is refused; composed and decomposed letters are two names")
  func duplicateNames() throws {
    let writer = ZIPWriter(try OutputFile(for: folder["a.zip"]))
    try writer.add("\u{E9}", [])
    try writer.add("e\u{301}", [])
    #expect(throws: Diagnostic.self) { try writer.add("e\u{301}", []) }
    try writer.finish()
    #expect(throws: Diagnostic.self) { try writer.add("late", []) }
    #expect(throws: Diagnostic.self) { try writer.finish() }
  }

  @Test("ZIP64 records appear with the 65535th entry, not before", arguments: [65_534, 65_535])
  func manyEntries(_ count: Int) throws {
    let output = try OutputFile(for: folder["a.zip"])
    let writer = ZIPWriter(output)
    for index in 0..<count { try writer.add("\(index)", []) }
    let manifest = try writer.finish()
    let bytes = try InputFile.contents(of: output.temporary, limit: 1 << 30)
    #expect(hasZIP64Record(bytes) == (count >= 65_535))
    _ = try verifyZIP(at: output.temporary, against: manifest)
    let python = try run(
      "python3 -c \"import zipfile; print(len(zipfile.ZipFile('\(output.temporary)').namelist()))\"")
    #expect(python?.text == "\(count)\n")
  }

  @Test(
    "times become DOS times, read as UTC and kept within what can be said",
    arguments: [
      (0, 1980, 1, 1, 0, 0, 0), (315_532_800, 1980, 1, 1, 0, 0, 0), (951_827_697, 2000, 2, 29, 12, 34, 56),
      (1_798_761_599, 2026, 12, 31, 23, 59, 58), (4_107_542_400, 2100, 3, 1, 0, 0, 0),
      (9_999_999_999, 2107, 12, 31, 23, 59, 58),
    ])
  func times(_ seconds: Int, _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int)
  {
    let time = DOSTime(secondsSince1970: seconds)
    #expect(Int(time.date) == (year - 1980) << 9 | month << 5 | day)
    #expect(Int(time.time) == hour << 11 | minute << 5 | second / 2)
  }
}

/// Whether a ZIP without a comment ends with the ZIP64 records.
private func hasZIP64Record(_ bytes: [UInt8]) -> Bool {
  bytes.dropLast(22 + 20).suffix(56).starts(with: [0x50, 0x4B, 6, 6])
}
