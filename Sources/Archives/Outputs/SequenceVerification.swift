public import BookModel
public import Diagnostics

/// Reads a finished file again, once, from front to back, and checks that it is the manifest's entries one behind the
/// other, each by size and CRC-32, and nothing else: for formats that are written as a sequence of parts.
///
/// - Returns: the file's size, and the SHA-256 that the manifest asks for.
/// - Throws: `output-differs`, `file-unreadable`.
public func verifySequence(at path: FilePath, against manifest: OutputManifest) throws(Diagnostic)
  -> OutputDigest
{
  let file = try InputFile(path, followingLinks: false)
  var reader = SequentialReader(file, digesting: manifest.needsSHA256)
  for entry in manifest.entries {
    var checksum = CRC32()
    guard try reader.take(entry.size, { checksum.update($0) }) else {
      throw differs("it is cut", path, entry.name)
    }
    guard checksum.value == entry.crc32 else {
      throw differs("its bytes are not as written", path, entry.name)
    }
  }
  guard try reader.isAtEnd() else { throw differs("something follows it", path, "the last part") }
  return OutputDigest(bytes: file.size, sha256: reader.hexText())
}

private func differs(_ message: String, _ file: FilePath, _ entry: String) -> Diagnostic {
  .error(
    .outputDiffers, "read again, \(message)", at: Place(file: file.display, entry: entry),
    remedy: "run again; if it happens again, test the disk")
}
