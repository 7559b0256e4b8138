extension ContainerKind {
  /// Bytes of a file's beginning that `sniff` wants to see; fewer will do for a shorter file.
  public static let headLength = 4096

  /// What a file's first bytes say it is; nil for anything that isn't a container.
  ///
  /// A ZIP behind other bytes is not seen here: `sniff(_:)` of a file looks at its end as well.
  public static func sniff(_ head: [UInt8]) -> ContainerKind? {
    func begins(_ magic: [UInt8]) -> Bool { head.starts(with: magic) }
    if zipSignatures.contains(where: { begins($0) }) { return .zip }
    // RAR 5.0 technical note, "RAR signature"; RAR 1.5 to 4 share the shorter one.
    if begins([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07, 0x01, 0x00]) { return .rar5 }
    if begins([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07, 0x00]) { return .rar4 }
    // RAR before 1.5, which nothing here reads: its name is worth a message.
    if begins([0x52, 0x45, 0x7E, 0x5E]) { return .rar4 }
    if begins([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) { return .sevenZip }
    // Before the signatures made of letters, with which the name of a tar's first entry may begin.
    if isTar(head) { return .tar }
    if compressedSignatures.contains(where: { begins($0) }) || isLZMA(head) { return .compressed }
    // The header of a PDF may stand anywhere in its first kilobyte (PDF 1.7, implementation note 13).
    if contains(Array("%PDF-".utf8), in: head.prefix(1024)) { return .pdf }
    return nil
  }

  /// A local file header, an empty archive's end, a split archive's marker (APPNOTE 6.3.10, 4.3.7, 4.3.16, 8.5.3
  /// and 8.5.4).
  private static let zipSignatures: [[UInt8]] = [
    [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06], [0x50, 0x4B, 0x07, 0x08, 0x50, 0x4B, 0x03, 0x04],
    [0x50, 0x4B, 0x30, 0x30, 0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x06, 0x06],
  ]

  /// gzip, bzip2, xz, zstd, lzip, compress, LZ4 frames.
  private static let compressedSignatures: [[UInt8]] = [
    [0x1F, 0x8B, 0x08], [0x42, 0x5A, 0x68], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], [0x28, 0xB5, 0x2F, 0xFD],
    [0x4C, 0x5A, 0x49, 0x50, 0x01], [0x1F, 0x9D], [0x04, 0x22, 0x4D, 0x18],
  ]

  /// The `.lzma` format has no signature: default properties, a dictionary of 2^n or 2^n+2^(n-1) bytes, an
  /// unknown or believable size (xz's own test, lzma-file-format.txt).
  private static func isLZMA(_ head: [UInt8]) -> Bool {
    guard head.count >= 14, head[0] == 0x5D else { return false }
    let dictionary = head[1..<5].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    let top = dictionary == 0 ? 0 : UInt32(1) << (31 - UInt32(dictionary.leadingZeroBitCount))
    guard dictionary >= 1 << 12, dictionary == top || dictionary == top | top >> 1 else { return false }
    let size = head[5..<13].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    return (size == .max || size < 1 << 38) && head[13] == 0
  }

  /// A tar header: POSIX's magic, or the checksum that every variant since Version 7 has.
  private static func isTar(_ head: [UInt8]) -> Bool {
    guard head.count >= 512, head[0] != 0 else { return false }
    if head[257..<262].elementsEqual("ustar".utf8) { return true }
    guard let stated = octal(head[148..<156]) else { return false }
    // The checksum counts its own field as blanks. Some old writers summed signed bytes.
    var unsigned = 0
    var signed = 0
    for (index, byte) in head[..<512].enumerated() {
      let value = 148..<156 ~= index ? 0x20 : byte
      unsigned += Int(value)
      signed += Int(Int8(bitPattern: value))
    }
    return stated == unsigned || stated == signed
  }

  /// An octal number as tar writes it, with blanks before and a blank or NUL behind; nil for anything else.
  private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0 }
    guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x37 ~= $0 }) else { return nil }
    return digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
  }

  private static func contains(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= pattern.count else { return false }
    return (bytes.startIndex...bytes.endIndex - pattern.count).contains { bytes[$0...].starts(with: pattern) }
  }
}
