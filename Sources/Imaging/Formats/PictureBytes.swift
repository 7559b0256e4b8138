import BookModel
import Diagnostics

/// The first bytes of a picture, or all of them, read at checked offsets.
///
/// Reading past the end reports how many bytes are needed to continue or, if the picture is complete, that it
/// is truncated. Offsets computed from numbers in the file may be anything that `advance` accepts.
struct PictureBytes {
  let bytes: [UInt8]
  /// Whether nothing follows these bytes.
  let isWhole: Bool
  let format: ImageFormat

  var count: Int { bytes.count }

  /// Ensures that the bytes before `end` are available.
  func require(upTo end: Int) throws(HeaderStop) {
    guard end > bytes.count else { return }
    guard isWhole else { throw .short(end) }
    throw .bad(truncated("its parts go on to byte \(end), but only \(bytes.count) bytes are there"))
  }

  func u8(_ offset: Int) throws(HeaderStop) -> Int {
    try require(upTo: offset + 1)
    return Int(bytes[offset])
  }

  func u16(_ offset: Int, _ order: ByteOrder = .big) throws(HeaderStop) -> Int {
    try require(upTo: offset + 2)
    let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
    return order == .big ? first << 8 | second : second << 8 | first
  }

  func u24(_ offset: Int, _ order: ByteOrder) throws(HeaderStop) -> Int {
    order == .big
      ? try u8(offset) << 16 | u16(offset + 1, order) : try u16(offset, order) | u8(offset + 2) << 16
  }

  func u32(_ offset: Int, _ order: ByteOrder = .big) throws(HeaderStop) -> Int {
    try require(upTo: offset + 4)
    let (first, second) = (try u16(offset, order), try u16(offset + 2, order))
    return order == .big ? first << 16 | second : second << 16 | first
  }

  /// Eight bytes; a value that does not fit the address space becomes an offset beyond any file.
  func u64(_ offset: Int, _ order: ByteOrder = .big) throws(HeaderStop) -> Int {
    let (first, second) = (try u32(offset, order), try u32(offset + 4, order))
    let (high, low) = order == .big ? (first, second) : (second, first)
    return high < 1 << 29 ? high << 32 | low : PictureBytes.unreachable
  }

  /// Four bytes as text, for comparison with the type of a chunk or box.
  func tag(_ offset: Int) throws(HeaderStop) -> String {
    try require(upTo: offset + 4)
    return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }

  func matches(_ text: String, at offset: Int) -> Bool {
    offset >= 0 && offset + text.utf8.count <= bytes.count
      && bytes[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
  }

  /// An offset beyond any file, small enough that adding sizes to it cannot overflow.
  static let unreachable = 1 << 61

  func truncated(_ what: String) -> Diagnostic {
    .error(
      .pictureTruncated, "the \(format.displayName) picture is cut short: \(what)", remedy: Remedy.replace)
  }

  func header(_ what: String) -> HeaderStop {
    .bad(
      .error(
        .pictureHeader, "the header of the \(format.displayName) picture \(what)", remedy: Remedy.replace))
  }

  func structure(_ what: String) -> HeaderStop {
    .bad(
      .error(
        .pictureStructure, "the \(format.displayName) picture is damaged: \(what)", remedy: Remedy.replace))
  }
}

enum ByteOrder { case big, little }

/// Why reading a header stopped.
enum HeaderStop: Error {
  /// This many bytes from the beginning are needed to continue.
  case short(Int)
  case bad(Diagnostic)
}

/// Remedies for problems with pictures, worded once.
enum Remedy {
  static let replace = "replace the picture, or choose '--on-damage skip', 'blank' or 'keep'"
}

/// `0x0F`: a byte as shown in messages.
func hexadecimal(_ byte: Int) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return "0x" + (digits.count < 2 ? "0" : "") + digits
}
