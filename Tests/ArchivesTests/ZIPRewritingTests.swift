import BookModel
import Diagnostics
import Testing

@testable import Archives

/// Rewriting archives that Python made, and asking Python what has become of them.
struct ZIPRewritingTests {
  /// Ways an archive can be made; each is a function of `makers.py`.
  static let makers = [
    "plain", "deflated", "descriptors", "zip64", "prefixed", "selfExtracting", "padded", "commented",
    "folders",
    "extraFields", "foreignNames", "gaps", "twins", "metadataFirst", "unsorted",
  ]

  @Test(
    "every entry that is not changed keeps headers, packed bytes, place in the order and directory entry",
    arguments: makers)
  func othersStay(maker: String) throws {
    let folder = try TemporaryFolder()
    let path = try make(maker, in: folder)
    let before = try InputFile.contents(of: path, limit: 1 << 24)
    var comparisons: [String] = []
    for (number, changes) in try changes(of: path).enumerated() {
      let file = try InputFile.forReplacing(path)
      let container = try ZIPContainer(file)
      let splice = try container.splice(making: changes)
      let back = try splice.inverse(reading: file)
      let replacement = try FileReplacement(of: file, by: splice)
      let digests = try replacement.verify()
      #expect(digests.before.sha256 == SHA256.hexText(of: before))
      try container.check(try InputFile(replacement.temporary), made: changes)
      try replacement.commit()
      let after = try InputFile.contents(of: path, limit: 1 << 24)
      #expect(digests.after.sha256 == SHA256.hexText(of: after))
      try folder.write("after\(number).zip", after)
      let changed = changes.replaced.keys.sorted() + changes.removed.sorted()
      let words = changed.map(String.init).joined(separator: ",")
      comparisons.append("\(folder["after\(number).zip"].display):\(words):\(changes.added.count)")
      // The way back leads to the very same bytes.
      let undo = try FileReplacement(of: try InputFile.forReplacing(path), by: back)
      #expect(try undo.verify().after.sha256 == digests.before.sha256)
      try undo.commit()
      #expect(try InputFile.contents(of: path, limit: 1 << 24) == before)
    }
    try expect(folder, "compare.py \(path.display) \(comparisons.joined(separator: " "))", maker)
  }

  @Test("Info-ZIP finds nothing wrong with a rewritten archive", arguments: makers)
  func infoZIP(maker: String) throws {
    let folder = try TemporaryFolder()
    let path = try make(maker, in: folder)
    for (number, changes) in try changes(of: path).enumerated() {
      let file = try InputFile(path)
      let splice = try ZIPContainer(file).splice(making: changes)
      let output = try OutputFile(for: folder["after\(number).zip"])
      for piece in splice.pieces {
        switch piece {
        case .copied(let range): try output.copy(range, of: file)
        case .bytes(let bytes): try output.write(bytes)
        }
      }
      try output.commit(replacing: false)
    }
    guard try run("unzip -v")?.succeeded == true else { return print("unzip is not installed: skipped") }
    let result = try run(
      "for name in \(folder.path.display)/after*.zip; do unzip -tqq $name || echo bad; done")
    let text = result?.text ?? "no answer"
    // What lies before or behind the archive it warns of, and it knows no twins.
    let isTold = ["prefixed", "padded", "gaps", "twins"].contains(maker)
    #expect(!text.contains("bad") || isTold, "\(maker): \(text)")
    #expect(!text.contains("bad CRC") && !text.contains("bad zipfile offset"), "\(text)")
  }

