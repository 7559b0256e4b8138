public import BookModel
public import Diagnostics

/// The scans of a TIFF: separate pictures stored one after another in one file, as scanners write them.
///
/// Thumbnails and masks (TIFF 6.0, NewSubfileType) belong to another picture and are not scans.
enum TIFFScans {
  /// The offsets of the scans' directories in order. A directory that cannot be followed ends the list.
  static func places(in picture: PictureBytes) throws(HeaderStop) -> [Int?] {
    var places: [Int?] = []
    var seen: Set<Int> = []
    var place: Int?
    while true {
      do throws(HeaderStop) {
        let directory = try TIFFDirectory(picture, at: place)
        guard seen.insert(directory.start).inserted, seen.count <= TIFFStructure.maxDirectories else {
          return places
        }
        var isPage = places.isEmpty
        if !isPage { isPage = try isScan(directory) }
        if isPage { places.append(place) }
        let next = try directory.next()
        guard next != 0 else { return places }
        place = next
      } catch {
        // More may follow as long as the picture continues; problems of the first scan are reported
        // elsewhere.
        if case .bad = error, !places.isEmpty { return places }
        throw error
      }
    }
  }

  private static func isScan(_ directory: TIFFDirectory) throws(HeaderStop) -> Bool {
    guard try directory.first(TIFFHeader.Tag.width) != nil else { return false }
    let (kind, oldKind) = (try directory.first(Tag.kind) ?? 0, try directory.first(Tag.oldKind) ?? 0)
    return kind & 0b101 == 0 && oldKind != 2
  }

  /// A file with only one of the scans, whose samples are copied unchanged.
  ///
  /// - Throws: rules in the category `damage` if parts of it are missing.
  static func file(of index: Int, in bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
    let picture = PictureBytes(bytes: bytes, isWhole: true, format: .tiff)
    do throws(HeaderStop) {
      let places = try places(in: picture)
      guard places.indices.contains(index) else { throw picture.header("has no picture \(index + 1)") }
      var writer = TIFFScanWriter(try TIFFDirectory(picture, at: places[index]))
      return try writer.file()
    } catch {
      switch error {
      case .bad(let diagnostic): throw diagnostic
      case .short: throw .error(.pictureTruncated, "the TIFF picture ends too early", remedy: Remedy.replace)
      }
    }
  }

  enum Tag {
    static let kind = 254
    static let oldKind = 255
  }
}

/// Writes one directory of a TIFF, with everything it refers to, as a separate file.
private struct TIFFScanWriter {
  private let directory: TIFFDirectory
  private var out: [UInt8] = []

  init(_ directory: TIFFDirectory) { self.directory = directory }

  private var picture: PictureBytes { directory.picture }
  private var width: Int { directory.isBig ? 8 : 4 }

  /// The tags with offsets of picture data, and the tags with its lengths.
  private static let data = [273: 279, 324: 325, 513: 514]
  /// Tags with offsets of data outside the picture (subdirectories, EXIF, free space), and of tables for
  /// old-style JPEG, which can only be read in a complete file.
  private static let others: Set<Int> = [288, 289, 330, 34_665, 34_853, 40_965]
  private static let oldJPEG: Set<Int> = [519, 520, 521]

  mutating func file() throws(HeaderStop) -> [UInt8] {
    var entries: [(tag: Int, place: Int)] = []
    for index in 0..<directory.count {
      let place = directory.start + index * directory.stride
      let tag = try picture.u16(place, directory.order)
      if Self.oldJPEG.contains(tag) { return try whole() }
      if !Self.others.contains(tag) { entries.append((tag, place)) }
    }
    out += picture.bytes[..<(directory.isBig ? 16 : 8)]
    var written: [[UInt8]] = []
    for (tag, place) in entries { written.append(try entry(tag, place)) }
    let start = padded()
    out += number(written.count, directory.isBig ? 8 : 2) + written.flatMap(\.self) + number(0, width)
    out.replaceSubrange(headerPointer, with: number(start, width))
    return out
  }

  /// The complete file, in which this directory is the first and last.
  private func whole() throws(HeaderStop) -> [UInt8] {
    var out = picture.bytes
    let end = directory.start + directory.count * directory.stride
    try picture.require(upTo: end + width)
    out.replaceSubrange(end..<end + width, with: number(0, width))
    out.replaceSubrange(headerPointer, with: number(directory.start - (directory.isBig ? 8 : 2), width))
    return out
  }

