import BookModel
import Diagnostics

/// The header in front of an entry's bytes (4.3.7). What the directory says counts; only where the
/// bytes begin is known only from here.
enum ZIPLocalHeader {
  static func isHeader(at offset: Int, in file: InputFile) throws(Diagnostic) -> Bool {
    let head = try file.read(at: offset, upTo: 4)
    return head.count == 4 && head.littleEndian(at: 0) == ZIPFormat.localSignature
  }

  /// Where the bytes of the entry whose header is at `offset` begin; nil where no header is there.
  static func bodyStart(at offset: Int, in file: InputFile) throws(Diagnostic) -> Int? {
    let head = try file.read(at: offset, upTo: ZIPFormat.localLength)
    guard head.count == ZIPFormat.localLength, head.littleEndian(at: 0) == ZIPFormat.localSignature else {
      return nil
    }
    let fields = ZIPHeaderFields(head, at: 4)
    return offset + ZIPFormat.localLength + Int(fields.nameLength) + Int(fields.extraLength)
  }
}