  @Test("an entry pushed beyond the 32-bit limit gets a ZIP64 field; one that has it keeps it")
  func farEntries() throws {
    for extra in [[], [0x55, 0x54, 5, 0, 1, 2, 3, 4, 5]] as [[UInt8]] {
      let folder = try TemporaryFolder()
      let path = try folder.write(
        "a.zip",
        rawZIP(
          [("ComicInfo.xml", [1], false), ("1.jpg", noise(500), false), ("2.jpg", noise(400), false)],
          extra: extra))
      var changes = ZIPChanges()
      changes.replaced[0] = .init("ComicInfo.xml", noise(300))
      // As if 600 bytes were 4 GiB: the second page moves beyond, the first does not.
      let file = try InputFile(path)
      let splice = try ZIPContainer(file).splice(making: changes, thresholds: .init(size: 600))
      let replacement = try FileReplacement(of: file, by: splice)
      _ = try replacement.verify()
      let result = try ZIPContainer(replacement.temporary)
      #expect(try result.read(result.entries[2]) == noise(400))
      let record = result.directory.records[2]
      let header = try InputFile(replacement.temporary).read(
        at: record.header.lowerBound, count: record.header.count)
      #expect((header.littleEndian(at: 42) as UInt32) == UInt32.max)
      #expect(header.suffix(extra.count).elementsEqual(extra))
    }
  }

  @Test("a damaged archive is refused and left as it was")
  func damaged() throws {
    let folder = try TemporaryFolder()
    var bytes = rawZIP([("1.jpg", noise(100), false), ("2.jpg", noise(100), false)])
    bytes.set(UInt32(7), at: centralHeaders(bytes)[1] + 42)
    let path = try folder.write("a.zip", bytes)
    var changes = ZIPChanges()
    changes.added = [.init("ComicInfo.xml", [1])]
    let container = try ZIPContainer(path)
    let error = #expect(throws: Diagnostic.self) { try container.splice(making: changes) }
    #expect(error?.rule == .archiveNotRewritable)
  }

  // MARK: making and comparing

  private func make(_ maker: String, in folder: TemporaryFolder) throws -> FilePath {
    try folder.write("makers.py", Array(makersSource.utf8))
    try folder.write("compare.py", Array(compareSource.utf8))
    try expect(folder, "makers.py \(maker) \(folder["a.zip"].display)", maker)
    return folder["a.zip"]
  }

  private func expect(_ folder: TemporaryFolder, _ command: String, _ comment: String) throws {
    let outcome = try run("python3 \(folder.path.display)/\(command)")
    let result = try #require(outcome, "python3 is needed")
    #expect(result.succeeded, "\(comment): \(result.text)")
  }

  /// Every entry replaced alone by something shorter and longer, and removed; entries added; comments; and all
  /// at once.
  private func changes(of path: FilePath) throws -> [ZIPChanges] {
    let count = try ZIPContainer(path).entries.count
    var all: [ZIPChanges] = []
    for key in [0, count / 2, count - 1] {
      for new in [[], noise(5_000, seed: 7), Array(repeating: UInt8(65), count: 3_000)] {
        var changes = ZIPChanges()
        changes.replaced[key] = .init("Comic Info ünd.xml", new)
        all.append(changes)
      }
      var changes = ZIPChanges()
      changes.removed = [key]
      all.append(changes)
    }
    for comment in [[], Array("a comment".utf8), noise(60_000)] as [[UInt8]] {
      var changes = ZIPChanges()
      changes.comment = comment
      all.append(changes)
    }
    var changes = ZIPChanges()
    changes.added = [.init("ComicInfo.xml", Array("<ComicInfo/>".utf8)), .init("other.json", noise(10))]
    all.append(changes)
    changes.removed = [0]
    changes.replaced[count - 1] = .init("x", [1, 2, 3])
    changes.comment = [1]
    all.append(changes)
    return all
  }
}

