import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("PNG filters")
struct PNGFilterTests {
  /// Color type and bytes a pixel.
  static let kinds: [(color: UInt8, channels: Int)] = [(0, 1), (2, 3), (6, 4)]

  @Test("rows of every filter come out as they were", arguments: kinds, Array(0...4) as [UInt8])
  func everyFilter(_ kind: (color: UInt8, channels: Int), _ filter: UInt8) throws {
    for width in [1, 2, 3, 17, 64] {
      let picture = Self.picture(kind, width, filters: [filter, filter, filter, filter, filter])
      #expect(try decodePicture(picture.bytes).samples == picture.samples, "\(width) pixels wide")
    }
  }

  @Test("filters change from row to row, and data may lie in many chunks", arguments: kinds)
  func mixedFilters(_ kind: (color: UInt8, channels: Int)) throws {
    let picture = Self.picture(kind, 33, filters: [4, 1, 3, 2, 0, 4, 4, 3, 1], pieces: 7)
    #expect(try decodePicture(picture.bytes).samples == picture.samples)
  }

  @Test("a filter that does not exist is damage")
  func unknownFilter() {
    let bytes =
      SamplePNG.signature + SamplePNG.header(1, 1, color: 0, depth: 8)
      + SamplePNG.chunk("IDAT", zlib([5, 0])) + SamplePNG.chunk("IEND")
    #expect { try decodePicture(bytes) } throws: { ($0 as? Diagnostic)?.rule.category == .damage }
  }

  @Test("a wrong checksum, over a chunk or over the data, is damage")
  func checksums() {
    let whole = Self.picture((2, 3), 9, filters: [4, 4, 4]).bytes
    // The last byte of IDAT's data belongs to the zlib stream's own sum; IEND and its chunk's sum lie behind.
    for place in [whole.count - 13, whole.count - 17] {
      var bytes = whole
      bytes[place] ^= 0x55
      #expect(throws: Diagnostic.self, "byte \(place)") { try decodePicture(bytes) }
    }
  }

  /// A picture of samples without a pattern, and the same as a raster holds them.
  private static func picture(
    _ kind: (color: UInt8, channels: Int), _ width: Int, filters: [UInt8], pieces: Int = 1
  ) -> (bytes: [UInt8], samples: [UInt8]) {
    var state = UInt32(width * 31 + filters.count)
    let rows = filters.map { _ in
      (0..<width * kind.channels).map { _ -> UInt8 in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: state >> 24)
      }
    }
    let stored = filters.indices.flatMap { y in
      [filters[y]]
        + filtered(
          rows[y], above: y > 0 ? rows[y - 1] : [UInt8](repeating: 0, count: rows[y].count), filters[y],
          kind.channels)
    }
    let data = zlib(stored)
    let length = (data.count + pieces - 1) / pieces
    let chunks = stride(from: 0, to: data.count, by: length).flatMap {
      SamplePNG.chunk("IDAT", Array(data[$0..<min($0 + length, data.count)]))
    }
    let bytes =
      SamplePNG.signature + SamplePNG.header(width, filters.count, color: kind.color, depth: 8) + chunks
      + SamplePNG.chunk("IEND")
    let flat = rows.flatMap { $0 }
    guard kind.channels == 3 else { return (bytes, flat) }
    return (bytes, stride(from: 0, to: flat.count, by: 3).flatMap { flat[$0..<$0 + 3] + [255] })
  }

  /// A row as the filter stores it, by the specification's words (PNG third edition §9.2).
  private static func filtered(_ row: [UInt8], above: [UInt8], _ filter: UInt8, _ channels: Int) -> [UInt8] {
    row.indices.map { index in
      let a = index < channels ? 0 : Int(row[index - channels])
      let b = Int(above[index])
      let c = index < channels ? 0 : Int(above[index - channels])
      let guess: Int
      switch filter {
      case 1: guess = a
      case 2: guess = b
      case 3: guess = (a + b) / 2
      case 4:
        let p = a + b - c
        let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
        guess = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
      default: guess = 0
      }
      return UInt8(truncatingIfNeeded: Int(row[index]) - guess)
    }
  }
}
