import Diagnostics

// RAR 5.0 archive format, technical note (RARLAB); for RAR 4 the older technote.txt.
extension RARSurvey {
  /// Takes in one header of RAR 5.
  ///
  /// - Returns: bytes to the next header; nil where there is none or it makes no sense.
  mutating func readRAR5Header(_ file: InputFile, at offset: Int) throws(Diagnostic) -> Int? {
    // A header is at most 2 MiB long; most fit into the first read.
    var head = try file.read(at: offset, upTo: 512)
    var cursor = LittleEndianReader(head[...])
    guard let stated = cursor.integer(4), let size = cursor.variable(), size > 0, size <= 2 << 20 else {
      return nil
    }
    let start = head.count - cursor.rest.count
    if head.count < start + size { head = try file.read(at: offset, upTo: start + size) }
    guard head.count >= start + size, CRC32.of(Array(head[4..<start + size])) == stated else { return nil }
    var header = LittleEndianReader(head[start..<start + size])
    guard let type = header.variable(), let flags = header.variable(),
      let extraSize = flags & 1 != 0 ? header.variable() : 0,
      let dataSize = flags & 2 != 0 ? header.variable() : 0,
      extraSize <= header.rest.count
    else { return nil }
    let extra = header.rest.suffix(extraSize)
    header = LittleEndianReader(header.rest.dropLast(extraSize))
    switch type {
    case 1: readRAR5Main(&header)
    case 2, 3:
      if type == 2, flags & 8 != 0, entries.isEmpty { beginsInside = true }
      if type == 2, flags & 16 != 0 { continues = true }
      let service = readRAR5Entry(
        &header, extra: extra, isFile: type == 2, isContinuation: flags & 8 != 0, packedSize: dataSize)
      if let service, service == Array("CMT".utf8), (1...Self.maxComment).contains(dataSize) {
        comment = Array(try file.read(at: offset + start + size, upTo: dataSize).prefix { $0 != 0 })
      }
    case 4: hasEncryptedHeaders = true
    case 5:
      hasEnd = true
      if let endFlags = header.variable(), endFlags & 1 != 0 { continues = true }
    default: break
    }
    let (step, overflow) = (start + size).addingReportingOverflow(dataSize)
    return overflow ? nil : step
  }

  private mutating func readRAR5Main(_ header: inout LittleEndianReader) {
    guard let flags = header.variable() else { return }
    isVolume = flags & 1 != 0
    isSolid = flags & 4 != 0
    if isVolume { volumeNumber = flags & 2 != 0 ? header.variable() : 0 }
  }

  /// - Returns: the name of a service header whose data are stored as they are.
  private mutating func readRAR5Entry(
    _ header: inout LittleEndianReader, extra: ArraySlice<UInt8>, isFile: Bool, isContinuation: Bool,
    packedSize: Int
  ) -> [UInt8]? {
    guard let flags = header.variable(), let size = header.variable(), header.variable() != nil,
      flags & 2 == 0 || header.integer(4) != nil, let crc32 = flags & 4 != 0 ? header.integer(4) : -1,
      let packing = header.variable(), header.variable() != nil, let nameLength = header.variable(),
      let name = header.bytes(nameLength).map(Array.init)
    else { return nil }
    let isStored = packing >> 7 & 7 == 0
    guard isFile else { return isStored ? name : nil }
    entries.append(Entry(size: size, crc32: UInt32(exactly: crc32), isContinuation: isContinuation))
    if !isStored, packedSize > 0, packing & 0x3F > 0 { foreignMethod = "RAR 7 compression" }
    var records = LittleEndianReader(extra)
    while let size = records.variable(), let record = records.bytes(size) {
      var record = LittleEndianReader(record)
      if record.variable() == 1, encryptedEntry == nil { encryptedEntry = name }
    }
    return nil
  }

  /// Takes in one header of RAR 1.5 to 4.
  mutating func readRAR4Header(_ file: InputFile, at offset: Int) throws(Diagnostic) -> Int? {
    var cursor = LittleEndianReader(try file.read(at: offset, upTo: 7)[...])
    guard let stated = cursor.integer(2), let type = cursor.integer(1), let flags = cursor.integer(2),
      let size = cursor.integer(2), size >= 7
    else { return nil }
    let header = try file.read(at: offset, upTo: size)
    guard header.count == size else { return nil }
    let isEntry = type == 0x74 || type == 0x7A
    // The checksum of a header does not cover an old comment (RAR before 3) inside it: no test there, nor of
    // the main header.
    if isEntry, flags & 8 == 0, Int(CRC32.of(Array(header[2...])) & 0xFFFF) != stated { return nil }
    var body = LittleEndianReader(header[7...])
    var dataSize = flags & 0x8000 != 0 || isEntry ? body.integer(4) ?? 0 : 0
    switch type {
    case 0x73:
      isVolume = flags & 1 != 0
      hasEncryptedHeaders = flags & 0x80 != 0
      // Since RAR 3 the first volume says that it is; other volumes say their number at their end.
      if isVolume, flags & 0x100 != 0 { volumeNumber = 0 }
    case 0x74, 0x7A:
      guard let high = readRAR4Entry(&body, flags: flags, isFile: type == 0x74, packedSize: dataSize) else {
        return nil
      }
      dataSize |= high << 32
    case 0x7B:
      hasEnd = true
      if flags & 1 != 0 { continues = true }
      return size
    default: break
    }
    let (step, overflow) = size.addingReportingOverflow(dataSize)
    return overflow ? nil : step
  }

  /// - Returns: the upper half of the packed size.
  private mutating func readRAR4Entry(
    _ body: inout LittleEndianReader, flags: Int, isFile: Bool, packedSize: Int
  ) -> Int? {
    // Unpacked size, system, checksum, time; then version, method, name length and attributes.
    guard var size = body.integer(4), body.integer(1) != nil, let crc32 = body.integer(4),
      body.integer(4) != nil,
      let version = body.integer(1), let method = body.integer(1),
      let nameLength = body.integer(2), body.bytes(4) != nil
    else { return nil }
    var high = 0
    if flags & 0x100 != 0 {
      guard let value = body.integer(4), let upper = body.integer(4), value < 1 << 24, upper < 1 << 24 else {
        return nil
      }
      high = value
      size |= upper << 32
    }
    guard let name = body.bytes(nameLength) else { return nil }
    // A comment continues the packing of an earlier one as a file does that of an earlier file.
    if flags & 0x10 != 0 { isSolid = true }
    guard isFile else { return high }
    if flags & 1 != 0, entries.isEmpty { beginsInside = true }
    if flags & 2 != 0 { continues = true }
    entries.append(Entry(size: size, crc32: UInt32(exactly: crc32), isContinuation: flags & 1 != 0))
    if flags & 4 != 0, encryptedEntry == nil { encryptedEntry = Array(name) }
    let isFolder = flags & 0xE0 == 0xE0
    if method != 0x30, !isFolder, packedSize > 0, version < 29, foreignMethod == nil {
      foreignMethod = "RAR \(version / 10).\(version % 10) compression"
    }
    return high
  }
}
