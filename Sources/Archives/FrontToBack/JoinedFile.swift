import BookModel
import Diagnostics

/// One file, or several read as if they were one: the parts of an archive that was cut into volumes.
final class JoinedFile: Sendable {
  let parts: [InputFile]
  /// Where each part begins.
  private let starts: [Int]
  /// Bytes of all parts.
  let size: Int

  init(_ parts: [InputFile]) {
    self.parts = parts
    var starts: [Int] = []
    var total = 0
    for part in parts {
      starts.append(total)
      total += part.size
    }
    self.starts = starts
    size = total
  }

  convenience init(_ paths: [FilePath]) throws(Diagnostic) {
    var parts: [InputFile] = []
    for path in paths { parts.append(try InputFile(path)) }
    self.init(parts)
  }

  /// The first part's path, under which messages speak of the whole.
  var path: FilePath { parts.first?.path ?? FilePath("") }
  var place: Place { Place(file: path.display) }

  /// Fills a buffer from `offset`; fewer bytes only where the last part ends.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(Diagnostic) -> Int {
    var filled = 0
    guard offset >= 0, var index = starts.lastIndex(where: { $0 <= offset }) else { return 0 }
    while filled < buffer.count, index < parts.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      filled += try parts[index].read(into: rest, at: offset + filled - starts[index])
      if index + 1 < parts.count, offset + filled < starts[index + 1] { break }
      index += 1
    }
    return filled
  }

  /// At most `count` bytes from `offset`; fewer only where the last part ends.
  func read(at offset: Int, upTo count: Int) throws(Diagnostic) -> [UInt8] {
    guard offset >= 0, offset < size, count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: min(count, size - offset))
    var result: Result<Int, Diagnostic> = .success(0)
    bytes.withUnsafeMutableBytes { buffer in
      result = Result { () throws(Diagnostic) in try read(into: buffer, at: offset) }
    }
    bytes.removeLast(bytes.count - (try result.get()))
    return bytes
  }
}
