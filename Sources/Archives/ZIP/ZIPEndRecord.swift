import BookModel
import Diagnostics

/// The end record of a ZIP, found from the file's end, and the directory it leads to (4.3.16).
struct ZIPEndRecord {
  var fields: ZIPEndFields
  /// Where the directory begins in the file, and where it must have ended.
  var directory: Range<Int>
  /// What is to be added to every offset the archive states: bytes that were put before it.
  var prefix: Int
  /// Of the record itself.
  var position: Int
  var comment: [UInt8]
  /// Bytes in the file behind the comment; negative where the file ends inside it.
  var trailing: Int

  /// Nearly every archive has its record in the last few bytes; a comment can push it 64 KiB away, and what
  /// is allowed for appended bytes comes on top.
  private static let windows = [4 << 10, 66 << 10, 1 << 20]

  /// Looks from the end for a record whose directory is where it says.
  ///
  /// - Returns: nil where there is none.
  /// - Throws: `file-unreadable`; `volume-part` for the last part of a split archive.
  static func find(in file: InputFile) throws(Diagnostic) -> ZIPEndRecord? {
    var searched = file.size
    for window in windows where searched > 0 {
      // Records that reach into what was searched before are in reach of this window too.
      let start = max(0, file.size - window)
      let tail = try file.read(at: start, upTo: min(file.size, searched + ZIPFormat.endLength) - start)
      for offset in candidates(in: tail) where start + offset < searched {
        let end = Array(tail[offset..<offset + ZIPFormat.endLength])
        if let record = try ZIPEndRecord(end, at: start + offset, in: file) { return record }
      }
      searched = start
    }
    return nil
  }

  /// Where the signature stands with a whole record behind it, last first.
  private static func candidates(in bytes: [UInt8]) -> [Int] {
    guard bytes.count >= ZIPFormat.endLength else { return [] }
    return bytes.withUnsafeBufferPointer { bytes in
      (0...bytes.count - ZIPFormat.endLength).reversed().filter {
        bytes[$0] == 0x50 && bytes[$0 + 1] == 0x4B && bytes[$0 + 2] == 5 && bytes[$0 + 3] == 6
      }
    }
  }

  /// Nil where the record leads to no directory.
  private init?(_ end: [UInt8], at position: Int, in file: InputFile) throws(Diagnostic) {
    let zip64 = try Self.zip64Record(before: position, in: file)
    guard let fields = ZIPEndFields(end, end64: zip64?.bytes) else { return nil }
    let directoryEnd = zip64?.position ?? position
    if fields.disk != 0, fields.disk != ZIPFormat.count16 {
      guard fields.disk < 1_000, fields.directoryOffset < file.size || fields.directorySize > 0 else {
        return nil
      }
      throw .error(
        .volumePart, "this is the last of the \(fields.disk + 1) parts of a split ZIP",
        at: Place(file: file.path.display), remedy: "join them first: zip -s 0 NAME.zip --out JOINED.zip")
    }
    self.fields = fields
    self.position = position
    let commentStart = position + ZIPFormat.endLength
    comment = try file.read(at: commentStart, upTo: fields.commentLength)
    trailing = file.size - commentStart - fields.commentLength
    // The directory lies directly before the record; what the record says of its place is right only where
    // nothing was put before the archive. Where that leads nowhere, the record is believed.
    let start = directoryEnd - fields.directorySize
    if fields.count == 0, fields.directorySize == 0 {
      guard fields.directoryOffset <= directoryEnd else { return nil }
      directory = directoryEnd..<directoryEnd
      prefix = directoryEnd - fields.directoryOffset
    } else if try Self.isDirectory(at: start, before: directoryEnd, in: file) {
      directory = start..<directoryEnd
      prefix = start - fields.directoryOffset
    } else if try Self.isDirectory(at: fields.directoryOffset, before: directoryEnd, in: file) {
      directory = fields.directoryOffset..<directoryEnd
      prefix = 0
    } else {
      return nil
    }
  }

  /// The ZIP64 record that a locator directly before the end record leads to (4.3.14, 4.3.15).
  private static func zip64Record(
    before position: Int, in file: InputFile
  ) throws(Diagnostic) -> (position: Int, bytes: [UInt8])? {
    let locatorStart = position - ZIPFormat.locator64Length
    guard locatorStart >= ZIPFormat.end64Length else { return nil }
    let locator = try file.read(at: locatorStart, count: ZIPFormat.locator64Length)
    guard locator.littleEndian(at: 0) == ZIPFormat.locator64Signature else { return nil }
    // Where it says, or, with bytes before the archive, directly before the locator.
    let stated = Int(exactly: locator.littleEndian(at: 8) as UInt64)
    for start in [stated, locatorStart - ZIPFormat.end64Length].compactMap(\.self) {
      guard start <= locatorStart - ZIPFormat.end64Length else { continue }
      let record = try file.read(at: start, upTo: ZIPFormat.end64Length)
      if record.count == ZIPFormat.end64Length, record.littleEndian(at: 0) == ZIPFormat.end64Signature {
        return (start, record)
      }
    }
    return nil
  }

  private static func isDirectory(at offset: Int, before end: Int, in file: InputFile) throws(Diagnostic)
    -> Bool
  {
    guard offset < end else { return false }
    let head = try file.read(at: offset, upTo: 4)
    return head.count == 4 && head.littleEndian(at: 0) == ZIPFormat.centralSignature
  }
}
