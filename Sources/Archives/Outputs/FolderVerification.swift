public import BookModel
public import Diagnostics

/// Reads a filled folder again and checks that it holds the files the manifest names, each with its size and
/// CRC-32, and nothing else.
///
/// - Returns: the bytes of all files together.
/// - Throws: `output-differs`, `file-unreadable`.
public func verifyFolder(at path: FilePath, against manifest: OutputManifest) throws(Diagnostic)
  -> OutputDigest
{
  var expected: Set<FilePath> = []
  var expectedFolders: Set<FilePath> = []
  var total = 0
  for entry in manifest.entries {
    let file = path.appending(entry.name)
    guard expected.insert(file).inserted else {
      throw differs("it would be written twice", path, entry.name)
    }
    var folder = file.parent
    while folder != path, expectedFolders.insert(folder).inserted { folder = folder.parent }
    let checksum = try checksum(of: file, size: entry.size, in: path, entry.name)
    guard checksum == entry.crc32 else { throw differs("its bytes are not as written", path, entry.name) }
    total += entry.size
  }
  var folders = [path]
  while let folder = folders.popLast() {
    for item in try listFolder(folder) {
      let found = folder.appending(item.name)
      switch item.kind {
      case .folder where expectedFolders.contains(found): folders.append(found)
      case .file where expected.contains(found): break
      default: throw differs("it was never written", path, found.display)
      }
    }
  }
  return OutputDigest(bytes: total, sha256: nil)
}

private func checksum(of path: FilePath, size: Int, in root: FilePath, _ entry: String) throws(Diagnostic)
  -> UInt32
{
  let file = try InputFile(path, followingLinks: false)
  guard file.size == size else { throw differs("it has another size", root, entry) }
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
  defer { buffer.deallocate() }
  var checksum = CRC32()
  var offset = 0
  while offset < size {
    let count = try file.read(into: buffer, at: offset)
    guard count > 0 else { throw differs("it is cut", root, entry) }
    checksum.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    offset += count
  }
  return checksum.value
}

private func differs(_ message: String, _ root: FilePath, _ entry: String) -> Diagnostic {
  .error(
    .outputDiffers, "read again, \(message)", at: Place(file: root.display, entry: entry),
    remedy: "nothing was put in place; check the disk and the memory of this machine and run again")
}
