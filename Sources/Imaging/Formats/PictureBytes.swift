import BookModel
import Diagnostics

/// The first bytes of a picture, or all of them, read at offsets that are checked.
///
/// Reading past the end says how many bytes it takes to go on, or, where the picture is whole, that it is
/// cut short. Offsets computed from the file's own numbers may be anything that `advance` lets through.
struct PictureBytes {
  let bytes: [UInt8]
  /// Whether there is nothing behind these bytes.
  let isWhole: Bool
  let format: ImageFormat

  var count: Int { bytes.count }

  /// Makes sure that the bytes before `end` are there.
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

  /// Eight bytes; what does not fit the address space becomes an offset no file reaches.
  func u64(_ offset: Int, _ order: ByteOrder = .big) throws(HeaderStop) -> Int {
    let (first, second) = (try u32(offset, order), try u32(offset + 4, order))
    let (high, low) = order == .big ? (first, second) : (second, first)
    return high < 1 << 29 ? high << 32 | low : PictureBytes.unreachable
  }

  /// Four bytes as text, for comparing with a chunk's or box's type.
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
  /// That many bytes from the beginning are needed to go on.
  case short(Int)
  case bad(Diagnostic)
}

/// What can be done about pictures, worded once.
enum Remedy {
  static let replace = "replace the picture, or choose '--on-damage skip', 'blank' or 'keep'"
}

/// `0x0F`: a byte as messages show it.
func hexadecimal(_ byte: Int) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return "0x" + (digits.count < 2 ? "0" : "") + digits
}
