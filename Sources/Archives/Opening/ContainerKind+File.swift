import BookModel
public import Diagnostics

extension ContainerKind {
  /// What a file's contents say it is; nil for anything that isn't a container.
  ///
  /// Looks at the first bytes, and where these say nothing at the end: a ZIP may stand behind other bytes, such
  /// as a program that unpacks it.
  public static func sniff(_ file: InputFile) throws(Diagnostic) -> ContainerKind? {
    try sniff(JoinedFile([file]))
  }

  static func sniff(_ file: JoinedFile) throws(Diagnostic) -> ContainerKind? {
    if let kind = sniff(try file.read(at: 0, upTo: headLength)) { return kind }
    return try endOfZIP(in: file) == nil ? nil : .zip
  }

  /// Where a ZIP's end-of-central-directory record begins (APPNOTE 6.3.10, 4.3.16), nil where there is none. The
  /// record counts only if its comment reaches the end of the file and the directory it points to lies before it.
  static func endOfZIP(in file: JoinedFile) throws(Diagnostic) -> Int? {
    let recordLength = 22
    let start = max(0, file.size - recordLength - 0xFFFF)
    let tail = try file.read(at: start, upTo: file.size - start)
    guard tail.count >= recordLength else { return nil }
    func number(_ offset: Int, _ length: Int) -> Int {
      tail[offset..<offset + length].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    for offset in stride(from: tail.count - recordLength, through: 0, by: -1) where tail[offset] == 0x50 {
      guard number(offset, 4) == 0x0605_4B50, offset + recordLength + number(offset + 20, 2) == tail.count
      else {
        continue
      }
      let count = number(offset + 10, 2)
      let size = number(offset + 12, 4)
      // Fields of all ones refer to ZIP64's records.
      if count == 0xFFFF || size == 0xFFFF_FFFF { return start + offset }
      guard size <= start + offset, size >= count * 46 else { continue }
      if count == 0 { return start + offset }
      let directory = start + offset - size
      let signature = try file.read(at: directory, upTo: 4)
      if signature == [0x50, 0x4B, 0x01, 0x02] { return start + offset }
    }
    return nil
  }
}
