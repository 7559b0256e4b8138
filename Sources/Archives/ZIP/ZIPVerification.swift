public import BookModel
public import Diagnostics

/// Reads a finished ZIP of ours again, once, from front to back, and checks that it holds what the manifest says
/// and nothing else: every header byte for byte as the writer makes it, every entry's bytes by size and CRC-32,
/// the order, the directory and the end record. Memory does not grow with the sizes of stored entries.
///
/// - Returns: the file's size, and the SHA-256 that the manifest asks for, from the same pass.
/// - Throws: `output-differs`, `file-unreadable`.
public func verifyZIP(at path: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest
{
  try verifyZIP(at: path, against: manifest, thresholds: ZIPRecord.Thresholds())
}

func verifyZIP(
  at path: FilePath, against manifest: OutputManifest, thresholds: ZIPRecord.Thresholds
) throws(Diagnostic) -> OutputDigest {
  let file = try InputFile(path, followingLinks: false)
  var verification = ZIPVerification(file, thresholds, digesting: manifest.needsSHA256)
  for entry in manifest.entries { try verification.checkEntry(entry) }
  try verification.checkDirectory(manifest.entries)
  return OutputDigest(bytes: file.size, sha256: verification.hexText())
}

private struct ZIPVerification: ~Copyable {
  private let path: FilePath
  private let thresholds: ZIPRecord.Thresholds
  private var reader: SequentialReader
  /// What the manifest does not say of each entry and its local header does; the directory must agree.
  private var seen: [Seen] = []

  private struct Seen {
    var offset: Int
    var method: UInt16
    var packedSize: Int
    var time: DOSTime
  }

  init(_ file: InputFile, _ thresholds: ZIPRecord.Thresholds, digesting: Bool) {
    path = file.path
    self.thresholds = thresholds
    reader = SequentialReader(file, digesting: digesting)
  }

  consuming func hexText() -> String? { reader.hexText() }

  mutating func checkEntry(_ entry: OutputManifest.Entry) throws(Diagnostic) {
    let offset = reader.position
    guard let head = try reader.take(ZIPFormat.localLength) else { throw differs("its header is cut", entry) }
    let fields = ZIPHeaderFields(head, at: 4)
    guard let name = try reader.take(Int(fields.nameLength)),
      let extra = try reader.take(Int(fields.extraLength))
    else { throw differs("its header is cut", entry) }
    guard let sizes = ZIPSizes(fields, offset: 0, extra: extra) else {
      throw differs("its header has no size", entry)
    }
    let found = Seen(
      offset: offset, method: fields.method, packedSize: sizes.packedSize, time: fields.time)
    guard head + name + extra == record(entry, found).localHeader(thresholds) else {
      throw differs("its header is not as written", entry)
    }
    try checkBody(entry, found)
    seen.append(found)
  }

  private mutating func checkBody(_ entry: OutputManifest.Entry, _ found: Seen) throws(Diagnostic) {
    var checksum = CRC32()
    switch found.method {
    case ZIPFormat.stored where found.packedSize == entry.size:
      guard try reader.take(entry.size, { checksum.update($0) }) else { throw differs("it is cut", entry) }
    // The writer deflates only where that makes it smaller.
    case ZIPFormat.deflated where found.packedSize < entry.size:
      guard let packed = try reader.take(found.packedSize) else { throw differs("it is cut", entry) }
      guard let bytes = Deflate.unpack(packed, size: entry.size) else {
        throw differs("it cannot be unpacked", entry)
      }
      checksum.update(bytes)
    default: throw differs("its header is not as written", entry)
    }
    guard checksum.value == entry.crc32 else { throw differs("its bytes are not as written", entry) }
  }

  mutating func checkDirectory(_ entries: [OutputManifest.Entry]) throws(Diagnostic) {
    let start = reader.position
    for (entry, found) in zip(entries, seen) {
      let header = record(entry, found).centralHeader(thresholds)
      guard try reader.take(header.count) == header else {
        throw differs("the directory says otherwise of it", entry)
      }
    }
    // All but the comment, whose length is all that is known of it.
    let size = reader.position - start
    let end = ZIPEnd(count: entries.count, directoryOffset: start, directorySize: size, comment: [])
    let records = end.records(thresholds).dropLast(2)
    guard try reader.take(records.count)?.elementsEqual(records) == true, let length = try reader.take(2)
    else {
      throw differs("its end record is not as written")
    }
    guard try reader.take(Int(length.littleEndian(at: 0) as UInt16), { _ in }), try reader.isAtEnd() else {
      throw differs("it does not end behind its comment")
    }
  }

  private func record(_ entry: OutputManifest.Entry, _ found: Seen) -> ZIPRecord {
    ZIPRecord(
      name: Array(entry.name.utf8), method: found.method, crc32: entry.crc32, packedSize: found.packedSize,
      size: entry.size, offset: found.offset, time: found.time)
  }

  private func differs(_ message: String, _ entry: OutputManifest.Entry? = nil) -> Diagnostic {
    .error(
      .outputDiffers, "read again, \(message)", at: Place(file: path.display, entry: entry?.name),
      remedy: "nothing was put in place; check the disk and the memory of this machine and run again")
  }
}