  private var headerPointer: Range<Int> { directory.isBig ? 8..<16 : 4..<8 }

  /// One entry as written; the data it refers to has already been written.
  private mutating func entry(_ tag: Int, _ place: Int) throws(HeaderStop) -> [UInt8] {
    let head = Array(picture.bytes[place..<place + 4 + width])
    if let countTag = Self.data[tag], let counts = try directory.entry(countTag) {
      let places = try copyData(place, counts)
      let values = places.flatMap { number($0, width) }
      // LONG, or LONG8 in BigTIFF.
      let type = number(directory.isBig ? 16 : 4, 2)
      return Array(head[..<2]) + type + number(places.count, width) + inlineOrPlaced(values)
    }
    let count = try directory.valueCount(place)
    let size = Self.size(ofType: try picture.u16(place + 2, directory.order))
    let (length, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, length > width else {
      return head + picture.bytes[(place + 4 + width)..<(place + 4 + 2 * width)]
    }
    let start =
      directory.isBig
      ? try picture.u64(place + 12, directory.order) : try picture.u32(place + 8, directory.order)
    return head + inlineOrPlaced(try bytes(start, length))
  }

  /// Copies strips, tiles or one JPEG, and returns their new offsets.
  private mutating func copyData(_ offsets: Int, _ counts: Int) throws(HeaderStop) -> [Int] {
    let parts = try directory.valueCount(offsets)
    guard parts > 0, parts <= picture.count else { throw picture.structure("it states \(parts) strips") }
    var places: [Int] = []
    for index in 0..<parts {
      guard let start = try directory.value(offsets, index), let length = try directory.value(counts, index)
      else {
        throw picture.structure("a strip has no place")
      }
      places.append(padded())
      out += try bytes(start, length)
    }
    return places
  }

  private func bytes(_ start: Int, _ length: Int) throws(HeaderStop) -> ArraySlice<UInt8> {
    let (end, overflow) = start.addingReportingOverflow(length)
    guard !overflow, start >= 0, length >= 0 else { throw picture.structure("a part of it lies nowhere") }
    try picture.require(upTo: end)
    return picture.bytes[start..<end]
  }

  /// The contents of an entry: the values if they fit, otherwise the offset where they are written.
  private mutating func inlineOrPlaced(_ values: some Collection<UInt8>) -> [UInt8] {
    if values.count <= width { return Array(values) + [UInt8](repeating: 0, count: width - values.count) }
    let place = padded()
    out += values
    return number(place, width)
  }

  /// The next even offset (TIFF 6.0 §2).
  private mutating func padded() -> Int {
    if out.count % 2 == 1 { out.append(0) }
    return out.count
  }

  private func number(_ value: Int, _ width: Int) -> [UInt8] {
    let little = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return directory.order == .little ? little : little.reversed()
  }

  private static func size(ofType type: Int) -> Int {
    switch type {
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: 1
    }
  }
}

/// One scan of a TIFF with several, as a separate picture.
public struct ScanOperation: PictureOperation {
  public static let name = "scan"

  /// Counted from 0.
  let index: Int
  let scanFacts: PictureFacts

  public var parameters: String { String(index + 1) }
  public var keepsSamples: Bool { true }
  public func facts(of inputs: [PictureFacts]) -> PictureFacts? { scanFacts }

  /// A file with only this scan.
  ///
  /// - Throws: rules in the category `damage`.
  public func file(in bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
    try TIFFScans.file(of: index, in: bytes)
  }

  /// An operation for each scan of a TIFF.
  ///
  /// - Parameter count: the number of scans stated in its facts.
  /// - Throws: rules in the category `damage` if a scan's header is invalid.
  public static func all(in bytes: [UInt8], count: Int, limits: Limits) throws(Diagnostic) -> [ScanOperation]
  {
    var scans: [ScanOperation] = []
    for index in 0..<count {
      let file = try TIFFScans.file(of: index, in: bytes)
      guard case .facts(let facts) = try probeHeader(file, isWhole: true, limits: limits) else {
        return scans
      }
      scans.append(ScanOperation(index: index, scanFacts: facts))
    }
    return scans
  }
}