private let makersSource = #"""
  import io, random, struct, sys, zipfile
  maker, path = sys.argv[1:]
  noise = random.Random(5).randbytes
  names = ["01.jpg", "02.jpg", "ComicInfo.xml", "03.jpg", "04.png"]
  Z = zipfile.ZipFile
  class Stream(io.RawIOBase):
      def __init__(self): self.bytes = bytearray()
      def writable(self): return True
      def write(self, b): self.bytes += bytes(b); return len(b)
  def fill(z, names=names, **more):
      for i, name in enumerate(names):
          info = zipfile.ZipInfo(name, (2001 + i, 2, 3, 4, 5, 6))
          info.compress_type = more.get("method", 0)
          for key, value in more.get("set", {}).items(): setattr(info, key, value)
          data = noise(1000 + 77 * i) if i % 2 else b"abc" * 500
          if more.get("force"):
              with z.open(info, "w", force_zip64=True) as f: f.write(data)
          else: z.writestr(info, data)
  def made(**more):
      out = io.BytesIO()
      with Z(out, "w") as z:
          fill(z, **more); z.comment = more.get("comment", b"")
      return out.getvalue()
  def descriptors():
      out = Stream()
      with Z(out, "w") as z: fill(z, method=8)
      return bytes(out.bytes)
  def selfExtracting():
      out = io.BytesIO(b"MZ" + noise(300)); out.seek(0, 2)
      with Z(out, "a") as z: fill(z)
      return out.getvalue()
  def foreignNames():
      data = made(names=["01.jpg", "ComicInfo.xml", "0~.jpg"])
      return data.replace(b"0~.jpg", b"0\x82.jpg")
  def gaps():
      out = io.BytesIO()
      with Z(out, "w") as z:
          for name in names:
              fill(z, [name]); z.fp.write(noise(50)); z.start_dir = z.fp.tell()
      return out.getvalue()
  def unsorted():
      # The directory lists the entries in another order than they lie in.
      data = made(); end = data.rindex(b"PK\5\6"); size, start = struct.unpack_from("<II", data, end + 12)
      parts = [b"PK\1\2" + p for p in data[start:end].split(b"PK\1\2")[1:]]
      return data[:start] + b"".join(reversed(parts)) + data[end:]
  data = {
      "plain": made, "deflated": lambda: made(method=8), "descriptors": descriptors,
      "zip64": lambda: made(force=True), "prefixed": lambda: noise(333) + made(),
      "selfExtracting": selfExtracting, "padded": lambda: made() + bytes(700),
      "commented": lambda: made(comment=b"ComicBookInfo {}"),
      "folders": lambda: made(names=["a/", "a/01.jpg", "b/", "b/ComicInfo.xml", "b/02.jpg"]),
      "extraFields": lambda: made(set={"extra": b"UT\5\0\1\1\2\3\4", "comment": b"of the entry"}),
      "foreignNames": foreignNames, "gaps": gaps,
      "twins": lambda: made(names=["01.jpg", "01.jpg", "ComicInfo.xml"]),
      "metadataFirst": lambda: made(names=["ComicInfo.xml", "01.jpg", "02.jpg"]), "unsorted": unsorted,
  }[maker]()
  open(path, "wb").write(data)
  """#

private let compareSource = #"""
  import struct, sys, warnings, zipfile
  def entries(path):
      with zipfile.ZipFile(path) as z:
          data = open(path, "rb").read(); found = []
          for info in z.infolist():
              at = info.header_offset
              name, extra = struct.unpack_from("<HH", data, at + 26)
              head = data[at:at + 30 + name + extra]
              body = data[at + len(head):at + len(head) + info.compress_size]
              if info.flag_bits & 8: body += data[at + len(head) + len(body):][:16]
              said = (info.filename, info.date_time, info.compress_type, info.comment, info.extra, info.flag_bits,
                      info.create_system, info.create_version, info.extract_version, info.internal_attr,
                      info.external_attr, info.CRC, info.compress_size, info.file_size)
              found.append((said, head, body))
          if z.testzip(): sys.exit("bad CRC: " + z.testzip())
      return found
  warnings.simplefilter("ignore")
  old = entries(sys.argv[1])
  for comparison in sys.argv[2:]:
      after, changed, added = comparison.split(":")
      changed = [int(n) for n in changed.split(",") if n]
      new = entries(after)
      new = new[:len(new) - int(added)]
      kept = [e for i, e in enumerate(old) if i not in changed]
      if len(new) not in range(len(kept), len(old) + 1): sys.exit("%s: %d of %d" % (after, len(new), len(old)))
      rest = iter(new)
      for entry in kept:
          if not any(entry == other for other in rest): sys.exit("%s: changed: %r" % (after, entry[0],))
  """#
